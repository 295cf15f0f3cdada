"""The sounds of the stage server, fetched and decoded once and kept while the connection lasts."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QUrl, Signal

from overlay.client.files import FetchResult, FileFetcher
from sfx.decode import PROMPT_RATE, DecodedSound, QtDecode, parse_plain_wave

MAX_KEPT_BYTES = 48_000_000
"""Of decoded sound; what was not used for longest is forgotten first."""


@dataclass(frozen=True, kw_only=True)
class ClipResult:
    """What became of a request: a recording, or why there is none."""

    src: str
    outcome: DecodedSound | str


class ClipCache(QObject):
    """Gives sounds by their paths on the stage server."""

    found = Signal(object)
    """A Found, once for each fetch."""

    def __init__(self, stage: QUrl, *, parent: QObject) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[str, DecodedSound] = OrderedDict()
        self._files = FileFetcher(stage, parent=self)
        self._files.fetched.connect(self._read)

    def look(self, src: str) -> DecodedSound | None:
        """Give the sound if it is here."""
        if src in self._kept:
            self._kept.move_to_end(src)
        return self._kept.get(src)

    def fetch(self, src: str) -> None:
        """Ask the server; `found` says what came of it."""
        self._files.fetch(src)

    def forget(self) -> None:
        """Keep nothing: the next stage may have other sounds by the same names."""
        self._kept.clear()

    def _read(self, fetched: FetchResult) -> None:
        if isinstance(fetched.outcome, str):
            self._tell(fetched.src, fetched.outcome)
        else:
            self._decode(fetched.src, fetched.outcome)

    def _decode(self, src: str, data: bytes) -> None:
        recording = parse_plain_wave(data)
        if recording is not None and recording.rate >= PROMPT_RATE:
            self._tell(src, recording)
            return
        decoding = QtDecode(data, parent=self)
        decoding.done.connect(partial(self._tell_decoded, src, recording))
        decoding.start()

    def _tell_decoded(self, src: str, spare: DecodedSound | None, outcome: DecodedSound | str) -> None:
        self._tell(src, spare if spare is not None and isinstance(outcome, str) else outcome)

    def _tell(self, src: str, outcome: DecodedSound | str) -> None:
        if isinstance(outcome, DecodedSound):
            self._kept[src] = outcome
            self._make_room()
        self.found.emit(ClipResult(src=src, outcome=outcome))

    def _make_room(self) -> None:
        while sum(len(each.pcm) for each in self._kept.values()) > MAX_KEPT_BYTES:
            self._kept.popitem(last=False)
