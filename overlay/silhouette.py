"""Silhouettes: what is left of pictures where a display knows no transparency, only shapes."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QBitmap, QImage, QPixmap, QRegion

from overlay.blit import Blit

MOST_KEPT: Final = 512
_OPAQUE: Final = 0.5


class Silhouettes:
    """Works out the areas in which pictures are more opaque than not, and keeps them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, QRegion] = OrderedDict()

    def of(self, blits: Iterable[Blit]) -> QRegion:
        """Tell the area, in device pixels, that pictures cover together."""
        area = QRegion()
        for blit in blits:
            if blit.opacity >= _OPAQUE:
                area += self._area(blit.picture).translated(blit.x, blit.y)
        return area

    def _area(self, picture: QPixmap) -> QRegion:
        key = picture.cacheKey()
        if key not in self._kept:
            self._kept[key] = _opaque_area(picture.toImage())
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def _opaque_area(image: QImage) -> QRegion:
    mask = image.createAlphaMask(Qt.ImageConversionFlag.ThresholdAlphaDither)
    return QRegion(QBitmap.fromImage(mask))
