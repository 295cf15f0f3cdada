"""The letters: the bundled font, at sizes in device pixels, with fractions."""

import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QImage

FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "fonts"
_FILES: Final = {600: "Nunito-SemiBold.ttf", 700: "Nunito-Bold.ttf"}
_FALLBACKS: Final = ("Nunito", "Segoe UI", "Noto Sans", "Noto Sans CJK JP")
_DOTS_PER_METRE: Final = 2835

_log = logging.getLogger(__name__)


def font(family: str, weight: int, size: float) -> QFont:
    """Make a font of a size in device pixels; it counts on the bundled one where the machine lacks the family.

    To be used with `ruler()`, where a point is a pixel: Qt has no fractions in pixel sizes.
    """
    _load()
    made = QFont()
    made.setFamilies([family, *_FALLBACKS])
    made.setWeight(QFont.Weight(weight))
    made.setPointSizeF(max(size, 1.0))
    # As on the page: without it each letter's width is rounded to a pixel.
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return QFont(made, ruler())


@cache
def ruler() -> QImage:
    """Give a surface on which a point is a pixel."""
    image = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDotsPerMeterX(_DOTS_PER_METRE)
    image.setDotsPerMeterY(_DOTS_PER_METRE)
    return image


@cache
def _load() -> Sequence[int]:
    numbers = [QFontDatabase.addApplicationFont(str(FOLDER / name)) for name in _FILES.values()]
    if min(numbers) < 0:
        _log.warning("The bundled font in '%s' cannot be read: words look like the system's.", FOLDER)
    return numbers
