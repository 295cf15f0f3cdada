"""What each step of a turn is for, with a plan and without one."""

import pytest

from performer.agent.turn.steps import Phases
from performer.models.model import FinalAnswer, Misprint, Step, StepRequest, ToolCalls
from performer.tools.tool import ToolCall
from tests.performer.models.toolcalls.text.tools import TOOLS

WAVE, HUSH = (ToolCall(id=name, name=name) for name in ("wave", "hush"))


def asked(phases: Phases, *news: bool, tools: bool = True) -> list[str]:
    """Ask until it is over; each step comes to news as given, and the others to none."""
    requests: list[StepRequest] = []
    more = iter(news)
    while not phases.is_over:
        requests.append(phases.ask((), TOOLS if tools else (), None))
        phases.picked(has_news=next(more, False))
    assert all(bool(each.tools) is (tools and each.phase != "write") for each in requests)
    return [each.phase for each in requests]


def test_without_a_plan_every_step_is_free() -> None:
    assert asked(Phases(plan=False, steps=3)) == ["free"] * 3


@pytest.mark.parametrize(
    ("steps", "news", "phases"),
    [
        (3, [], ["pick", "write", "write"]),
        (4, [True], ["pick", "pick", "write", "write"]),
        (4, [True] * 9, ["pick", "pick", "pick", "write"]),
        (2, [True] * 9, ["pick", "write"]),
        (1, [], ["write"]),
    ],
)
def test_a_plan_picks_while_there_is_something_to_pick_and_always_ends_by_writing(
    steps: int, news: list[bool], phases: list[str]
) -> None:
    assert asked(Phases(plan=True, steps=steps), *news) == phases


def test_with_nothing_to_pick_it_is_only_written() -> None:
    assert asked(Phases(plan=True, steps=2), tools=False) == ["write"] * 2


def test_of_a_pick_one_call_counts_and_a_misprint_only_where_there_is_no_call() -> None:
    phases = Phases(plan=True, steps=3)
    phases.ask((), TOOLS, None)
    wrong = (Misprint(call=WAVE, reason="no"), Misprint(call=HUSH, reason="no"))

    assert phases.wanted(ToolCalls(calls=(WAVE, HUSH), misprints=wrong)) == ToolCalls(calls=(WAVE,))
    assert phases.wanted(ToolCalls(calls=(), misprints=wrong)) == ToolCalls(calls=(), misprints=wrong[:1])


@pytest.mark.parametrize("step", [ToolCalls(calls=(WAVE,)), FinalAnswer(text="Hi.")])
def test_of_what_was_written_nothing_is_done(step: Step) -> None:
    phases = Phases(plan=True, steps=1)
    phases.ask((), TOOLS, None)

    assert phases.wanted(step) is None
