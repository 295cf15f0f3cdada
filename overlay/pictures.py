"""The stage's pictures: fetched once, checked, and kept as pixmaps of the size that is shown."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QUrl, Signal
from PySide6.QtGui import QImage, QImageReader, QPixmap

from client.files import Fetched, Files
from overlay.resize import fitted

MOST_PIXELS: Final = 16_000_000
"""Of one file, all frames together: what it would take in memory is known before it is unpacked."""
MOST_FILE_BYTES: Final = 16_000_000
MOST_PIXMAP_BYTES: Final = 32_000_000
"""Of what is kept; what was not used for longest is forgotten first. What is on stage has its own."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"

_log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")


class Wanted(NamedTuple):
    """A picture as it is to be shown: as large as fits into a frame, in device pixels, its shape kept."""

    src: str
    width: int
    height: int
    frames: int = 1
    """How many square frames lie in a row in the file."""


class Pictures(QObject):
    """Gives pictures by their paths on the stage server."""

    arrived = Signal(object)
    """The path of a picture that was asked for and can be had now, or never."""

    def __init__(self, stage: QUrl, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = Files(stage, parent=self)
        self._files.fetched.connect(self._take)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._made: OrderedDict[Wanted, tuple[QPixmap, ...]] = OrderedDict()
        self._under_way: set[str] = set()
        self._useless: set[str] = set()

    def look(self, wanted: Wanted) -> tuple[QPixmap, ...] | None:
        """Give a picture's frames, or None and fetch it; `arrived` says when it is worth asking again."""
        made = self._made.get(wanted)
        if made is None and (image := self.image(wanted.src)) is not None:
            made = self._cut(image, wanted)
        if made is not None:
            self._made[wanted] = made
            self._made.move_to_end(wanted)
            _shorten(self._made, MOST_PIXMAP_BYTES, _pixmap_bytes)
        return made

    def image(self, src: str) -> QImage | None:
        """Give a file as it is, or None and fetch it."""
        data = self._kept.get(src)
        if data is None:
            self._fetch(src)
            return None
        self._kept.move_to_end(src)
        image = _decoded(data)
        if isinstance(image, QImage):
            return image
        self._refuse(src, image)
        return None

    def is_useless(self, src: str) -> bool:
        """Tell whether a picture was asked for and can never be shown."""
        return src in self._useless

    def forget(self) -> None:
        """Keep nothing: the next stage may have other pictures by the same names."""
        self._kept.clear()
        self._made.clear()
        self._useless.clear()

    def _fetch(self, src: str) -> None:
        if not src.startswith("/"):
            self._refuse(src, "that is no path on the stage server")
        elif src not in self._under_way and src not in self._useless:
            self._under_way.add(src)
            self._files.fetch(src)

    def _take(self, fetched: Fetched) -> None:
        self._under_way.discard(fetched.src)
        match fetched.outcome:
            case str(trouble):
                self._refuse(fetched.src, trouble)
            case data:
                self._kept[fetched.src] = data
                _shorten(self._kept, MOST_FILE_BYTES, len)
        self.arrived.emit(fetched.src)

    def _cut(self, image: QImage, wanted: Wanted) -> tuple[QPixmap, ...] | None:
        if wanted.frames == 1:
            return (QPixmap.fromImage(fitted(image, wanted.width, wanted.height)),)
        side = image.height()
        if image.width() != side * wanted.frames:
            self._refuse(wanted.src, f"it is no row of {wanted.frames} square frames")
            return None
        frames = (image.copy(number * side, 0, side, side) for number in range(wanted.frames))
        return tuple(QPixmap.fromImage(fitted(each, wanted.width, wanted.height)) for each in frames)

    def _refuse(self, src: str, trouble: str) -> None:
        if src not in self._useless:
            self._useless.add(src)
            self._kept.pop(src, None)
            _log.warning("Picture '%.80s' cannot be shown: %s.", src, trouble)


def _decoded(data: bytes) -> QImage | str:
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


def _pixmap_bytes(pixmaps: Sequence[QPixmap]) -> int:
    return sum(4 * each.width() * each.height() for each in pixmaps)


def _shorten(kept: OrderedDict[K, V], most: int, size: Callable[[V], int]) -> None:
    total = sum(size(each) for each in kept.values())
    while total > most:
        total -= size(kept.popitem(last=False)[1])
