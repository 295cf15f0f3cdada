"""Paint the window a thousand times, offscreen, and write by how much None's reference count has changed.

With PySide6 6.12.0 on Python 3.11 each void call into Qt loses a reference to None, until the process dies.
"""

import os
import sys

from PySide6.QtCore import QUrl
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication

from overlay.element_layout import ElementCanvas
from overlay.element_pictures import DrawingContext
from overlay.pictures import PictureCache
from overlay.scale import Scale
from overlay.window import OverlayWindow, TransparencyMode
from performer.core.audio import WordTime
from performer.stage.protocol.elements import Bubble, Caption, Card, Toast
from performer.stage.protocol.theme import Theme

TIMES = 1_000
SIZE = (960, 540)


class Counted(OverlayWindow):
    paintings = 0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        super().paintEvent(event)
        self.paintings += 1


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QApplication(["painting"])
    pictures = PictureCache(QUrl("ws://127.0.0.1:1/stage/ws"))
    board = ElementCanvas(DrawingContext(theme=Theme(), scale=Scale(width=SIZE[0], height=SIZE[1]), pictures=pictures))
    window = Counted(board, straight_alpha=False)
    window.resize(*SIZE)
    window.show_as(TransparencyMode.MIXED)
    for element in (
        Caption(id="c", alt="Words", born_ms=0, words=(WordTime(0, 5, 0, TIMES),)),
        Bubble(id="b", alt="!", born_ms=0),
        Card(id="k", alt="!", born_ms=0, text="?", progress=0.5),
        Toast(id="t", alt="?", born_ms=0),
    ):
        board.put(element)
    while board.add_drawing(0):
        pass
    board.advance(1_000)
    while not window.paintings:
        app.processEvents()
    whole = QRegion(0, 0, *SIZE)
    before = sys.getrefcount(None)
    for _ in range(TIMES):
        window.show_changes(whole)
    sys.stdout.write(f"{sys.getrefcount(None) - before} after {window.paintings}\n")
