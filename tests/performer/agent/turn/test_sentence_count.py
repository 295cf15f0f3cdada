"""The count of a turn's sentences: when all have gone out, and when no more of a step is worth reading."""

import pytest

from performer.agent.prompt.answer_length import AnswerLength
from performer.agent.turn.sentence_count import SentenceCount


@pytest.fixture
def count() -> SentenceCount:
    return SentenceCount(AnswerLength(sentences=2, written=3))


def test_what_is_with_the_judge_counts_as_if_it_had_gone_out(count: SentenceCount) -> None:
    count.add_passed()
    count.at_judge = 1
    before = count.has_all
    count.at_judge = 2

    assert (before, count.has_all) == (False, True)


def test_fewer_may_be_spoken_than_go_out(count: SentenceCount) -> None:
    count.spoken = 2

    assert (count.has_voice_left, count.has_all) == (False, False)


def test_where_code_is_shown_more_is_read_than_is_spoken() -> None:
    count = SentenceCount(AnswerLength(sentences=1, shows_code=True))
    count.spoken = count.passed = 1
    count.skipped = 3
    before = (count.has_no_word_left, count.has_all)
    count.skipped = 4

    assert (before, count.has_all) == ((True, False), True)


def test_one_more_may_be_allowed_to_go_out_and_be_spoken(count: SentenceCount) -> None:
    count.spoken, count.passed = 2, 3
    before = (count.has_voice_left, count.has_all, count.has_no_word_left)
    count.allow_one_more()

    assert before == (False, True, True)
    assert (count.has_voice_left, count.has_all, count.has_no_word_left) == (True, False, False)


def test_twelve_in_a_row_that_are_nothing_are_in_vain(count: SentenceCount) -> None:
    for _ in range(11):
        count.add_dropped()
    before = count.is_in_vain
    count.add_empty()

    assert (before, count.is_in_vain) == (False, True)
    assert (count.dropped, count.dropped_here) == (11, 11)


def test_one_that_goes_out_makes_up_for_those_before_it(count: SentenceCount) -> None:
    for _ in range(11):
        count.add_dropped()
    count.add_passed()
    count.add_dropped()

    assert not count.is_in_vain


def test_the_next_step_has_its_own_chance(count: SentenceCount) -> None:
    for _ in range(12):
        count.add_dropped()
    count.begin_step()

    assert (count.is_in_vain, count.dropped, count.dropped_here) == (False, 12, 0)
