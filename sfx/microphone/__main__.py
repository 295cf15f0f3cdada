"""The listener's command line: `python -m sfx.microphone [--device NAME] [--detector auto|silero|energy] [--wav FILE]`.

With `--recogniser FOLDER` utterances are recognised by the model of that folder, in a process that this one starts.
With `--speaker FOLDER --voiceprint FILE` beside it those of one speaker alone are; with `--speaker FOLDER` and no
recogniser each utterance's voiceprint is told instead of its words.

With `--list` it writes the names of the input devices, the system's own first, and ends.

The listener writes lines of JSON on standard output: one that names the device and the detector, whenever they change,
and else numbers, at least one line a second. No sound leaves this process but that of utterances, by a pipe to the
recogniser, and none is kept. It ends when standard input closes, or its WAV does.

A line of numbers describes some slices, the oldest first: when the last of them ended (`at`) and when the line was
written (`sent`), both in seconds of this process's monotonic clock, then their levels in dB below full scale and the
probability of speech in each. While somebody may be speaking every slice is reported at once; else a line a second is
enough.

What comes on standard input is lines of JSON too. `{"watch": true}`: somebody looks at the levels, and eight lines a
second tell them, until `{"watch": false}`. `{"own": "<base64>", "at": 12.5}`: this sound, 16 kHz mono 16-bit, is played
by the performer itself from that second of the monotonic clock on, or, where `at` is null, right after what was told
before; its echo is taken out of whatever is heard, if the echo canceller is there: the line that names the device says
so (`cancels`). `{"share": 0.3, "at": 12.5}`: it is played at that share of its volume. `{"silent": 12.5}`: from then on
nothing of it is played.

Of a recogniser two more lines come: what it is, or why there is none (`recogniser`, `why`); and the words of an
utterance, with when they were spoken (`heard`, `language`, `confidence`, `began`, `ended`), the seconds that it took to
recognise them (`work`), and those that went by after the pause that ended them (`waited`). Of another speaker's
utterance it is told how alike the voice was (`stranger`), and of a voiceprint its numbers and how much was spoken
(`voiceprint`, `seconds`).
"""

import argparse
import json
import os
import sys
import threading
import time
from array import array
from base64 import b64decode
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from sfx.microphone.detectors import Detector, make_detector
from sfx.microphone.echo_canceller import EchoCanceller, make_canceller
from sfx.microphone.recogniser import MOST_WAITING, RecogniserProcess
from sfx.microphone.samples import SLICE, SLICE_S, NoiseFloor, SliceTimes, measure_level_db
from sfx.microphone.utterances import UtteranceCutter
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
    """Cuts sound into slices, judges each, and writes lines by `tell`, which takes a line without its end.

    `utterances` gets each slice too, if somebody wants to know what is said; `canceller` takes out our own echo first.
    """

    def __init__(
        self,
        detector: Detector,
        noise: NoiseFloor,
        tell: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
        utterances: UtteranceCutter | None = None,
        canceller: EchoCanceller | None = None,
    ) -> None:
        self._detector = detector
        self._noise = noise
        self._tell = tell
        self._now = now
        self._utterances = utterances
        self._canceller = canceller
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
        now_s = self._now()
        whole = self._rest + (self._canceller.clean(pcm, now_s) if self._canceller else pcm)
        end = len(whole) - len(whole) % _SLICE_BYTES
        self._rest = whole[end:]
        came_s = now_s - len(self._rest) / _SLICE_BYTES * SLICE_S
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
        speech = self._detector.speech(samples, level)
        if speech >= _AT_ONCE and self._canceller and self._canceller.is_ours():
            speech = 0.0
        self._levels.append(round(level, 1))
        self._speech.append(round(speech, 3))
        if self._utterances:
            self._utterances.take(samples.tobytes(), speech, self._at_s)

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
    parser.add_argument("--recogniser", default="", metavar="FOLDER", help="the model that recognises what is said")
    parser.add_argument("--language", default="", metavar="CODE", help="that is spoken, such as en; or it is found out")
    parser.add_argument("--hint", default="", metavar="TEXT", help="with names that are likely to be said")
    parser.add_argument("--speaker", default="", metavar="FOLDER", help="the model that tells speakers apart")
    parser.add_argument("--voiceprint", default="", metavar="FILE", help="of the only speaker who is listened to")
    parser.add_argument("--name", action="append", default=[], help="of whom people speak to; more than once for more")
    parser.add_argument("--asking", default="", metavar="WORDS", help="that begin a question or a wish")
    parser.add_argument("--pause", type=float, default=0.5, metavar="S", help="the silence that ends an utterance")
    return parser


