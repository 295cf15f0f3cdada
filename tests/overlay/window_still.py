"""What the window shows of a stage at the instant of its snapshot, as a picture: no display, no clock.

`python -m tests.overlay.window_still FOLDER WIDTH HEIGHT` reads the stage's URL from standard input, and writes
`still.png` and, of every box with words, its place and lines as `still.json` into the folder.
"""

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QRect, Qt, QUrl
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from client.life import read_line
from client.link import Link
from overlay.board import Board
from overlay.cards import Slip
from overlay.figure import Setup
from overlay.pictures import Pictures
from overlay.scale import Scale
from overlay.signs import Sign
from performer.messages import Look, Message, Snapshot, Theme


class Camera(QObject):
    """Takes one picture and ends."""

    def __init__(self, app: QApplication, url: QUrl, folder: Path, scale: Scale) -> None:
        super().__init__()
        self._app = app
        self._folder = folder
        self._scale = scale
        self._pictures = Pictures(url, parent=self)
        self._board = Board(self._setup(Theme()))
        self._snapshot: Snapshot | None = None
        self._pictures.arrived.connect(self._look)
        self._link = Link(url, parent=self)
        self._link.received.connect(self._take)
        self._link.open()

    def _setup(self, theme: Theme) -> Setup:
        return Setup(theme=theme, scale=self._scale, pictures=self._pictures)

    def _take(self, message: Message) -> None:
        match message:
            case Look(theme=theme):
                self._board.set_up(self._setup(theme))
            case Snapshot():
                self._snapshot = message
                self._board.rebuild(message.elements)
                self._look()
            case _:
                pass

    def _look(self, _src: str = "") -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        while self._board.dress(snapshot.now_ms):
            pass
        if self._board.is_dressed:
            self._shoot(snapshot)
            self._app.quit()

    def _shoot(self, snapshot: Snapshot) -> None:
        self._board.advance(snapshot.now_ms)
        image = QImage(self._scale.width, self._scale.height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        self._board.paint(painter, QRect(0, 0, image.width(), image.height()))
        painter.end()
        image.save(str(self._folder / "still.png"))
        boxes = {}
        for element in snapshot.elements:
            figure = self._board.figure(element.id)
            if isinstance(figure, Sign | Slip):
                place = figure.box
                boxes[element.id] = {
                    "box": [place.x(), place.y(), place.width(), place.height()],
                    "lines": figure.words.lines if isinstance(figure, Sign) else figure.lines,
                }
        (self._folder / "still.json").write_text(json.dumps(boxes))


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    qt = QApplication(["still"])
    camera = Camera(qt, QUrl(read_line(0)), Path(sys.argv[1]), Scale(width=int(sys.argv[2]), height=int(sys.argv[3])))
    qt.exec()
