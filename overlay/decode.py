"""Makes pictures in a thread of its own: to unpack a long row of frames takes longer than a frame may.

Pictures made smaller or larger as a browser does it, so that window and page show the same.
"""

import math
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPainter


def fit_image(image: QImage, width: int, height: int) -> QImage:
    """Make an image as large as fits into that many pixels, its shape kept, in the middle of a clear ground."""
    if image.size() == QSize(width, height):
        return image
    size = image.size().scaled(QSize(width, height), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF((width - size.width()) // 2, (height - size.height()) // 2, size.width(), size.height())
    return _mix(_halve(image, size.width()), place, QSize(width, height))


def enlarge_image(image: QImage, side: int) -> QImage:
    """Make an image a whole number of times as large, its pixels squares, in the middle of a square; or fit it in."""
    times = side // max(image.width(), image.height())
    if times < 1:
        return fit_image(image, side, side)
    target = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    target.fill(Qt.GlobalColor.transparent)
    width, height = image.width() * times, image.height() * times
    painter = QPainter(target)
    painter.drawImage(QRect((side - width) // 2, (side - height) // 2, width, height), image)
    painter.end()
    return target


def stretch_image(image: QImage, side: int) -> QImage:
    """Make a square of that many pixels, by mixing neighbours alone, as on a canvas."""
    return _mix(image, QRectF(0, 0, side, side), QSize(side, side))


def _mix(image: QImage, place: QRectF, size: QSize) -> QImage:
    target = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    target.fill(Qt.GlobalColor.transparent)
    painter = QPainter(target)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, image)
    painter.end()
    return target


def _halve(image: QImage, width: int) -> QImage:
    """Halve an image until it is near a width; a browser goes on from the nearest half by mixing neighbours."""
    for _ in range(round(math.log2(image.width() / max(width, 1)))):
        half = QSize(max(image.width() // 2, 1), max(image.height() // 2, 1))
        smooth = Qt.TransformationMode.SmoothTransformation
        image = image.scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    return image


MOST_PIXELS: Final = 16_000_000
"""Of one file, all frames together: what it would take in memory is known before it is unpacked."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"


class PictureRequest(NamedTuple):
    """A picture as it is to be shown: as large as fits into a frame, in device pixels, its shape kept."""

    src: str
    width: int
    height: int
    frames: int = 1
    """How many square frames lie in a row in the file."""
    is_crisp: bool = False
    """Whether a smaller one is enlarged, by a whole number; its frame is a square then."""


@dataclass(frozen=True, eq=False)
class DecodeJob:
    """A picture to be made from a file."""

    wanted: PictureRequest
    data: bytes


class PictureDecoder(QObject):
    """Makes one picture after the other; ends with the application."""

    done = Signal(object, object)
    """An Order, and its frames as a list of QImage, or why there are none."""

    def __init__(self, *, parent: QObject) -> None:
        super().__init__(parent)
        self._orders: SimpleQueue[DecodeJob | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="pictures", daemon=True)
        self._thread.start()
        app = QCoreApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self._close)

    def make(self, order: DecodeJob) -> None:
        """Take an order; `done` says what came of it."""
        self._orders.put(order)

    def _work(self) -> None:
        while (order := self._orders.get()) is not None:
            self.done.emit(order, _frames(order))

    def _close(self) -> None:
        """Finish the picture in hand, and no other: Qt must not be taken apart around the thread."""
        try:
            while True:
                self._orders.get_nowait()
        except Empty:
            self._orders.put(None)
        self._thread.join()


def decode_png(data: bytes) -> QImage | str:
    """Unpack a PNG of a bearable size, or say why not."""
    if not data.startswith(_PNG):
        return "it is no PNG"
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(b"png"))
    size = reader.size()
    if not 0 < size.width() * size.height() <= MOST_PIXELS:
        return f"{size.width()} x {size.height()} pixels are none, or too many"
    image = reader.read()
    if image.isNull():
        return f"it is damaged ({reader.errorString()})"
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _frames(order: DecodeJob) -> list[QImage] | str:
    wanted, image = order.wanted, decode_png(order.data)
    if isinstance(image, str):
        return image
    side = image.height()
    if wanted.frames > 1 and image.width() != side * wanted.frames:
        return f"it is no row of {wanted.frames} square frames"
    frames = [image.copy(number * side, 0, side, side) for number in range(wanted.frames)]
    return [_make_picture(each, wanted) for each in (frames if wanted.frames > 1 else [image])]


def _make_picture(frame: QImage, wanted: PictureRequest) -> QImage:
    if wanted.is_crisp:
        return enlarge_image(frame, wanted.width)
    return fit_image(frame, wanted.width, wanted.height)
