"""Detectors: each finds speech, and takes no everyday noise for it; the model does it in noise as well."""

from itertools import groupby

import pytest

from sfx.microphone.detectors import EnergyDetector, make_detector
from sfx.microphone.samples import SLICE_S, NoiseFloor
from sfx.microphone.silero import SileroDetector
from tests.sfx.microphone.judging import BEGINS_S, after_a_while, judged, quiet_room, voice
from tests.speaking import RATE, clicks, hum, noise, tones

DETECTORS = ["silero", "energy"]
SHORT_S = 0.6
"""Speech that is shorter takes nobody's line away."""


def longest_s(speech: list[bool]) -> float:
    return max((len(list(run)) for is_speech, run in groupby(speech) if is_speech), default=0) * SLICE_S


@pytest.mark.parametrize("name", DETECTORS)
def test_a_voice_is_found_soon_and_most_of_it(name: str) -> None:
    speech = judged(name, after_a_while(voice()))
    first_s = speech.index(True) * SLICE_S

    assert BEGINS_S <= first_s <= BEGINS_S + 0.15
    assert sum(speech) * SLICE_S > 0.7 * len(voice()) / RATE


@pytest.mark.parametrize("name", DETECTORS)
def test_no_voice_is_heard_in_an_empty_room(name: str) -> None:
    assert not any(judged(name, quiet_room()))


@pytest.mark.parametrize("name", DETECTORS)
@pytest.mark.parametrize("what", ["fan", "hum", "clicks"])
def test_everyday_noise_takes_nobodys_line_away(name: str, what: str) -> None:
    sounds = {"fan": noise(3.0, -38, fan=0.8), "hum": hum(3.0, -30), "clicks": clicks(3.0, every_s=0.06)}

    assert longest_s(judged(name, after_a_while(sounds[what]))) < SHORT_S


def test_the_model_takes_no_tune_for_a_voice_and_loudness_alone_does() -> None:
    tune = after_a_while(tones(3.0, -28))

    assert sum(judged("silero", tune)) * SLICE_S < 0.2
    assert sum(judged("energy", tune)) * SLICE_S > 1.0


def test_a_room_that_becomes_louder_is_known_after_three_seconds() -> None:
    floor = NoiseFloor()
    for level in [-60.0] * 100 + [-40.0] * 100:
        floor.take(level)
    louder = floor.level_db
    floor.take(-70.0)

    assert louder == pytest.approx(-40.0, abs=2)
    assert floor.level_db < -65


def test_whoever_is_asked_for_comes_and_the_best_by_itself() -> None:
    made = {name: type(make_detector(name, NoiseFloor())[0]) for name in ("auto", "silero", "energy")}

    assert made == {"auto": SileroDetector, "silero": SileroDetector, "energy": EnergyDetector}


def test_without_the_model_loudness_must_do_and_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sfx.microphone.silero", None)

    detector, why = make_detector("auto", NoiseFloor())

    assert detector.name == "energy"
    assert "`add mic`" in why
