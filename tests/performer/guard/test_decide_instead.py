"""The lines that stand for what was stopped."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from performer.core.prompt_files import load_prompt_lines
from performer.guard.decide import ReplacementLines
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.verdict import GuardActions, Masked, Pass

LINES = load_prompt_lines("guard/instead")


@given(seed=st.integers(), count=st.integers(2, 6))
def test_no_line_comes_twice_in_a_row_and_all_come_before_one_comes_again(seed: int, count: int) -> None:
    instead = ReplacementLines(LINES[:count], random.Random(seed), lambda _line: True)
    said = [instead.draw() for _ in range(count * 4)]

    assert all(one != after for one, after in itertools.pairwise(said))
    assert all(set(said[at : at + count]) == set(LINES[:count]) for at in range(0, len(said), count))


def test_the_same_chance_gives_the_same_lines() -> None:
    one, other = (ReplacementLines(LINES, random.Random(7), lambda _line: True) for _ in range(2))

    assert [one.draw() for _ in range(9)] == [other.draw() for _ in range(9)]


def test_a_line_that_may_not_be_said_itself_is_left_out() -> None:
    guard = Guard(GuardSettings(actions=GuardActions(own="replace")), ["plonk", "owl", "nest"])
    said = [guard.sentence("what a plonk") for _ in range(60)]

    assert all(isinstance(each, Masked) and each.text in LINES for each in said)
    assert not any(word in repr(said) for word in ("owl", "nest."))


def test_without_a_line_that_fits_there_is_none() -> None:
    assert ReplacementLines(LINES, random.Random(7), lambda _line: False).draw() == ""


def test_the_lines_that_ship_pass_the_guard_at_every_level() -> None:
    for level in ("family", "standard", "loose"):
        guard = Guard(GuardSettings(level=level))

        assert [guard.sentence(line) for line in LINES] == [Pass(text=line) for line in LINES]
