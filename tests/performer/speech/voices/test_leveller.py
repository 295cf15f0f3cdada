"""The loudness of voices: soft or loud, they come out alike, and no sample is above the ceiling."""

import math
from array import array
from collections.abc import Sequence
from itertools import pairwise

import pytest

from performer.core.loudness import CEILING, measure_loudness, measure_true_peak
from performer.speech.voices.leveller import VoiceLeveller

RATE = 16_000
PIECE = RATE // 5


def speech(amplitude: float, seconds: float = 1.2) -> "array[int]":
    """Make something as uneven as speech: syllables of pulses, four a second."""
    pulses = (1 - (at % 160) / 40 if at % 160 < 40 else 0.0 for at in range(int(RATE * seconds)))
    syllables = (abs(math.sin(4 * math.pi * at / RATE)) for at in range(int(RATE * seconds)))
    return array("h", [int(amplitude * a * b * 32767) for a, b in zip(pulses, syllables, strict=True)])


def leveled(leveller: VoiceLeveller, sentence: "array[int]", *, channels: int = 1) -> "array[int]":
    leveller.begin()
    out = array("h")
    for at in range(0, len(sentence), PIECE):
        is_last = at + PIECE >= len(sentence)
        out.frombytes(leveller.level(sentence[at : at + PIECE].tobytes(), RATE, channels, is_last=is_last))
    return out


def lufs(samples: Sequence[int], *, channels: int = 1) -> float:
    return measure_loudness(array("h", samples).tobytes(), RATE, channels).lufs


@pytest.mark.parametrize("amplitude", [0.1, 0.3, 1.0])
def test_a_voice_is_brought_to_its_loudness_whatever_it_has_by_itself(amplitude: float) -> None:
    leveller = VoiceLeveller(-16.0)
    for _ in range(4):
        leveled(leveller, speech(amplitude))

    assert lufs(leveled(leveller, speech(amplitude))) == pytest.approx(-16, abs=1)


def tone(amplitude: float, seconds: float, hz: float) -> "array[int]":
    """Make a tone whose peaks lie between its samples: of a quarter of the rate, 3 dB above them."""
    turns = (math.tau * (hz * at / RATE + 1 / 8) for at in range(int(RATE * seconds)))
    return array("h", [int(amplitude * math.sin(each) * 32767) for each in turns])


@pytest.mark.parametrize(
    "sound", [speech(1.0), tone(1.0, 1.2, RATE / 4), tone(0.5, 1.2, RATE / 3), tone(1.0, 1.2, 900)]
)
def test_true_peaks_stay_below_the_ceiling(sound: "array[int]") -> None:
    leveller = VoiceLeveller(-6.0)

    for said in (leveled(leveller, each) for each in (speech(0.1), sound, sound)):
        assert measure_true_peak(said.tobytes()) <= CEILING


@pytest.mark.parametrize("where", [0, -1, 40, PIECE - RATE // 50, PIECE // 2])
def test_what_becomes_loud_at_once_is_as_loud_as_it_may_be(where: int) -> None:
    said = leveled(VoiceLeveller(-10.0), array("h", [*[300] * (PIECE + where), *tone(0.9, 0.4, 450)]))

    assert CEILING * 0.97 < measure_true_peak(said.tobytes()) <= CEILING


@pytest.mark.parametrize("piece", [1, 100, 321, 5_000])
def test_nothing_is_lost_whatever_pieces_it_comes_in(piece: int) -> None:
    leveller, sound, said = VoiceLeveller(-20.0, -20.0), speech(0.1, 0.5).tobytes(), b""
    leveller.begin()

    for at in range(0, len(sound), 2 * piece):
        said += leveller.level(sound[at : at + 2 * piece], RATE, 1)
    before_last = len(said)
    said += leveller.level(b"", RATE, 1, is_last=True)

    assert len(said) == len(sound)
    assert len(sound) - before_last == 2 * RATE // 50


def test_the_first_sentence_of_a_usual_voice_is_near_already() -> None:
    usual = speech(1.0)
    share = 10 ** ((-20 - lufs(usual)) / 20)
    first = leveled(VoiceLeveller(-16.0), array("h", [int(each * share) for each in usual]))

    assert lufs(first) == pytest.approx(-16, abs=1.5)


def test_the_first_sentence_of_a_known_voice_is_there_already() -> None:
    soft = speech(0.05)

    known, unknown = (leveled(VoiceLeveller(-16.0, each), soft) for each in (lufs(soft), None))

    assert lufs(known) == pytest.approx(-16, abs=1.5)
    assert lufs(unknown) < -20


def test_its_loudness_is_known_once_it_was_heard_for_ten_seconds() -> None:
    leveller = VoiceLeveller(-16.0)
    leveled(leveller, speech(0.3, 9))
    assert leveller.measured_lufs is None

    leveled(leveller, speech(0.3, 3))

    assert leveller.measured_lufs == pytest.approx(lufs(speech(0.3, 9)), abs=1)


def test_a_voice_that_was_heard_for_long_and_becomes_another_is_followed() -> None:
    leveller = VoiceLeveller(-16.0)
    for amplitude in (1.0, 0.2):
        for _ in range(80):
            leveled(leveller, speech(amplitude))

    assert lufs(leveled(leveller, speech(0.2))) == pytest.approx(-16, abs=1)


def test_the_gain_moves_without_a_step() -> None:
    steady = array("h", [3000] * RATE)
    leveller = VoiceLeveller(-16.0)
    said = leveled(leveller, array("h", [*steady, *[30] * PIECE, *steady]))
    first = said[: RATE - 1]

    assert max(abs(after - before) for before, after in pairwise(first)) < 60


def test_two_channels_are_as_loud_as_one_and_silence_stays_silent() -> None:
    both = array("h", [each for each in speech(0.2) for _ in range(2)])
    leveller = VoiceLeveller(-16.0)
    for _ in range(2):
        leveled(leveller, both, channels=2)

    assert lufs(leveled(leveller, both, channels=2), channels=2) == pytest.approx(-16, abs=1)
    assert set(leveled(VoiceLeveller(-16.0), array("h", bytes(2 * PIECE)))) == {0}


def test_silence_takes_nothing_off_the_sound_behind_it() -> None:
    said = leveled(VoiceLeveller(-16.0), array("h", [*[0] * (PIECE // 2), *[300] * (PIECE // 2)]))

    assert said[PIECE // 2 + 1] == said[-1] > 0
