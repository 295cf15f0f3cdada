"""A run plays what is left, keeps each trial, and stops before it fills with the errors of a server that is gone."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bench.tool_choice.playing.answers import Answers
from bench.tool_choice.playing.models import Measured
from bench.tool_choice.playing.play import TrialPlan, TrialPlayer
from bench.tool_choice.playing.players import make_player
from bench.tool_choice.playing.run import Run, RunPlan, ServerGoneError
from bench.tool_choice.trial import GradedTrial
from performer.core.errors import ConfigError, ServiceError
from performer.models.model import Model, OnText, Step, StepRequest
from tests.bench.tool_choice.table import TABLE, make_case

pytestmark = pytest.mark.anyio

_CASES = tuple(make_case(id=f"custom-{number}") for number in range(12))


class Gone:
    """A model whose server is gone."""

    name = "gone"
    sees = False

    async def step(self, _request: StepRequest, _on_text: OnText) -> Step:
        raise ServiceError("Ollama at http://127.0.0.1:1 is gone; start it again, and the show takes it back")


def measured(choose: Callable[[TrialPlan], Model], *modes: str) -> Measured:
    asked = modes or ("",)
    return Measured(name="some", make=lambda plan: TrialPlayer(model=choose(plan)), modes=asked)  # type: ignore[arg-type]


def oracle(plan: TrialPlan) -> Model:
    return make_player("oracle", plan.case, seed="1")


async def test_every_case_is_played_in_every_mode_and_repeat_and_told_when_done() -> None:
    told: list[GradedTrial] = []
    run = Run(measured(oracle, "soft", "native"), TABLE, RunPlan(cases=_CASES[:3], repeats=2), on_done=told.append)

    graded = await run.play()

    assert [(each.trial.mode, each.trial.repeat, each.case.id) for each in graded] == [
        (mode, repeat, case.id) for mode in ("soft", "native") for repeat in (0, 1) for case in _CASES[:3]
    ]
    assert sorted(map(repr, told)) == sorted(map(repr, graded))


async def test_what_an_earlier_run_did_is_not_played_again() -> None:
    first = Run(measured(oracle), TABLE, RunPlan(cases=_CASES[:2]))
    await first.play()
    begun: list[str] = []

    again = Run(measured(oracle), TABLE, RunPlan(cases=_CASES[:4]), done=dict(first.done))
    again.on_begin = lambda plan: begun.append(plan.case.id)
    graded = await again.play()

    assert begun == ["custom-2", "custom-3"]
    assert [each.case.id for each in graded] == [each.id for each in _CASES[:4]]


async def test_several_at_once_come_to_the_same() -> None:
    one = await Run(measured(oracle), TABLE, RunPlan(cases=_CASES)).play()
    many = await Run(measured(oracle), TABLE, RunPlan(cases=_CASES, jobs=4)).play()

    assert [each.verdict for each in one] == [each.verdict for each in many]
    assert [each.trial.calls for each in one] == [each.trial.calls for each in many]


async def test_an_error_is_its_case_alone_and_no_fault_of_the_model() -> None:
    def choose(plan: TrialPlan) -> Model:
        return Gone() if plan.case.id == "custom-1" else oracle(plan)

    graded = await Run(measured(choose), TABLE, RunPlan(cases=_CASES[:3])).play()

    assert [each.verdict.label for each in graded] == ["right", "error", "right"]
    assert "is gone" in graded[1].verdict.why
    assert "show takes it back" not in repr(graded[1])


async def test_a_server_that_is_gone_stops_the_run_and_what_was_done_before_stays() -> None:
    def choose(plan: TrialPlan) -> Model:
        return oracle(plan) if plan.case.id == "custom-0" else Gone()

    run = Run(measured(choose), TABLE, RunPlan(cases=_CASES))

    with pytest.raises(ServerGoneError) as raised:
        await run.play()

    told = "5 cases in a row failed at the server: Ollama at http://127.0.0.1:1 is gone; start it again."
    assert str(raised.value) == told
    assert run.graded[0].verdict.label == "right"
    assert len(run.graded) < len(_CASES)


async def test_of_kept_answers_only_the_trials_that_were_kept_are_played() -> None:
    only = frozenset({("soft", "custom-0", 0), ("soft", "custom-1", 1)})
    run = Run(measured(oracle, "soft"), TABLE, RunPlan(cases=_CASES[:2], repeats=2, only=only))

    graded = await run.play()

    assert [(each.trial.mode, each.case.id, each.trial.repeat) for each in graded] == [*sorted(only)]


async def test_answers_that_are_missing_are_no_server_that_is_gone() -> None:
    replayed = replace(measured(lambda _plan: Gone()), kept=Answers())

    graded = await Run(replayed, TABLE, RunPlan(cases=_CASES)).play()

    assert [each.verdict.label for each in graded] == ["error"] * len(_CASES)


async def test_a_trial_that_cannot_be_kept_ends_the_run_with_the_reason() -> None:
    def keep(_graded: GradedTrial) -> None:
        raise ConfigError("The disk is full.")

    run = Run(measured(oracle), TABLE, RunPlan(cases=_CASES), on_done=keep)

    with pytest.raises(ConfigError, match="disk is full"):
        await run.play()
    assert run.done
