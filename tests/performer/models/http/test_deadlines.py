"""The three limits of an answer, in virtual time."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.models.http.deadlines import AnswerDeadlines

pytestmark = pytest.mark.anyio


async def given_up(clock: VirtualClock, patience: AnswerDeadlines) -> tuple[float, str]:
    """Wait for something that never comes, and tell when and with which words that ended."""
    found: list[tuple[float, str]] = []

    async def wait() -> None:
        try:
            await patience.wait(anyio.sleep_forever)
        except ServiceError as error:
            found.append((clock.now(), str(error)))

    async with anyio.create_task_group() as group:
        group.start_soon(wait)
        await clock.advance(100)
    return found[0]


def patience(clock: VirtualClock) -> AnswerDeadlines:
    return AnswerDeadlines(clock, "It", first_s=20, between_s=5, total_s=30)


async def test_a_first_token_that_does_not_come_ends_the_wait(virtual_clock: VirtualClock) -> None:
    assert await given_up(virtual_clock, patience(virtual_clock)) == (20, "It did not begin to answer within 20 s.")


async def test_a_pause_between_tokens_ends_the_wait(virtual_clock: VirtualClock) -> None:
    waiting = patience(virtual_clock)
    await virtual_clock.advance(7)
    waiting.heard()

    assert await given_up(virtual_clock, waiting) == (12, "It fell silent for 5 s in mid-answer.")


async def test_the_total_ends_the_wait_however_lively_it_is(virtual_clock: VirtualClock) -> None:
    waiting = patience(virtual_clock)
    await virtual_clock.advance(28)
    waiting.heard()

    assert await given_up(virtual_clock, waiting) == (30, "It was not done after 30 s.")


async def test_what_comes_in_time_is_given(virtual_clock: VirtualClock) -> None:
    async def come() -> str:
        await anyio.lowlevel.checkpoint()
        return "here"

    assert await patience(virtual_clock).wait(come) == "here"
