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
"""The most bytes of kept pixmaps; the least recently used goes first. Elements on stage keep their own pixmaps."""

_log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")


class PictureCache(QObject):
    """The pictures by their paths on the stage server."""

    arrived = Signal(object)
    """The path of a requested picture that is there now, or never will be: ask for it again."""

    def __init__(self, stage: QUrl, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = FileFetcher(stage, parent=self)
        self._files.fetched.connect(self._keep_file)
        self._decoder = PictureDecoder(parent=self)
        self._decoder.done.connect(self._keep_frames)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._made: OrderedDict[PictureRequest, tuple[QPixmap, ...]] = OrderedDict()
        self._jobs: dict[PictureRequest, DecodeJob] = {}
        self._under_way: set[str] = set()
        self._useless: set[str] = set()

    def find(self, wanted: PictureRequest) -> tuple[QPixmap, ...] | None:
        """Return a picture's frames; None while they are fetched and made: `arrived` says when to ask again."""
        made = self._made.get(wanted)
        if made is not None:
            self._made.move_to_end(wanted)
        elif (data := self._find_file(wanted.src)) is not None and wanted not in self._jobs:
            job = self._jobs[wanted] = DecodeJob(wanted, data)
            self._decoder.decode(job)
        return made

    def find_image(self, src: str) -> QImage | None:
        """Return a small file's image at once, or None and fetch the file."""
        data = self._find_file(src)
        if data is None:
            return None
        image = decode_png(data)
        if isinstance(image, QImage):
            return image
        self._refuse(src, image)
        return None

    def is_useless(self, src: str) -> bool:
        """Whether a picture will never come."""
        return src in self._useless

    def forget(self) -> None:
        """Forget everything: the next stage may have other pictures by the same names."""
        self._kept.clear()
        self._made.clear()
        self._jobs.clear()
        self._useless.clear()

    def _find_file(self, src: str) -> bytes | None:
        data = self._kept.get(src)
        if data is None:
            self._fetch(src)
        else:
            self._kept.move_to_end(src)
        return data

    def _fetch(self, src: str) -> None:
        if not src.startswith("/"):
            self._refuse(src, "that is no path on the stage server")
        elif src not in self._under_way and src not in self._useless:
            self._under_way.add(src)
            self._files.fetch(src)

    def _keep_file(self, fetched: FetchResult) -> None:
        self._under_way.discard(fetched.src)
        match fetched.outcome:
            case str(trouble):
                self._refuse(fetched.src, trouble)
            case data:
                self._kept[fetched.src] = data
                _shorten(self._kept, MOST_FILE_BYTES, len)
        self.arrived.emit(fetched.src)

    def _keep_frames(self, job: DecodeJob, outcome: list[QImage] | str) -> None:
        if self._jobs.get(job.wanted) is not job:
            return  # the job of a stage that is gone
        del self._jobs[job.wanted]
        match outcome:
            case str(trouble):
                self._refuse(job.wanted.src, trouble)
            case images:
                self._made[job.wanted] = tuple(map(QPixmap.fromImage, images))
                _shorten(self._made, MOST_PIXMAP_BYTES, _pixmap_bytes)
        self.arrived.emit(job.wanted.src)

    def _refuse(self, src: str, trouble: str) -> None:
        if src not in self._useless:
            self._useless.add(src)
            self._kept.pop(src, None)
            _log.warning("Picture '%.80s' cannot be shown: %s.", src, trouble)


def _pixmap_bytes(pixmaps: Sequence[QPixmap]) -> int:
    return sum(4 * each.width() * each.height() for each in pixmaps)


def _shorten(kept: OrderedDict[K, V], most: int, size: Callable[[V], int]) -> None:
    """Remove the oldest until the rest is small enough; the newest stays, for it is about to be used."""
    total = sum(size(each) for each in kept.values())
    while total > most and len(kept) > 1:
        total -= size(kept.popitem(last=False)[1])
