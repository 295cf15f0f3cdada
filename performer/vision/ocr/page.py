"""Pages: what looks like writing on a picture of a game, set line below line, in black on white.

A game's words stand on whatever happens behind them, anywhere. So each pixel is compared with what surrounds it: what
is much lighter is ink, or what is much darker. Ink that lies in rows is cut out and set anew, for Tesseract reads a
page of print far better than a picture, and sooner.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from performer.core.values import dataclass

_MOST_TIMES: Final = 3
_STANDS_OUT: Final = 60
"""Difference of luma, of 255, that makes ink."""
_INKED: Final = 25
"""Ink in a cell, of 255, from which it counts."""
_REACH: Final = 4
"""Cells: a wider blank parts two pieces of writing."""
_DENSEST: Final = 0.62
"""Share of ink in the rectangle of a line; what has more is a shape."""
_MOST_LINES: Final = 40
_SET_HEIGHT: Final = 44
"""Pixels of a line as it is set on the page."""
_BETWEEN: Final = 28


@dataclass(frozen=True, kw_only=True)
class TextScale:
    """The fineness with which writing is looked for; all in pixels of a picture that was brought to `width`."""

    width: int
    most_height: int
    around: int
    """Each way, what a pixel is compared with: two of the larger letters."""
    cell: int
    """Where writing may be is looked for in cells of this size."""
    lowest: int
    """What is lower is a dot."""
    highest: int
    """What is higher is a figure."""


FINE: Final = TextScale(width=1920, most_height=1600, around=60, cell=8, lowest=14, highest=260)
"""Letters of a HUD are some 30 pixels high; takes about 50 ms."""
COARSE: Final = TextScale(width=1280, most_height=1080, around=40, cell=6, lowest=14, highest=180)
"""What a player would notice is large enough for it; takes half as long."""

Piece = tuple[int, int, Image.Image]
"""Top, left, and ink."""


@dataclass(frozen=True, kw_only=True)
class TextLine:
    """A piece of writing: where it was on the picture, and where it is on the page."""

    left: int
    top: int
    width: int
    height: int
    begins: int
    """The row of the page at which it begins."""
    ends: int

    def is_continued_by(self, other: "TextLine") -> bool:
        """Whether another piece goes on to the right: as high, and no further off than it is high."""
        shared = min(self.top + self.height, other.top + other.height) - max(self.top, other.top)
        gap = other.left - self.left - self.width
        return 2 * shared > max(self.height, other.height) and 0 <= gap <= self.height


@dataclass(frozen=True, kw_only=True)
class OcrPage:
    """A page, and its lines from above to below."""

    pgm: bytes
    lines: tuple[TextLine, ...]

    def find_line(self, row: int) -> int:
        """Find the number of the line that is at a row of the page, or nearest to it."""
        return min(range(len(self.lines)), key=lambda at: abs(self.lines[at].begins + self.lines[at].ends - 2 * row))


def make_page(picture: Image.Image) -> OcrPage | None:
    """Make a page of what looks like writing; None when nothing does. Takes about 80 ms."""
    found = cut_out_pieces(resize_to_scale(picture.convert("L"), FINE), FINE)
    return lay_out_page(found) if found else None


def cut_out_pieces(grey: Image.Image, grain: TextScale) -> list[Piece]:
    """Cut out what looks like writing, from above to below, off a grey picture of the grain's size."""
    around = grey.filter(ImageFilter.BoxBlur(grain.around))
    light = _choose_longest(_find_written(ImageChops.subtract(grey, around), grain))
    dark = _choose_longest(_find_written(ImageChops.subtract(around, grey), grain))
    # The shadows and insides of light letters are dark ones, but ill to read.
    found = [*light, *(piece for piece in dark if not any(_is_under(piece, other) for other in light))]
    return sorted(_choose_longest(found), key=lambda piece: piece[:2])


