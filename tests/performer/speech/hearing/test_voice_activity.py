"""Talk: bursts, and when the floor is free again."""

import pytest

from performer.speech.hearing.samples import SLICE_S
from performer.speech.hearing.voice_activity import AFTER_SHORT_S, AFTER_TALK_S, Talk


def said(talk: Talk, begin_s: float, length_s: float, *, probability: float = 1.0) -> float:
    """Speak, and tell when that ended."""
    count = round(length_s / SLICE_S)
    for number in range(1, count + 1):
        talk.note_speech(begin_s + number * SLICE_S, probability)
    return begin_s + count * SLICE_S


def test_after_a_short_burst_the_floor_is_free_soon() -> None:
    talk = Talk()
    end_s = said(talk, 10.0, 0.5)

    assert talk.free_s == pytest.approx(end_s + AFTER_SHORT_S)


def test_after_talk_it_takes_longer() -> None:
    talk = Talk()
    end_s = said(talk, 10.0, 0.6)

    assert talk.free_s == pytest.approx(end_s + AFTER_TALK_S)


def test_a_word_within_the_pause_of_talk_is_still_talk() -> None:
    talk = Talk()
    said(talk, 10.0, 2.0)
    end_s = said(talk, 12.5, 0.2)

    assert talk.free_s == pytest.approx(end_s + AFTER_TALK_S)


def test_a_burst_after_the_floor_was_free_is_judged_by_itself() -> None:
    talk = Talk()
    said(talk, 10.0, 2.0)
    end_s = said(talk, 13.5, 0.2)

    assert talk.free_s == pytest.approx(end_s + AFTER_SHORT_S)


def test_a_breath_does_not_end_a_burst_and_a_longer_silence_does() -> None:
    talk = Talk()
    said(talk, 10.0, 0.4)
    said(talk, 10.6, 0.4)
    joined = talk.lasts(0.9)
    said(talk, 11.5, 0.2)

    assert joined
    assert not talk.lasts(0.3)


def test_a_row_of_clicks_is_no_burst_that_lasts() -> None:
    talk = Talk()
    for number in range(20):
        talk.note_speech(10.0 + number * 0.2, 0.9)

    assert not talk.lasts(0.3)
    assert talk.free_s == pytest.approx(13.8 + AFTER_SHORT_S)


def test_what_our_own_voice_drowns_neither_makes_nor_breaks_a_burst() -> None:
    talk = Talk()
    for number in range(1, 13):
        at_s = 10.0 + number * SLICE_S
        if number % 2:
            talk.note_speech(at_s, 1.0)
        else:
            talk.note_masked(at_s)
    drowned = talk.lasts(0.3)
    talk.forget()
    for number in range(40):
        talk.note_masked(11.0 + number * SLICE_S)

    assert drowned
    assert talk.burst is None


def test_a_burst_that_is_drowned_for_the_most_part_does_not_last() -> None:
    talk = Talk()
    for number in range(1, 20):
        at_s = 10.0 + number * SLICE_S
        if number % 6 == 1:
            talk.note_speech(at_s, 1.0)
        else:
            talk.note_masked(at_s)

    assert not talk.lasts(0.3)


def test_doubt_is_told() -> None:
    talk = Talk()
    said(talk, 10.0, 1.0, probability=0.6)
    doubtful = talk.burst
    said(talk, 20.0, 1.0, probability=0.9)

    assert doubtful is not None
    assert not doubtful.is_sure
    assert talk.burst is not None
    assert talk.burst.is_sure
