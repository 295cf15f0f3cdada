"""The observer: follows the pictures of a game, and describes in one sentence what a player would.

Of the picture as a whole it notes another scene, sudden dark, nothing moving, and its colour.
"""

import colorsys
import io
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from PIL import Image

from performer.core.values import dataclass
from performer.vision.changes.motion import measure_difference
from performer.vision.facts.bars import BarTracker
from performer.vision.facts.blobs import Blob, find_blobs
from performer.vision.facts.icons import IconTracker
from performer.vision.facts.movers import MoverTracker
from performer.vision.facts.screen_text import TextTracker
from performer.vision.facts.sentence import JUST_NOW_S, NEWS, Fact, format_facts
from performer.vision.frame import Frame, Mask, paint_masks
from performer.vision.ocr.quick_reader import VisibleText

CUT: Final = 22.0
"""Mean difference of luma from which the whole picture is another; a scrolling game stays under 12."""
_STILL: Final = 0.6
_STILL_FOR_S: Final = 2.5
_DARK, _BLACK, _BRIGHT = 55.0, 16.0, 190.0
_LIFT: Final = 35.0
"""Change of mean luma by which it becomes bright or dark at once."""
_HUES: Final = ((0.04, "red"), (0.11, "orange"), (0.19, "yellow"), (0.46, "green"), (0.55, "teal"), (0.7, "blue"))


@dataclass(kw_only=True)
class LightTracker:
    """The light of the picture as a whole, from one look to the next."""

    _before: Frame | None = None
    _mean: float = 0.0
    _cut_s: float = -1e9
    _turn_s: float = -1e9
    """When it became bright or dark."""
    _turn: str = ""
    _moved_s: float = 1e9
    _colour: str = ""

    def take(self, frame: Frame, mean: tuple[int, int, int]) -> bool:
        """Note the next picture and its mean colour, and return whether it is another scene."""
        before, self._before = self._before, frame
        light = sum(frame.luma) / max(1, len(frame.luma))
        self._colour = _name_colour(mean)
        if before is None or len(before.luma) != len(frame.luma):
            self._mean, self._moved_s = light, frame.at_s
            return False
        change = measure_difference(before.luma, frame.luma)
        if change >= _STILL:
            self._moved_s = frame.at_s
        if abs(light - self._mean) >= _LIFT:
            self._turn = "everything suddenly bright" if light > self._mean else "everything suddenly dark"
            self._turn_s = frame.at_s
        self._mean = light
        if change >= CUT:
            self._cut_s = frame.at_s
        return change >= CUT

    def list_facts(self, now_s: float) -> Iterator[Fact]:
        """Yield a new scene, sudden light or dark, stillness, and the colour."""
        if now_s - self._cut_s <= JUST_NOW_S:
            yield Fact(words=f"a new scene, {self._describe_shade()}", weight=5.0)
        elif now_s - self._turn_s <= JUST_NOW_S:
            yield Fact(words=self._turn, weight=5.0)
        if self._before is None:
            return
        if self._mean <= _BLACK:
            yield Fact(words="a black screen", weight=4.0)
        elif now_s - self._moved_s >= _STILL_FOR_S:
            yield Fact(words="nothing moves", weight=2.9)
        yield Fact(words=self._describe_shade(), weight=0.5)

    def _describe_shade(self) -> str:
        if self._colour == "grey" and self._mean > _BRIGHT:
            return "mostly white"
        shade = "dark " if self._mean < _DARK else "bright " if self._mean > _BRIGHT else ""
        return f"mostly {shade}{self._colour}"


def _name_colour(mean: tuple[int, int, int]) -> str:
    hue, saturation, _ = colorsys.rgb_to_hsv(*(band / 255 for band in mean))
    if saturation < 0.2:
        return "grey"
    return next(
        (name for most, name in _HUES if hue < most), "purple" if hue < 0.86 else "pink" if hue < 0.96 else "red"
    )


_SIZE: Final = (640, 360)
_SMALL: Final = (160, 90)
"""A fourth of it."""
_EDGE: Final = 62
"""Rows above and below in which a HUD has its icons and bars."""
_VIVID_ICON, _VIVID_THING = 100, 80
"""A HUD has stronger colours than what it stands before."""
_LEAST: Final = 28
"""Pixels of an icon or a bar."""
_LEAST_SMALL: Final = 10
_MOST_SHARE: Final = 0.12
"""Share of the picture from which on a patch is scenery."""
_HUD: Final = 15
"""Rows of the small picture that a HUD takes, above."""


class PictureObserver:
    """The facts of one game's pictures, and of what was read off some of them; for one caller at a time."""

    def __init__(self) -> None:
        self._icons = IconTracker()
        self._bars = BarTracker()
        self._movers = MoverTracker()
        self._light = LightTracker()
        self._texts = TextTracker()

    def look(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> None:
        """Look at the next picture, but for some rectangles; takes 5 ms, so not for the event loop."""
        picture = _decode_picture(frame)
        paint_masks(picture, leave_out)
        small = picture.reduce(_SIZE[0] // _SMALL[0])
        red, green, blue = small.resize((1, 1), Image.Resampling.BOX).tobytes()
        is_cut = self._light.take(frame, (red, green, blue))
        if is_cut:
            self._texts.begin_anew()
        edges = list(_find_at_edges(picture))
        self._icons.take(edges, frame.at_s, is_cut=is_cut)
        self._bars.take(edges, frame.at_s, is_cut=is_cut)
        things = find_blobs(small, vivid=_VIVID_THING, least=_LEAST_SMALL, most_share=_MOST_SHARE)
        self._movers.take([thing for thing in things if thing.y > _HUD], frame.at_s, is_cut=is_cut)

    def read(self, writings: Sequence[VisibleText], at_s: float) -> None:
        """Note what was read off a picture of that instant."""
        self._texts.take(writings, at_s)

    def sentence(self, now_s: float) -> str:
        """Return what is there and what just happened, in at most 25 words; empty before the first picture."""
        icons = self._icons.list_facts(self._texts.places)
        others = (self._texts, self._bars, self._movers, self._light)
        return format_facts(chain(icons, *(each.list_facts(now_s) for each in others)))

    def news(self, now_s: float) -> str:
        """Return only what was written or counted anew; empty when nothing was."""
        icons = self._icons.list_facts(self._texts.places)
        parts = chain(icons, self._texts.list_facts(now_s), self._bars.list_facts(now_s))
        return format_facts(part for part in parts if part.weight >= NEWS)


def _decode_picture(frame: Frame) -> Image.Image:
    file = Image.open(io.BytesIO(frame.jpeg))
    file.draft("RGB", _SIZE)
    picture = file.convert("RGB")
    return picture if picture.size == _SIZE else picture.resize(_SIZE, Image.Resampling.BOX)


def _find_at_edges(picture: Image.Image) -> Iterator[Blob]:
    """Find the vivid patches near the upper and the lower edge, in one go: each has its own price."""
    width, height = picture.size
    edges = Image.new("RGB", (width, 2 * _EDGE + 1))
    edges.paste(picture.crop((0, 0, width, _EDGE)))
    edges.paste(picture.crop((0, height - _EDGE, width, height)), (0, _EDGE + 1))
    for blob in find_blobs(edges, vivid=_VIVID_ICON, least=_LEAST):
        yield blob if blob.top < _EDGE else blob.move_down(height - 2 * _EDGE - 1)
