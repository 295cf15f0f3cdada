"""The times of a model's calls."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.untrusted_text import Prompt
from performer.models.call_meter import CallMeter, measure_call
from performer.models.model import FinalAnswer, StepRequest, Usage, UserMessage

pytestmark = pytest.mark.anyio

SEEN = UserMessage(text=Prompt("Well?"), pictures=(b"one",))
ASKED = StepRequest(messages=(SEEN,))


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


async def test_what_the_server_has_read_before_shows_nothing_of_reading(virtual_clock: VirtualClock) -> None:
    call = measure_call(ASKED, FinalAnswer(text=""), CallMeter(virtual_clock), is_known=True)

    assert call is not None
    assert call.read_s is None


async def test_a_call_that_breaks_off_is_measured_until_then(virtual_clock: VirtualClock) -> None:
    meter = CallMeter(virtual_clock)
    await virtual_clock.advance(3)

    call = measure_call(ASKED, None, meter, is_known=False)

    assert call is not None
    assert (call.read_s, call.is_whole, call.is_exact) == (3, False, False)
