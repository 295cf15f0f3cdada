"""Text in a box, by the same rule as in `overlay/page/fit.js`, in the bundled font at any size.

A text has at most so many lines: it is set smaller when it is long, and cut with an ellipsis when it is too long. Its
lines are about equally long, and the box is no wider than they are.
"""

import logging
import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from overlay.heard_word import LinePart
from overlay.scale import round_to_pixel
from performer.stage.protocol.theme import BoxStyle

FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "fonts"
_FILES: Final = ("Nunito-SemiBold.ttf", "Nunito-Bold.ttf")
_FALLBACKS: Final = ("Nunito", "Segoe UI", "Noto Sans", "Noto Sans CJK JP")
_ENLARGED: Final = 4

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class ScaledFont:
    """A font some times larger than its letters are shown: Qt rounds sizes to whole pixels, a browser does not."""

    font: QFont
    shrink: float
    """The factor from the font's size to the letters'."""

    @property
    def above(self) -> int:
        """The reach of letters above the baseline, in device pixels; rounded as a browser does it."""
        return round_to_pixel(QFontMetricsF(self.font).ascent() * self.shrink)

    @property
    def below(self) -> int:
        """The reach of letters below the baseline, likewise."""
        return round_to_pixel(QFontMetricsF(self.font).descent() * self.shrink)

    def measure_width(self, text: str) -> float:
        """Return the width of a text on one line, in device pixels."""
        return QFontMetricsF(self.font).horizontalAdvance(text) * self.shrink


def load_font(family: str, weight: int, size: float) -> ScaledFont:
    """Load a font of a size in device pixels; if the machine lacks the family, the bundled one is used."""
    _load()
    enlarged = _ENLARGED * max(math.ceil(size), 1)
    font = QFont()
    font.setFamilies([family, *_FALLBACKS])
    font.setWeight(QFont.Weight(weight))
    font.setPixelSize(enlarged)
    # As on the page: without it each letter's width is rounded to a pixel.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return ScaledFont(font=font, shrink=size / enlarged)


@cache
def _load() -> Sequence[int]:
    numbers = [QFontDatabase.addApplicationFont(str(FOLDER / name)) for name in _FILES]
    if min(numbers) < 0:
        _log.warning("The bundled font in '%s' cannot be read: words look like the system's.", FOLDER)
    return numbers


SHRINKS: Final = (1, 0.92, 0.84, 0.76, 0.68)
MOST_LETTERS: Final = 2_000
_GAPS: Final = re.compile("[ \t\n\r\f\u2028\u2029]+")
_ELLIPSIS: Final = "…"


@dataclass(frozen=True, kw_only=True)
class TextSetting:
    """The setting of lines."""

    letters: ScaledFont
    leading: float
    """The height of a line, in device pixels."""
    centred: bool
    rtl: bool
    """Whether the lines are read from right to left; such lines begin at the right."""


@dataclass(frozen=True, kw_only=True)
class MarkedText:
    """The parts of a text that are painted in another colour; their letters stand where they stood."""

    parts: Sequence[LinePart]
    colour: QColor

    def make_ranges(self, number: int, line: str) -> list[QTextLayout.FormatRange]:
        """Make what Qt paints the parts of a line by."""
        return [self._make_range(line, part) for part in self.parts if part.line == number]

    def _make_range(self, line: str, part: LinePart) -> QTextLayout.FormatRange:
        look = QTextCharFormat()
        look.setForeground(self.colour)
        found = QTextLayout.FormatRange()
        found.start, found.length = _count_halves(line[: part.begin]), _count_halves(line[part.begin : part.end])
        found.format = look
        return found


