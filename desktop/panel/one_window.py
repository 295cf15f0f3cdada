"""One window for a show: a second start asks the first to come to the front."""

import hashlib
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WITHIN_MS: Final = 500


def ask_running_window(data: Path, order: str) -> bool:
    """Send an order (`show`, `quit`, or `here`, which does nothing) to the open window; return whether there is one."""
    socket = QLocalSocket()
    socket.connectToServer(_name(data))
    if not socket.waitForConnected(_WITHIN_MS):
        return False
    socket.write(order.encode())
    socket.flush()
    socket.waitForBytesWritten(_WITHIN_MS)
    socket.disconnectFromServer()
    return True


class WindowInstance(QObject):
    """The place of the one window of a show, whose data lie in a folder; only the same person can speak to it."""

    ordered = Signal(str)
    """`show` or `quit`."""

    def __init__(self, data: Path, *, parent: QObject) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)
        self._name = _name(data)

    def claim(self) -> bool:
        """Claim the place; False when another window has it."""
        if self._server.listen(self._name):
            return True
        QLocalServer.removeServer(self._name)  # of a window that was killed: nobody answered it
        return self._server.listen(self._name)

    def _meet(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(lambda: self.ordered.emit(bytes(socket.readAll().data()).decode(errors="replace")))
        socket.disconnected.connect(socket.deleteLater)


def _name(data: Path) -> str:
    return f"stream-performer-{hashlib.sha256(str(data.absolute()).encode()).hexdigest()[:16]}"
