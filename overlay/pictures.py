"""The stage's pictures: fetched once, checked, and kept as pixmaps of the size that is shown."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QImage, QPixmap

from overlay.client.files import FetchResult, FileFetcher
from overlay.decode import DecodeJob, PictureDecoder, PictureRequest, decode_png

MOST_FILE_BYTES: Final = 16_000_000
MOST_PIXMAP_BYTES: Final = 32_000_000
"""Of what is kept; what was not used for longest is forgotten first. What is on stage has its own."""

_log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")


class PictureCache(QObject):
    """Gives pictures by their paths on the stage server."""

    arrived = Signal(object)
    """The path of a picture that was asked for and is worth asking for again: it is there, or never will be."""

    def __init__(self, stage: QUrl, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = FileFetcher(stage, parent=self)
        self._files.fetched.connect(self._take)
        self._workshop = PictureDecoder(parent=self)
        self._workshop.done.connect(self._take_made)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._made: OrderedDict[PictureRequest, tuple[QPixmap, ...]] = OrderedDict()
        self._orders: dict[PictureRequest, DecodeJob] = {}
        self._under_way: set[str] = set()
        self._useless: set[str] = set()

    def look(self, wanted: PictureRequest) -> tuple[QPixmap, ...] | None:
        """Give a picture's frames, or None and have it fetched and made; `arrived` says when to ask again."""
        made = self._made.get(wanted)
        if made is None:
            self._order(wanted)
        else:
            self._made.move_to_end(wanted)
        return made

    def image(self, src: str) -> QImage | None:
        """Give a small file as it is, at once, or None and fetch it."""
        data = self._data(src)
        if data is None:
            return None
        image = decode_png(data)
        if isinstance(image, QImage):
            return image
        self._refuse(src, image)
        return None

    def is_useless(self, src: str) -> bool:
        """Tell whether a picture will never come."""
        return src in self._useless

    def forget(self) -> None:
        """Keep nothing: the next stage may have other pictures by the same names."""
        self._kept.clear()
        self._made.clear()
        self._orders.clear()
        self._useless.clear()

    def _data(self, src: str) -> bytes | None:
        data = self._kept.get(src)
        if data is None:
            self._fetch(src)
        else:
            self._kept.move_to_end(src)
        return data

    def _order(self, wanted: PictureRequest) -> None:
        data = self._data(wanted.src)
        if data is not None and wanted not in self._orders:
            order = self._orders[wanted] = DecodeJob(wanted, data)
            self._workshop.make(order)

    def _fetch(self, src: str) -> None:
        if not src.startswith("/"):
            self._refuse(src, "that is no path on the stage server")
        elif src not in self._under_way and src not in self._useless:
            self._under_way.add(src)
            self._files.fetch(src)

    def _take(self, fetched: FetchResult) -> None:
        self._under_way.discard(fetched.src)
        match fetched.outcome:
            case str(trouble):
                self._refuse(fetched.src, trouble)
            case data:
                self._kept[fetched.src] = data
                _shorten(self._kept, MOST_FILE_BYTES, len)
        self.arrived.emit(fetched.src)

    def _take_made(self, order: DecodeJob, outcome: list[QImage] | str) -> None:
        if self._orders.get(order.wanted) is not order:
            return  # of a stage that is gone
        del self._orders[order.wanted]
        match outcome:
            case str(trouble):
                self._refuse(order.wanted.src, trouble)
            case images:
                self._made[order.wanted] = tuple(map(QPixmap.fromImage, images))
                _shorten(self._made, MOST_PIXMAP_BYTES, _pixmap_bytes)
        self.arrived.emit(order.wanted.src)

    def _refuse(self, src: str, trouble: str) -> None:
        if src not in self._useless:
            self._useless.add(src)
            self._kept.pop(src, None)
            _log.warning("Picture '%.80s' cannot be shown: %s.", src, trouble)


def _pixmap_bytes(pixmaps: Sequence[QPixmap]) -> int:
    return sum(4 * each.width() * each.height() for each in pixmaps)


def _shorten(kept: OrderedDict[K, V], most: int, size: Callable[[V], int]) -> None:
    """Forget the oldest until the rest is small enough; the newest stays, for it is about to be used."""
    total = sum(size(each) for each in kept.values())
    while total > most and len(kept) > 1:
        total -= size(kept.popitem(last=False)[1])
