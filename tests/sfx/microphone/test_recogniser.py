"""The recogniser's process as the microphone runs it: it may die, hang back or have no model."""

import json
import os
import queue
import sys
from pathlib import Path
from typing import Any

import pytest

from sfx.microphone.recogniser import RecogniserProcess
from sfx.microphone.utterances import Spoken
from tests.ears import find_tiny, say
from tests.pulse import PATIENCE_S

ECHO = """import json, sys
print(json.dumps({"ready": True, "kind": "echo"}), flush=True)
while line := sys.stdin.buffer.readline():
    asked = json.loads(line)
    pcm = sys.stdin.buffer.read(asked["bytes"])
    if pcm == b"die!":
        sys.exit(3)
    text = f"{asked['id']} {len(pcm)} {asked['speech']}" if pcm else ""
    answer = {"id": asked["id"], "text": text, "language": "en", "confidence": 0.5, "work_s": 0.1}
    print(json.dumps(answer), flush=True)
"""
VOICES = """import json, sys
print(json.dumps({"ready": True, "kind": "voiceprints"}), flush=True)
while line := sys.stdin.buffer.readline():
    pcm = sys.stdin.buffer.read(json.loads(line)["bytes"])
    answer = {"text": "", "voiceprint": [0.6, 0.8]} if pcm else {"text": "", "why": "another speaker", "likeness": 0.1}
    print(json.dumps(answer), flush=True)
"""
NO_MODEL = """import json
print(json.dumps({"error": "there is no model"}), flush=True)
"""


class Desk:
    def __init__(self, *command: str) -> None:
        self.now_s = 100.0
        self.lines: queue.Queue[dict[str, Any]] = queue.Queue()
        self.recogniser = RecogniserProcess(command, self._tell, lambda: self.now_s)
        self.recogniser.start()

    def say(self, pcm: bytes) -> None:
        self.recogniser.hand_over(Spoken(pcm=pcm, began_s=98.0, ended_s=99.5, speech=0.7))

    def read(self) -> dict[str, Any]:
        return self.lines.get(timeout=PATIENCE_S)

    def _tell(self, line: str) -> None:
        self.lines.put(json.loads(line))


def run(program: str) -> Desk:
    return Desk(sys.executable, "-c", program)


def test_what_it_is_and_what_was_said_is_told_in_lines() -> None:
    desk = run(ECHO)
    ready = desk.read()
    desk.say(b"")
    desk.say(b"abcd")
    words = desk.read()
    desk.recogniser.finish()

    assert ready == {"sent": 100.0, "recogniser": "echo", "why": ""}
    assert words == {
        "sent": 100.0,
        "heard": "2 4 0.7",
        "language": "en",
        "confidence": 0.5,
        "began": 98.0,
        "ended": 99.5,
        "work": 0.1,
    }
    assert desk.lines.empty()


def test_a_voiceprint_and_another_speaker_are_told_with_when_they_spoke() -> None:
    desk = run(VOICES)
    desk.read()
    desk.say(b"abcd")  # next to nothing
    desk.say(b"")
    voiceprint, stranger = desk.read(), desk.read()
    desk.recogniser.finish()

    assert voiceprint == {"sent": 100.0, "voiceprint": [0.6, 0.8], "seconds": 0.0, "began": 98.0, "ended": 99.5}
    assert stranger == {"sent": 100.0, "stranger": 0.1, "began": 98.0, "ended": 99.5}


def test_one_that_dies_is_told_and_started_again_for_what_is_said_later() -> None:
    desk = run(ECHO)
    desk.read()
    desk.say(b"die!")
    died = desk.read()
    desk.now_s += 60
    desk.say(b"abcd")
    again, words = desk.read(), desk.read()
    desk.recogniser.finish()

    assert died == {"sent": 100.0, "recogniser": "", "why": "the recogniser has ended; it is started again"}
    assert again["recogniser"] == "echo"
    assert words["heard"] == "2 4 0.7"


def test_one_that_dies_at_once_is_started_twice_and_not_over_and_over() -> None:
    desk = run("")
    first, second = desk.read(), desk.read()
    desk.say(b"abcd")
    desk.recogniser.finish()

    assert first["why"].startswith("the recogniser has ended")
    assert second["why"] == first["why"]
    assert desk.lines.empty()


@pytest.mark.parametrize(
    ("command", "why"),
    [([sys.executable, "-c", NO_MODEL], "there is no model"), (["/nonexistent/python"], "cannot be started")],
)
def test_without_a_model_or_a_program_it_says_so_once(command: list[str], why: str) -> None:
    desk = Desk(*command)
    told = desk.read()
    desk.say(b"abcd")
    desk.recogniser.finish()

    assert told["recogniser"] == ""
    assert why in told["why"]
    assert desk.lines.empty()


@pytest.mark.skipif(sys.platform == "win32", reason="it has no named pipes in folders")
def test_of_many_that_wait_the_newest_are_kept(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    desk = run(f"open({str(gate)!r}).read()\n{ECHO}")  # it is ready when the gate opens
    for length in range(1, 7):
        desk.say(bytes(length))
    gate.write_text("open")
    desk.read()
    heard = [desk.read()["heard"].split()[1] for _ in range(2)]
    desk.recogniser.finish()

    assert heard == ["5", "6"]


def test_a_true_one_understands_a_true_voice() -> None:
    desk = Desk(sys.executable, "-m", "asr", str(find_tiny()), "--language", "en")
    desk.read()
    desk.say(say("We need a better plan.").tobytes())
    words = desk.read()
    desk.recogniser.finish()

    assert words["heard"].lower().startswith("we need a better plan")
