"""The sounds that lie in assets: one format, one loudness, no clicks, and made by the script beside them."""

import math
import runpy
import sys
import wave
from array import array
from pathlib import Path

import pytest

from performer.core.files.home import ASSETS

SOUNDS = ASSETS / "sounds"
NAMES = sorted(file.stem for file in SOUNDS.glob("*.wav"))
FULL = 32768


def samples_of(file: Path) -> "array[int]":
    with wave.open(str(file)) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 48_000)
        read = array("h", sound.readframes(sound.getnframes()))
    if sys.byteorder == "big":
        read.byteswap()
    return read


def decibels(amplitude: float) -> float:
    return 20 * math.log10(amplitude / FULL)


def test_there_are_at_least_eight_under_names_a_model_would_guess() -> None:
    wanted = {"airhorn", "drumroll", "sad_trombone", "applause", "crickets", "boing", "level_up", "record_scratch"}

    assert wanted <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_short_and_as_loud_as_all_others(name: str) -> None:
    samples = samples_of(SOUNDS / f"{name}.wav")
    rms = math.sqrt(sum(value * value for value in samples) / len(samples))

    assert 0.4 <= len(samples) / 48_000 <= 2.5
    assert decibels(max(map(abs, samples))) <= -1
    assert decibels(rms) == pytest.approx(-17, abs=0.2)


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_begins_and_ends_without_a_click(name: str) -> None:
    samples = samples_of(SOUNDS / f"{name}.wav")

    assert max(abs(samples[0]), abs(samples[-1])) <= 2
    assert max(map(abs, samples[-96:])) < 400
    assert abs(sum(samples) / len(samples)) < 60


def test_making_a_sound_again_gives_the_same_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ASSETS)  # as for a script that is started there
    main = runpy.run_path(str(ASSETS / "make_sounds.py"))["main"]

    for folder in ("once", "twice"):
        main(["rimshot", "--into", str(tmp_path / folder)])
    once, twice = (tmp_path / folder / "rimshot.wav" for folder in ("once", "twice"))

    assert once.read_bytes() == twice.read_bytes()
    # The last bit of a sine is the business of the machine's mathematics library.
    assert max(abs(a - b) for a, b in zip(samples_of(once), samples_of(SOUNDS / "rimshot.wav"), strict=True)) <= 1
