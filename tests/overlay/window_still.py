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

from overlay.cards import CardDrawing
from overlay.client.link import StageConnection
from overlay.client.process import read_line
from overlay.element_layout import ElementCanvas
from overlay.element_pictures import DrawingContext
from overlay.pictures import PictureCache
from overlay.scale import Scale
from overlay.text_boxes import TextBoxDrawing
from performer.stage.protocol.layout import Layout
from performer.stage.protocol.messages import Look, Message, Snapshot
from performer.stage.protocol.theme import Theme


class Camera(QObject):
    """Takes one picture and ends."""

    def __init__(self, app: QApplication, url: QUrl, folder: Path, scale: Scale) -> None:
        super().__init__()
        self._app = app
        self._folder = folder
        self._scale = scale
        self._pictures = PictureCache(url, parent=self)
        self._board = ElementCanvas(self._setup(Theme(), Layout()))
        self._snapshot: Snapshot | None = None
        self._pictures.arrived.connect(self._look)
        self._link = StageConnection(url, parent=self)
        self._link.received.connect(self._take)
        self._link.open()

    def _setup(self, theme: Theme, layout: Layout) -> DrawingContext:
        return DrawingContext(theme=theme, scale=self._scale, pictures=self._pictures, layout=layout)

    def _take(self, message: Message) -> None:
        match message:
            case Look(theme=theme, layout=layout):
                self._board.set_up(self._setup(theme, layout))
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
        while self._board.add_drawing(snapshot.now_ms):
            pass
        if self._board.is_drawn:
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
            figure = self._board._elements[element.id].drawing
            if isinstance(figure, TextBoxDrawing | CardDrawing):
                place = figure.box
                boxes[element.id] = {
                    "box": [place.x(), place.y(), place.width(), place.height()],
                    "lines": figure.words.lines if isinstance(figure, TextBoxDrawing) else figure.lines,
                }
        (self._folder / "still.json").write_text(json.dumps(boxes), encoding="utf-8")


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    qt = QApplication(["still"])
    camera = Camera(qt, QUrl(read_line(0)), Path(sys.argv[1]), Scale(width=int(sys.argv[2]), height=int(sys.argv[3])))
    qt.exec()
