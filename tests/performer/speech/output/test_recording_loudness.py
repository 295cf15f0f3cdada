"""The envelope of speech: about 1 at its loudest, in one piece or in many."""

from array import array

from performer.speech.output.recording import LoudnessScale
from performer.speech.voices.voice import Utterance


def sound(*loud: int) -> Utterance:
    """Make 20 ms of each loudness."""
    return Utterance(pcm=array("h", [each for each in loud for _ in range(160)]).tobytes(), rate=8_000)


def test_a_whole_sentence_is_measured_by_itself() -> None:
    loudness = LoudnessScale()
    loudness.begin()

    assert loudness.measure(sound(0, 100, 200), whole=True) == (0.0, 0.5, 1.0)


def test_a_soft_beginning_is_not_taken_for_the_loudest() -> None:
    loudness = LoudnessScale()
    loudness.begin()

    assert max(loudness.measure(sound(10, 20), whole=False)) < 0.1
    assert loudness.measure(sound(5_000, 10_000), whole=False) == (0.5, 1.0)
    assert loudness.measure(sound(5_000), whole=False) == (0.5,)


def test_the_next_sentence_is_measured_by_the_one_before() -> None:
    loudness = LoudnessScale()
    loudness.begin()
    loudness.measure(sound(400), whole=False)
    loudness.begin()

    assert loudness.measure(sound(200), whole=False) == (0.5,)


def test_silence_and_half_a_step_are_no_trouble() -> None:
    loudness = LoudnessScale()
    loudness.begin()

    assert loudness.measure(sound(0), whole=True) == (0.0,)
    assert loudness.measure(Utterance(pcm=b"", rate=8_000), whole=False) == ()
    assert len(loudness.measure(Utterance(pcm=bytes(322), rate=8_000), whole=False)) == 2
