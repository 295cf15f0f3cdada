"""When the sounds of a sentence are heard, by how long such sounds last and by its pauses; and the mouth meanwhile."""

import array
import audioop
import itertools
import statistics
from pathlib import Path

import pytest

from performer.core.audio import MouthShape
from performer.core.speech_times import read_phonemes, shape_mouth, time_signs, weigh_signs
from tests.joe import install_joe

SPEECH, PAUSE = [0.5] * 25, [0.01] * 10


def round_all(seconds: list[float]) -> list[float]:
    return [round(each, 2) for each in seconds]


def test_signs_share_the_time_between_the_silences() -> None:
    ends = time_signs("tata", [*PAUSE, *SPEECH, *PAUSE])

    assert (ends[0], ends[2], ends[-1]) == pytest.approx((0.2, 0.45, 0.7))
    assert all(before < after for before, after in itertools.pairwise(ends))


@pytest.mark.parametrize(
    ("signs", "envelope", "ends"),
    [
        ("s, s", [*SPEECH, *PAUSE, *SPEECH], [0.0, 0.5, 0.7, 0.7, 1.2]),
        ("s s", [*SPEECH, *PAUSE, *SPEECH], [0.0, 0.6, 0.6, 1.2]),  # a silence without a stop
        ("s, s", [*SPEECH, *SPEECH], [0.0, 0.5, 0.5, 0.5, 1.0]),  # a stop without a silence
        ("s. s", [*SPEECH, *PAUSE[:4], *SPEECH], [0.0, 0.54, 0.54, 0.54, 1.08]),
        ("s.s", [*SPEECH, *PAUSE, *SPEECH], [0.0, 0.6, 0.6, 1.2]),
        ("s", [], [0.0, 0.0]),
        ("", SPEECH, [0.5]),
        ("s", [0.0] * 25, [0.0, 0.5]),
    ],
)
def test_a_pause_is_taken_for_the_stop_where_it_should_be(signs: str, envelope: list[float], ends: list[float]) -> None:
    assert round_all(time_signs(signs, envelope)) == ends


def test_only_one_of_two_stops_has_the_pause() -> None:
    ends = time_signs("s, tatatata, s", [*SPEECH * 5, *PAUSE, *SPEECH])

    assert ends[-2] == pytest.approx(2.7)
    assert ends[1] == pytest.approx(0.34, abs=0.02)


def test_a_stressed_vowel_is_longer_and_a_mark_takes_no_time() -> None:
    mark, stressed, weak, stop = weigh_signs("ˈaə.")

    assert (mark, stop) == (0.0, 0.0)
    assert stressed > weak > 0


def test_what_espeak_adds_to_the_phonemes_is_left_out() -> None:
    assert read_phonemes(" nˈa\u200dʊ (en)ɡˈe_ɪ\n") == "nˈaʊ ɡˈeɪ"


def each_tenth(phonemes: str) -> list[float]:
    """Return ends for phonemes that last 0.1 s each, after 0.1 s of silence."""
    return [round(0.1 + place / 10, 1) for place in range(len(phonemes) + 1)]


def test_the_mouth_follows_the_phonemes() -> None:
    phonemes = "mˈiː, fuː"

    assert shape_mouth(phonemes, each_tenth(phonemes)) == [
        MouthShape(0.0, "closed"),
        MouthShape(0.3, "wide"),
        MouthShape(0.5, "closed"),
        MouthShape(0.7, "teeth"),
        MouthShape(0.8, "round"),
        MouthShape(1.0, "closed"),
    ]


LINES = [
    "Nobody said a word, so I polished my beak.",
    "If something has teeth here, they are well hidden.",
    "Two hit points left, and nobody looks at the potion on the table.",
    "Things are flying about, and none of them filed a plan.",
    "Oh, the game is taking notes now. So that counted.",
    "Somebody left every lamp in the kingdom on.",
]


@pytest.mark.slow
def test_it_is_about_right_beside_a_voice_that_knows(tmp_path: Path) -> None:
    """The same sentences, by their phonemes and by their letters, beside what the voice itself says."""
    voice = install_joe(tmp_path)
    from tts.phonemes import Phonemizer
    from tts.piper import PiperVoice
    from tts.words import time_words

    joe = PiperVoice(voice)
    errors: dict[str, list[float]] = {"phonemes": [], "letters": []}
    with Phonemizer("en-us") as phonemizer:
        for line in LINES:
            phonemes = phonemizer.phonemize(line)
            encoded = joe.encode(phonemes)
            envelope = measure_envelope(b"".join(pcm for pcm, _ in encoded.stretches), joe.rate)
            exact = time_words(line, phonemes, encoded.ends, phonemizer.phonemize_apart)
            by_phonemes = time_words(line, phonemes, time_signs(phonemes, envelope), phonemizer.phonemize_apart)
            by_letters = time_signs(line, envelope)
            for word, again in zip(exact, by_phonemes, strict=True):
                errors["phonemes"].append(abs(again.begin_s - word.begin_s))
                errors["letters"].append(abs(by_letters[word.begin] - word.begin_s))

    assert statistics.median(errors["phonemes"]) < 0.05
    assert statistics.median(errors["letters"]) < 0.06
    assert max(errors["phonemes"]) < 0.25
    assert max(errors["letters"]) < 0.35


def measure_envelope(pcm: bytes, rate: int) -> list[float]:
    step = rate // 50
    samples = array.array("h", pcm)
    return [float(audioop.rms(samples[at : at + step].tobytes(), 2)) for at in range(0, len(samples), step)]
