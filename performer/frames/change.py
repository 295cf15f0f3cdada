"""How much two pictures differ, on 32x18 grey cells, leaving out the rectangles of our own elements."""

from collections.abc import Sequence
from dataclasses import dataclass

from performer.frames.frame import LUMA_SIZE
from performer.frames.mask import Mask


@dataclass(frozen=True, kw_only=True)
class Change:
    """Difference of luma, 0 to 255."""

    mean: float


def measure(before: bytes, after: bytes, leave_out: Sequence[Mask] = ()) -> Change:
    """Compare two `Frame.luma`s; cells that touch a left-out rectangle do not count."""
    hidden = hidden_cells(leave_out)
    differences = [
        abs(old - new) for cell, (old, new) in enumerate(zip(before, after, strict=True)) if cell not in hidden
    ]
    if not differences:
        return Change(mean=0.0)
    return Change(mean=sum(differences) / len(differences))


def hidden_cells(leave_out: Sequence[Mask], size: tuple[int, int] = LUMA_SIZE) -> frozenset[int]:
    """Number the cells of a small picture, row by row, that touch one of the rectangles."""
    columns, _ = size
    cells: set[int] = set()
    for mask in leave_out:
        left, top, right, bottom = mask.pixels(size)
        cells.update(row * columns + column for row in range(top, bottom) for column in range(left, right))
    return frozenset(cells)
