"""Movers: small things of a colour of their own that go across the picture, and where they come from."""

from collections.abc import Iterator, Sequence
from typing import Final

from performer.core.values import dataclass
from performer.vision.facts.blobs import Blob
from performer.vision.facts.sentence import Fact

_WIDTH: Final = 160.0
_HEIGHT: Final = 90.0
_FURTHEST: Final = 40.0
"""Cells of 160 that a thing may go from one look to the next."""
_MOVES: Final = 5.0
"""Cells by which it must have gone to be told."""
_AS_LARGE: Final = 2.2
_TALLER: Final = 0.5
"""Rows that it may rise or fall, for each column that it may go."""
_LOST_S: Final = 1.1
_SMALL, _BIG = 0.010, 0.04
"""Share of the picture."""
_ASIDE: Final = 0.35
"""What is first seen so far from the middle came from that side, in widths."""


@dataclass(kw_only=True)
class _Mover:
    first: Blob
    now: Blob
    seen_s: float
    looks: int = 1
    gone_by: float = 0.0
    """How far it went from the look before to the last."""


class MoverTracker:
    """The vivid things that move, from one look to the next."""

    def __init__(self) -> None:
        self._movers: list[_Mover] = []

    def take(self, blobs: Sequence[Blob], at_s: float, *, is_cut: bool) -> None:
        """Note the blobs of the next picture, which is 160 wide; those of a HUD are left out."""
        if is_cut:
            self._movers = []
        free = sorted(blobs, key=lambda blob: -blob.area)
        for mover in sorted(self._movers, key=lambda mover: -mover.now.area):
            near = [blob for blob in free if _may_be(mover, blob)]
            if near:
                blob = min(near, key=lambda blob: abs(blob.x - mover.now.x) + abs(blob.y - mover.now.y))
                free.remove(blob)
                mover.gone_by = _measure_way(mover.now, blob)
                mover.now, mover.seen_s = blob, at_s
                mover.looks += 1
        self._movers = [mover for mover in self._movers if at_s - mover.seen_s < _LOST_S]
        self._movers += [_Mover(first=blob, now=blob, seen_s=at_s) for blob in free]

    def list_facts(self, now_s: float) -> Iterator[Fact]:
        """Yield what the largest thing that moves looks like and where it comes from."""
        moving = [mover for mover in self._movers if mover.seen_s >= now_s - _LOST_S and _is_moving(mover)]
        if moving:
            mover = max(moving, key=lambda mover: mover.now.area)
            share = mover.now.area / (_WIDTH * _HEIGHT)
            size = "small and " if share < _SMALL else "big and " if share > _BIG else ""
            weight = 5.5 if share > _SMALL else 4.5
            yield Fact(
                words=f"something {size}{mover.now.colour} {_describe_way(mover.first, mover.now)}", weight=weight
            )


def _is_moving(mover: _Mover) -> bool:
    """Whether a thing goes somewhere, and is not only there and back."""
    return mover.looks >= 2 and mover.gone_by >= _MOVES / 2 and _measure_way(mover.first, mover.now) >= _MOVES


def _measure_way(before: Blob, after: Blob) -> float:
    return max(abs(after.x - before.x), abs(after.y - before.y))


def _may_be(mover: _Mover, blob: Blob) -> bool:
    now = mover.now
    times = blob.area / now.area
    is_near = abs(blob.x - now.x) <= _FURTHEST and abs(blob.y - now.y) <= _FURTHEST * _TALLER
    return blob.colour == now.colour and 1 / _AS_LARGE <= times <= _AS_LARGE and is_near


def _describe_way(first: Blob, now: Blob) -> str:
    across, upright = now.x - first.x, now.y - first.y
    if abs(upright) > abs(across):
        return "falls" if upright > 0 else "rises"
    came_from, goes = ("left", "right") if across > 0 else ("right", "left")
    aside = (first.x - _WIDTH / 2) * (-1 if across > 0 else 1)
    return f"comes from the {came_from}" if aside > _ASIDE * _WIDTH / 2 else f"moves {goes}"
