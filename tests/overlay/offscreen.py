"""Drawings without a display: code that runs in a process of its own, since Qt knows one application a process."""

import json
import os
import subprocess
import sys
from typing import Any

from performer.core.files.home import CHECKOUT

SETUP = """
import json, sys
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication, QImage, QPixmap
from overlay.decode import PictureRequest
from overlay.element_pictures import DrawingContext
from overlay.pictures import PictureCache
from overlay.scale import Scale
from performer.stage.protocol.elements import *
from performer.stage.protocol.theme import Theme
app = QGuiApplication(["drawing"])
pictures = PictureCache(QUrl("ws://127.0.0.1:1/stage/ws"))
setup = DrawingContext(theme=Theme(), scale=Scale(width=1920, height=1080), pictures=pictures)
def keep(src, width, height, frames=1):
    pixmap = QPixmap(width, height)
    pixmap.fill()
    pictures._made[PictureRequest(src, width, height, frames)] = (pixmap,) * frames
"""


def run_offscreen(code: str) -> Any:
    """Run code after the set-up; return what it left in `told`."""
    ran = subprocess.run(
        [sys.executable, "-c", f"{SETUP}\n{code}\njson.dump(told, sys.stdout)"],
        capture_output=True,
        text=True,
        check=False,
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert ran.stderr == ""
    return json.loads(ran.stdout)
