"""The listener's command line: `python -m sfx.microphone [--device NAME] [--detector auto|silero|energy] [--wav FILE]`.

With `--list` it writes the names of the input devices, the system's own first, and ends.

The listener writes lines of JSON on standard output: one that names the device and the detector, whenever they change,
and else numbers, at least one line a second. No sound leaves this process, and none is kept. It ends when standard
input closes, or its WAV does.

A line of numbers describes some slices, the oldest first: when the last of them ended (`at`) and when the line was
written (`sent`), both in seconds of this process's monotonic clock, then their levels in dB below full scale and the
probability of speech in each. While somebody may be speaking every slice is reported at once; else a line a second is
enough. What comes on standard input asks for more: after a `+` somebody looks at the levels, and eight lines a second
tell them, until a `-`.
"""

import argparse
import json
import os
import sys
import threading
import time
from array import array
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from sfx.microphone.detectors import Detector, make_detector
from sfx.microphone.samples import SLICE, SLICE_S, NoiseFloor, SliceTimes, measure_level_db
from sfx.microphone.wav_file import read_wav

_AT_ONCE: Final = 0.3
"""From this probability of speech a slice is reported at once."""
_LOUD_DB: Final = -55.0
_LOUD_SLICES: Final = 3
"""So many loud slices wait for each other: 0.1 s."""
_QUIET_SLICES: Final = 31
_WATCHED_SLICES: Final = 4
"""So many wait for each other while somebody looks: 0.13 s."""
_SLICE_BYTES: Final = 2 * SLICE


class SliceReporter:
    """Cuts sound into slices, judges each, and writes lines by `tell`, which takes a line without its end."""

    def __init__(
        self,
        detector: Detector,
        noise: NoiseFloor,
        tell: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._detector = detector
        self._noise = noise
        self._tell = tell
        self._now = now
        self._times = SliceTimes(SLICE_S)
        self._rest = b""
        self._levels: list[float] = []
        self._speech: list[float] = []
        self._at_s = 0.0
        self._is_watched = False

    def watch(self, is_watched: bool) -> None:
        """Write lines more often, or again only as often as it needs to be."""
        self._is_watched = is_watched

    def take(self, pcm: bytes) -> None:
        """Judge the slices of 16 kHz mono 16-bit sound that has just come."""
        whole = self._rest + pcm
        end = len(whole) - len(whole) % _SLICE_BYTES
        self._rest = whole[end:]
        came_s = self._now() - len(self._rest) / _SLICE_BYTES * SLICE_S
        for start in range(0, end, _SLICE_BYTES):
            behind_s = (end - start - _SLICE_BYTES) / _SLICE_BYTES * SLICE_S
            self._at_s = self._times.find_end(came_s - behind_s)
            self._judge(array("h", whole[start : start + _SLICE_BYTES]))
        if end and self._is_due():
            self.tell_rest()

    def tell_rest(self) -> None:
        """Write a line of the slices that were not told yet, if there are any."""
        if self._levels:
            line = {"at": round(self._at_s, 4), "levels": self._levels, "speech": self._speech}
            self._tell(json.dumps({"sent": round(self._now(), 4), **line}, separators=(",", ":")))
            self._levels, self._speech = [], []

    def write_heartbeat(self) -> None:
        """Write a line that shows that the process is alive, though nothing comes from the device."""
        self._tell(json.dumps({"sent": round(self._now(), 4)}))

    def _judge(self, samples: "array[int]") -> None:
        level = measure_level_db(samples)
        self._noise.take(level)
        self._levels.append(round(level, 1))
        self._speech.append(round(self._detector.speech(samples, level), 3))

    def _is_due(self) -> bool:
        if max(self._speech) >= _AT_ONCE or len(self._levels) >= (
            _WATCHED_SLICES if self._is_watched else _QUIET_SLICES
        ):
            return True
        return max(self._levels) >= _LOUD_DB and len(self._levels) >= _LOUD_SLICES


_CHATTER: Final = {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mic", description="Whether somebody speaks, in numbers.")
    parser.add_argument("--device", default="", metavar="NAME", help="part of an input device's description")
    parser.add_argument("--detector", default="auto", choices=["auto", "silero", "energy"])
    parser.add_argument("--list", action="store_true", help="name the input devices, and end")
    parser.add_argument("--wav", default="", metavar="FILE", help="what to hear instead; - is standard input")
    return parser


def main() -> None:
    """Listen until standard input closes, or to the end of a WAV."""
    given = _make_parser().parse_args()
    if given.wav:
        _hear_wav(given.wav, given.detector)
        return
    qInstallMessageHandler(_log_qt_message)
    # Not before: Qt's sound libraries take a while, and print messages while they load.
    from sfx.microphone.recorder import MicRecorder, list_inputs

    if given.list:
        for name in list_inputs():
            _write_line(name)
        os._exit(0)
    app = QCoreApplication(["mic"])
    noise = NoiseFloor()
    detector, why_this = make_detector(given.detector, noise)
    listening = SliceReporter(detector, noise, _write_line)
    recorder = MicRecorder(given.device, parent=app)
    end = _StdinEnd(parent=app)

    def write_device(device: str, why: str) -> None:
        _write_line(json.dumps({"device": device, "detector": detector.name, "why": why or why_this}))

    recorder.heard.connect(listening.take)
    recorder.changed.connect(write_device)
    recorder.passed.connect(listening.write_heartbeat)
    end.came.connect(app.quit)
    end.watched.connect(listening.watch)
    end.wait()
    recorder.start()
    code = app.exec()
    # Qt's sound threads may still be inside libpulse: leave without taking Python apart around them.
    os._exit(code)


def _hear_wav(name: str, wanted: str) -> None:
    """Write what would be heard in a WAV, as quickly as it can be judged."""
    try:
        pcm = read_wav(name)
    except OSError as error:
        sys.exit(f"mic: {name}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"mic: {name}: {error}")
    noise = NoiseFloor()
    detector, why = make_detector(wanted, noise)
    listening = SliceReporter(detector, noise, _write_line)
    _write_line(json.dumps({"device": name, "detector": detector.name, "why": why}))
    for start in range(0, len(pcm), _SLICE_BYTES):
        listening.take(pcm[start : start + _SLICE_BYTES])
    listening.tell_rest()


class _StdinEnd(QObject):
    """Standard input and its end, waited for in a thread: Qt cannot watch a pipe on Windows."""

    came = Signal()
    watched = Signal(bool)
    """Whether somebody looks at the levels."""

    def wait(self) -> None:
        threading.Thread(target=self._read, name="end", daemon=True).start()

    def _read(self) -> None:
        while told := sys.stdin.buffer.read(1):
            self.watched.emit(told == b"+")
        self.came.emit()


def _write_line(line: str) -> None:
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except OSError:
        os._exit(0)


def _log_qt_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    # Qt tries PipeWire's library first; a missing one is no news.
    if kind not in _CHATTER and context.category != "qt.multimedia.symbolsresolver":
        sys.stderr.write("Qt says: " + " ".join(text.split()) + "\n")
        sys.stderr.flush()


if __name__ == "__main__":
    main()
