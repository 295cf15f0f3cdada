"""The recogniser's process as the microphone runs it: it may die, hang back or have no model."""

import json
import queue
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from sfx.microphone.recogniser import RecogniserProcess
from sfx.microphone.utterances import Spoken
from tests.ears import find_tiny, say
from tests.pipes import make_pipe
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


NEVER_READY = """import sys
print(file=open(sys.argv[1], "a"))
sys.stdin.read()
"""


class Desk:
    def __init__(self, *command: str, hangs_after_s: float = PATIENCE_S) -> None:
        self.now_s = 100.0
        self.lines: queue.Queue[dict[str, Any]] = queue.Queue()
        self.recogniser = RecogniserProcess(command, self._tell, lambda: self.now_s, hangs_after_s=hangs_after_s)
        self.recogniser.start()

    def say(self, pcm: bytes) -> None:
        self.recogniser.hand_over(speech(pcm))

    def read(self) -> dict[str, Any]:
        return self.lines.get(timeout=PATIENCE_S)

    def _tell(self, line: str) -> None:
        self.lines.put(json.loads(line))


def speech(pcm: bytes) -> Spoken:
    return Spoken(pcm=pcm, began_s=98.0, ended_s=99.5, speech=0.7)


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
        "waited": 0.0,
    }
    assert desk.lines.empty()


def test_the_wait_for_words_is_counted_from_when_an_utterance_is_handed_over() -> None:
    clock, lines = count(), list[dict[str, Any]]()  # a second goes by whenever somebody looks at it
    recogniser = RecogniserProcess(
        [sys.executable, "-c", ECHO], lambda line: lines.append(json.loads(line)), lambda: float(next(clock))
    )
    recogniser.hand_over(speech(b"abcd"))  # 0 s
    recogniser.start()  # looks at 1 s, and tells at 2 s
    recogniser.finish()

    ready, words = lines
    assert ready["sent"] == 2
    assert (words["waited"], words["sent"]) == (3, 4)


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


@pytest.mark.slow
def test_one_that_never_loads_is_ended_and_started_again_and_given_up_with_a_remedy(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    desk = Desk(sys.executable, "-c", NEVER_READY, str(starts), hangs_after_s=0.5)
    told = [desk.read(), desk.read()]
    for _ in range(2):
        desk.now_s += 60
        desk.say(b"abcd")
        told.append(desk.read())
    desk.now_s += 60
    desk.say(b"abcd")
    desk.recogniser.finish()

    assert [each["recogniser"] for each in told] == [""] * 4
    assert {each["why"] for each in told[:3]} == {"the recogniser did not answer within 0.5 s; it is started again"}
    assert "4 times while it loaded" in told[3]["why"]
    assert "Remedy: " in told[3]["why"]
    assert desk.lines.empty()
    assert starts.read_text() in ("\n" * count for count in (3, 4))  # a busy machine may end one before it begins


@pytest.mark.slow
def test_one_that_hangs_once_while_it_loads_is_there_at_the_second_start(tmp_path: Path) -> None:
    program = f"import pathlib, sys\nflag = pathlib.Path({str(tmp_path / 'flag')!r})\n"
    program += f"if not flag.exists():\n    flag.touch()\n    sys.stdin.read()\n{ECHO}"
    desk = Desk(sys.executable, "-c", program, hangs_after_s=1.5)
    hung, ready = desk.read(), desk.read()
    desk.recogniser.finish()

    assert "did not answer" in hung["why"]
    assert ready["recogniser"] == "echo"


@pytest.mark.slow
def test_one_that_hangs_over_an_utterance_is_started_again_for_what_is_said_later() -> None:
    program = ECHO.replace("sys.exit(3)", "sys.stdin.read()")
    desk = Desk(sys.executable, "-c", program, hangs_after_s=3.0)
    desk.read()
    desk.say(b"die!")
    hung = desk.read()
    desk.now_s += 60
    desk.say(b"abcd")
    ready, told = desk.read(), desk.read()
    desk.recogniser.finish()

    assert "did not answer within 3 s" in hung["why"]
    assert (ready["recogniser"], told["heard"]) == ("echo", "2 4 0.7")


def test_what_was_foreseen_is_told_when_it_is_handed_over_and_recognised_once() -> None:
    desk = run(ECHO)
    desk.read()
    desk.recogniser.foresee(speech(b"abcd"))
    desk.say(b"abcd")
    desk.say(b"ab")
    told = [desk.read()["heard"] for _ in range(2)]
    desk.recogniser.finish()

    assert told == ["1 4 0.7", "2 2 0.7"]
    assert desk.lines.empty()


def test_what_was_foreseen_and_went_on_is_never_told() -> None:
    desk = run(ECHO)
    desk.read()
    desk.recogniser.foresee(speech(b"ab"))
    desk.say(b"abcd")
    told = desk.read()["heard"]
    desk.recogniser.foresee(speech(b"ab"))
    desk.recogniser.finish()

    assert told == "2 4 0.7"
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


def test_of_many_that_wait_the_newest_are_kept(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    make_pipe(gate)
    desk = run(f"open({str(gate)!r}).read()\n{ECHO}")  # it is ready when the gate opens
    for length in range(1, 7):
        desk.say(bytes(length))
    gate.write_text("open")
    desk.read()
    heard = [desk.read()["heard"].split()[1] for _ in range(2)]
    desk.recogniser.finish()

    assert heard == ["5", "6"]


@pytest.mark.slow
def test_a_true_one_understands_a_true_voice() -> None:
    desk = Desk(sys.executable, "-m", "asr", str(find_tiny()), "--language", "en")
    desk.read()
    desk.say(say("We need a better plan.").tobytes())
    words = desk.read()
    desk.recogniser.finish()

    assert words["heard"].lower().startswith("we need a better plan")
