"""The connection to the stage: it comes back for ever, and a stage client's turns frames into messages."""

import logging
from typing import Final

from PySide6.QtCore import QByteArray, QLoggingCategory, QObject, QUrl, Signal
from PySide6.QtNetwork import QAbstractSocket, QSslSocket
from PySide6.QtWebSockets import QWebSocket

from overlay.client.process import make_timer
from performer.stage.protocol.codec import WireError, decode, encode
from performer.stage.protocol.messages import Message

FIRST_WAIT_MS = 250
LONGEST_WAIT_MS = 5_000
PING_MS = 20_000
"""A stage on another machine that answers no ping for so long is gone."""
MAX_FRAME = 64_000_000
"""Larger frames break the connection; a smaller frame that is still too large only costs its sound."""
_FORBIDDEN = "status code: 403"
"""Only the text of Qt's error holds the server's answer."""

_WITHOUT_TLS: Final = "cert-only"
"""Qt's backend that reads certificates alone."""
_BACKEND_TROUBLE: Final = "qt.network.ssl.warning=false"
"""The rule for Qt's log that leaves out what this backend says of itself."""

_log = logging.getLogger(__name__)


def _leave_out_tls(url: QUrl) -> None:
    """Keep Qt from loading TLS where the stage's address needs none: its choice holds for the whole process.

    With the first socket it would load OpenSSL, and all certificates of the system, for 160 ms and 3 MiB.
    """
    if url.scheme() == "ws" and _WITHOUT_TLS in QSslSocket.availableBackends():
        QLoggingCategory.setFilterRules(_BACKEND_TROUBLE)
        QSslSocket.setActiveBackend(_WITHOUT_TLS)


class Connection(QObject):
    """A client's end of one of the stage's WebSockets."""

    opened = Signal()
    """The stage is there (again)."""
    lost = Signal()
    """The stage is not there (any more); emitted once until it is there."""
    heard = Signal(str)
    """A text frame."""
    filled = Signal(object)
    """A binary frame, as bytes."""

    def __init__(self, url: QUrl, *, parent: QObject) -> None:
        super().__init__(parent)
        self._url = url
        self._wait_ms = FIRST_WAIT_MS
        self._answered = True
        self._is_lost = False
        _leave_out_tls(url)
        self._socket = QWebSocket(parent=self)
        self._socket.setMaxAllowedIncomingFrameSize(MAX_FRAME)
        self._socket.setMaxAllowedIncomingMessageSize(MAX_FRAME)
        self._socket.stateChanged.connect(self._follow)
        self._socket.textMessageReceived.connect(self.heard)
        self._socket.binaryMessageReceived.connect(self._emit_bytes)
        self._socket.pong.connect(self._note_pong)
        self._retry = make_timer(self, self.open, once=True)
        self._ping = make_timer(self, self._check_pong, PING_MS)

    def open(self) -> None:
        """Connect now and whenever the connection is lost."""
        self._socket.open(self._url)

    def send(self, text: str) -> None:
        """Send a text frame; without a connection it is dropped."""
        if self._socket.isValid():
            self._socket.sendTextMessage(text)

    def flush(self) -> None:
        """Write out what was sent."""
        self._socket.flush()

    def _follow(self, state: QAbstractSocket.SocketState) -> None:
        if state == QAbstractSocket.SocketState.ConnectedState:
            self._wait_ms = FIRST_WAIT_MS
            self._answered = True
            self._is_lost = False
            self._ping.start()
            _log.info("connected to %s", self._url.authority())
            self.opened.emit()
        elif state == QAbstractSocket.SocketState.UnconnectedState:
            self._ping.stop()
            if not self._is_lost:
                self._is_lost = True
                trouble = self._socket.errorString()
                if _FORBIDDEN in trouble:
                    trouble = "its token is missing or wrong: copy the whole address again"
                _log.info("no connection to %s (%s), trying until there is", self._url.authority(), trouble)
                self.lost.emit()
            self._retry.start(self._wait_ms)
            self._wait_ms = min(self._wait_ms * 2, LONGEST_WAIT_MS)

    def _emit_bytes(self, payload: QByteArray) -> None:
        self.filled.emit(bytes(payload.data()))

    def _check_pong(self) -> None:
        if not self._answered:
            self._socket.abort()
            return
        self._answered = False
        self._socket.ping()

    def _note_pong(self, _elapsed_ms: int, _payload: QByteArray) -> None:
        self._answered = True


class StageConnection(Connection):
    """A stage client's end, which turns text frames into messages."""

    received = Signal(object)
    """A message."""

    def __init__(self, url: QUrl, *, parent: QObject) -> None:
        super().__init__(url, parent=parent)
        self.heard.connect(self._read)

    def say(self, message: Message) -> None:
        """Send a message; without a connection it is dropped."""
        self.send(encode(message))

    def _read(self, text: str) -> None:
        try:
            message = decode(text)
        except WireError as error:
            _log.warning("A message was not understood and is ignored: %.200s", error)
            return
        self.received.emit(message)
