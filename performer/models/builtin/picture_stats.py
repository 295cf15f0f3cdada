"""The statistics of a picture, without any model: its light, its colour, its movement and where that is."""

import colorsys
import io
from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageStat

from performer.core.values import dataclass

_SMALL: Final = (32, 18)
_FINE: Final = (64, 36)
"""Fine enough for a bar across the picture."""
_ANOTHER: Final = 20.0
"""Mean difference of luma from which the whole picture is another; a scrolling game stays under 12."""
_MOVING: Final = 9.0
_STILL: Final = 1.0
_DARK: Final = 60.0
_BRIGHT: Final = 165.0
_FLAT: Final = 12.0
"""Spread of luma under which nearly everything has the same shade."""
_LIT: Final = 35.0
"""Change of mean luma by which a picture becomes bright or dark at once."""
_COLOURFUL: Final = 0.45
_ASIDE: Final = 0.6
"""Share of all movement that is in one part of the picture."""

_HUES: Final = (
    (15, "red"),
    (40, "orange"),
    (68, "yellow"),
    (165, "green"),
    (200, "teal"),
    (255, "blue"),
    (300, "purple"),
)
_COLUMNS: Final = ("on the left", "in the middle", "on the right")
_ROWS: Final = ("at the top", "", "at the bottom")

_BAR_CELLS: Final = 12
"""The least width of a bar, in cells of 64."""
_VIVID: Final = 90
"""The least difference between the strongest and the weakest band of a bar's colour."""
_SAME_COLOUR: Final = 36

_Pixel = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class PictureStats:
    """A picture's plain facts."""

    brightness: float
    """Mean luma, 0 to 255."""
    spread: float
    """Standard deviation of luma."""
    colour: str | None
    """The strongest colour's name, when one stands out."""
    motion: float
    """Mean luma difference to the picture before, 0 to 255; 0 for the first."""
    lift: float
    """How much brighter it is than the picture before, negative for darker; 0 for the first."""
    side: str
    """The place of most of the movement, such as `on the left`; empty when it is everywhere or nowhere."""
    bars: frozenset[str]
    """The colours of long thin bars near the top or the bottom, such as a boss brings."""
    new_bar: str
    """The colour of one that was not there before; empty for none."""
    is_first: bool
    small: Image.Image
    """A thumbnail, to be compared with the next picture."""

    @property
    def moments(self) -> tuple[str, ...]:
        """The moments this may be, the most remarkable first; the last one always fits."""
        facts = {
            "bar": bool(self.new_bar),
            "flash": self.lift > _LIT,
            "gloom": self.lift < -_LIT,
            "cut": self.motion > _ANOTHER,
            "still": not self.is_first and self.motion < _STILL,
            "fog": self.spread < _FLAT,
            "side": bool(self.side),
            "moving": self.motion > _MOVING,
        }
        return (*(moment for moment, is_so in facts.items() if is_so), self._light)

    @property
    def _light(self) -> str:
        if self.brightness < _DARK:
            return "dark"
        if self.brightness > _BRIGHT:
            return "bright"
        return "colour" if self.colour else "calm"

    def words(self) -> str:
        """Format the facts as a sentence."""
        light = {"dark": "a dark picture", "bright": "a bright picture"}.get(self._light, "a picture of middling light")
        colour = f", mostly {self.colour}" if self.colour else ""
        bars = "".join(f", a long {colour} bar" for colour in sorted(self.bars))
        motion = f"much is moving {self.side}".rstrip() if self.motion > _MOVING else "little is moving"
        return f"{light}{colour}{bars}; {motion}"


def measure_picture(jpeg: bytes, before: PictureStats | None = None) -> PictureStats:
    """Measure a JPEG; takes about 3 ms for a reduced frame."""
    picture = Image.open(io.BytesIO(jpeg))
    picture.draft("RGB", (_SMALL[0] * 4, _SMALL[1] * 4))
    fine = picture.convert("RGB").resize(_FINE, Image.Resampling.BOX)
    small = fine.resize(_SMALL, Image.Resampling.BOX)
    grey = small.convert("L")
    light = ImageStat.Stat(grey)
    moved = ImageChops.difference(grey, before.small.convert("L")) if before else Image.new("L", _SMALL)
    motion = ImageStat.Stat(moved).mean[0]
    bars = frozenset(_find_bars(fine))
    return PictureStats(
        brightness=light.mean[0],
        spread=light.stddev[0],
        colour=_find_colour(small),
        motion=motion,
        lift=light.mean[0] - before.brightness if before else 0.0,
        side=_find_side(moved) if motion >= _STILL else "",
        bars=bars,
        new_bar=min(bars - before.bars, default="") if before else "",
        is_first=before is None,
        small=small,
    )


def _find_colour(small: Image.Image) -> str | None:
    red, green, blue = ImageStat.Stat(small).mean
    hue, saturation, value = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    return _name_hue(hue) if saturation >= _COLOURFUL and value >= 0.15 else None


def _name_hue(hue: float) -> str:
    return next((name for limit, name in _HUES if hue * 360 < limit), "red")


def _find_side(moved: Image.Image) -> str:
    """Find the third, across or upright, with most of the movement."""
    across = list(moved.resize((3, 1), Image.Resampling.BOX).tobytes())
    upright = list(moved.resize((1, 3), Image.Resampling.BOX).tobytes())
    for thirds, names in ((upright, _ROWS), (across, _COLUMNS)):
        most = max(thirds)
        if most >= _ASIDE * sum(thirds) and names[thirds.index(most)]:
            return names[thirds.index(most)]
    return ""


def _find_bars(fine: Image.Image) -> Iterator[str]:
    """Find long runs of one vivid colour, a row or two high, in the outer thirds of the picture."""
    columns, rows = fine.size
    data = fine.tobytes()
    lines = [
        [tuple(data[at : at + 3]) for at in range(row * columns * 3, (row + 1) * columns * 3, 3)] for row in range(rows)
    ]
    for row in [*range(2, rows // 3), *range(rows - rows // 3, rows - 2)]:
        start, length = _find_longest_run(lines[row])
        column = [lines[near][start + length // 2] for near in range(row - 2, row + 3)]
        if _BAR_CELLS <= length < columns and _is_thin(column):
            yield _name_hue(colorsys.rgb_to_hsv(*(band / 255 for band in column[2]))[0])


def _is_thin(column: Sequence[_Pixel]) -> bool:
    """Whether of five pixels, from above to below, the middle one alone has its colour, and is no blurred edge."""
    two_above, above, pixel, below, two_below = column
    is_core = _measure_vividness(pixel) >= max(_measure_vividness(above), _measure_vividness(below))
    return is_core and not _is_alike(pixel, two_above) and not _is_alike(pixel, two_below)


def _find_longest_run(line: Sequence[_Pixel]) -> tuple[int, int]:
    """Find the start and the length of the longest run of one vivid colour."""
    best = (0, 0)
    start = 0
    for at, pixel in enumerate(line):
        if _measure_vividness(pixel) < _VIVID or not _is_alike(pixel, line[start]):
            start = at if _measure_vividness(pixel) >= _VIVID else at + 1
        if at + 1 - start > best[1]:
            best = (start, at + 1 - start)
    return best


def _measure_vividness(pixel: _Pixel) -> int:
    return max(pixel) - min(pixel)


def _is_alike(one: _Pixel, other: _Pixel) -> bool:
    return all(abs(mine - yours) <= _SAME_COLOUR for mine, yours in zip(one, other, strict=True))
