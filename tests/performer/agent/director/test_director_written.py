"""What is only written where it was asked: it disturbs nobody, and waits for no gap in the talk."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine
from tests.performer.agent.director.scripted_show import rehearsal

pytestmark = pytest.mark.anyio


def written(at_s: float = 0.0) -> ChatCue:
    return ChatCue(lines=(ChatLine(text="psst", channel="written:1", direct=True, at_s=at_s),))


async def test_an_answer_that_is_only_written_waits_neither_for_the_floor_nor_for_a_gap(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock, gap_s=1000) as it:
        it.floor.take()
        it.inbox.put(written())
        await virtual_clock.advance(0.5)

        assert it.taken == ["chat"]


async def test_a_pause_holds_written_answers_back_too(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        await it.director.pause()
        it.inbox.put(written())
        await virtual_clock.advance(5)

        assert it.taken == []


async def test_a_dropped_turn_is_cut_and_no_other(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.inbox.put(written())
        await virtual_clock.advance(0.5)

        await it.turns.drop(7, "somebody said no")
        assert it.hand.performing == 1
        await it.turns.drop(1, "somebody said no")
        await virtual_clock.advance(0)

        assert it.hand.performing == 0
