"""A run of the guard's score: cases are judged and counted, and what that took is measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bench.figures import Outcome
from bench.guard_score.cases import GuardCase
from bench.guard_score.costs import LineCosts, sum_up_costs
from bench.guard_score.footprint import Footprint, measure_footprint
from bench.guard_score.goals import set_goals
from bench.guard_score.judge import judge_cases, make_guard
from bench.guard_score.tally import PartTally, tally_parts


@dataclass(frozen=True, kw_only=True)
class ScoreOutcome(Outcome):
    """What the guard did with all cases, and what it cost."""

    tallies: tuple[PartTally, ...]
    costs: LineCosts
    footprint: Footprint


def run(cases: Sequence[GuardCase], words: Sequence[str] = (), *, runs: int = 5) -> ScoreOutcome:
    """Judge all cases at level standard, with the bundled lists and more blocked words.

    Args:
        cases: At least one.
        words: Entries as in a block list.
        runs: The processes in which start and memory are measured.
    """
    make = partial(make_guard, words)
    judged = judge_cases(cases, make)
    tallies = tally_parts(judged)
    costs = sum_up_costs(judged, make)
    footprint = measure_footprint([text for case in cases for text in case.texts], runs)
    goals = set_goals(tallies, costs, footprint)
    return ScoreOutcome(goals=goals, tallies=tallies, costs=costs, footprint=footprint)
