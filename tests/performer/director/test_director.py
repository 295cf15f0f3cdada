"""The director: which cue becomes a turn, when, and what is heard meanwhile."""

from functools import partial

import anyio
import pytest

from performer.clock import VirtualClock
from performer.cues import ChatCue, ChatLine, GameCue, OperatorCue, SayCue, ScheduleCue, SilenceCue, kind
from performer.errors import ServiceError
from performer.events import CueDropped, CueTaken, TurnCut
from performer.supervisor import supervise
from tests.performer.director.rehearsal import Rehearsal, rehearsal

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
        it.director.cue(SayCue(text="hold on"))
        await virtual_clock.advance(0.5)
        it.scene(importance=0.7)
        it.game("a coin", importance=0.2)
        it.game("a boss", importance=0.8)
        it.chat("hello", channel="a")
        it.director.cue(ScheduleCue(text="drink", at_s=0.5))
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


async def test_lines_of_a_channel_are_gathered_and_channels_are_answered_apart(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(0.5)
        it.director.cue(SayCue(text="wait"))
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
        it.pacing.on_change()
        await virtual_clock.advance(0)

        assert it.taken == ["scene", "game"]


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


async def test_the_streamer_cuts_what_is_heard_and_is_heard_at_once(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10
        it.chat("hello", direct=True)
        await virtual_clock.advance(3)
        it.hand.think_s = 0
        it.director.cue(SayCue(text="now me", at_s=3))
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
        it.director.cue(SayCue(text="from a program", at_s=3, is_own=False))
        await virtual_clock.advance(20)
        await it.director.pause()
        it.director.cue(SayCue(text="in the pause", at_s=23, is_own=False))
        await virtual_clock.advance(30)

        assert it.cuts == []
        assert it.heard == [(1, 10.0), (2, 10.0)]
        assert [kind(cue) for cue in it.hand.cues] == ["scene", "say"]


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
        it.director.cue(ScheduleCue(text="drink"))
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
        it.director.cue(ScheduleCue(text="drink", at_s=1))
        it.chat("hello all", channel="b")
        it.game("the boss")
        await virtual_clock.advance(60)

        assert it.cuts == []
        assert [each.kind for each in it.of(CueTaken)][:3] == ["chat", "schedule", "chat"]


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


async def test_the_streamers_own_turn_never_gives_way(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.ask("do it")
        await virtual_clock.advance(2)
        await it.director.give_way("the streamer speaks")
        await virtual_clock.advance(5)

        assert it.cuts == []
        assert it.heard == [(1, 2.0)]


async def test_hush_silences_first_then_ends_the_turn_and_says_so(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(0.5)
        await it.director.hush()
        await virtual_clock.advance(0.1)

        assert it.hand.cut_turns == [1]
        assert it.of(TurnCut) == [TurnCut(turn=1, reason="hush")]
        assert it.director.turn is None


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
        it.director.cue(SayCue(text="one"))
        it.director.cue(SayCue(text="two"))
        it.chat("hello")
        it.director.cue(ScheduleCue(text="drink", at_s=0.5))
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
    assert it.director.turn is None


async def test_a_pause_holds_everything_but_the_streamer_back(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock, idle_s=25) as it:
        await it.director.pause()
        it.scene()
        it.director.cue(SayCue(text="hi"))
        await virtual_clock.advance(40)
        it.chat("hello")
        assert it.taken == ["say"]

        it.director.resume()
        await virtual_clock.advance(20)
        assert it.taken == ["say", "chat"]
        assert it.dropped == ["waited longer than 6 s"]


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


async def test_cues_that_grow_old_are_let_go_at_their_hour_though_nothing_else_happens(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        await it.director.pause()
        it.scene()
        it.game("the boss")
        it.chat("old")
        it.chat("hey you", direct=True, channel="b")
        it.director.cue(ScheduleCue(text="drink", at_s=0))
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
        made.director.cue(SayCue(text="x"))

    with pytest.raises(ServiceError, match="16 requests are waiting"):
        made.director.cue(SayCue(text="x"))


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
        it.director.cue(GameCue(text="the boss", importance=0.75, at_s=0))
        it.director.cue(ChatCue(lines=(ChatLine(text="hi"),)))
        it.director.cue(OperatorCue())
        await virtual_clock.advance(20)

        assert [(each.kind, each.importance) for each in it.of(CueTaken)] == [
            ("operator", None),
            ("chat", None),
            ("game", 0.75),
        ]
