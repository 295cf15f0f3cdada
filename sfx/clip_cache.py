"""The clips of the stage server, fetched and decoded once and kept while the connection lasts."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QUrl, Signal

from overlay.client.files import FetchResult, FileFetcher
from sfx.decode import PROMPT_RATE, DecodedSound, QtDecode, parse_plain_wave

MAX_KEPT_BYTES = 48_000_000
"""The most bytes of decoded sound; the least recently used goes first."""


@dataclass(frozen=True, kw_only=True)
class ClipResult:
    """The result of a request: a decoded sound, or why there is none."""

    src: str
    outcome: DecodedSound | str


class ClipCache(QObject):
    """The sounds by their paths on the stage server."""

    found = Signal(object)
    """A ClipResult, once for each fetch."""

    def __init__(self, stage: QUrl, *, parent: QObject) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[str, DecodedSound] = OrderedDict()
        self._files = FileFetcher(stage, parent=self)
        self._files.fetched.connect(self._read)

    def find(self, src: str) -> DecodedSound | None:
        """Return the sound if it is kept."""
        if src in self._kept:
            self._kept.move_to_end(src)
        return self._kept.get(src)

    def fetch(self, src: str) -> None:
        """Fetch a sound from the server; `found` is emitted with the result."""
        self._files.fetch(src)

    def forget(self) -> None:
        """Forget everything: the next stage may have other sounds by the same names."""
        self._kept.clear()

    def _read(self, fetched: FetchResult) -> None:
        if isinstance(fetched.outcome, str):
            self._keep(fetched.src, fetched.outcome)
        else:
            self._decode(fetched.src, fetched.outcome)

    def _decode(self, src: str, data: bytes) -> None:
        sound = parse_plain_wave(data)
        if sound is not None and sound.rate >= PROMPT_RATE:
            self._keep(src, sound)
            return
        decoding = QtDecode(data, parent=self)
        decoding.done.connect(partial(self._keep_decoded, src, sound))
        decoding.start()

    def _keep_decoded(self, src: str, spare: DecodedSound | None, outcome: DecodedSound | str) -> None:
        self._keep(src, spare if spare is not None and isinstance(outcome, str) else outcome)

    def _keep(self, src: str, outcome: DecodedSound | str) -> None:
        if isinstance(outcome, DecodedSound):
            self._kept[src] = outcome
            self._make_room()
        self.found.emit(ClipResult(src=src, outcome=outcome))

    def _make_room(self) -> None:
        while sum(len(each.pcm) for each in self._kept.values()) > MAX_KEPT_BYTES:
            self._kept.popitem(last=False)
