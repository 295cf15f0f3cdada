"""The director: which cue becomes a turn, and when."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, GameCue, OperatorCue, SayCue, ScheduleCue, SilenceCue
from performer.core.events.turns import CueTaken
from tests.performer.agent.director.scripted_show import rehearsal

pytestmark = pytest.mark.anyio


async def test_the_first_picture_may_be_talked_about_at_once_the_next_after_the_gap(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock, gap_s=8) as it:
        for _ in range(20):
            it.scene()
            await virtual_clock.advance(1)

        assert it.hand.performed == [("scene", 0.0), ("scene", 11.0)]


async def test_the_idle_timer_starts_when_the_speech_has_ended(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, gap_s=8, idle_s=30) as it:
        it.scene()
        await virtual_clock.advance(70)

        assert it.hand.performed == [("scene", 0.0), ("silence", 33.0), ("silence", 66.0)]


async def test_the_highest_rank_goes_first_and_of_events_the_most_important(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, cut_every_s=3600) as it:
        it.inbox.put(SayCue(text="hold on"))
        await virtual_clock.advance(0.5)
        it.scene(importance=0.7)
        it.game("a coin", importance=0.2)
        it.game("a boss", importance=0.8)
        it.chat("hello", channel="a")
        it.inbox.put(ScheduleCue(text="drink", at_s=0.5))
        it.chat("you there?", direct=True, channel="b")
        it.ask("do it")
        await virtual_clock.advance(30)

        taken = [(each.kind, each.text) for each in it.of(CueTaken)]
        assert taken == [
            ("say", "hold on"),
            ("operator", "do it"),
            ("chat", "viewer: you there?"),
            ("schedule", "drink"),
            ("chat", "viewer: hello"),
            ("game", "a boss"),
            ("game", "a coin"),
        ]
        assert it.dropped == ["waited longer than 6 s"]


async def test_silence_is_no_reason_while_anything_is_heard_or_written(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, idle_s=1) as it:
        it.hand.think_s, it.hand.speak_s = 10, 10
        it.chat("hello")
        await virtual_clock.advance(20)
        assert it.taken == ["chat"]

        await virtual_clock.advance(1)
        assert it.taken == ["chat", "silence"]


async def test_silence_is_told_with_how_long_it_lasts(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, idle_s=10) as it:
        it.chat("hello")
        await virtual_clock.advance(20)

        assert it.hand.cues[1] == SilenceCue(idle_s=10.0, at_s=13.0)


async def test_after_a_pause_the_quiet_is_counted_anew(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, idle_s=10) as it:
        await it.director.pause()
        await virtual_clock.advance(50)
        it.director.resume()
        await virtual_clock.advance(10)

        assert it.hand.cues == [SilenceCue(idle_s=10.0, at_s=60.0)]


async def test_the_pacing_is_told_of_every_cue_that_became_a_turn(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, idle_s=10) as it:
        it.chat("hello")
        await virtual_clock.advance(20)

        assert it.pacing.taken == it.hand.cues
        assert len(it.hand.cues) == 2


async def test_what_a_pacing_changes_by_itself_is_seen_at_once(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, gap_s=1000) as it:
        it.scene()
        await virtual_clock.advance(4)
        it.game("the boss")
        await virtual_clock.advance(4)
        it.pacing.is_open = True
        it.inbox.wake()
        await virtual_clock.advance(0)

        assert it.taken == ["scene", "game"]


@pytest.mark.expects_log
async def test_a_speaker_that_never_ends_does_not_stop_the_show(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10_000
        it.game("the boss")
        await virtual_clock.advance(2)
        it.game("another")
        await virtual_clock.advance(400)
        it.game("a third")
        await virtual_clock.advance(1)

        assert it.taken == ["game", "game", "game"]


async def test_a_speech_of_minutes_is_heard_to_its_end_and_so_is_what_waits_behind_it(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.sentences = 250
        it.ask("tell a long story")
        await virtual_clock.advance(2)
        it.hand.sentences = 1
        it.ask("and then say good night")
        await virtual_clock.advance(600)

        assert it.heard == [(1, 2.0)] * 250 + [(2, 2.0)]


async def test_with_nothing_to_see_neither_silence_nor_the_picture_is_a_reason_to_speak_but_people_are(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock, idle_s=30) as it:
        it.director.sight(False)
        await virtual_clock.advance(500)
        it.scene()
        await virtual_clock.advance(1)
        it.chat("are you there?")
        await virtual_clock.advance(20)
        assert it.taken == ["chat"]

        it.director.sight(True)
        await virtual_clock.advance(20)
        assert it.hand.performed[1:] == [("silence", 534.0)]


async def test_what_a_cue_was_worth_is_told(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.inbox.put(GameCue(text="the boss", importance=0.75, at_s=0))
        it.inbox.put(ChatCue(lines=(ChatLine(text="hi"),)))
        it.inbox.put(OperatorCue())
        await virtual_clock.advance(20)

        assert [(each.kind, each.importance) for each in it.of(CueTaken)] == [
            ("operator", None),
            ("chat", None),
            ("game", 0.75),
        ]
