"""The listener's command line: `python -m mic [--device NAME] [--detector auto|silero|energy]`.

It writes lines of JSON on standard output: one that names the device and the detector, whenever they change, and else
numbers (see `mic.listening`), at least one a second. No sound leaves this process, and none is kept. It ends when
standard input closes.
"""

import argparse
import json
import os
import sys
import threading
from typing import Final

from PySide6.QtCore import QCoreApplication, QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

_CHATTER: Final = {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}


def main() -> None:
    """Listen until standard input closes."""
    wanted, detector_name = _arguments()
    qInstallMessageHandler(_pass_qt_on)
    # Not before: Qt's sound libraries take a while, and chat while they load.
    from mic.detector import make_detector
    from mic.listening import Listening
    from mic.noise import NoiseFloor
    from mic.recorder import Recorder

    app = QCoreApplication(["mic"])
    noise = NoiseFloor()
    detector, why_this = make_detector(detector_name, noise)
    listening = Listening(detector, noise, _tell)
    recorder = Recorder(wanted, parent=app)
    end = _End(parent=app)

    def changed(device: str, why: str) -> None:
        _tell(json.dumps({"device": device, "detector": detector.name, "why": why or why_this}))

    recorder.heard.connect(listening.take)
    recorder.changed.connect(changed)
    recorder.passed.connect(listening.heartbeat)
    end.came.connect(app.quit)
    end.wait()
    recorder.start()
    code = app.exec()
    # Qt's sound threads may still be inside libpulse: leave without taking Python apart around them.
    os._exit(code)


class _End(QObject):
    """The end of standard input, waited for in a thread: Qt cannot watch a pipe on Windows."""

    came = Signal()

    def wait(self) -> None:
        threading.Thread(target=self._read, name="end", daemon=True).start()

    def _read(self) -> None:
        while sys.stdin.buffer.read(64):
            pass
        self.came.emit()


def _arguments() -> tuple[str, str]:
    parser = argparse.ArgumentParser(prog="mic", description="Whether somebody speaks, in numbers.")
    parser.add_argument("--device", default="", metavar="NAME", help="part of an input device's description")
    parser.add_argument("--detector", default="auto", choices=["auto", "silero", "energy"])
    given = parser.parse_args()
    return given.device, given.detector


def _tell(line: str) -> None:
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except OSError:
        os._exit(0)


def _pass_qt_on(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    # Qt asks for PipeWire's library first; that it is not there is no news.
    if kind not in _CHATTER and context.category != "qt.multimedia.symbolsresolver":
        sys.stderr.write("Qt says: " + " ".join(text.split()) + "\n")
        sys.stderr.flush()


if __name__ == "__main__":
    main()
