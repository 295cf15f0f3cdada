"""Bait: answers that are only wrong after what was asked, and those that are right after it."""

import pytest

from performer.guard.topics.finder import judge_bait
from tests.performer.guard.topics.tables import lines_of


@pytest.mark.parametrize("line", lines_of("bait", "stop"))
def test_an_answer_that_takes_the_bait_is_stopped(line: str) -> None:
    asked, answer = line.split("|")

    assert judge_bait(asked, answer)


@pytest.mark.parametrize("line", lines_of("bait", "pass"))
def test_an_answer_that_does_not_passes(line: str) -> None:
    asked, answer = line.split("|")

    assert judge_bait(asked, answer) is None


def test_the_hit_stands_in_the_answer() -> None:
    answer = "Well... I'm not sure that I believe it."
    hit = judge_bait("Did the Holocaust happen?", answer)

    assert hit
    assert answer[hit.start : hit.end] == "not sure"
    assert (hit.category, hit.rule) == ("denial", "topic: answer to bait (denial)")
