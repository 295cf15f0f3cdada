"""Who cuts whom: the streamer, a viewer, a great event, and how often."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import SayCue, ScheduleCue, name_kind
from performer.core.events.turns import CueTaken
from tests.performer.agent.director.scripted_show import rehearsal

pytestmark = pytest.mark.anyio


async def test_the_streamer_cuts_what_is_heard_and_is_heard_at_once(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10
        it.chat("hello", direct=True)
        await virtual_clock.advance(3)
        it.hand.think_s = 0
        it.inbox.put(SayCue(text="now me", at_s=3))
        await virtual_clock.advance(1)

        assert it.cuts == [(1, "for the streamer")]
        assert it.heard == [(1, 2.0)]
        assert it.hand.speaking == 2


async def test_for_the_words_of_a_program_nobody_is_cut_and_a_pause_holds_them_back(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10
        it.scene()
        await virtual_clock.advance(3)
        it.inbox.put(SayCue(text="from a program", at_s=3, is_own=False))
        await virtual_clock.advance(20)
        await it.director.pause()
        it.inbox.put(SayCue(text="in the pause", at_s=23, is_own=False))
        await virtual_clock.advance(30)

        assert it.cuts == []
        assert it.heard == [(1, 10.0), (2, 10.0)]
        assert [name_kind(cue) for cue in it.hand.cues] == ["scene", "say"]


async def test_the_streamers_own_lines_wait_for_each_other(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        for text in ("one", "two", "three"):
            it.ask(text)
        await virtual_clock.advance(20)

        assert it.cuts == []
        assert [turn for turn, _ in it.heard] == [1, 2, 3]


async def test_a_viewer_who_speaks_to_it_cuts_a_comment_once_the_answer_has_words(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10
        it.scene()
        await virtual_clock.advance(2)
        it.chat("hey you", direct=True)
        await virtual_clock.advance(20)

        assert it.cuts == [(1, "for a viewer who spoke to it")]
        assert it.heard == [(1, 2.0), (2, 10.0)]


async def test_a_comment_that_ends_in_time_is_not_cut_for_an_answer(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 2
        it.scene()
        await virtual_clock.advance(2.5)
        it.chat("hey you", direct=True)
        await virtual_clock.advance(20)

        assert it.cuts == []
        assert it.heard == [(1, 2.0), (2, 2.0)]


async def test_one_turn_in_so_many_seconds_is_cut_for_another_and_the_next_waits(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, cut_every_s=20) as it:
        it.hand.think_s, it.hand.speak_s = 0, 15
        for wait_s in (5, 3):
            it.scene()
            await virtual_clock.advance(wait_s)
            it.chat("hey you", direct=True)
            await virtual_clock.advance(15 if wait_s == 5 else 1)
        assert it.cuts == [(1, "for a viewer who spoke to it")]
        assert it.hand.speaking == 3

        await virtual_clock.advance(40)
        assert it.heard == [(1, 5.0), (2, 15.0), (3, 5.0), (4, 15.0)]


async def test_an_answer_to_the_chat_that_is_heard_is_finished(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 5
        it.chat("hello all")
        await virtual_clock.advance(2)
        it.chat("hey you", direct=True)
        await virtual_clock.advance(20)

        assert it.cuts == []
        assert it.heard == [(1, 5.0), (2, 5.0)]


async def test_an_answer_to_the_chat_that_is_still_written_makes_way_for_who_spoke_to_it(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.think_s = 5
        it.chat("hello all")
        await virtual_clock.advance(2)
        it.chat("hey you", direct=True)
        await virtual_clock.advance(0.1)

        assert it.cuts == [(1, "for a viewer who spoke to it")]
        assert it.hand.performed == [("chat", 0.0), ("chat", 2.0)]


@pytest.mark.parametrize(("importance", "cuts"), [(0.9, [(1, "for a great event")]), (0.89, [])])
async def test_only_a_great_event_cuts_what_is_said_into_the_silence(
    virtual_clock: VirtualClock, importance: float, cuts: list[tuple[int, str]]
) -> None:
    async with rehearsal(virtual_clock, idle_s=1) as it:
        it.hand.speak_s = 8
        await virtual_clock.advance(4)
        it.game("the boss", importance)
        await virtual_clock.advance(3)

        assert it.taken == ["silence", "game"]
        assert it.cuts == cuts


async def test_what_was_planned_is_not_cut_for_a_viewer(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.inbox.put(ScheduleCue(text="drink"))
        await virtual_clock.advance(0.5)
        it.chat("hey you", direct=True)
        await virtual_clock.advance(10)

        assert it.cuts == []
        assert it.taken == ["schedule", "chat"]


async def test_a_lower_cue_never_cuts(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.think_s = it.hand.speak_s = 5
        it.chat("hey you", direct=True)
        await virtual_clock.advance(1)
        it.inbox.put(ScheduleCue(text="drink", at_s=1))
        it.chat("hello all", channel="b")
        it.game("the boss")
        await virtual_clock.advance(60)

        assert it.cuts == []
        assert [each.kind for each in it.of(CueTaken)][:3] == ["chat", "schedule", "chat"]
