"""The window: a clear sheet over a monitor, on top, which takes no clicks and no keys.

A display without transparency shows only the opaque areas of pictures, as the shape of the window.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QBitmap, QImage, QMoveEvent, QPainter, QPaintEvent, QPixmap, QRegion, QResizeEvent, QScreen
from PySide6.QtWidgets import QWidget

from overlay.element_layout import ElementCanvas
from overlay.element_pictures import PlacedPixmap
from overlay.scale import Scale
from overlay.x11 import flush_qt

_OPAQUE: Final = 0.5


class OpaqueAreas:
    """The areas in which pictures are more opaque than not, computed once for each picture that is still there."""

    def __init__(self) -> None:
        self._areas: WeakKeyDictionary[QPixmap, QRegion] = WeakKeyDictionary()

    def of(self, pixmaps: Iterable[PlacedPixmap]) -> QRegion:
        """Return the area, in device pixels, that pictures cover together."""
        area = QRegion()
        for pixmap in pixmaps:
            if pixmap.opacity >= _OPAQUE:
                known = self._areas.get(pixmap.picture)
                if known is None:
                    known = self._areas[pixmap.picture] = _find_opaque_area(pixmap.picture)
                area += known.translated(pixmap.x, pixmap.y)
        return area


def _find_opaque_area(picture: QPixmap) -> QRegion:
    mask = picture.toImage().createAlphaMask(Qt.ImageConversionFlag.ThresholdAlphaDither)
    return QRegion(QBitmap.fromImage(mask))


TITLE = "Stream Performer Overlay"
_NOWHERE = QRegion(-8, -8, 1, 1)
"""A shape outside the window, which shows nothing. An empty shape would mean no shape at all."""


class TransparencyMode(Enum):
    """The way in which the window lets through what is below it."""

    MIXED = "mixed"
    """By the transparency of its pixels."""
    CUT = "shape"
    """By its shape: without a compositor there is no transparency."""
    HIDDEN = "hide"


class OverlayWindow(QWidget):
    """Shows a canvas on one monitor.

    Straight alpha stores colours as they are, not darkened by their transparency: right for OBS on X11, wrong on the
    desktop.
    """

    scaled = Signal(object)
    """The Scale of the window's surface, whenever that changes."""
    moved = Signal(QPoint)
    """The middle of the window, whenever that changes."""

    def __init__(self, canvas: ElementCanvas, *, straight_alpha: bool) -> None:
        super().__init__()
        self._canvas = canvas
        self._straight_alpha = straight_alpha
        self.mode = TransparencyMode.HIDDEN
        """The way in which the window is seen; changed by `show_as`."""
        self._opaque_areas = OpaqueAreas()
        self.setWindowTitle(TITLE)
        # Never Qt.Tool, which OBS leaves out of its list, and never past the window manager, for the same reason.
        self.setWindowFlags(
            Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.WindowTransparentForInput
            | Qt.WindowType.WindowDoesNotAcceptFocus
        )
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)

    @property
    def scale(self) -> Scale:
        """The size of the window's surface."""
        ratio = self.devicePixelRatioF()
        return Scale(width=round(self.width() * ratio), height=round(self.height() * ratio))

    def cover(self, screen: QScreen) -> None:
        """Lie over the whole of a monitor."""
        self.setGeometry(screen.geometry())

    def show_as(self, mode: TransparencyMode) -> None:
        """Change how the window is seen."""
        self.mode = mode
        if mode is TransparencyMode.CUT:
            self._cut()
        else:
            self.clearMask()
        self.setVisible(mode is not TransparencyMode.HIDDEN)

    def show_changes(self, dirty: QRegion) -> None:
        """Paint now what looks different on the canvas; `dirty` is in device pixels."""
        if self.mode is TransparencyMode.HIDDEN or dirty.isEmpty():
            return
        if self.mode is TransparencyMode.CUT:
            self._cut()
        self.repaint(self._scale_to_logical(dirty))
        if self.mode is TransparencyMode.CUT:
            flush_qt()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Paint what Qt asks for; the ground is clear already."""
        ratio = self.devicePixelRatioF()
        asked = event.rect()
        x, y, width, height = (int(each * ratio) for each in (asked.x(), asked.y(), asked.width(), asked.height()))
        part = QRect(x, y, width + 2, height + 2)
        painter = QPainter(self)
        painter.scale(1 / ratio, 1 / ratio)
        if self._straight_alpha:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(part.topLeft(), _paint_straight(self._canvas, part))
        else:
            self._canvas.paint(painter, part)
        painter.end()

    def resizeEvent(self, _event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Emit the size of the surface."""
        self.scaled.emit(self.scale)

    def moveEvent(self, _event: QMoveEvent) -> None:  # noqa: N802  Qt's name
        """Emit the place of the window."""
        self.moved.emit(self.geometry().center())

    def _cut(self) -> None:
        shape = self._opaque_areas.of(self._canvas.find_shown())
        self.setMask(self._scale_to_logical(shape) if not shape.isEmpty() else _NOWHERE)

    def _scale_to_logical(self, region: QRegion) -> QRegion:
        ratio = self.devicePixelRatioF()
        if ratio == 1:
            return region
        covered = region.boundingRect()
        left, top = int(covered.x() / ratio), int(covered.y() / ratio)
        right, bottom = (covered.x() + covered.width()) / ratio, (covered.y() + covered.height()) / ratio
        return QRegion(left, top, int(right) + 1 - left, int(bottom) + 1 - top)


def _paint_straight(canvas: ElementCanvas, part: QRect) -> QImage:
    """Paint a part of the canvas with straight alpha, marked as the usual kind, so that Qt copies it as it is."""
    image = QImage(part.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.translate(-part.topLeft())
    canvas.paint(painter, part)
    painter.end()
    straight = image.convertToFormat(QImage.Format.Format_ARGB32)
    straight.reinterpretAsFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return straight
