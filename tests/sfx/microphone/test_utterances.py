"""Utterances are cut out of slices with a little before and after them."""

import pytest

from sfx.microphone.samples import SLICE, SLICE_S
from sfx.microphone.utterances import Spoken, UtteranceCutter


class Desk:
    def __init__(self, **limits: float) -> None:
        self.spoken: list[Spoken] = []
        self.foreseen: list[Spoken] = []
        self.cutter = UtteranceCutter(self.spoken.append, foresee=self.foreseen.append, **limits)
        self.count = 0

    def hear(self, seconds: float, speech: float) -> None:
        for _ in range(round(seconds / SLICE_S)):
            self.count += 1
            pcm = self.count.to_bytes(2, "little") * SLICE
            self.cutter.take(pcm, speech, self.count * SLICE_S)


def numbers(spoken: Spoken) -> list[int]:
    """Return the numbers of the slices in an utterance."""
    return [int.from_bytes(spoken.pcm[at : at + 2], "little") for at in range(0, len(spoken.pcm), 2 * SLICE)]


def test_speech_between_silences_comes_with_what_was_before_it_and_a_little_after() -> None:
    desk = Desk()
    desk.hear(1.0, 0.1)
    begin = desk.count
    desk.hear(2.0, 0.9)
    end = desk.count
    desk.hear(0.48, 0.1)
    assert desk.spoken == []
    desk.hear(0.06, 0.1)

    (spoken,) = desk.spoken
    assert numbers(spoken) == list(range(begin - 8, end + 7))
    assert spoken.began_s == pytest.approx(begin * SLICE_S)
    assert spoken.ended_s == pytest.approx(end * SLICE_S)
    assert spoken.speech == pytest.approx((end - begin) / (end - begin + 15), abs=0.001)


def test_a_short_pause_belongs_to_it_and_a_chosen_one_ends_it() -> None:
    for pause_s, count in ((0.5, 1), (0.3, 2)):
        desk = Desk(pause_s=pause_s)
        for speech in (0.9, 0.1, 0.9, 0.1):
            desk.hear(0.4 if speech < 0.5 else 1.0, speech)
        desk.hear(1.0, 0.1)

        assert len(desk.spoken) == count


def test_what_is_too_long_is_handed_over_and_goes_on_without_a_gap() -> None:
    desk = Desk(longest_s=3.0)
    desk.hear(7.0, 0.9)
    desk.hear(1.0, 0.0)

    assert [each for spoken in desk.spoken for each in numbers(spoken)] == list(range(1, round(7.0 / SLICE_S) + 7))
    assert len(desk.spoken) == 3


def test_a_click_is_none() -> None:
    desk = Desk()
    for _ in range(5):
        desk.hear(0.09, 0.9)
        desk.hear(1.0, 0.0)

    assert desk.spoken == []


def test_what_is_on_can_be_ended_at_once_and_silence_gives_nothing() -> None:
    desk = Desk()
    desk.hear(0.5, 0.0)
    desk.cutter.end()
    desk.hear(0.5, 0.9)
    desk.cutter.end()
    desk.cutter.end()

    assert len(desk.spoken) == 1


def test_in_a_pause_it_is_foreseen_as_it_will_be_unless_somebody_speaks_on() -> None:
    desk = Desk()
    desk.hear(1.0, 0.9)
    desk.hear(0.3, 0.0)
    assert len(desk.foreseen) == 1
    assert desk.spoken == []
    desk.hear(1.0, 0.9)
    desk.hear(0.3, 0.0)
    foreseen = desk.foreseen[-1]
    desk.hear(0.3, 0.0)

    assert desk.spoken == [foreseen]
    assert len(desk.foreseen) == 2
    assert foreseen.ended_s - foreseen.began_s > 2.2


def test_a_click_is_not_foreseen() -> None:
    desk = Desk()
    desk.hear(0.09, 0.9)
    desk.hear(1.0, 0.0)

    assert desk.foreseen == []