def _start_recogniser(given: argparse.Namespace) -> RecogniserProcess | None:
    if not given.recogniser and not given.speaker:
        return None
    handed_on = ("language", "hint", "asking", "speaker", "voiceprint")
    options = [word for name in handed_on if (value := getattr(given, name)) for word in (f"--{name}", value)]
    folder = [given.recogniser] if given.recogniser else []
    names = [f"--name={each}" for each in given.name]
    command = [sys.executable, "-m", "asr", *folder, *options, *names]
    recogniser = RecogniserProcess(command, _write_line, most_waiting=None if given.wav else MOST_WAITING)
    recogniser.start()
    return recogniser


def _make_reporter(
    given: argparse.Namespace, recogniser: RecogniserProcess | None, canceller: EchoCanceller | None, why_echoes: str
) -> tuple[SliceReporter, UtteranceCutter | None, Callable[[str, str], None]]:
    """Make what hears slices, and what writes the device's name with the detector that judges it."""
    noise = NoiseFloor()
    detector, why_this = make_detector(given.detector, noise)
    cutter = None
    if recogniser:
        foresee = (lambda _: None) if given.wav else recogniser.foresee
        cutter = UtteranceCutter(recogniser.hand_over, foresee=foresee, pause_s=given.pause)

    def write_device(device: str, why: str) -> None:
        about = {"detector": detector.name, "cancels": canceller is not None, "why": why or why_this or why_echoes}
        _write_line(json.dumps({"device": device, **about}))

    return SliceReporter(detector, noise, _write_line, utterances=cutter, canceller=canceller), cutter, write_device


def main() -> None:
    """Listen until standard input closes, or to the end of a WAV."""
    given = _make_parser().parse_args()
    if given.wav:
        _hear_wav(given)
        return
    qInstallMessageHandler(_log_qt_message)
    # Not before: Qt's sound libraries take a while, and print messages while they load.
    from sfx.microphone.recorder import MicRecorder, list_inputs

    if given.list:
        for name in list_inputs():
            _write_line(name)
        os._exit(0)
    app = QCoreApplication(["mic"])
    canceller, why_echoes = make_canceller()
    listening, _, write_device = _make_reporter(given, _start_recogniser(given), canceller, why_echoes)
    recorder = MicRecorder(given.device, parent=app)
    end = _StdinReader(parent=app)
    recorder.heard.connect(listening.take)
    recorder.changed.connect(write_device)
    recorder.passed.connect(listening.write_heartbeat)
    end.came.connect(app.quit)
    end.watched.connect(listening.watch)
    if canceller:
        end.played.connect(canceller.note_played)
        end.softened.connect(canceller.note_share)
        end.silenced.connect(canceller.note_silence)
    end.wait()
    recorder.start()
    code = app.exec()
    # Qt's sound threads may still be inside libpulse: leave without taking Python apart around them.
    os._exit(code)


def _hear_wav(given: argparse.Namespace) -> None:
    """Write what would be heard in a WAV, as quickly as it can be judged."""
    try:
        pcm = read_wav(given.wav)
    except OSError as error:
        sys.exit(f"mic: {given.wav}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"mic: {given.wav}: {error}")
    recogniser = _start_recogniser(given)
    listening, cutter, write_device = _make_reporter(given, recogniser, None, "")
    write_device(given.wav, "")
    for start in range(0, len(pcm), _SLICE_BYTES):
        listening.take(pcm[start : start + _SLICE_BYTES])
    listening.tell_rest()
    if cutter and recogniser:
        cutter.end()
        recogniser.finish()


class _StdinReader(QObject):
    """Standard input and its end, waited for in a thread: Qt cannot watch a pipe on Windows."""

    came = Signal()
    watched = Signal(bool)
    """Whether somebody looks at the levels."""
    played = Signal(bytes, object)
    """Sound that the performer itself plays, and from when on, or None."""
    softened = Signal(float, float)
    """At which share of its volume it is played, and from when on."""
    silenced = Signal(float)
    """From when on nothing of it is played."""

    def wait(self) -> None:
        threading.Thread(target=self._read, name="end", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            match json.loads(line):
                case {"watch": bool(is_watched)}:
                    self.watched.emit(is_watched)
                case {"own": str(sound), "at": at_s}:
                    self.played.emit(b64decode(sound), at_s)
                case {"share": share, "at": at_s}:
                    self.softened.emit(share, at_s)
                case {"silent": at_s}:
                    self.silenced.emit(at_s)
        self.came.emit()


_WRITING: Final = threading.Lock()
"""The recogniser's thread writes lines too."""


def _write_line(line: str) -> None:
    try:
        with _WRITING:
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