def _choose_longest(pieces: Iterable[Piece]) -> list[Piece]:
    """Choose the pieces that are most like lines, no more than fit on a page."""
    return sorted(pieces, key=lambda piece: -piece[2].width / piece[2].height)[:_MOST_LINES]


def _is_under(piece: Piece, other: Piece) -> bool:
    (top, left, ink), (other_top, other_left, other_ink) = piece, other
    across = min(left + ink.width, other_left + other_ink.width) - max(left, other_left)
    down = min(top + ink.height, other_top + other_ink.height) - max(top, other_top)
    return across > 0 and down > 0 and 2 * across * down > ink.width * ink.height


def resize_to_scale(grey: Image.Image, grain: TextScale) -> Image.Image:
    """Return a picture brought to the width of a scale, or as near to it as does any good."""
    times = min(grain.width / grey.width, grain.most_height / grey.height, _MOST_TIMES)
    size = (max(grain.cell, round(grey.width * times)), max(grain.cell, round(grey.height * times)))
    return grey if size == grey.size else grey.resize(size, Image.Resampling.BICUBIC)


def _find_written(difference: Image.Image, grain: TextScale) -> Iterator[Piece]:
    """Yield top, left and ink of what lies as writing does: in a row, neither a dot nor a shape."""
    ink = difference.point([255 if level > _STANDS_OUT else 0 for level in range(256)])
    cell = grain.cell
    cells = ink.reduce(cell)
    columns = cells.width
    for group in _find_groups({at for at, level in enumerate(cells.tobytes()) if level > _INKED}, columns):
        across, down = [at % columns for at in group], [at // columns for at in group]
        left, right, top, bottom = min(across), max(across) + 1, min(down), max(down) + 1
        box = (left * cell, top * cell, min(right * cell, ink.width), min(bottom * cell, ink.height))
        piece = ink.crop(box)
        inner = piece.crop(piece.getbbox())
        is_line = grain.lowest <= inner.height <= grain.highest and inner.width >= grain.lowest // 2
        if is_line and inner.histogram()[255] < _DENSEST * inner.width * inner.height:
            yield box[1], box[0], inner


def _find_groups(inked: set[int], columns: int) -> Iterator[list[int]]:
    """Yield groups of cells, within which the next cell is near: some way along the row, or in the one beside it."""
    steps = [step for step in product(range(-_REACH, _REACH + 1), (-1, 0, 1)) if step != (0, 0)]
    while inked:
        group = [inked.pop()]
        for at in group:  # it grows meanwhile
            x, y = at % columns, at // columns
            near = ((y + down) * columns + x + right for right, down in steps if 0 <= x + right < columns)
            new = inked.intersection(near)
            inked -= new
            group += new
        yield group


def lay_out_page(pieces: Sequence[Piece]) -> OcrPage:
    """Set pieces below each other, all of one height; at least one."""
    printed = [_print_letters(piece) for _, _, piece in pieces]
    width = max(each.width for each in printed) + 2 * _BETWEEN
    page = Image.new("L", (width, _BETWEEN + len(printed) * (_SET_HEIGHT + _BETWEEN)), "white")
    lines: list[TextLine] = []
    for (top, left, piece), letters in zip(pieces, printed, strict=True):
        begins = _BETWEEN + len(lines) * (_SET_HEIGHT + _BETWEEN)
        page.paste(letters, (_BETWEEN, begins))
        place = {"left": left, "top": top, "width": piece.width, "height": piece.height}
        lines.append(TextLine(**place, begins=begins, ends=begins + _SET_HEIGHT))
    return OcrPage(pgm=b"P5 %d %d 255\n" % page.size + page.tobytes(), lines=tuple(lines))


def _print_letters(piece: Image.Image) -> Image.Image:
    """Make black letters of ink, of the height that is read best, softened at their edges."""
    size = (max(1, round(piece.width * _SET_HEIGHT / piece.height)), _SET_HEIGHT)
    return ImageChops.invert(piece.resize(size, Image.Resampling.BICUBIC))
