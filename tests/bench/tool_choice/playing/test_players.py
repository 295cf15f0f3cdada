"""The harness's own players have the scores that are known of them, on every case that ships."""

from collections import Counter

import pytest

from bench.tool_choice.cases.case import Case
from bench.tool_choice.cases.case_file import read_shipped_cases
from bench.tool_choice.figures.costs import count_least_steps
from bench.tool_choice.figures.figures import group_figures
from bench.tool_choice.playing.models import open_measured
from bench.tool_choice.playing.run import Run, RunPlan
from bench.tool_choice.trial import GradedTrial, Label
from performer.core.errors import ConfigError
from tests.bench.tool_choice.table import CONFIG, PERSONA, TABLE

pytestmark = pytest.mark.anyio


async def play(player: str, cases: tuple[Case, ...] = read_shipped_cases(), *, repeats: int = 1) -> list[GradedTrial]:
    async with open_measured(f"player:{player}", CONFIG, PERSONA, ()) as measured:
        return [*await Run(measured, TABLE, RunPlan(cases=cases, repeats=repeats)).play()]


def count_labels(graded: list[GradedTrial]) -> Counter[Label]:
    return Counter(each.verdict.label for each in graded)


@pytest.mark.slow
async def test_the_oracle_is_right_in_every_case() -> None:
    graded = await play("oracle")

    assert [(each.case.id, each.verdict) for each in graded if each.verdict.label != "right"] == []


@pytest.mark.slow
async def test_the_oracle_is_asked_no_more_than_the_least_in_every_case_and_group() -> None:
    graded = await play("oracle")

    assert [each.case.id for each in graded if len(each.trial.steps) != count_least_steps(each.case)] == []
    groups = group_figures(graded).modes[""].groups
    assert {group: each.costs.steps_to_least for group, each in groups.items()} == dict.fromkeys(groups, 1.0)


async def test_the_silent_player_is_right_where_silence_is_and_nowhere_else() -> None:
    graded = await play("silent")

    assert all((each.verdict.label == "right") == each.case.may_abstain for each in graded)
    assert set(count_labels(graded)) == {"right", "missing call"}


async def test_a_player_of_decoys_is_right_nowhere_that_a_forbidden_tool_is_offered() -> None:
    graded = await play("decoy", tuple(each for each in read_shipped_cases() if set(each.forbids) & set(each.offers)))

    assert not any(each.verdict.label == "right" for each in graded)


@pytest.mark.parametrize("player", ["random", "first-tool"])
async def test_who_calls_without_a_thought_is_hardly_ever_right(player: str) -> None:
    graded = await play(player, read_shipped_cases()[::3])

    assert count_labels(graded)["right"] < len(graded) / 10


async def test_a_player_draws_the_same_for_the_same_seed_and_other_things_in_other_repeats() -> None:
    cases = read_shipped_cases()[:40]

    once, again = await play("random", cases, repeats=2), await play("random", cases, repeats=2)

    assert [each.trial.calls for each in once] == [each.trial.calls for each in again]
    first, second = once[: len(cases)], once[len(cases) :]
    assert [each.trial.calls for each in first] != [each.trial.calls for each in second]


async def test_a_player_that_is_none_is_named_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"There is no player 'orakel'\. Did you mean 'oracle'\?"):
        await play("orakel")
