"""The size of the stage here: a board of 1920 x 1080 units, less wide on a tall surface, on so many device pixels."""

import math
from dataclasses import dataclass
from typing import Final

BOARD_WIDTH: Final = 1920
BOARD_HEIGHT: Final = 1080
TALL_BOARD_WIDTH: Final = 1280
"""The least width of the board, on a surface that is half as high again as it is wide, or higher: things are larger."""


@dataclass(frozen=True, kw_only=True)
class Scale:
    """The size of a monitor, or of another surface, in device pixels."""

    width: int
    height: int

    @property
    def unit(self) -> float:
        """One unit of the board in device pixels; the board is as large as fits."""
        across = max(self.width / BOARD_WIDTH, min(self.height / BOARD_WIDTH, self.width / TALL_BOARD_WIDTH))
        return min(across, self.height / BOARD_HEIGHT)


def round_to_pixel(length: float) -> int:
    """Round to a whole device pixel, halves up, as the page does."""
    return math.floor(length + 0.5)


def bound_fraction(fraction: float) -> float:
    """Return a position, as a fraction of the stage, that is near the stage; 0.5 for what is no number."""
    return min(max(fraction, -1.0), 2.0) if math.isfinite(fraction) else 0.5
