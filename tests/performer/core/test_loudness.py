"""Loudness, by the reference signals of EBU Tech 3341 and what follows from the standard."""

import math
from array import array

import pytest

from performer.core.loudness import (
    PEAK_FRAMES,
    Loudness,
    StepMeter,
    find_true_peak,
    measure_loudness,
    measure_true_peak,
    to_factor,
)

HZ = 997


def sine(decibels: float, seconds: float, *, rate: int = 16_000, channels: int = 1, hz: float = HZ) -> bytes:
    peak = 32767 * to_factor(decibels)
    turn = 2 * math.pi * hz / rate
    return array(
        "h", [int(peak * math.sin(turn * at)) for at in range(int(rate * seconds)) for _ in range(channels)]
    ).tobytes()


@pytest.mark.parametrize(("rate", "channels"), [(16_000, 1), (22_050, 1), (48_000, 1), (16_000, 2)])
def test_a_sine_at_full_scale_has_the_loudness_of_the_standard_at_any_rate(rate: int, channels: int) -> None:
    found = measure_loudness(sine(0, 0.8, rate=rate, channels=channels), rate, channels)

    assert found.lufs == pytest.approx(-3.01, abs=0.1)
    assert found.peak == pytest.approx(1, abs=0.001)


def test_pauses_do_not_count_and_neither_does_what_is_far_softer() -> None:
    loud, soft = sine(-20, 1), sine(-45, 2)

    assert measure_loudness(loud + bytes(len(loud)) + soft, 16_000, 1).lufs == pytest.approx(-23.4, abs=0.6)
    assert measure_loudness(loud, 16_000, 1).lufs == pytest.approx(-23, abs=0.1)


def test_a_short_sound_counts_as_if_silence_followed_and_silence_as_nothing() -> None:
    assert measure_loudness(sine(-10, 0.2), 16_000, 1).lufs == pytest.approx(-13 - 3, abs=0.2)
    assert measure_loudness(bytes(200), 16_000, 1) == Loudness(lufs=-70, peak=0)
    assert measure_loudness(b"", 16_000, 2) == Loudness(lufs=-70, peak=0)


def test_a_gain_reaches_its_target_or_stops_at_the_peak() -> None:
    assert Loudness(lufs=-14, peak=0.9).find_gain(-20, 0.9) == pytest.approx(to_factor(-6))
    assert Loudness(lufs=-30, peak=0.1).find_gain(-20, 0.9) == pytest.approx(to_factor(10))
    assert Loudness(lufs=-30, peak=0.6).find_gain(-20, 0.9) == pytest.approx(1.5)
    assert Loudness(lufs=-70, peak=0).find_gain(-20, 0.9) == 1


def test_sound_in_pieces_is_measured_like_the_whole() -> None:
    pcm = sine(-6, 0.5)
    whole, pieces = StepMeter(16_000), StepMeter(16_000)

    assert whole.add(pcm) == pytest.approx([*pieces.add(pcm[:1_234]), *pieces.add(pcm[1_234:])])


@pytest.mark.parametrize(("hz", "weight_db"), [(20, -13.3), (40, -5.6), (200, -0.3), (4_000, 4.0)])
def test_low_sound_counts_less_and_high_sound_more_as_the_standard_weighs_them(hz: int, weight_db: float) -> None:
    found = measure_loudness(sine(-6, 1, rate=48_000, hz=hz), 48_000, 1).lufs

    assert found == pytest.approx(-9.7 + weight_db, abs=0.2)


def test_a_click_at_the_end_of_a_step_has_its_power_and_no_more() -> None:
    click = bytes(2 * 1_599) + array("h", [32_000]).tobytes()

    (power,) = StepMeter(16_000).add(click)

    assert power == pytest.approx(1 / 1_600, rel=1.2)


def between_samples(rate: int, turns_a_sample: float) -> "array[int]":
    """Make a tone at half of full scale that is never sampled at its peak, and comes and goes softly."""
    fades = (math.sin(math.pi * at / rate) for at in range(rate))
    turns = (math.tau * (turns_a_sample * at + 1 / 8) for at in range(rate))
    return array("h", [round(16_384 * fade * math.sin(turn)) for fade, turn in zip(fades, turns, strict=True)])


@pytest.mark.parametrize(("turns_a_sample", "by_samples"), [(1 / 4, 0.354), (1 / 8, 0.5), (1 / 3, 0.48), (0.01, 0.5)])
def test_a_peak_between_two_samples_is_found(turns_a_sample: float, by_samples: float) -> None:
    sound = between_samples(2_000, turns_a_sample)

    assert max(map(abs, sound)) / 32_768 == pytest.approx(by_samples, abs=0.005)
    assert measure_true_peak(sound.tobytes()) == pytest.approx(0.5, abs=0.015)


def test_the_peak_of_each_channel_is_its_own() -> None:
    loud, soft = between_samples(2_000, 1 / 4), between_samples(2_000, 0.1)
    both = array("h", [each for one, other in zip(loud, soft, strict=True) for each in (one, other // 4)])

    assert measure_true_peak(both.tobytes(), 2) == pytest.approx(0.5, abs=0.01)
    assert measure_true_peak(array("h", [each // 2 for each in both]).tobytes(), 2) == pytest.approx(0.25, abs=0.01)


def test_parts_have_the_peak_of_the_whole_and_silence_has_none() -> None:
    sound, around = between_samples(2_000, 1 / 4), [0] * PEAK_FRAMES
    padded = [*around, *sound, *around]
    parts = (padded[at : at + 100 + 2 * PEAK_FRAMES] for at in range(0, len(sound), 100))

    highest = max(find_true_peak(array("h", part).tobytes()) for part in parts)

    assert highest == measure_true_peak(sound.tobytes())
    assert measure_true_peak(b"") == measure_true_peak(bytes(200), 2) == 0
