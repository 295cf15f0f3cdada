"""A game below the overlay, for tests: a window full of one colour that counts the clicks it gets.

`python -m tests.overlay.game WIDTH HEIGHT [MODE]` writes a line for each. It is as large as that without a frame, in
`fullscreen` as the window manager knows it, `topmost` of its windows, or `unmanaged`, past the window manager.
"""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

TITLE = "A game"
COLOUR = (0x20, 0x40, 0x80)
MODES = {
    "topmost": Qt.WindowType.WindowStaysOnTopHint,
    "unmanaged": Qt.WindowType.BypassWindowManagerHint,
}


class Game(QWidget):
    def __init__(self, width: int, height: int, mode: str) -> None:
        super().__init__()
        self.setWindowTitle(TITLE)
        self.setWindowFlags(Qt.WindowType.FramelessWindowHint | MODES.get(mode, Qt.WindowType.Window))
        self.setGeometry(0, 0, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        QPainter(self).fillRect(event.rect(), QColor(*COLOUR))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        print("clicked at", event.position().toPoint().toTuple(), flush=True)


if __name__ == "__main__":
    app = QApplication(["game"])
    mode = sys.argv[3] if len(sys.argv) > 3 else ""
    game = Game(int(sys.argv[1]), int(sys.argv[2]), mode)
    game.showFullScreen() if mode == "fullscreen" else game.show()
    app.exec()
