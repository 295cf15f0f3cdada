"""Decodes pictures in a thread of its own, and scales them as a browser does, so that window and page look the same.

Unpacking a long row of frames takes longer than a frame may.
"""

import math
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QObject, QRectF, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader, QPainter


def fit_image(image: QImage, width: int, height: int) -> QImage:
    """Return an image as large as fits into so many pixels, its shape kept, in the middle of a clear ground."""
    if image.size() == QSize(width, height):
        return image
    size = image.size().scaled(QSize(width, height), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF((width - size.width()) // 2, (height - size.height()) // 2, size.width(), size.height())
    return _paint(_halve(image, size.width()), place, QSize(width, height))


def enlarge_image(image: QImage, side: int) -> QImage:
    """Return an image enlarged by a whole number, its pixels squares, in the middle of a square; or fit it in."""
    times = side // max(image.width(), image.height())
    if times < 1:
        return fit_image(image, side, side)
    width, height = image.width() * times, image.height() * times
    place = QRectF((side - width) // 2, (side - height) // 2, width, height)
    return _paint(image, place, QSize(side, side), smooth=False)


def stretch_image(image: QImage, side: int) -> QImage:
    """Return a square of so many pixels, made by mixing neighbours alone, as on a canvas."""
    return _paint(image, QRectF(0, 0, side, side), QSize(side, side))


def _paint(image: QImage, place: QRectF, size: QSize, *, smooth: bool = True) -> QImage:
    # Qt mixes neighbours in 16 bits of each colour as exactly as a graphics card does, and in 8 only roughly.
    target = QImage(size, QImage.Format.Format_RGBA64_Premultiplied)
    target.fill(Qt.GlobalColor.transparent)
    painter = QPainter(target)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
    painter.drawImage(place, image)
    painter.end()
    return target.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _halve(image: QImage, width: int) -> QImage:
    """Halve an image until it is near a width; a browser goes on from the nearest half by mixing neighbours."""
    for _ in range(round(math.log2(image.width() / max(width, 1)))):
        half = QSize(max(image.width() // 2, 1), max(image.height() // 2, 1))
        smooth = Qt.TransformationMode.SmoothTransformation
        image = image.scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    return image


MOST_PIXELS: Final = 16_000_000
"""The most pixels of one file, all frames together; known before the file is unpacked."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"


class PictureRequest(NamedTuple):
    """A picture as it is to be shown: as large as fits into a frame, in device pixels, its shape kept."""

    src: str
    width: int
    height: int
    frames: int = 1
    """The number of square frames in a row in the file."""
    is_crisp: bool = False
    """Whether a smaller picture is enlarged, by a whole number; its frame is a square then."""


@dataclass(frozen=True, eq=False)
class DecodeJob:
    """A picture to be made from a file."""

    wanted: PictureRequest
    data: bytes


class PictureDecoder(QObject):
    """Decodes one picture after the other; ends with the application."""

    done = Signal(object, object)
    """A DecodeJob, and its frames as a list of QImage, or the reason why there are none."""

    def __init__(self, *, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = QThreadPool(self, maxThreadCount=1)
        app = QCoreApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self._close)

    def decode(self, job: DecodeJob) -> None:
        """Queue a job; `done` is emitted with the result."""
        self._thread.start(partial(self._work, job))

    def _work(self, job: DecodeJob) -> None:
        self.done.emit(job, _make_frames(job))

    def _close(self) -> None:
        """Finish the current picture and no other, then end: Qt must not be taken apart around the thread."""
        self._thread.clear()
        self._thread.waitForDone()


def decode_png(data: bytes) -> QImage | str:
    """Return a decoded PNG of a bearable size, or the reason why there is none."""
    if not data.startswith(_PNG):
        return "it is no PNG"
    buffer = QBuffer()
    buffer.setData(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, b"png")
    size = reader.size()
    if not 0 < size.width() * size.height() <= MOST_PIXELS:
        return f"{size.width()} x {size.height()} pixels are none, or too many"
    image = reader.read()
    if image.isNull():
        return f"it is damaged ({reader.errorString()})"
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _make_frames(job: DecodeJob) -> list[QImage] | str:
    wanted, image = job.wanted, decode_png(job.data)
    if isinstance(image, str):
        return image
    side = image.height()
    if wanted.frames > 1 and image.width() != side * wanted.frames:
        return f"it is no row of {wanted.frames} square frames"
    frames = [image.copy(number * side, 0, side, side) for number in range(wanted.frames)]
    frames = frames if wanted.frames > 1 else [image]
    if wanted.is_crisp:
        return [enlarge_image(each, wanted.width) for each in frames]
    return [fit_image(each, wanted.width, wanted.height) for each in frames]
