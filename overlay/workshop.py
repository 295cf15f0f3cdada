"""Makes pictures in a thread of its own: to unpack a long row of frames takes longer than a frame may."""

from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QObject, Signal
from PySide6.QtGui import QImage, QImageReader

from overlay.resize import enlarged, fitted

MOST_PIXELS: Final = 16_000_000
"""Of one file, all frames together: what it would take in memory is known before it is unpacked."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"


class Wanted(NamedTuple):
    """A picture as it is to be shown: as large as fits into a frame, in device pixels, its shape kept."""

    src: str
    width: int
    height: int
    frames: int = 1
    """How many square frames lie in a row in the file."""
    is_crisp: bool = False
    """Whether a smaller one is enlarged, by a whole number; its frame is a square then."""


@dataclass(frozen=True, eq=False)
class Order:
    """A picture to be made from a file."""

    wanted: Wanted
    data: bytes


class Workshop(QObject):
    """Makes one picture after the other; ends with the application."""

    done = Signal(object, object)
    """An Order, and its frames as a list of QImage, or why there are none."""

    def __init__(self, *, parent: QObject) -> None:
        super().__init__(parent)
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="pictures", daemon=True)
        self._thread.start()
        app = QCoreApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self._close)

    def make(self, order: Order) -> None:
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


def decoded(data: bytes) -> QImage | str:
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


def _frames(order: Order) -> list[QImage] | str:
    wanted, image = order.wanted, decoded(order.data)
    if isinstance(image, str):
        return image
    side = image.height()
    if wanted.frames > 1 and image.width() != side * wanted.frames:
        return f"it is no row of {wanted.frames} square frames"
    frames = [image.copy(number * side, 0, side, side) for number in range(wanted.frames)]
    return [_made(each, wanted) for each in (frames if wanted.frames > 1 else [image])]


def _made(frame: QImage, wanted: Wanted) -> QImage:
    if wanted.is_crisp:
        return enlarged(frame, wanted.width)
    return fitted(frame, wanted.width, wanted.height)
