"""The budget of a line: what everyday text needs is there, and no more than a few times that."""

import pytest

from performer.guard.normalise.budget import SearchBudget, SearchExhausted


def test_a_budget_ends() -> None:
    rows, candidates = SearchBudget(500), SearchBudget(500)

    with pytest.raises(SearchExhausted):
        rows.spend_row(1000, 500)
    with pytest.raises(SearchExhausted):
        candidates.spend_candidates(1000)
    with pytest.raises(SearchExhausted):
        candidates.check()


def test_a_longer_text_has_a_larger_one() -> None:
    long, short = SearchBudget(2000), SearchBudget(60)

    long.spend_candidates(500)
    with pytest.raises(SearchExhausted):
        short.spend_candidates(500)
