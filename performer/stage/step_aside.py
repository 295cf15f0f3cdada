"""Where an element goes that would cover what shall stay clear: the nearest place of its size that covers none of it.

Emotes are not moved: their places are drawn anew each time, off what shall stay clear.
"""

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from performer.stage.places import StageBox
from performer.stage.protocol.layout import PLACED, PlacedKind, Spot

_MOVED: Final[tuple[PlacedKind, ...]] = tuple(kind for kind in PLACED if kind != "emote")
_BOARD: Final = StageBox(0, 0, 1, 1)
_SLACK: Final = 1e-4
"""The length, or the area, in shares of the stage, that is none yet: the numbers of a box are rounded."""


def step_aside(
    spots: Mapping[PlacedKind, Spot], zones: Sequence[Spot], safe: Spot, shape: float
) -> dict[PlacedKind, Spot]:
    """Return where the elements go that would cover a zone; an empty spot where no place of an element's size is clear.

    A place off the other elements and within the safe area is taken before a nearer one that is not.

    Args:
        spots: Where elements stand, whole on the stage; what is not shown is left out.
        zones: What shall stay clear.
        safe: The area that everybody sees; an element that reached out of it may do so again.
        shape: The width of the stage divided by its height, by which distances are measured.
    """
    clear = [StageBox(*zone) for zone in zones]
    stood = {kind: StageBox(*spots[kind]) for kind in _MOVED if kind in spots}
    boxes = dict(stood)
    moved: dict[PlacedKind, Spot] = {}
    for kind, box in stood.items():
        if not _covers(box, clear):
            continue
        others = [boxes[name] for name, each in stood.items() if name != kind and not _covers(each, [box])]
        places = [place for place in _list_places(box, [*clear, *others], safe) if not _covers(place, clear)]
        moved[kind] = ()
        if places:
            boxes[kind] = min(places, key=lambda place: _rate(place, box, others, StageBox(*safe), shape))
            moved[kind] = tuple(round(each, 4) for each in boxes[kind])
    return moved


def _covers(box: StageBox, others: Collection[StageBox]) -> bool:
    return any(box.overlap(each) > _SLACK for each in others)


def _list_places(box: StageBox, obstacles: Sequence[StageBox], safe: Spot) -> list[StageBox]:
    """Return the places on the board that could be the nearest: beside an obstacle or an edge, or unmoved."""
    left, top, width, height = safe
    across = {box.x, left, left + width - box.w, 0.0, 1 - box.w}
    down = {box.y, top, top + height - box.h, 0.0, 1 - box.h}
    for each in obstacles:
        across |= {each.x - box.w, each.x + each.w}
        down |= {each.y - box.h, each.y + each.h}
    places = (StageBox(x, y, box.w, box.h) for x, y in itertools.product(sorted(across), sorted(down)))
    return [place for place in places if _is_within(place, _BOARD)]


def _rate(
    place: StageBox, box: StageBox, others: Sequence[StageBox], safe: StageBox, shape: float
) -> tuple[bool, float, float]:
    """Return how bad a place is: out of the safe area, over other elements, and far from where the element stood."""
    leaves = _is_within(box, safe) and not _is_within(place, safe)
    covered = sum(place.overlap(each) for each in others)
    far = abs(place.x - box.x) * shape + abs(place.y - box.y)
    return leaves, round(covered, 4), far


def _is_within(place: StageBox, area: StageBox) -> bool:
    right, bottom = place.x + place.w, place.y + place.h
    inside_across = place.x >= area.x - _SLACK and right <= area.x + area.w + _SLACK
    return inside_across and place.y >= area.y - _SLACK and bottom <= area.y + area.h + _SLACK
