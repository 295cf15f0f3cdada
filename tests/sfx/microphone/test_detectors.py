"""Detectors: each finds speech, and takes no everyday noise for it; the model does it in noise as well."""

from array import array
from functools import cache
from itertools import groupby

import pytest

from sfx.microphone.detectors import Detector, EnergyDetector, make_detector
from sfx.microphone.levels import SLICE, SLICE_S, NoiseFloor, measure_level_db
from sfx.microphone.silero import SileroDetector
from tests.speaking import RATE, at_level, clicks, hum, mixed, noise, spoken, tones

DETECTORS = ["silero", "energy"]
BEGINS_S = 2.0
SHORT_S = 0.6
"""Speech that is shorter takes nobody's line away."""


@cache
def quiet_room() -> "array[int]":
    return noise(5.0, -60)


@cache
def voice(level_db: float = -26.0) -> "array[int]":
    return at_level(spoken("I think we should go to the left, and look for the key.", voice="en-gb"), level_db)


def after_a_while(sound: "array[int]", background: "array[int] | None" = None) -> "array[int]":
    return mixed(background or quiet_room(), array("h", bytes(2 * int(BEGINS_S * RATE))) + sound)


def judged(name: str, sound: "array[int]") -> list[bool]:
    noise_floor = NoiseFloor()
    detector, _ = make_detector(name, noise_floor)
    return [each >= 0.5 for each in _each(detector, noise_floor, sound)]


def _each(detector: Detector, noise_floor: NoiseFloor, sound: "array[int]") -> list[float]:
    found = []
    for start in range(0, len(sound) - SLICE + 1, SLICE):
        samples = sound[start : start + SLICE]
        level = measure_level_db(samples)
        noise_floor.take(level)
        found.append(detector.speech(samples, level))
    return found


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


def test_the_model_hears_a_voice_beside_a_loud_fan() -> None:
    speech = judged("silero", after_a_while(voice(), noise(5.0, -40, fan=0.8)))

    assert sum(speech) * SLICE_S > 0.7 * len(voice()) / RATE


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


def test_the_model_is_not_asked_in_quiet_and_seldom_while_somebody_goes_on_speaking() -> None:
    asked = 0
    detector = SileroDetector(floor := NoiseFloor())
    ask = detector._ask

    def counted(samples: "array[int]") -> float:
        nonlocal asked
        asked += 1
        return ask(samples)

    detector._ask = counted  # type: ignore[method-assign]  # counts what the library is asked
    _each(detector, floor, quiet_room())
    in_quiet, asked = asked, 0
    long = at_level(
        spoken("And so we went on and on and over the hills and down the river until the morning came."), -26
    )
    _each(detector, floor, long)

    assert in_quiet < 10
    assert asked < 0.75 * len(long) / SLICE


def test_whoever_is_asked_for_comes_and_the_best_by_itself() -> None:
    made = {name: type(make_detector(name, NoiseFloor())[0]) for name in ("auto", "silero", "energy")}

    assert made == {"auto": SileroDetector, "silero": SileroDetector, "energy": EnergyDetector}


def test_without_the_model_loudness_must_do_and_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sfx.microphone.silero", None)

    detector, why = make_detector("auto", NoiseFloor())

    assert detector.name == "energy"
    assert "python3 run.py add mic" in why


def test_what_drones_on_as_loudly_as_somebody_spoke_is_not_believed_for_long() -> None:
    talk = at_level(spoken("And so we went on over the hills and down along the river, until the morning came"), -26)
    speech = judged("silero", talk + hum(2.0, -24))

    assert not any(speech[len(talk) // SLICE + 15 :])
