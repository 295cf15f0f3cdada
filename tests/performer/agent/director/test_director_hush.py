"""Hush, pauses and the end: what falls silent, what is let go, and what is heard out."""

from functools import partial

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import SayCue, ScheduleCue
from performer.core.events.turns import CueDropped, TurnCut
from tests.performer.agent.director.scripted_show import rehearsal

pytestmark = pytest.mark.anyio


async def test_hush_silences_first_then_ends_the_turn_and_says_so(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(0.5)
        await it.director.hush()
        await virtual_clock.advance(0.1)

        assert it.hand.cut_turns == [1]
        assert it.of(TurnCut) == [TurnCut(turn=1, reason="hush")]
        assert it.turns.turn is None


async def test_clips_fall_silent_for_the_streamers_hand_alone(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10
        for silence in (
            partial(it.director.give_way, "the streamer speaks"),
            it.director.hush,
            partial(it.director.pause, "key", "the key"),
        ):
            it.chat("hello")
            await virtual_clock.advance(5)
            await silence()

        assert it.hand.cut_clips == [False, True, True]


async def test_hush_ends_the_turn_that_is_heard_and_the_one_that_waits(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10
        it.chat("one")
        await virtual_clock.advance(2)
        it.chat("two")
        await virtual_clock.advance(2)
        await it.director.hush()
        await virtual_clock.advance(20)

        assert it.cuts == [(1, "hush"), (2, "hush")]
        assert it.heard == [(1, 3.0)]


async def test_hush_with_nothing_going_on_says_nothing(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        await it.director.hush()
        await virtual_clock.advance(1)

        assert it.cuts == []


async def test_two_hushes_cut_a_turn_once(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(0.5)
        await it.director.hush()
        await it.director.hush()
        await virtual_clock.advance(0.1)

        assert it.cuts == [(1, "hush")]


async def test_hush_lets_go_of_everything_that_waits(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.ask("first")
        await virtual_clock.advance(0.5)
        it.inbox.put(SayCue(text="one"))
        it.inbox.put(SayCue(text="two"))
        it.chat("hello")
        it.inbox.put(ScheduleCue(text="drink", at_s=0.5))
        it.game("the boss")
        it.scene()
        await it.director.hush()
        await virtual_clock.advance(5)

        assert it.taken == ["operator"]
        assert sorted(each.kind for each in it.of(CueDropped)) == ["chat", "game", "say", "say", "scene", "schedule"]
        assert set(it.dropped) == {"hush"}


async def test_at_the_end_everything_is_let_go_and_nothing_begins_any_more(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, idle_s=1) as it:
        it.chat("hello")
        await virtual_clock.advance(0.5)
        it.chat("still there?")
        await it.director.end("the end of the show")
        it.ask("one more")
        it.game("the boss")
        await virtual_clock.advance(60)

        assert it.taken == ["chat"]
        assert it.cuts == [(1, "the end of the show")]
        assert it.dropped == ["the end of the show"] * 3


async def test_a_pause_holds_everything_but_the_streamer_back(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, idle_s=25) as it:
        await it.director.pause()
        it.scene()
        it.inbox.put(SayCue(text="hi"))
        await virtual_clock.advance(40)
        it.chat("hello")
        assert it.taken == ["say"]

        it.director.resume()
        await virtual_clock.advance(20)
        assert it.taken == ["say", "chat"]
        assert it.dropped == ["waited longer than 6 s"]


async def test_only_a_pause_by_the_streamers_hand_silences_the_streamer(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        silenced = []
        for by in ("scene", "asked", "key"):
            await it.director.pause(by)
            silenced.append(it.director.is_silenced)
            it.director.resume(by)

        assert [*silenced, it.director.is_silenced] == [False, True, True, False]


async def test_a_pause_by_the_streamers_hand_silences_even_the_streamers_own(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.ask("do it")
        await virtual_clock.advance(2)
        await it.director.pause("key", "a key was pressed")
        await virtual_clock.advance(5)

        assert it.cuts == [(1, "paused: a key was pressed")]


async def test_a_pause_for_another_reason_lets_the_streamers_own_be_heard_out(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        for text in ("do it", "and this", "and that"):
            it.ask(text)
        it.chat("hello")
        await virtual_clock.advance(2)
        await it.director.pause("scene", "OBS scene 'BRB'")
        await virtual_clock.advance(10)

        assert it.heard == [(1, 2.0), (2, 2.0), (3, 2.0)]
        assert it.dropped == ["paused: OBS scene 'BRB'"]


async def test_a_turn_that_is_written_ends_when_what_it_saw_may_not_be_seen_and_one_that_is_heard_goes_on(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10
        it.chat("one")
        await virtual_clock.advance(2)
        it.chat("two")
        await virtual_clock.advance(0.5)
        await it.director.unsee("a mask was drawn")
        await virtual_clock.advance(20)

        assert it.cuts == [(2, "a mask was drawn")]
        assert it.heard == [(1, 10.0)]
