"""While somebody else has the floor: who waits, who is silenced, and who speaks all the same."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import CONSOLE, OperatorCue
from tests.performer.agent.director.scripted_show import rehearsal

pytestmark = pytest.mark.anyio


async def test_nothing_but_the_streamers_own_begins_while_the_floor_is_taken(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, idle_s=5) as it:
        it.floor.take()
        it.chat("hello")
        it.game("the boss")
        await virtual_clock.advance(6)
        assert it.taken == []
        it.ask("do it")
        await virtual_clock.advance(1)
        assert it.taken == ["operator"]

        it.floor.free()
        await virtual_clock.advance(9)
        assert it.taken == ["operator", "chat", "game"]


async def test_the_floor_is_waited_for_and_not_asked_over_and_over(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.floor.take()
        it.chat("hello")
        await virtual_clock.advance(50)

        assert it.floor.asked < 5


async def test_a_long_floor_is_no_speaker_that_never_ends(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.chat("hello")
        await virtual_clock.advance(0.5)
        it.floor.take()
        await virtual_clock.advance(400)
        it.floor.free()
        await virtual_clock.advance(5)

        assert it.heard == [(1, 2.0)]


async def test_giving_way_cuts_what_is_heard_and_keeps_what_waits(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.chat("one")
        await virtual_clock.advance(2)
        it.floor.take()
        await it.director.give_way("the streamer speaks")
        it.chat("two")
        await virtual_clock.advance(5)
        it.floor.free()
        await virtual_clock.advance(10)

        assert it.cuts == [(1, "the streamer speaks")]
        assert it.heard == [(1, 1.0), (2, 2.0)]


async def test_an_answer_that_nobody_has_heard_anything_of_waits_for_the_floor_and_a_comment_does_not(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        it.chat("one")
        await virtual_clock.advance(0.5)
        it.floor.take()
        await it.director.give_way("the streamer speaks")
        await virtual_clock.advance(5)
        it.floor.free()
        await virtual_clock.advance(1)
        assert it.hand.speaking == 1

        it.game("the boss")
        await virtual_clock.advance(0.5)
        await it.director.give_way("the streamer speaks")
        assert it.cuts == []
        await virtual_clock.advance(0)
        assert it.cuts == [(1, "the streamer speaks"), (2, "the streamer speaks")]


async def test_an_answer_to_what_the_streamer_typed_stops_when_they_speak(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.inbox.put(OperatorCue(text="well?", channel=CONSOLE))
        await virtual_clock.advance(2)
        await it.director.give_way("the streamer speaks")
        await virtual_clock.advance(1)

        assert it.cuts == [(1, "the streamer speaks")]


async def test_the_streamers_own_turn_never_gives_way(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.ask("do it")
        await virtual_clock.advance(2)
        await it.director.give_way("the streamer speaks")
        await virtual_clock.advance(5)

        assert it.cuts == []
        assert it.heard == [(1, 2.0)]