def _count_halves(text: str) -> int:
    """Return the length of a text as Qt counts it: in halves of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, kw_only=True)
class FittedText:
    """The lines of a text, with their breaks found."""

    lines: tuple[str, ...]
    setting: TextSetting
    width: int
    """The width of every line, in device pixels."""

    @property
    def height(self) -> float:
        """The height of all lines, in device pixels."""
        return len(self.lines) * self.setting.leading

    def paint(
        self, painter: QPainter, left: float, top: float, colour: QColor, marked: MarkedText | None = None
    ) -> None:
        """Paint the lines from a corner on, some parts of them in a colour of their own."""
        painter.setPen(colour)
        leading, font = self.setting.leading, self.setting.letters
        for number, text in enumerate(self.lines):
            layout = self.set_line(text)
            # Browsers round the half of what a line has more than its letters down, and the baseline to the nearest.
            half_rest = math.floor((leading - font.above - font.below) / 2)
            baseline = round_to_pixel(top + number * leading + half_rest + font.above)
            painter.save()
            painter.translate(left, baseline)
            painter.scale(font.shrink, font.shrink)
            ranges = marked.make_ranges(number, text) if marked else []
            layout.draw(painter, QPointF(0, -layout.lineAt(0).ascent()), ranges)
            painter.restore()

    def set_line(self, text: str) -> QTextLayout:
        """Set one of the lines alone: Qt would break some of them earlier, and lose the rest."""
        layout = _make_layout(text, self.setting, QTextOption.WrapMode.NoWrap)
        _break_lines(layout, self.setting, self.width, 1)
        return layout


def fit_text(text: str, style: BoxStyle, *, family: str, unit: float, centred: bool = False) -> FittedText:
    """Lay a text out as large as possible, in the room that the style's box has for text."""
    text = _GAPS.sub(" ", text[:MOST_LETTERS]).strip(" ")
    left, _, right, _ = style.padding
    room = max((style.max_width - left - right - 2 * style.border_width) * unit, 1.0)
    for shrink in SHRINKS:
        setting = _make_setting(text, style, family, style.size * shrink * unit, centred=centred)
        layout = _make_layout(text, setting)
        count = _break_lines(layout, setting, room, style.lines + 1)
        if count <= style.lines:
            width = _find_balanced_width(layout, setting, count, room)
            return FittedText(lines=_read_lines(layout), setting=setting, width=width)
    setting = _make_setting(text, style, family, style.size * SHRINKS[-1] * unit, centred=centred)
    layout = _make_layout(text, setting)
    _break_lines(layout, setting, room, style.lines)
    return FittedText(lines=_cut(_read_lines(layout), setting, room), setting=setting, width=math.ceil(room))


def _make_setting(text: str, style: BoxStyle, family: str, size: float, *, centred: bool) -> TextSetting:
    font = load_font(family, style.weight, size)
    return TextSetting(letters=font, leading=size * style.leading, centred=centred, rtl=_is_rtl(text))


def _make_layout(
    text: str, setting: TextSetting, wrap: QTextOption.WrapMode = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
) -> QTextLayout:
    layout = QTextLayout(text, setting.letters.font)
    start = Qt.AlignmentFlag.AlignRight if setting.rtl else Qt.AlignmentFlag.AlignLeft
    option = QTextOption(Qt.AlignmentFlag.AlignHCenter if setting.centred else start)
    option.setWrapMode(wrap)
    rtl = Qt.LayoutDirection.RightToLeft
    option.setTextDirection(rtl if setting.rtl else Qt.LayoutDirection.LeftToRight)
    layout.setTextOption(option)
    return layout


def _break_lines(layout: QTextLayout, setting: TextSetting, width: float, most: int) -> int:
    """Break the text into lines of a width in device pixels, at most so many, and return their number."""
    layout.beginLayout()
    count = 0
    while count < most and (line := layout.createLine()).isValid():
        line.setLineWidth(width / setting.letters.shrink)
        count += 1
    layout.endLayout()
    return count


def _find_balanced_width(layout: QTextLayout, setting: TextSetting, count: int, room: float) -> int:
    """Break at the narrowest width, to a pixel, that needs no further line, and return it."""
    if count <= 1:
        return math.ceil(layout.lineAt(0).naturalTextWidth() * setting.letters.shrink) if count else 0
    enough = math.ceil(room)
    too_narrow = enough // (count + 1)
    while enough - too_narrow > 1:
        middle = (enough + too_narrow) // 2
        if _break_lines(layout, setting, middle, count + 1) > count:
            too_narrow = middle
        else:
            enough = middle
    _break_lines(layout, setting, enough, count)
    return enough


def _read_lines(layout: QTextLayout) -> tuple[str, ...]:
    # Qt counts in halves of UTF-16, Python in letters.
    text = layout.text().encode("utf-16-le", "surrogatepass")
    found = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        start, end = line.textStart() * 2, (line.textStart() + line.textLength()) * 2
        found.append(text[start:end].decode("utf-16-le", "replace").rstrip(" "))
    return tuple(found)


def _cut(lines: tuple[str, ...], setting: TextSetting, room: float) -> tuple[str, ...]:
    """Return the lines with an ellipsis at the end."""
    *kept, last = lines
    while last and setting.letters.measure_width(last + _ELLIPSIS) > room:
        last = last[:-1]
    return (*kept, last.rstrip() + _ELLIPSIS)


def _is_rtl(text: str) -> bool:
    """Whether the first letter with a direction is one from right to left, as for `dir=auto`."""
    kinds = (unicodedata.bidirectional(each) for each in text)
    return next((kind in {"R", "AL"} for kind in kinds if kind in {"L", "R", "AL"}), False)
