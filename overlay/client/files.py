"""Files of the stage server: from the host and port, and with the token, of the stage's own address, and bounded."""

from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply, QNetworkRequest

MAX_FILE_BYTES = 8_000_000
PATIENCE_MS = 5_000


@dataclass(frozen=True, kw_only=True)
class FetchResult:
    """What became of a request: a file's bytes, or in text why there are none."""

    src: str
    outcome: bytes | str = field(repr=False)


class FileFetcher(QObject):
    """Fetches; it follows no redirect and keeps nothing."""

    fetched = Signal(object)
    """A Fetched, once for each fetch."""

    def __init__(self, stage: QUrl, *, parent: QObject) -> None:
        super().__init__(parent)
        self._stage = stage
        self._network = QNetworkAccessManager(self)
        self._network.setTransferTimeout(PATIENCE_MS)

    def fetch(self, src: str) -> None:
        """Ask the server for a path; `fetched` says what came of it."""
        request = QNetworkRequest(self._address(src))
        # A redirect could carry the token to another host.
        manual = QNetworkRequest.RedirectPolicy.ManualRedirectPolicy
        request.setAttribute(QNetworkRequest.Attribute.RedirectPolicyAttribute, manual)
        reply = self._network.get(request)
        reply.downloadProgress.connect(partial(_cap, reply))
        reply.finished.connect(partial(self._read, src, reply))

    def _address(self, src: str) -> QUrl:
        address = QUrl(self._stage)
        address.setScheme({"wss": "https"}.get(self._stage.scheme(), "http"))
        # It is written as in a URL: what is escaped there stays so.
        address.setPath(src, QUrl.ParsingMode.TolerantMode)
        return address

    def _read(self, src: str, reply: QNetworkReply) -> None:
        reply.deleteLater()
        self.fetched.emit(FetchResult(src=src, outcome=_describe_trouble(reply) or bytes(reply.readAll().data())))


def _describe_trouble(reply: QNetworkReply) -> str:
    status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
    if reply.error() == QNetworkReply.NetworkError.OperationCanceledError:
        return f"it has more than {MAX_FILE_BYTES} bytes, or came too slowly"
    if reply.bytesAvailable() > MAX_FILE_BYTES:
        # Progress is told now and then only: a short way may bring the whole file before the first time.
        return f"it has more than {MAX_FILE_BYTES} bytes"
    if status != 200:
        return f"the stage answered {status or 'nothing'}"
    if reply.error() != QNetworkReply.NetworkError.NoError:
        return "it could not be fetched whole"
    return ""


def _cap(reply: QNetworkReply, received: int, total: int) -> None:
    if max(received, total) > MAX_FILE_BYTES:
        reply.abort()
