"""Listening: what is told of sound, and when."""

import json
from array import array
from typing import Any

from sfx.microphone.__main__ import SliceReporter
from sfx.microphone.samples import SLICE, SLICE_S, NoiseFloor

QUIET = array("h", [3, -3] * (SLICE // 2)).tobytes()
LOUD = array("h", [3000, -3000] * (SLICE // 2)).tobytes()


class Script:
    """A detector that knows beforehand."""

    name = "script"

    def __init__(self, *speech: float) -> None:
        self._speech = list(speech)

    def speech(self, samples: "array[int]", level: float) -> float:
        return self._speech.pop(0) if self._speech else 0.0


class Desk:
    def __init__(self, *speech: float) -> None:
        self.now_s = 100.0
        self.lines: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.listening = SliceReporter(Script(*speech), NoiseFloor(), self._tell, lambda: self.now_s)

    def hear(self, pcm: bytes) -> None:
        """Let the time of the sound pass, and the sound come."""
        self.now_s += len(pcm) / 2 / 16_000
        self.listening.take(pcm)

    def _tell(self, line: str) -> None:
        self.texts.append(line)
        self.lines.append(json.loads(line))


def test_a_quiet_second_is_one_line() -> None:
    desk = Desk()
    for _ in range(93):
        desk.hear(QUIET)

    assert [len(line["levels"]) for line in desk.lines] == [31, 31, 31]


def test_while_somebody_looks_eight_lines_a_second_come() -> None:
    desk = Desk()
    desk.listening.watch(True)
    for _ in range(31):
        desk.hear(QUIET)

    assert [len(line["levels"]) for line in desk.lines] == [4] * 7


def test_speech_is_told_at_once_with_what_came_before_it() -> None:
    desk = Desk(0.0, 0.0, 0.9, 0.95, 0.1)
    for _ in range(5):
        desk.hear(QUIET)

    assert [line["speech"] for line in desk.lines] == [[0.0, 0.0, 0.9], [0.95]]


def test_loud_sound_is_told_every_tenth_of_a_second() -> None:
    desk = Desk()
    for _ in range(9):
        desk.hear(LOUD)

    assert [len(line["levels"]) for line in desk.lines] == [3, 3, 3]
    assert desk.lines[0]["levels"] == [-20.8, -20.8, -20.8]


def test_a_line_tells_when_its_last_slice_ended() -> None:
    desk = Desk(0.9, 0.9)
    desk.hear(QUIET + QUIET)
    desk.now_s += 0.020
    desk.listening.take(QUIET[:100])

    assert desk.lines == [{"sent": 100.064, "at": 100.064, "levels": [-80.8, -80.8], "speech": [0.9, 0.9]}]


def test_pieces_that_are_no_whole_slices_lose_nothing() -> None:
    desk = Desk(*[0.9] * 20)
    whole = LOUD * 10
    for start in range(0, len(whole), 700):
        desk.hear(whole[start : start + 700])

    assert sum(len(line["levels"]) for line in desk.lines) == 10
    assert abs(desk.lines[-1]["at"] - (100 + 10 * SLICE_S)) < 0.03


def test_a_sign_of_life_holds_an_instant_and_nothing_else() -> None:
    desk = Desk()
    desk.listening.write_heartbeat()

    assert desk.lines == [{"sent": 100.0}]


def test_of_the_sound_nothing_is_told_but_one_level_and_one_probability_a_slice() -> None:
    desk = Desk(*[0.9] * 50)
    for _ in range(50):
        desk.hear(LOUD)

    numbers = [number for line in desk.lines for key in ("levels", "speech") for number in line[key]]
    assert len(numbers) == 100
    assert set().union(*desk.lines) == {"sent", "at", "levels", "speech"}
