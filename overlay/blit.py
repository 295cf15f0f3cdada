"""A picture at a place: all that a frame is made of."""

from typing import NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QPixmap


class Blit(NamedTuple):
    """A pixmap on device pixels; two are equal when nothing would look different."""

    picture: QPixmap
    x: int
    y: int
    width: int
    height: int
    opacity: float = 1.0

    @classmethod
    def whole(cls, picture: QPixmap, x: int, y: int, opacity: float = 1.0) -> "Blit":
        """Show a pixmap as large as it is."""
        return cls(picture, x, y, picture.width(), picture.height(), opacity)

    @property
    def rect(self) -> QRect:
        """The device pixels that it covers."""
        return QRect(self.x, self.y, self.width, self.height)

    @property
    def is_scaled(self) -> bool:
        """Tell whether the pixmap is shown larger or smaller than it is."""
        return self.width != self.picture.width() or self.height != self.picture.height()
