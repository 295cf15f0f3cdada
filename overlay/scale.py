"""How large the stage is here: a board of 1920 x 1080 units on so many device pixels."""

import math
from dataclasses import dataclass
from typing import Final

BOARD_WIDTH: Final = 1920
BOARD_HEIGHT: Final = 1080


@dataclass(frozen=True, kw_only=True)
class Scale:
    """A monitor, or another surface, in device pixels."""

    width: int
    height: int

    @property
    def unit(self) -> float:
        """One unit of the board in device pixels; the board is as large as fits."""
        return min(self.width / BOARD_WIDTH, self.height / BOARD_HEIGHT)


def round_to_pixel(length: float) -> int:
    """Round to a whole device pixel, halves up, as the page does."""
    return math.floor(length + 0.5)
