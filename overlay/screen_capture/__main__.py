"""The screen recorder's command line: `python -m overlay.screen_capture [--screen N]`.

Each line on standard input requests one picture. The answer on standard output is a line of JSON (width, height,
stride, bands, bytes) and then so many bytes of raw pixels: always the newest picture, none is ever queued. The process
ends when standard input closes. An error is one plain line on standard error; after exit code 3 only a person can help.
"""

import argparse
import os
import sys
from typing import NoReturn

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication

FAILED = 1
NEEDS_A_PERSON = 3


def main() -> None:
    """Record until standard input closes."""
    parser = argparse.ArgumentParser(prog="capture", description="Pictures of the screen, on demand.")
    parser.add_argument("--screen", type=int, default=1, metavar="N", help="which one, from 1; 1 is the main screen")
    given = parser.parse_args()
    qInstallMessageHandler(_log_qt_message)
    _check_display()
    choose_capture_backend()
    # Not before: Qt's multimedia libraries print messages while they load.
    from overlay.screen_capture.recorder import RequestReader, ScreenRecorder

    app = QGuiApplication(["capture"])
    recorder = ScreenRecorder(given.screen, is_polled=is_capture_polled(), parent=app)
    requests = RequestReader(parent=app)
    recorder.failed.connect(_fail)
    recorder.unread.connect(app.quit)
    requests.asked.connect(recorder.take)
    requests.ended.connect(app.quit)
    requests.start()
    code = app.exec()
    # Qt's grabbing threads may still be busy: leave without taking Python apart around them.
    os._exit(code)


def is_capture_polled() -> bool:
    """Whether Qt itself grabs the screen again and again (X11), instead of getting what changes."""
    is_wayland = bool(os.environ.get("WAYLAND_DISPLAY")) or os.environ.get("XDG_SESSION_TYPE") == "wayland"
    return sys.platform == "linux" and not is_wayland


def choose_capture_backend() -> None:
    """Choose Qt's capture backend, before Qt chooses one whose libraries may be missing."""
    if sys.platform == "linux":
        os.environ.setdefault("QT_SCREEN_CAPTURE_BACKEND", "x11" if is_capture_polled() else "pipewire")


def _check_display() -> None:
    """End the process with a message where Qt would abort."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        _print_error("there is no display")
        sys.exit(FAILED)


def _fail(why: str) -> NoReturn:
    _print_error(why)
    # On X11 every program may capture the screen; elsewhere a person, or the system's settings, refused.
    os._exit(FAILED if is_capture_polled() else NEEDS_A_PERSON)


def _print_error(line: str) -> None:
    sys.stderr.write(" ".join(line.split()) + "\n")
    sys.stderr.flush()


_NO_ERRORS_TO_QT = {
    "Failed to capture screen via pipewire": "nobody chose a screen in the window that asks for one",
    "Not supported QT_SCREEN_CAPTURE_BACKEND": (
        "sharing it takes PipeWire and a desktop portal; install libpipewire-0.3-0 and your desktop's "
        "xdg-desktop-portal"
    ),
}
"""WORKAROUND Qt 6.11 only warns of these, and goes on without pictures, or with those of X11 windows alone."""

_said: set[str] = set()
"""Each warning is passed on once: nobody reads them before the end."""


def _log_qt_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    is_chatter = kind in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
    # Qt tries PipeWire's library first; a missing one matters only where it is needed, and is reported then.
    if not is_chatter and context.category != "qt.multimedia.symbolsresolver" and text not in _said:
        _said.add(text)
        _print_error(f"Qt says: {text}")
    for beginning, why in _NO_ERRORS_TO_QT.items():
        if text.startswith(beginning):
            _fail(why)


if __name__ == "__main__":
    main()
