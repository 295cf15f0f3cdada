"""Files of the stage server: only from the stage's own host and port, with the token of its address, and bounded."""

from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply, QNetworkRequest

MAX_FILE_BYTES = 8_000_000
PATIENCE_MS = 5_000


@dataclass(frozen=True, kw_only=True)
class FetchResult:
    """The result of a request: a file's bytes, or as text why there are none."""

    src: str
    outcome: bytes | str = field(repr=False)


class FileFetcher(QObject):
    """Fetches files; it follows no redirect and keeps nothing."""

    fetched = Signal(object)
    """A FetchResult, once for each fetch."""

    def __init__(self, stage: QUrl, *, parent: QObject) -> None:
        super().__init__(parent)
        self._stage = stage
        self._network = QNetworkAccessManager(self)
        self._network.setTransferTimeout(PATIENCE_MS)

    def fetch(self, src: str) -> None:
        """Request a path from the server; `fetched` is emitted with the result."""
        request = QNetworkRequest(self._make_url(src))
        # A redirect could carry the token to another host.
        manual = QNetworkRequest.RedirectPolicy.ManualRedirectPolicy
        request.setAttribute(QNetworkRequest.Attribute.RedirectPolicyAttribute, manual)
        reply = self._network.get(request)

        def abort_too_large(received: int, total: int) -> None:
            if max(received, total) > MAX_FILE_BYTES:
                reply.abort()

        reply.downloadProgress.connect(abort_too_large)
        reply.finished.connect(partial(self._read, src, reply))

    def _make_url(self, src: str) -> QUrl:
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
        # Progress is reported now and then only: the whole file may come before the first report.
        return f"it has more than {MAX_FILE_BYTES} bytes"
    if status != 200:
        return f"the stage answered {status or 'nothing'}"
    if reply.error() != QNetworkReply.NetworkError.NoError:
        return "it could not be fetched whole"
    return ""
