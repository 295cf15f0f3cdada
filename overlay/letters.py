"""The letters: the bundled font at any size, with fractions."""

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from overlay.scale import whole

FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "fonts"
_FILES: Final = ("Nunito-SemiBold.ttf", "Nunito-Bold.ttf")
_FALLBACKS: Final = ("Nunito", "Segoe UI", "Noto Sans", "Noto Sans CJK JP")
_ENLARGED: Final = 4

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Letters:
    """A font some times larger than its letters are shown: Qt rounds sizes to whole pixels, a browser does not."""

    font: QFont
    shrink: float
    """How much smaller than the font the letters are."""

    @property
    def above(self) -> int:
        """How far letters reach above the baseline, in device pixels; rounded as a browser does it."""
        return whole(QFontMetricsF(self.font).ascent() * self.shrink)

    @property
    def below(self) -> int:
        """The same below it."""
        return whole(QFontMetricsF(self.font).descent() * self.shrink)

    def width(self, text: str) -> float:
        """Tell how long a text is on one line, in device pixels."""
        return QFontMetricsF(self.font).horizontalAdvance(text) * self.shrink


def letters(family: str, weight: int, size: float) -> Letters:
    """Make letters of a size in device pixels; where the machine lacks the family, the bundled one stands in."""
    _load()
    enlarged = _ENLARGED * max(math.ceil(size), 1)
    font = QFont()
    font.setFamilies([family, *_FALLBACKS])
    font.setWeight(QFont.Weight(weight))
    font.setPixelSize(enlarged)
    # As on the page: without it each letter's width is rounded to a pixel.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return Letters(font=font, shrink=size / enlarged)


@cache
def _load() -> Sequence[int]:
    numbers = [QFontDatabase.addApplicationFont(str(FOLDER / name)) for name in _FILES]
    if min(numbers) < 0:
        _log.warning("The bundled font in '%s' cannot be read: words look like the system's.", FOLDER)
    return numbers
