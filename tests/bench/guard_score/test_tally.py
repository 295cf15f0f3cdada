"""Counts by part, kind and language."""

import pytest

from bench.guard_score.tally import StopCount, tally_parts
from tests.bench.guard_score.makers import case, judged


def test_each_part_is_counted_by_kind_and_language() -> None:
    rows = [
        judged(case("one", kind="leet"), stopped=True),
        judged(case("two", kind="leet", language="de"), stopped=False),
        judged(case("three", kind="stars"), stopped=True),
        judged(case("four", part="private", stop=False), stopped=True),
        judged(case("five", part="clean", stop=False), stopped=False),
    ]

    disguises, harmless, clean = tally_parts(rows)

    assert [each.title for each in (disguises, harmless, clean)] == [
        "disguises caught",
        "no private data, touched",
        "clean lines touched",
    ]
    assert disguises.total == StopCount(tried=3, stopped=2)
    assert disguises.by_kind == {"leet": StopCount(tried=2, stopped=1), "stars": StopCount(tried=1, stopped=1)}
    assert disguises.by_language == {"de": StopCount(tried=1, stopped=0), "en": StopCount(tried=2, stopped=2)}
    assert disguises.count("stars", "de").share is None
    assert disguises.wrong == {"leet": [rows[1]]}
    assert harmless.wrong == {"plain": [rows[3]]}
    assert (clean.total.share, clean.wrong) == (0.0, {})


@pytest.mark.parametrize(("tried", "stopped", "share"), [(0, 0, None), (4, 1, 0.25)])
def test_a_share_is_of_what_was_tried(tried: int, stopped: int, share: float | None) -> None:
    assert StopCount(tried=tried, stopped=stopped).share == share
