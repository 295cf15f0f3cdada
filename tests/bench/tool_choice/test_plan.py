"""Of which plans a score is shown as the model's."""

from pathlib import Path

import pytest

from bench.tool_choice.cases.selection import SHORT, UNSEEN, Selection
from bench.tool_choice.fit import CASES
from bench.tool_choice.plan import LEAST_LIMIT, MeasurePlan


@pytest.mark.parametrize(
    ("plan", "is_fair"),
    [
        (MeasurePlan(), True),
        (MeasurePlan(selection=Selection(tags=(SHORT,), limit=LEAST_LIMIT)), True),
        (MeasurePlan(selection=Selection(limit=LEAST_LIMIT - 1)), False),
        (MeasurePlan(selection=Selection(tags=(UNSEEN,))), False),
        (MeasurePlan(selection=Selection(groups=("decoys",))), False),
        (MeasurePlan(selection=Selection(files=(Path("mine.toml"),))), False),
        (MeasurePlan(replay=Path("kept.jsonl")), False),
        (MeasurePlan(within_s=180), False),
        (MeasurePlan(within_s=180, selection=Selection(is_in_rounds=True)), True),
    ],
)
def test_a_score_is_shown_of_all_groups_or_of_a_fair_share_of_them(plan: MeasurePlan, *, is_fair: bool) -> None:
    assert plan.is_fair is is_fair


def test_the_cases_of_a_fit_are_enough_for_a_score() -> None:
    assert CASES >= LEAST_LIMIT
