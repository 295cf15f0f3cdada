"""Masks: rectangles of the picture that nobody may see, painted over before anything else looks at it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True)
class Mask:
    """A rectangle in fractions of the picture: left, top, width and height, each from 0 to 1."""

    x: float
    y: float
    width: float
    height: float

    def pixels(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom in pixels, rounded outwards, for a picture of that size."""
        columns, rows = size
        right = min(columns, int((self.x + self.width) * columns + 0.999))
        bottom = min(rows, int((self.y + self.height) * rows + 0.999))
        return int(self.x * columns), int(self.y * rows), right, bottom


def paint_masks(picture: Image.Image, masks: Sequence[Mask]) -> None:
    """Blacken the masked rectangles of a picture, in place."""
    for mask in masks:
        picture.paste(0, mask.pixels(picture.size))
