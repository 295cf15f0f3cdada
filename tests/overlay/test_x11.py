import json
import os
import subprocess
import sys

from performer.core.files.home import CHECKOUT
from tests.xvfb import xvfb

ASKED = """
import json, sys
from PySide6.QtGui import QGuiApplication, QWindow
from overlay.x11 import X11Connection
app = QGuiApplication(["x11"])
x11 = X11Connection(app)
window = QWindow()
window.create()
number = int(window.winId())
told = [x11.screen, x11.has_owner("_NET_WM_CM_S0"), x11.find_ancestors(number), x11.takes_clicks(number)]
x11.let_clicks_through(number)
told += [x11.takes_clicks(number), x11.find_ancestors(1)]
json.dump(told, sys.stdout)
"""


def test_a_window_is_asked_about_and_made_to_let_clicks_through() -> None:
    with xvfb("640x480") as display:
        ran = subprocess.run(
            [sys.executable, "-c", ASKED],
            capture_output=True,
            text=True,
            check=False,
            cwd=CHECKOUT,
            env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
        )

    assert ran.stderr == ""
    # A window that is not there has no ancestors, and does not end the process.
    assert json.loads(ran.stdout) == [0, False, [], True, False, []]


LISTENED = """
import ctypes, sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QWindow
from overlay.x11 import MAP_NOTIFY, X11Connection
app = QGuiApplication(["x11"])
x11 = X11Connection(app)
window = QWindow()
window.create()
number = int(window.winId())
x11.watch_structure(number)
x11.happened.connect(lambda event: event == MAP_NOTIFY and app.exit(7))
map_window = x11._x.XMapWindow
map_window.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
map_window(x11._display, number)
x11.measure(number)
QTimer.singleShot(60_000, app.quit)
sys.exit(app.exec())
"""


def test_what_happens_while_a_question_is_answered_is_told_as_well() -> None:
    with xvfb("640x480") as display:
        ran = subprocess.run(
            [sys.executable, "-c", LISTENED],
            check=False,
            cwd=CHECKOUT,
            env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
        )

    assert ran.returncode == 7
