"""Pictures made smaller or larger as a browser does it, so that window and page show the same."""

import math

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter


def fitted(image: QImage, width: int, height: int) -> QImage:
    """Make an image as large as fits into that many pixels, its shape kept, in the middle of a clear ground."""
    if image.size() == QSize(width, height):
        return image
    size = image.size().scaled(QSize(width, height), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF((width - size.width()) // 2, (height - size.height()) // 2, size.width(), size.height())
    return _mixed(_halved(image, size.width()), place, QSize(width, height))


def enlarged(image: QImage, side: int) -> QImage:
    """Make an image a whole number of times as large, its pixels squares, in the middle of a square; or fit it in."""
    times = side // max(image.width(), image.height())
    if times < 1:
        return fitted(image, side, side)
    target = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    target.fill(Qt.GlobalColor.transparent)
    width, height = image.width() * times, image.height() * times
    painter = QPainter(target)
    painter.drawImage(QRect((side - width) // 2, (side - height) // 2, width, height), image)
    painter.end()
    return target


def stretched(image: QImage, side: int) -> QImage:
    """Make a square of that many pixels, by mixing neighbours alone, as on a canvas."""
    return _mixed(image, QRectF(0, 0, side, side), QSize(side, side))


def _mixed(image: QImage, place: QRectF, size: QSize) -> QImage:
    target = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    target.fill(Qt.GlobalColor.transparent)
    painter = QPainter(target)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, image)
    painter.end()
    return target


def _halved(image: QImage, width: int) -> QImage:
    """Halve an image until it is near a width; a browser goes on from the nearest half by mixing neighbours."""
    for _ in range(round(math.log2(image.width() / max(width, 1)))):
        half = QSize(max(image.width() // 2, 1), max(image.height() // 2, 1))
        smooth = Qt.TransformationMode.SmoothTransformation
        image = image.scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    return image
