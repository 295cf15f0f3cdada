"""The limit of answers: never more than so many within any hour."""

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.chat.answer_limit import HOUR_S, AnswerLimit
from performer.clock import VirtualClock

pytestmark = pytest.mark.anyio


@settings(max_examples=30)
@given(st.lists(st.integers(0, 2000), max_size=30))
def test_within_any_hour_nobody_is_answered_more_often(pauses_s: list[int]) -> None:
    async def live() -> list[float]:
        clock, answered_s = VirtualClock(), list[float]()
        limit = AnswerLimit(clock, 3)
        for pause_s in pauses_s:
            await clock.advance(pause_s)
            if not limit.wait_s("Anna"):
                limit.answered("Anna")
                answered_s.append(clock.now())
        return answered_s

    answered_s = anyio.run(live)
    assert all(later - earlier >= HOUR_S for earlier, later in zip(answered_s, answered_s[3:], strict=False))


async def test_who_has_to_wait_may_go_on_when_the_first_answer_is_an_hour_old(virtual_clock: VirtualClock) -> None:
    limit = AnswerLimit(virtual_clock, 2)
    limit.answered("Anna")
    await virtual_clock.advance(1000)
    limit.answered("Anna")

    assert limit.wait_s("Anna") == 2600
    assert limit.wait_s("Ben") == 0
    await virtual_clock.advance(2600)
    assert limit.wait_s("Anna") == 0


async def test_everybody_is_told_once_an_hour(virtual_clock: VirtualClock) -> None:
    limit = AnswerLimit(virtual_clock, 2)

    assert [limit.is_to_be_told(who) for who in ("Anna", "Anna", "Ben")] == [True, False, True]
    await virtual_clock.advance(HOUR_S)
    assert limit.is_to_be_told("Anna")
