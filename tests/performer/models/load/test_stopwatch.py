"""The times of a model's calls."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.untrusted_text import Prompt
from performer.models.call_meter import CallMeter
from performer.models.load.stopwatch import CallTimes, TimedModel, measure_call
from performer.models.model import FinalAnswer, StepRequest, ToolMessage, Usage, UserMessage
from performer.tools.tool import ToolCall
from tests.performer.models.load.card import Card

pytestmark = pytest.mark.anyio

SEEN = UserMessage(text=Prompt("Well?"), pictures=(b"one",))
ASKED = StepRequest(messages=(SEEN,))


async def timed(clock: VirtualClock, *requests: StepRequest, breaks: bool = False) -> list[CallTimes]:
    card, calls = Card(clock, tells=True), list[CallTimes]()
    card.breaks = breaks
    model = TimedModel(clock, card, calls.append)

    async def ask() -> None:
        for request in requests:
            try:
                await model.step(request, lambda _: None)
            except ServiceError:
                assert breaks

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask)
        await clock.advance(60)
    return calls


async def test_the_servers_own_times_count(virtual_clock: VirtualClock) -> None:
    meter = CallMeter(virtual_clock)
    usage = Usage(answer_tokens=20, read_s=0.5, answer_s=1.0)

    call = measure_call(ASKED, FinalAnswer(text="Oh.", usage=usage), meter, is_known=False)

    assert call is not None
    assert (call.read_s, call.token_s, call.tokens, call.is_exact) == (0.5, 0.05, 20, True)
    assert (call.kind.pictures, call.kind.spoke) == (1, True)


async def test_where_the_server_tells_nothing_the_first_word_counts_and_without_one_the_whole(
    virtual_clock: VirtualClock,
) -> None:
    spoken, silent = CallMeter(virtual_clock), CallMeter(virtual_clock)
    await virtual_clock.advance(2)
    spoken("Oh.")
    await virtual_clock.advance(1)

    calls = [measure_call(ASKED, FinalAnswer(text=""), each, is_known=False) for each in (spoken, silent)]

    assert [each and (each.read_s, each.kind.spoke) for each in calls] == [(2, True), (3, False)]


async def test_a_call_that_loaded_the_model_says_nothing(virtual_clock: VirtualClock) -> None:
    step = FinalAnswer(text="", usage=Usage(load_s=1.0))

    assert measure_call(ASKED, step, CallMeter(virtual_clock), is_known=False) is None


async def test_a_picture_that_was_made_smaller_shows_no_quickness(virtual_clock: VirtualClock) -> None:
    request = StepRequest(messages=(UserMessage(text=Prompt(""), pictures=(b"one",), shrink=2),))

    call = measure_call(request, FinalAnswer(text=""), CallMeter(virtual_clock), is_known=False)

    assert call is not None
    assert (call.shrink, call.is_whole, call.is_exact) == (2, True, False)


async def test_the_same_picture_again_and_a_further_step_are_known(virtual_clock: VirtualClock) -> None:
    further = ToolMessage(call=ToolCall(id="1", name="wave", arguments={}), text=Prompt("waved"))

    calls = await timed(virtual_clock, ASKED, ASKED, StepRequest(messages=(SEEN, further)))

    assert [each.read_s is None for each in calls] == [False, True, True]


async def test_a_call_that_breaks_off_is_measured_until_then(virtual_clock: VirtualClock) -> None:
    (call,) = await timed(virtual_clock, ASKED, breaks=True)

    assert (call.is_whole, call.is_exact) == (False, False)
