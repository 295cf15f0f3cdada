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
        """Tell left, top, right and bottom in pixels, rounded outwards, for a picture of that size."""
        columns, rows = size
        right = self.x + self.width
        bottom = self.y + self.height
        return (int(self.x * columns), int(self.y * rows), _ceiling(right, columns), _ceiling(bottom, rows))


def paint_masks(picture: Image.Image, masks: Sequence[Mask]) -> None:
    """Blacken the masked rectangles of a picture, in place."""
    for mask in masks:
        picture.paste(0, mask.pixels(picture.size))


def _ceiling(fraction: float, count: int) -> int:
    return min(count, int(fraction * count + 0.999))
