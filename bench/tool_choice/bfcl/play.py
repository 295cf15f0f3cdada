"""BFCL's cases played by a model: one turn after the other, each asked as the product's drivers ask.

The tools answer "Done." to every call; in a case of several turns the model may be asked up to six times in one.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bench.tool_choice.bfcl.cases import BfclCase, BfclTurn, grade_bfcl
from bench.tool_choice.cases.case import Case
from bench.tool_choice.playing.models import Measured
from bench.tool_choice.playing.play import TrialPlan, describe_failure, is_late
from bench.tool_choice.playing.run import MOST_ERRORS, ServerGoneError
from bench.tool_choice.trial import AskedMode, MadeCall, TrialVerdict
from performer.core.errors import ServiceError
from performer.core.untrusted_text import Prompt, repeat_own_words
from performer.models.model import (
    AssistantMessage,
    ChatMessage,
    FinalAnswer,
    Model,
    StepRequest,
    ToolCalls,
    ToolMessage,
    ignore_text,
)

MOST_STEPS: Final = 6
_DONE: Final = Prompt("Done.")


async def play_bfcl(
    cases: Sequence[BfclCase], measured: Measured, mode: AskedMode, on_done: Callable[[BfclCase, TrialVerdict], None]
) -> None:
    """Play cases, each told with its verdict when it is done: an error is the server's, and what is late a timeout.

    Raises:
        ServerGoneError: after so many errors in a row that the server must be gone.
    """
    errors_in_a_row = 0
    for case in cases:
        verdict = await _play_case(case, measured.make(make_plan(case, mode)).model)
        on_done(case, verdict)
        errors_in_a_row = errors_in_a_row + 1 if verdict.label == "error" else 0
        if errors_in_a_row >= MOST_ERRORS:
            raise ServerGoneError(verdict.why)


def make_plan(case: BfclCase, mode: AskedMode) -> TrialPlan:
    """Return the plan of a trial that stands for a case: what is said and offered is the case's own."""
    stand_in = Case(id=case.id, group="custom", why="A case of BFCL.", says=case.id)
    return TrialPlan(case=stand_in, mode=mode, repeat=0, seed=0)


async def _play_case(case: BfclCase, model: Model) -> TrialVerdict:
    messages: tuple[ChatMessage, ...] = ()
    made: list[list[MadeCall]] = []
    most = MOST_STEPS if case.category.has_turns else 1
    try:
        for turn in case.turns:
            messages, calls = await _play_turn(turn, (*messages, *turn.messages), model, most)
            made.append(calls)
    except ServiceError as failure:
        why = describe_failure(str(failure))
        return TrialVerdict(label="timeout" if is_late(why) else "error", why=why)
    return grade_bfcl(case, made)


async def _play_turn(
    turn: BfclTurn, messages: tuple[ChatMessage, ...], model: Model, most: int
) -> tuple[tuple[ChatMessage, ...], list[MadeCall]]:
    """Ask until the model calls no more; return the messages with what it said, and its calls."""
    made: list[MadeCall] = []
    for number in range(1, most + 1):
        step = await model.step(StepRequest(messages=messages, tools=turn.specs), ignore_text)
        if isinstance(step, FinalAnswer):
            return (*messages, AssistantMessage(text=repeat_own_words(step.text))), made
        made += _list_calls(step, number)
        said = AssistantMessage(text=repeat_own_words(step.preface), calls=step.calls)
        messages = (*messages, said, *(ToolMessage(call=each, text=_DONE) for each in step.calls))
        if not step.calls:
            break
    return messages, made


def _list_calls(step: ToolCalls, number: int) -> list[MadeCall]:
    calls = [MadeCall(tool=each.name, arguments=each.arguments, step=number, came="returned") for each in step.calls]
    wrong = [
        MadeCall(tool=each.call.name, arguments=each.call.arguments, step=number, came="refused", told=each.reason)
        for each in step.misprints
    ]
    return [*calls, *(replace(each, is_misprint=True) for each in wrong)]
