"""Texts that no one writes: they come to nothing, the same in pieces, and reading them is linear work."""

import pytest

from tests.performer.models.toolcalls.text.hostile import LENGTH, NAMES, in_pieces, steps, text_of, whole

WORST = [
    "a: b\n", "json\n", "Result: a\n", "say: ", "lines below a name", "Action: ", "- a: b\n", "`a ", "<tool_call>{",
    "```json\n",
]  # fmt: skip
MOST = 400_000
"""Functions called for a text of some length, which take some 50 ms."""
MOST_FOR_FOUR = 5
"""How many times as many for four times the text; four would be just linear."""


def test_at_most_one_call_is_made_of_what_repeats_itself() -> None:
    calls = {name: whole(text_of(name, 1_000)).calls for name in NAMES}

    assert [name for name in NAMES if len(calls[name]) > 1] == []


@pytest.mark.parametrize("name", WORST)
def test_the_worst_take_few_steps(name: str) -> None:
    text = text_of(name, 4_000)

    assert steps(whole, text) <= MOST
    assert steps(in_pieces, text) <= MOST


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_all_are_read_in_linear_steps_and_the_same_in_pieces(name: str) -> None:
    short, long = text_of(name, LENGTH // 4), text_of(name)
    given, rest = in_pieces(long)

    assert (given + rest.speech, rest.calls) == (whole(long).speech, whole(long).calls)
    for way in (whole, in_pieces):
        assert steps(way, long) <= MOST_FOR_FOUR * max(steps(way, short), 1_000)
