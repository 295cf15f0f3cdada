"""The pool of a report: equal values are kept once, and all come back."""

import json
from typing import Any

import pytest

from bench.tool_choice.reports.pool import FilledPool, ValuePool

LONG = "A prompt that is asked again and again, long enough for a place of its own."


def through(*values: Any) -> list[Any]:
    pool = ValuePool()
    written = json.loads(json.dumps({"kept": [pool.keep(each) for each in values], "values": pool.values}))
    filled = FilledPool(written["values"])
    return [filled.restore(each) for each in written["kept"]]


def test_a_long_text_is_kept_once_however_often_and_deep_it_stands() -> None:
    pool = ValuePool()
    pool.keep({"messages": [{"content": LONG}, {"content": LONG}], "again": LONG})

    assert json.dumps(pool.values).count(LONG) == 1


def test_a_growing_chat_costs_only_what_is_new_in_it() -> None:
    pool, chat = ValuePool(), [{"role": "user", "content": f"{LONG} {number}"} for number in range(40)]
    for end in range(1, 41):
        pool.keep({"messages": chat[:end]})

    assert json.dumps(pool.values).count(LONG) == 40


def test_short_values_stay_where_they_are() -> None:
    pool = ValuePool()

    assert pool.keep({"a": 1, "b": ["c", None, True, 2.5]}) == {"a": 1, "b": ["c", None, True, 2.5]}
    assert pool.values == []


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [{"content": LONG}, {"content": LONG}], "tools": [{"name": "a", "why": LONG}] * 3},
        {"$pool": 3},
        {"$pool": {"$pool": LONG}},
        {"$pool": 1, "other": LONG},
        [{"$pool": {"$pool": {"$pool": 0}}}] * 9,
        f"{LONG} \ud83d \u2028",
        {},
        [],
    ],
)
def test_every_value_comes_back_as_it_was(value: Any) -> None:
    assert through(value, LONG, value) == [value, LONG, value]


@pytest.mark.parametrize("written", [[{"$pool": 0}], [{"$pool": 1}, LONG], [LONG, {"$pool": -1}], [[{"$pool": 7}]]])
def test_a_place_that_is_not_there_yet_is_refused(written: list[Any]) -> None:
    with pytest.raises(ValueError, match="no place"):
        FilledPool(written)
