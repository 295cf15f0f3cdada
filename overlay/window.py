"""The window: a clear sheet over a monitor, on top, which nobody can click or type into.

Silhouettes: what is left of pictures where a display knows no transparency, only shapes.
"""

from collections import OrderedDict
from collections.abc import Iterable
from enum import Enum
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QBitmap, QImage, QMoveEvent, QPainter, QPaintEvent, QPixmap, QRegion, QResizeEvent, QScreen
from PySide6.QtWidgets import QWidget

from overlay.element_layout import ElementCanvas
from overlay.element_pictures import PlacedPixmap
from overlay.scale import Scale
from overlay.x11 import flush_qt

MOST_KEPT: Final = 512
_OPAQUE: Final = 0.5


class OpaqueAreas:
    """Works out the areas in which pictures are more opaque than not, and keeps them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, QRegion] = OrderedDict()

    def of(self, blits: Iterable[PlacedPixmap]) -> QRegion:
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


TITLE = "Stream Performer Overlay"
_NOWHERE = QRegion(-8, -8, 1, 1)
"""A shape outside the window: nothing of it is seen. An empty one would be none at all."""


class TransparencyMode(Enum):
    """How the window lets through what is below it."""

    MIXED = "mixed"
    """By its pixels' transparency."""
    CUT = "cut"
    """By its shape: without a compositor there is no transparency."""
    HIDDEN = "hidden"


class OverlayWindow(QWidget):
    """Shows a board on one monitor.

    Args:
        board: What it shows.
        straight_alpha: Store colours as they are, not darkened by their transparency. That looks wrong on the desktop,
            and right in OBS on X11, which takes it so.
    """

    scaled = Signal(object)
    """The Scale of its surface, whenever that changes."""
    moved = Signal(QPoint)
    """Where its middle is, whenever that changes."""

    def __init__(self, board: ElementCanvas, *, straight_alpha: bool) -> None:
        super().__init__()
        self._board = board
        self._straight_alpha = straight_alpha
        self._sight = TransparencyMode.HIDDEN
        self._silhouettes = OpaqueAreas()
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
        """Tell how large its surface is."""
        ratio = self.devicePixelRatioF()
        return Scale(width=round(self.width() * ratio), height=round(self.height() * ratio))

    @property
    def sight(self) -> TransparencyMode:
        """Tell how it is seen."""
        return self._sight

    def cover(self, screen: QScreen) -> None:
        """Lie over a monitor, whole."""
        self.setGeometry(screen.geometry())

    def show_as(self, sight: TransparencyMode) -> None:
        """Be seen in that way from now on."""
        self._sight = sight
        if sight is TransparencyMode.CUT:
            self._cut()
        else:
            self.clearMask()
        self.setVisible(sight is not TransparencyMode.HIDDEN)

    def show_changes(self, dirty: QRegion) -> None:
        """Paint, now, what looks different on the board; `dirty` is in device pixels."""
        if self._sight is TransparencyMode.HIDDEN or dirty.isEmpty():
            return
        if self._sight is TransparencyMode.CUT:
            self._cut()
        self.repaint(self._logical(dirty))
        if self._sight is TransparencyMode.CUT:
            flush_qt()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Paint what Qt asks for; the ground is clear already."""
        ratio = self.devicePixelRatioF()
        asked = event.rect()
        part = QRect(
            int(asked.x() * ratio),
            int(asked.y() * ratio),
            int(asked.width() * ratio) + 2,
            int(asked.height() * ratio) + 2,
        )
        painter = QPainter(self)
        painter.scale(1 / ratio, 1 / ratio)
        if self._straight_alpha:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(part.topLeft(), _paint_straight(self._board, part))
        else:
            self._board.paint(painter, part)
        painter.end()

    def resizeEvent(self, _event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Say how large the surface is now."""
        self.scaled.emit(self.scale)

    def moveEvent(self, _event: QMoveEvent) -> None:  # noqa: N802  Qt's name
        """Say where the window is now."""
        self.moved.emit(self.geometry().center())

    def _cut(self) -> None:
        shape = self._silhouettes.of(self._board.shown())
        self.setMask(self._logical(shape) if not shape.isEmpty() else _NOWHERE)

    def _logical(self, region: QRegion) -> QRegion:
        ratio = self.devicePixelRatioF()
        if ratio == 1:
            return region
        covered = region.boundingRect()
        left, top = int(covered.x() / ratio), int(covered.y() / ratio)
        right, bottom = (covered.x() + covered.width()) / ratio, (covered.y() + covered.height()) / ratio
        return QRegion(left, top, int(right) + 1 - left, int(bottom) + 1 - top)


def _paint_straight(board: ElementCanvas, part: QRect) -> QImage:
    """Paint a part of the board with straight alpha, posing as the usual one, so that Qt copies it as it is."""
    image = QImage(part.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.translate(-part.topLeft())
    board.paint(painter, part)
    painter.end()
    straight = image.convertToFormat(QImage.Format.Format_ARGB32)
    straight.reinterpretAsFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return straight
