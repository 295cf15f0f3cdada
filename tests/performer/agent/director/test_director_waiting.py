"""What waits for its turn, and what waits to be heard: how much, how long, and what is let go."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import SayCue, ScheduleCue
from performer.core.errors import ServiceError
from performer.core.events.turns import CueTaken
from performer.core.process.supervisor import supervise
from tests.performer.agent.director.scripted_show import Rehearsal, rehearsal

pytestmark = pytest.mark.anyio


async def test_lines_of_a_channel_are_gathered_and_channels_are_answered_apart(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(0.5)
        it.inbox.put(SayCue(text="wait"))
        await virtual_clock.advance(0.1)
        for text, channel in (("one", "a"), ("two", "b"), ("three", "a")):
            it.chat(text, channel=channel)
            await virtual_clock.advance(0.1)
        await virtual_clock.advance(30)

        taken = [each.text for each in it.of(CueTaken) if each.kind == "chat"]
        assert taken == ["viewer: one / viewer: three", "viewer: two"]


async def test_the_next_line_is_written_while_one_is_heard_and_follows_it_at_once(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.think_s, it.hand.speak_s = 1, 4
        it.chat("one")
        await virtual_clock.advance(2)
        it.chat("two")
        await virtual_clock.advance(20)

        assert it.hand.performed == [("chat", 0.0), ("chat", 2.0)]
        assert it.heard == [(1, 4.0), (2, 4.0)]
        assert it.cuts == []


async def test_one_turn_is_heard_one_waits_and_no_third_is_begun(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.think_s, it.hand.speak_s = 1, 10
        for second in range(10):
            it.chat(f"line {second}", channel=f"channel {second}")
            await virtual_clock.advance(1)

        assert it.hand.performed == [("chat", 0.0), ("chat", 1.0)]
        assert it.hand.most_performing == 1


async def test_of_comments_that_wait_behind_a_line_the_newest_wins(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.think_s, it.hand.speak_s = 1, 10
        it.chat("hello")
        await virtual_clock.advance(2)
        it.game("first")
        await virtual_clock.advance(2)
        it.game("second")
        await virtual_clock.advance(20)

        assert it.cuts == [(2, "a newer line took its place")]
        assert it.heard == [(1, 10.0), (3, 10.0)]
        assert it.hand.cut_turns == []


async def test_a_comment_that_is_still_being_written_is_not_given_up_for_the_next(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.think_s = 4
        for _ in range(15):
            it.scene(importance=0.95)
            await virtual_clock.advance(0.5)

        assert it.cuts == []
        assert it.taken == ["scene", "scene"]


async def test_a_turn_that_says_nothing_keeps_nobody_waiting(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 30
        it.chat("one")
        await virtual_clock.advance(1)
        it.hand.is_silent = True
        for _ in range(5):
            it.chat("and?")
            await virtual_clock.advance(2)

        assert it.hand.performed == [("chat", float(at_s)) for at_s in (0, 1, 3, 5, 7, 9)]


@pytest.mark.expects_log
async def test_a_turn_that_breaks_takes_none_that_waits_with_it(virtual_clock: VirtualClock) -> None:
    it = Rehearsal(virtual_clock)
    it.hand.breaks_at = 1
    async with anyio.create_task_group() as tasks:
        await tasks.start(it.note)
        await tasks.start(it.hand.run)
        await tasks.start(supervise, virtual_clock, it.stream, "director", it.director.run)
        it.chat("one")
        await virtual_clock.advance(0.5)
        it.chat("two")
        await virtual_clock.advance(10)
        tasks.cancel_scope.cancel()

    assert it.hand.performed == [("chat", 0.0), ("chat", 1.25)]
    assert it.cuts == [(1, "it broke")]
    assert it.turns.turn is None


async def test_cues_that_grow_old_are_let_go_at_their_hour_though_nothing_else_happens(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        await it.director.pause()
        it.scene()
        it.game("the boss")
        it.chat("old")
        it.chat("hey you", direct=True, channel="b")
        it.inbox.put(ScheduleCue(text="drink", at_s=0))
        for until_s, dropped in ((6, 1), (10, 2), (60, 3), (120, 4), (300, 5)):
            await virtual_clock.advance(until_s - virtual_clock.now() - 0.01)
            assert len(it.dropped) == dropped - 1
            await virtual_clock.advance(0.01)
            assert len(it.dropped) == dropped

        assert it.dropped == [f"waited longer than {age_s} s" for age_s in (6, 10, 60, 120, 300)]


@pytest.mark.parametrize("speech_s", [0.1, 1 / 3, 2.718281828, 0.7 + 0.1])
async def test_odd_durations_never_leave_it_waiting_for_a_gate_that_is_due(
    virtual_clock: VirtualClock, speech_s: float
) -> None:
    async with rehearsal(virtual_clock, gap_s=8) as it:
        it.hand.speak_s = speech_s
        for _ in range(400):
            it.scene()
            await virtual_clock.advance(0.9)

        assert len(it.hand.performed) > 360 / (8 + 1 + speech_s + 1)


async def test_too_many_requests_are_refused_in_words(virtual_clock: VirtualClock) -> None:
    made = Rehearsal(virtual_clock)
    for _ in range(16):
        made.inbox.put(SayCue(text="x"))

    with pytest.raises(ServiceError, match="16 requests are waiting"):
        made.inbox.put(SayCue(text="x"))
