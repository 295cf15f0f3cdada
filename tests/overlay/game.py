"""A game below the overlay, for tests: a window full of one colour that counts the clicks it gets.

`python -m tests.overlay.game WIDTH HEIGHT` writes a line for each.
"""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

TITLE = "A game"
COLOUR = (0x20, 0x40, 0x80)


class Game(QWidget):
    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.setWindowTitle(TITLE)
        self.setWindowFlags(Qt.WindowType.FramelessWindowHint)
        self.setGeometry(0, 0, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        QPainter(self).fillRect(event.rect(), QColor(*COLOUR))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        print("clicked at", event.position().toPoint().toTuple(), flush=True)


if __name__ == "__main__":
    app = QApplication(["game"])
    game = Game(int(sys.argv[1]), int(sys.argv[2]))
    game.show()
    app.exec()
