"""Facts of a picture as a whole: another scene, sudden dark, nothing moving, its colour."""

import colorsys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from performer.vision.changes.motion import measure_difference
from performer.vision.facts.sentence import JUST_NOW_S, Fact
from performer.vision.frame import Frame

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
    _change: float = 0.0
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
        self._change = measure_difference(before.luma, frame.luma).mean
        if self._change >= _STILL:
            self._moved_s = frame.at_s
        if abs(light - self._mean) >= _LIFT:
            self._turn = "everything suddenly bright" if light > self._mean else "everything suddenly dark"
            self._turn_s = frame.at_s
        self._mean = light
        is_cut = self._change >= CUT
        if is_cut:
            self._cut_s = frame.at_s
        return is_cut

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
