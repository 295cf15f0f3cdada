"""Lines that are said to somebody, and others, from true voices to the judgement of who is called."""

import pytest

from bench.speed.called_lines import LINES, hear, measure
from tests.ears import find_tiny
from tests.joe import find_joe


@pytest.mark.slow
@pytest.mark.anyio
async def test_calls_are_told_from_other_lines() -> None:
    find_joe()
    heard = await hear(find_tiny(), "Pip", "", 6)

    assert [each.is_call for each in heard] == [True] * 6 + [False] * 6
    assert sum(each.is_called for each in heard if each.is_call) >= 5
    assert sum(each.is_called for each in heard if not each.is_call) <= 1
    assert len({each.manner for each in heard}) == 12
    assert all(each.heard for each in heard)


@pytest.mark.slow
@pytest.mark.anyio
async def test_both_sets_are_measured_for_each_name() -> None:
    find_joe()
    series = await measure(find_tiny(), ["Owl"], 1)

    assert [each.key for each in series] == ["missed_owl", "false_owl", "missed_held_out_owl", "false_held_out_owl"]
    assert {each.values[0] for each in series} <= {0.0, 100.0}


def test_a_set_has_eighty_lines_half_of_them_calls_and_none_is_held_out_and_not() -> None:
    assert {kind: len(lines) for kind, lines in LINES.items()} == dict.fromkeys(
        ("calls", "others", "held_out_calls", "held_out_others"), 40
    )
    assert len({line for lines in LINES.values() for line in lines}) == 160
    assert all("{name}" in line for kind in ("calls", "held_out_calls") for line in LINES[kind])
