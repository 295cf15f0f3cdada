"""Where things stand on the stage: a drawing board of 1920 x 1080, the same one that the page is drawn on.

The figures mirror `overlay/page/stage.css`; a test holds the two together in a real browser.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

from performer.messages import Bubble, Caption, Element, Emote, Place, Size

WIDTH: Final = 1920
HEIGHT: Final = 1080
SAFE_MARGIN: Final = 64
EMOTE_SIDE: Final[dict[Size, int]] = {"small": 120, "medium": 200, "large": 320}

HALO: Final = 48
"""Room for shadow and overshoot around an element."""
_BUBBLE_TOP: Final[dict[Place, int]] = {"top": 170, "middle": 410, "bottom": 650}
_NEAREST: Final[dict[Place, tuple[Place, ...]]] = {
    "top": ("top", "middle", "bottom"),
    "middle": ("middle", "top", "bottom"),
    "bottom": ("bottom", "middle", "top"),
}
_CANDIDATES: Final = 64


class Box(NamedTuple):
    """A rectangle in fractions of the screen: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    def overlap(self, other: "Box") -> float:
        """Tell the shared area, as a fraction of the screen."""
        across = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        down = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return max(across, 0.0) * max(down, 0.0)


def _board(left: float, top: float, right: float, bottom: float) -> Box:
    """Put a halo around a rectangle of the drawing board, cut it to the screen, and write it in fractions."""
    x0, y0 = max(left - HALO, 0) / WIDTH, max(top - HALO, 0) / HEIGHT
    x1, y1 = min(right + HALO, WIDTH) / WIDTH, min(bottom + HALO, HEIGHT) / HEIGHT
    return Box(x0, y0, x1 - x0, y1 - y0)


def box(element: Element) -> Box:
    """Tell the rectangle that an element surely stays in, with shadow and motion, however much it says."""
    match element:
        case Caption():
            return _board(370, 873, 1550, 1016)
        case Bubble():
            top = _BUBBLE_TOP[element.place]
            return _board(1210, top, 1770, top + 207)
        case Emote():
            half = EMOTE_SIDE[element.size] / 2
            x, y = element.x * WIDTH, element.y * HEIGHT
            return _board(x - half, y - half, x + half, y + half)


CAPTION_AREA: Final = box(Caption(id="", alt="", born_ms=0))
BUBBLE_AREAS: Final = tuple(box(Bubble(id="", alt="", born_ms=0, place=place)) for place in _BUBBLE_TOP)


def bubble_place(wanted: Place, bubbles: Sequence[Bubble]) -> Place:
    """Choose the free place nearest to the wanted one; when there is none, the oldest bubble's."""
    taken = {each.place for each in bubbles}
    free = [place for place in _NEAREST[wanted] if place not in taken]
    return free[0] if free else min(bubbles, key=lambda each: each.born_ms).place


def emote_place(size: Size, chance: Random, taken: Iterable[Box]) -> tuple[float, float]:
    """Choose a centre, in fractions of the screen, in the safe margin and as far off the taken boxes as chance finds.

    Words keep their room even while nobody speaks, so that an emote never sits where the next caption will be.
    """
    avoided = (CAPTION_AREA, *BUBBLE_AREAS, *taken)
    spots = [_spot(size, chance) for _ in range(_CANDIDATES)]
    return min(spots, key=lambda spot: _crowding(size, spot, avoided))


def _spot(size: Size, chance: Random) -> tuple[float, float]:
    inset = SAFE_MARGIN + EMOTE_SIDE[size] / 2
    x = chance.uniform(inset, WIDTH - inset) / WIDTH
    y = chance.uniform(inset, HEIGHT - inset) / HEIGHT
    return (round(x, 4), round(y, 4))


def _crowding(size: Size, spot: tuple[float, float], avoided: Iterable[Box]) -> float:
    width, height = EMOTE_SIDE[size] / WIDTH, EMOTE_SIDE[size] / HEIGHT
    own = Box(spot[0] - width / 2, spot[1] - height / 2, width, height)
    return sum(own.overlap(each) for each in avoided)
