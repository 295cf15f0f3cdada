"""The sounds of the stage server, fetched and decoded once and kept while the connection lasts."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply, QNetworkRequest

from sfx.decode import Decoding, Recording, plain_wave

MAX_FILE_BYTES = 8_000_000
MAX_KEPT_BYTES = 48_000_000
"""Of decoded sound; what was not used for longest is forgotten first."""
PATIENCE_MS = 5_000


@dataclass(frozen=True, kw_only=True)
class Found:
    """What became of a request: a recording, or why there is none."""

    src: str
    outcome: Recording | str


class Shelf(QObject):
    """Fetches from the host and port, and with the token, of the stage's own address."""

    found = Signal(object)
    """A Found, once for each fetch."""

    def __init__(self, stage: QUrl, *, parent: QObject) -> None:
        super().__init__(parent)
        self._stage = stage
        self._kept: OrderedDict[str, Recording] = OrderedDict()
        self._network = QNetworkAccessManager(self)
        self._network.setTransferTimeout(PATIENCE_MS)

    def look(self, src: str) -> Recording | None:
        """Give the sound if it is here."""
        if src in self._kept:
            self._kept.move_to_end(src)
        return self._kept.get(src)

    def fetch(self, src: str) -> None:
        """Ask the server; `found` says what came of it."""
        request = QNetworkRequest(self._address(src))
        # A redirect could carry the token to another host.
        manual = QNetworkRequest.RedirectPolicy.ManualRedirectPolicy
        request.setAttribute(QNetworkRequest.Attribute.RedirectPolicyAttribute, manual)
        reply = self._network.get(request)
        reply.downloadProgress.connect(partial(_cap, reply))
        reply.finished.connect(partial(self._read, src, reply))

    def forget(self) -> None:
        """Keep nothing: the next stage may have other sounds by the same names."""
        self._kept.clear()

    def _address(self, src: str) -> QUrl:
        address = QUrl(self._stage)
        address.setScheme({"wss": "https"}.get(self._stage.scheme(), "http"))
        address.setPath(src)
        return address

    def _read(self, src: str, reply: QNetworkReply) -> None:
        reply.deleteLater()
        status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
        if reply.error() == QNetworkReply.NetworkError.OperationCanceledError:
            self._tell(src, f"it has more than {MAX_FILE_BYTES} bytes, or came too slowly")
        elif reply.bytesAvailable() > MAX_FILE_BYTES:
            # Progress is told now and then only: a short way may bring the whole file before the first time.
            self._tell(src, f"it has more than {MAX_FILE_BYTES} bytes")
        elif status != 200:
            self._tell(src, f"the stage answered {status or 'nothing'}")
        elif reply.error() != QNetworkReply.NetworkError.NoError:
            self._tell(src, "it could not be fetched whole")
        else:
            self._decode(src, bytes(reply.readAll().data()))

    def _decode(self, src: str, data: bytes) -> None:
        recording = plain_wave(data)
        if recording is not None:
            self._tell(src, recording)
            return
        decoding = Decoding(data, parent=self)
        decoding.done.connect(partial(self._tell, src))
        decoding.start()

    def _tell(self, src: str, outcome: Recording | str) -> None:
        if isinstance(outcome, Recording):
            self._kept[src] = outcome
            self._make_room()
        self.found.emit(Found(src=src, outcome=outcome))

    def _make_room(self) -> None:
        while sum(len(each.pcm) for each in self._kept.values()) > MAX_KEPT_BYTES:
            self._kept.popitem(last=False)


def _cap(reply: QNetworkReply, received: int, total: int) -> None:
    if max(received, total) > MAX_FILE_BYTES:
        reply.abort()
