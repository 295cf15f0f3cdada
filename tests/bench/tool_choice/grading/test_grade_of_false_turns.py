"""The turns with a call that no expectation covers, which are counted whatever the label is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bench.tool_choice.cases.case import Case, ExpectedCall
from bench.tool_choice.grading.grade import grade
from bench.tool_choice.trial import MadeCall, Trial
from tests.bench.tool_choice.mutation_cases import CASES
from tests.bench.tool_choice.mutations import MUTATIONS, Mutation, play_right
from tests.bench.tool_choice.verdicts import UNWANTED

TEXT = ExpectedCall(tool="overlay_text", arguments={"text": "GG"})
LAUGH = ExpectedCall(tool="show_emote", arguments={"name": "laugh"})
ONE = Case(id="one", group="decoys", why="x", offers=("overlay_text", "show_emote", "play_sfx"), expects=(TEXT,))
TWO = replace(ONE, id="two", expects=(TEXT, LAUGH))
ALSO = replace(ONE, id="also", expects=(TEXT, replace(LAUGH, is_optional=True)))
NONE = replace(ONE, id="none", expects=(), turns=3)
GG = MadeCall(tool="overlay_text", arguments={"text": "GG"}, step=1, came="returned")
SMALL = replace(GG, arguments={"text": "gg"})
LAUGHED = replace(GG, tool="show_emote", arguments={"name": "laugh"})
DING = replace(GG, tool="play_sfx", arguments={"name": "ding"})
UNKNOWN = replace(GG, tool="show_text", came="refused")
MISPRINT = replace(GG, arguments={}, came="refused", is_misprint=True)
UNFIT = replace(MISPRINT, arguments={"text": 5}, is_unfit=True)


def count(case: Case, *calls: MadeCall, **ended: Any) -> int:
    return grade(case, Trial(case=case.id, mode="", calls=calls, **ended)).false_turns


def later(call: MadeCall, turn: int = 1) -> MadeCall:
    return replace(call, step=2, turn=turn)


@pytest.mark.parametrize(
    ("case", "calls", "turns"),
    [
        (NONE, (), 0),
        (NONE, (GG, DING), 1),
        (NONE, (GG, later(GG, turn=2), later(DING, turn=3)), 3),
        (NONE, (MISPRINT, later(GG, turn=2)), 2),
        (ONE, (GG,), 0),
        (ONE, (DING,), 1),
        (ONE, (GG, later(DING, turn=2)), 1),
        (TWO, (LAUGHED, GG), 0),
        (TWO, (LAUGHED, GG, later(GG, turn=2)), 1),
        (ONE, (SMALL,), 0),
        (ONE, (SMALL, SMALL), 1),
        (ONE, (MISPRINT,), 0),
        (ONE, (MISPRINT, later(MISPRINT)), 0),
        (ONE, (MISPRINT, later(MISPRINT), later(MISPRINT, turn=2)), 0),
        (ONE, (SMALL, later(MISPRINT)), 0),
        (ONE, (UNFIT, later(UNFIT), later(MISPRINT)), 0),
        (ONE, (replace(UNFIT, tool="play_sfx"),), 1),
        (ONE, (MISPRINT, later(DING)), 1),
        (ONE, (replace(MISPRINT, tool="play_sfx"),), 1),
        (ALSO, (MISPRINT, MISPRINT, later(LAUGHED)), 0),
        (ONE, (MISPRINT, later(GG)), 0),
        (ONE, (GG, later(MISPRINT)), 1),
        (ONE, (UNKNOWN, later(GG)), 0),
        (TWO, (UNKNOWN, later(LAUGHED)), 1),
        (ALSO, (UNKNOWN, later(GG)), 0),
        (ALSO, (UNKNOWN, later(LAUGHED)), 1),
    ],
)
def test_a_turn_counts_once_with_any_call_that_no_expectation_covers(
    case: Case, calls: Sequence[MadeCall], turns: int
) -> None:
    assert count(case, *calls) == turns


@pytest.mark.parametrize("ended", [{"is_spiral": True}, {"is_late": True}])
def test_what_ended_a_trial_hides_no_false_call(ended: dict[str, bool]) -> None:
    assert count(NONE, GG, **ended) == count(ONE, GG, DING, **ended) == 1


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: each.__name__)
def test_false_extra_and_wrong_calls_are_in_a_false_turn_and_no_other_mistake_is(mutation: Mutation) -> None:
    is_false = MUTATIONS[mutation] in UNWANTED

    mutants = [(case, mutant) for case in CASES for mutant in mutation(case, play_right(case))]

    assert [case.id for case, mutant in mutants if (grade(case, mutant).false_turns == 1) != is_false] == []
