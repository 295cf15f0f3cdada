"""Sound for the detectors, and what they make of it."""

from array import array
from functools import cache

from sfx.microphone.detectors import Detector, make_detector
from sfx.microphone.samples import SLICE, NoiseFloor, measure_level_db
from tests.speaking import RATE, at_level, mixed, noise, spoken

BEGINS_S = 2.0


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
    return [each >= 0.5 for each in judge_each(detector, noise_floor, sound)]


def judge_each(detector: Detector, noise_floor: NoiseFloor, sound: "array[int]") -> list[float]:
    found = []
    for start in range(0, len(sound) - SLICE + 1, SLICE):
        samples = sound[start : start + SLICE]
        level = measure_level_db(samples)
        noise_floor.take(level)
        found.append(detector.speech(samples, level))
    return found
