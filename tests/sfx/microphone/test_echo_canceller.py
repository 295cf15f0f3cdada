"""The echo canceller: our own voice is taken out, wherever it comes back, and the streamer's is not."""

import builtins
import importlib.util
import math
from array import array
from operator import mul
from types import ModuleType

import pytest

from sfx.microphone.echo_canceller import EARLY_S, EchoCanceller, WebRtcProcessor, make_canceller
from sfx.microphone.samples import RATE
from tests.conftest import missing
from tests.speaking import at_level, mixed, spoken

LINE = "That dragon looks hungry, and you look like lunch to it, so I would think about running away quite soon."
TALK = "Wait, wait, I think there is somebody behind that door."
LUMP = 800
"""Samples that come at once: 50 ms."""


class Tape:
    """A processor that keeps what it is given, and changes nothing."""

    def __init__(self) -> None:
        self.heard, self.played = b"", b""

    def process(self, heard: bytes, played: bytes, delay_ms: int) -> bytes:
        self.heard += heard
        self.played += played
        return heard


def webrtc() -> EchoCanceller:
    if importlib.util.find_spec("livekit") is None:
        missing("livekit", "run.py add hearing")
    return EchoCanceller(WebRtcProcessor())


def need_numpy() -> None:
    if importlib.util.find_spec("numpy") is None:
        missing("numpy", "run.py add hearing")


def late(samples: "array[int]", seconds: float, gain: float = 1.0) -> "array[int]":
    return array("h", bytes(2 * round(seconds * RATE))) + array("h", [round(gain * each) for each in samples])


def cleaned(canceller: EchoCanceller, heard: "array[int]", own: "array[int]", *, from_s: float) -> "array[int]":
    """Return what is left of what comes in lumps, when our own sound is told at that second."""
    left, is_told = b"", False
    for start in range(0, len(heard), LUMP):
        now_s = (start + LUMP) / RATE
        if not is_told and now_s > from_s:
            canceller.note_played(own.tobytes(), from_s)
            is_told = True
        left += canceller.clean(heard[start : start + LUMP].tobytes(), now_s)
    return array("h", left)


def level_db(samples: "array[int]") -> float:
    return 10 * math.log10(max(1, sum(map(mul, samples, samples))) / max(1, len(samples)) / 32768**2)


@pytest.mark.parametrize("lag_s", [0.02, 0.1, 0.25])
def test_our_own_voice_is_30_db_quieter_however_late_it_comes_back(lag_s: float) -> None:
    own = at_level(spoken(LINE), -18)
    echo = late(own, 1.0 + lag_s, 0.25)
    left = cleaned(webrtc(), echo, own, from_s=1.0)
    rest = slice(2 * RATE, len(left) - RATE // 2)

    assert level_db(left[rest]) < level_db(echo[rest]) - 30


def test_the_streamer_beside_our_own_voice_is_still_heard() -> None:
    own = at_level(spoken(LINE), -18)
    talk = at_level(spoken(TALK, voice="en-gb", pitch=35), -22)
    echo = late(own, 1.1, 0.25)
    left = cleaned(webrtc(), mixed(echo, late(talk, 4.0)), own, from_s=1.0)
    beside = slice(4 * RATE, 6 * RATE)

    assert level_db(left[beside]) > level_db(late(talk, 4.0)[beside]) - 6


def test_while_we_are_silent_the_sound_passes_as_it_is() -> None:
    tape = Tape()
    canceller, talk = EchoCanceller(tape), spoken(TALK)
    left = cleaned(canceller, talk, array("h"), from_s=math.inf)

    assert left == talk[: len(left)]
    assert len(talk) - len(left) < RATE // 100
    assert tape.heard == b""


def test_what_is_played_lies_a_little_before_what_is_heard_at_that_moment() -> None:
    tape = Tape()
    canceller = EchoCanceller(tape)
    canceller.clean(bytes(2 * LUMP), 0.05)
    canceller.note_played(array("h", [9000]).tobytes(), 0.3)
    for number in range(1, 10):
        canceller.clean(bytes(2 * LUMP), 0.05 * (number + 1))

    assert array("h", tape.played).index(9000) == pytest.approx((0.3 - 0.05 - EARLY_S) * RATE, abs=2)


def test_what_was_cut_is_no_echo_any_more() -> None:
    tape = Tape()
    canceller = EchoCanceller(tape)
    canceller.clean(bytes(2 * LUMP), 0.05)
    canceller.note_played(array("h", [5000] * RATE).tobytes(), 1.0)
    canceller.note_silence(1.2)
    for number in range(1, 60):
        canceller.clean(bytes(2 * LUMP), 0.05 * (number + 1))
    played = array("h", tape.played)

    assert played.count(5000) == pytest.approx(0.2 * RATE, abs=2)


def test_without_the_package_there_is_none_and_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: object, **more: object) -> ModuleType:
        if name.startswith("livekit"):
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)  # type: ignore[arg-type]  # handed on as it came

    monkeypatch.setattr(builtins, "__import__", without)
    canceller, why = make_canceller()

    assert canceller is None
    assert "`add hearing`" in why


def likenesses(heard: "array[int]", own: "array[int]") -> list[bool]:
    """Return, every 50 ms from the third second on, whether what nothing was taken out of is found to be our own."""
    canceller, found = EchoCanceller(Tape()), []
    for start in range(0, len(heard) - LUMP, LUMP):
        now_s = (start + LUMP) / RATE
        if start == 10 * LUMP:
            canceller.note_played(own.tobytes(), 1.0)
        if level_db(array("h", canceller.clean(heard[start : start + LUMP].tobytes(), now_s))) > -50 and now_s > 2:
            found.append(canceller.is_ours())
    return found


def test_an_echo_that_was_not_taken_out_is_known_as_our_own() -> None:
    need_numpy()
    own = at_level(spoken(LINE), -18)
    found = likenesses(late(own, 1.2, 0.1), own)

    assert sum(found) > 0.9 * len(found) > 40


def test_the_streamer_beside_our_own_voice_is_not_taken_for_it() -> None:
    need_numpy()
    own = at_level(spoken(LINE), -18)
    talk = at_level(spoken(TALK, voice="en-gb", pitch=35), -22)
    found = likenesses(late(talk, 2.0), own)

    assert sum(found) < 0.1 * len(found)
    assert len(found) > 40
