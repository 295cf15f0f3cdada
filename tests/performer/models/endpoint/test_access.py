"""The one place where an endpoint's model is asked."""

import math

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.models.call_meter import CallMeter
from performer.models.endpoint.access import EndpointFigures, ModelAccess
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import FinalAnswer, OnText, Step, StepRequest, Usage
from tests.performer.models.proved import Proved

ASKED = StepRequest(messages=())


class Slow(Proved):
    """A model that answers after two seconds."""

    name, sees, reason = "slow", True, "chosen"

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock

    async def warm_up(self) -> None:
        """Be there."""

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        await self._clock.sleep(2)
        on_text("Oh.")
        return FinalAnswer(text="Oh.")


def accesses(clock: VirtualClock, count: int) -> list[ModelAccess]:
    gate = RequestGate()
    made = [ModelAccess("here", gate, clock) for _ in range(count)]
    for each in made:
        each.model, each.is_up = Slow(clock), True
    return made


@pytest.mark.anyio
async def test_the_opening_is_known_until_somebody_else_asks_the_same_model(virtual_clock: VirtualClock) -> None:
    mine, other = accesses(virtual_clock, 2)
    assert mine.model is not None
    known: list[bool] = []

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(mine.ask, mine.model, ASKED, CallMeter(virtual_clock))
        await virtual_clock.advance(3)
        mine.warmth.knows = True
        known.append(mine.knows_opening)
        tasks.start_soon(other.ask, mine.model, ASKED, CallMeter(virtual_clock))
        await virtual_clock.advance(3)
        known.append(mine.knows_opening)

    assert known == [True, False]


@pytest.mark.anyio
@pytest.mark.parametrize(("within_s", "text", "took_s"), [(math.inf, "Oh.", 2), (1, "", 1)])
async def test_an_answer_beside_the_show_that_takes_too_long_is_empty(
    virtual_clock: VirtualClock, within_s: float, text: str, took_s: float
) -> None:
    (access,) = accesses(virtual_clock, 1)
    answers: list[tuple[Step, float]] = []

    async def ask() -> None:
        answers.append(await access.ask_beside(ASKED, within_s))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask)
        await virtual_clock.advance(3)

    assert answers == [(FinalAnswer(text=text), took_s)]


@pytest.mark.anyio
async def test_a_model_that_is_gone_is_not_asked(virtual_clock: VirtualClock) -> None:
    (access,) = accesses(virtual_clock, 1)
    access.is_up = False

    with pytest.raises(ServiceError, match="here is gone"):
        await access.ask_beside(ASKED, math.inf)


def test_before_the_first_answer_nothing_is_known() -> None:
    figures = EndpointFigures()

    assert (figures.answers, figures.failures, figures.answer_s, figures.tokens_per_s) == (0, 0, None, None)


def test_an_answer_takes_what_the_median_of_the_last_fifty_took() -> None:
    figures = EndpointFigures()
    for took_s in [9.0] * 50 + [1.0] * 26:
        figures.count_answer(FinalAnswer(text=""), took_s)

    assert (figures.answers, figures.answer_s) == (76, 1.0)


def test_a_short_answer_shows_nothing_of_how_fast_others_are_written() -> None:
    figures = EndpointFigures()
    for tokens, answer_s in [(20, 1.0), (3, 3.0), (20, 0.0)]:
        usage = Usage(answer_tokens=tokens, answer_s=answer_s)
        figures.count_answer(FinalAnswer(text="", usage=usage), 1.0)

    assert figures.tokens_per_s == 20.0


def test_the_last_failure_is_kept() -> None:
    figures = EndpointFigures()
    figures.count_failure("one")
    figures.count_failure("two")

    assert (figures.failures, figures.last_error) == (2, "two")
