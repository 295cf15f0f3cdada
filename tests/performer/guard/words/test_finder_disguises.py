"""Disguises of words: nearly all are caught, and only the word is masked."""

from collections import Counter

import pytest

from performer.guard.guard import Guard
from performer.guard.verdict import Pass
from tests.performer.guard.disguises import DISGUISES
from tests.performer.guard.disguises.words import PHRASES, STAND_INS

WORDS = [*STAND_INS, *PHRASES]
CARRIER = "you absolute {} of a dragon"


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard(words=WORDS)


def _missed(guard: Guard, words: list[str], step: int = 1) -> tuple[Counter[str], int]:
    """Count, by disguise, the words that pass in it; and how many were tried."""
    missed: Counter[str] = Counter()
    tried = 0
    for number, disguise in enumerate(DISGUISES):
        for word in words[number % step :: step]:
            text = disguise.of(word)
            if text is not None:
                tried += 1
                missed[str(disguise)] += isinstance(guard.sentence(CARRIER.format(text)), Pass)
    return +missed, tried


def test_there_are_enough_of_them() -> None:
    assert len({str(each) for each in DISGUISES}) == len(DISGUISES) >= 400
    assert len(set(STAND_INS)) == len(STAND_INS) >= 60


def test_of_disguised_words_nearly_all_are_caught(guard: Guard) -> None:
    missed, tried = _missed(guard, STAND_INS, step=30)

    assert missed.total() <= 0.03 * tried, missed.most_common(30)


@pytest.mark.slow
def test_of_all_words_in_all_disguises_nearly_all_are_caught(guard: Guard) -> None:
    missed, tried = _missed(guard, STAND_INS)

    assert tried > 20_000
    assert missed.total() <= 0.03 * tried, missed.most_common(60)
