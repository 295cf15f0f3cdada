"""The socket to the stage: it comes back for ever, and turns frames into messages."""

import logging

from PySide6.QtCore import QByteArray, QObject, QTimer, QUrl, Signal
from PySide6.QtNetwork import QAbstractSocket
from PySide6.QtWebSockets import QWebSocket

from performer.stage.protocol.codec import WireError, decode, encode
from performer.stage.protocol.messages import Message

FIRST_WAIT_MS = 250
LONGEST_WAIT_MS = 5_000
PING_MS = 20_000
"""A stage on another machine that answers no ping for so long is gone."""
MAX_FRAME = 64_000_000
"""Larger frames break the connection; smaller ones that are still too large only cost their sound."""
_FORBIDDEN = "status code: 403"
"""Qt tells what a server answered in the text of its error alone."""

_log = logging.getLogger(__name__)


class StageConnection(QObject):
    """A stage client's end of the wire."""

    opened = Signal(object)
    """The stage is there (again): its host and port, as text."""
    lost = Signal(object)
    """It is not (any more): the same, and why; said once until it is there."""
    received = Signal(object)
    """A message."""
    filled = Signal(object)
    """A binary frame, as bytes."""

    def __init__(self, url: QUrl, *, parent: QObject) -> None:
        super().__init__(parent)
        self._url = url
        self._wait_ms = FIRST_WAIT_MS
        self._answered = True
        self._is_lost = False
        self._socket = QWebSocket(parent=self)
        self._socket.setMaxAllowedIncomingFrameSize(MAX_FRAME)
        self._socket.setMaxAllowedIncomingMessageSize(MAX_FRAME)
        self._socket.stateChanged.connect(self._follow)
        self._socket.textMessageReceived.connect(self._read)
        self._socket.binaryMessageReceived.connect(self._hand_over)
        self._socket.pong.connect(self._note_pong)
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self.open)
        self._heart = QTimer(self)
        self._heart.setInterval(PING_MS)
        self._heart.timeout.connect(self._beat)

    def open(self) -> None:
        """Start connecting, now and whenever the connection is lost."""
        self._socket.open(self._url)

    def say(self, message: Message) -> None:
        """Send a message; it is dropped while there is no connection."""
        if self._socket.isValid():
            self._socket.sendTextMessage(encode(message))

    def flush(self) -> None:
        """Write out what was said."""
        self._socket.flush()

    def _follow(self, state: QAbstractSocket.SocketState) -> None:
        if state == QAbstractSocket.SocketState.ConnectedState:
            self._wait_ms = FIRST_WAIT_MS
            self._answered = True
            self._is_lost = False
            self._heart.start()
            self.opened.emit(self._where())
        elif state == QAbstractSocket.SocketState.UnconnectedState:
            self._heart.stop()
            self._tell_lost()
            self._retry.start(self._wait_ms)
            self._wait_ms = min(self._wait_ms * 2, LONGEST_WAIT_MS)

    def _tell_lost(self) -> None:
        if not self._is_lost:
            self._is_lost = True
            trouble = self._socket.errorString()
            if _FORBIDDEN in trouble:
                trouble = "its token is missing or wrong: copy the whole address again"
            self.lost.emit(f"{self._where()} ({trouble})")

    def _read(self, text: str) -> None:
        try:
            message = decode(text)
        except WireError as error:
            _log.warning("A message was not understood and is ignored: %.200s", error)
            return
        self.received.emit(message)

    def _hand_over(self, payload: QByteArray) -> None:
        self.filled.emit(bytes(payload.data()))

    def _beat(self) -> None:
        if not self._answered:
            self._socket.abort()
            return
        self._answered = False
        self._socket.ping()

    def _note_pong(self, _elapsed_ms: int, _payload: QByteArray) -> None:
        self._answered = True

    def _where(self) -> str:
        return self._url.authority()
