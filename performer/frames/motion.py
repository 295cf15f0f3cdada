"""What moved between two small pictures: the cells that changed, how many they are, and by how much."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from operator import sub
from typing import Final

_NOISE: Final = 2
"""Luma up to which a cell is as it was; the mean over 15x15 pixels of a still picture does not even move by 1."""
_CLEAR: Final = 5
"""Luma beyond which a cell counts as moved, whatever light shimmers on it."""


@dataclass(frozen=True, kw_only=True)
class Motion:
    """The difference of two pictures that follow one another."""

    at_s: float
    """When the newer was taken."""
    after_s: float
    """How long after the older that was."""
    changed: tuple[int, ...]
    """Cells that are not as they were, by their number, row by row."""
    share: float
    """Share of all cells that moved clearly, 0 to 1."""
    mean: float
    """Mean difference of luma, 0 to 255."""
    before: bytes
    """Luma of the older picture, row by row."""
    after: bytes
    """Luma of the newer."""
    one_way: float
    """How much all of it became lighter, or all of it darker: 0 for things that move, 1 for a fade."""


def motion(before: bytes, after: bytes, hidden: AbstractSet[int], *, at_s: float, after_s: float) -> Motion:
    """Compare two small grey pictures of one size; hidden cells did not change."""
    differences = list(map(sub, after, before))
    for cell in hidden:
        differences[cell] = 0
    changed = tuple(cell for cell, by in enumerate(differences) if by > _NOISE or by < -_NOISE)
    seen = len(differences) - len(hidden)
    clear = sum(1 for cell in changed if abs(differences[cell]) > _CLEAR)
    total = sum(map(abs, differences))
    return Motion(
        at_s=at_s,
        after_s=after_s,
        changed=changed,
        share=clear / seen if seen else 0.0,
        mean=total / seen if seen else 0.0,
        before=before,
        after=after,
        one_way=abs(sum(differences)) / total if total else 0.0,
    )
