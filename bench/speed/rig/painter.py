"""A window with a clock and a game-like picture: `python -m bench.speed.rig.painter HZ`; prints a line when shown.

With a rate of 0 the picture stands still.
"""

import sys
import time

from PySide6.QtCore import QRect, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from bench.speed.rig.screen import BITS, MASK, SQUARE
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame

_BLACK, _WHITE = QColor(0, 0, 0), QColor(255, 255, 255)


class Painter(QWidget):
    """The window."""

    def __init__(self) -> None:
        super().__init__()
        self._game = DemoGame(7)
        self._began_s = time.monotonic()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Paint the game as it is now, and the clock above it."""
        painter = QPainter(self)
        drawn = draw(self._game.state_at(20 + time.monotonic() - self._began_s)).convert("RGB")
        image = QImage(drawn.tobytes(), drawn.width, drawn.height, 3 * drawn.width, QImage.Format.Format_RGB888)
        painter.drawImage(QRect(0, SQUARE, self.width(), self.height() - SQUARE), image)
        painter.fillRect(0, 0, self.width(), SQUARE, _BLACK)
        now = int(time.time() * 1000) & MASK
        for place in range(BITS):
            if now >> place & 1:
                painter.fillRect(place * SQUARE, 0, SQUARE, SQUARE, _WHITE)
        painter.end()


def main(rate_hz: float) -> None:
    """Show the window until the process is ended."""
    app = QApplication([])
    window = Painter()
    window.setGeometry(app.primaryScreen().geometry())
    window.show()
    timer = QTimer()
    timer.timeout.connect(window.update)
    if rate_hz:
        timer.start(int(1000 / rate_hz))
    QTimer.singleShot(200, lambda: print("shown", flush=True))
    app.exec()


if __name__ == "__main__":
    main(float(sys.argv[1]))
