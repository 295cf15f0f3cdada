"""The speaker: in order, paced, cut at once, and never silent about why."""

from collections.abc import AsyncGenerator

import anyio
import pytest

from performer.clock import VirtualClock
from performer.errors import ServiceError
from performer.events import (
    CueTaken,
    EventStream,
    SentenceBlocked,
    SentenceReady,
    SpeechEnded,
    SpeechGrew,
    SpeechStarted,
    TurnCut,
    TurnEnded,
)
from performer.voices import Utterance
from performer.voices.silent import SilentVoice
from performer.voices.speaker import Speaker
from performer.voices.watch import TooMuchSound
from tests.performer.open_floor import OpenFloor
from tests.performer.voices.booth import Booth, Broken, Loudspeaker, Slow, Stream, booth, piece


@pytest.mark.anyio
async def test_sentences_are_spoken_one_after_the_other(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(1)
        assert it.told() == ["SpeechStarted One."]
        await virtual_clock.advance(2)
        assert it.told() == ["SpeechStarted One.", "SpeechEnded One.", "SpeechStarted Two."]


@pytest.mark.anyio
async def test_a_turn_that_begins_wakes_the_sound(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.stream.publish(CueTaken(turn=1, kind="chat"))
        await virtual_clock.advance(0)

        assert it.loudspeaker.wakes == 1


@pytest.mark.anyio
async def test_a_turn_is_finished_when_its_last_word_has_been_heard(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it, anyio.create_task_group() as tasks:
        done_at: list[float] = []

        async def wait() -> None:
            await it.speaker.finished(1)
            done_at.append(virtual_clock.now())

        tasks.start_soon(wait)
        it.ready("One.", "Two.")
        it.end()
        await virtual_clock.advance(10)

        assert done_at == [4.0]


@pytest.mark.anyio
async def test_a_cut_is_silent_now_and_drops_what_is_left_of_the_turn(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(0.5)
        await it.speaker.cut(1)
        it.stream.publish(TurnCut(turn=1, reason="hush"))
        it.ready("late", turn=1)
        it.ready("Next.", turn=2)
        await virtual_clock.advance(1)

        assert it.told() == ["SpeechStarted One.", "SpeechEnded One.", "SpeechStarted Next."]
        assert it.loudspeaker.hushes == ["speech"]
        ended = it.heard[1]
        assert (getattr(ended, "cut", None), getattr(ended, "heard_s", None)) == (True, 0.5)


@pytest.mark.anyio
async def test_clips_are_silenced_only_when_asked(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.")
        await virtual_clock.advance(0.5)
        await it.speaker.cut(1, clips=True)

        assert it.loudspeaker.hushes == ["all"]


@pytest.mark.anyio
async def test_without_a_loudspeaker_the_time_passes_all_the_same(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.loudspeaker.plugged = False
        it.ready("One.")
        await virtual_clock.advance(1.9)
        assert it.told() == ["SpeechStarted One."]
        assert getattr(it.heard[0], "audible", None) is False
        await virtual_clock.advance(0.2)
        assert it.told() == ["SpeechStarted One.", "SpeechEnded One."]


@pytest.mark.anyio
async def test_a_silent_voice_takes_as_long_as_a_speaker_would(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, SilentVoice()) as it:
        it.ready("A line of thirty characters, ok")
        await virtual_clock.advance(2)
        assert it.told() == ["SpeechStarted A line of thirty characters, ok"]
        await virtual_clock.advance(0.1)
        assert len(it.heard) == 2


@pytest.mark.anyio
async def test_a_stale_line_is_dropped_but_a_turn_that_speaks_is_let_finish(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.", "Three.", turn=1, fresh_until_s=1)
        it.ready("Old.", "news.", turn=2, fresh_until_s=1)
        await virtual_clock.advance(20)

        assert [each for each in it.told() if "Ended" not in each] == [
            "SpeechStarted One.",
            "SpeechStarted Two.",
            "SpeechStarted Three.",
            "SentenceBlocked",
        ]
        blocked = it.heard[-1]
        assert isinstance(blocked, SentenceBlocked)
        assert blocked.kind == "stale"
        assert blocked.reason == "stale: it would have begun 5.0 s later than turn.freshness_s allows"


@pytest.mark.anyio
async def test_a_line_waits_for_the_floor_and_may_go_stale_meanwhile(virtual_clock: VirtualClock) -> None:
    floor = OpenFloor()
    async with booth(virtual_clock, floor=floor) as it:
        floor.take()
        it.ready("For you.")
        it.ready("Look there!", turn=2, fresh_until_s=6)
        await virtual_clock.advance(5)
        assert (it.told(), it.speaker.speaking) == ([], None)
        floor.free()
        await virtual_clock.advance(0)
        assert it.told() == ["SpeechStarted For you."]
        floor.take()
        await virtual_clock.advance(5)
        floor.free()
        await virtual_clock.advance(1)

        assert it.told()[1:] == ["SpeechEnded For you.", "SentenceBlocked"]


@pytest.mark.anyio
@pytest.mark.parametrize(("freed_s", "heard"), [(3, ["One.", "Two."]), (61, ["One."])])
async def test_the_rest_of_a_turn_is_stale_after_a_long_silence(
    virtual_clock: VirtualClock, freed_s: float, heard: list[str]
) -> None:
    floor = OpenFloor()
    async with booth(virtual_clock, floor=floor) as it:
        it.ready("One.", "Two.", fresh_until_s=1)
        await virtual_clock.advance(1)
        floor.take()
        await virtual_clock.advance(freed_s - 1)
        floor.free()
        await virtual_clock.advance(5)

        assert [each.text for each in it.heard if isinstance(each, SpeechStarted)] == heard
        assert [each.kind for each in it.heard if isinstance(each, SentenceBlocked)] == ["stale"] * (2 - len(heard))


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["say", "operator"])
async def test_what_the_streamer_asked_for_waits_ten_seconds_for_the_floor_at_most(
    virtual_clock: VirtualClock, kind: str
) -> None:
    floor = OpenFloor()
    async with booth(virtual_clock, floor=floor) as it:
        floor.take()
        it.stream.publish(CueTaken(turn=1, kind=kind))
        it.ready("Mine.", "And mine.")
        it.stream.publish(CueTaken(turn=2, kind="chat"))
        it.ready("Theirs.", turn=2)
        await virtual_clock.advance(60)

        assert it.instants() == [(10.0, "+Mine."), (12.0, "-Mine."), (12.0, "+And mine."), (14.0, "-And mine.")]
        floor.free()


@pytest.mark.anyio
async def test_what_has_waited_for_the_floor_in_vain_is_not_held(virtual_clock: VirtualClock) -> None:
    floor = OpenFloor()
    async with booth(virtual_clock, floor=floor) as it:
        floor.take()
        it.stream.publish(CueTaken(turn=1, kind="say"))
        it.ready("Mine.")
        await virtual_clock.advance(10.5)
        await it.speaker.hold()
        await virtual_clock.advance(1)
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert it.instants() == [(10.0, "+Mine."), (12.0, "-Mine.")]


@pytest.mark.anyio
async def test_a_line_that_is_made_too_late_is_stale(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Slow(virtual_clock, takes_s=2)) as it:
        it.ready("Look there!", fresh_until_s=1)
        await virtual_clock.advance(5)

        assert it.told() == ["SentenceBlocked"]


@pytest.mark.anyio
async def test_the_turn_that_speaks_is_told_from_its_first_word_to_its_last(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Slow(virtual_clock)) as it:
        it.ready("One.", turn=3)
        await virtual_clock.advance(0.2)
        speaking = [it.speaker.speaking]
        for _ in range(2):
            await virtual_clock.advance(2)
            speaking.append(it.speaker.speaking)  # the line is over, and its turn may say more
        it.end(3)
        await virtual_clock.advance(0)
        speaking.append(it.speaker.speaking)

        assert speaking == [None, 3, 3, None]


@pytest.mark.anyio
async def test_a_turn_that_was_cut_does_not_speak(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(1)
        await it.speaker.cut(1)

        assert it.speaker.speaking is None


@pytest.mark.anyio
async def test_a_cut_says_what_was_heard_before_anything_else_is_said(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("And the winner of this is nobody.")
        await virtual_clock.advance(1)
        await it.speaker.cut(1)
        it.stream.publish(SentenceBlocked(turn=1, reason="the next event"))
        await virtual_clock.advance(0)

        ended = it.heard[1]
        assert isinstance(ended, SpeechEnded)
        assert (ended.heard_s, ended.cut, ended.heard) == (1.0, True, "And the winner")


@pytest.mark.anyio
async def test_a_cut_leaves_a_line_of_a_later_turn_alone(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("New.", turn=5)
        await virtual_clock.advance(1)
        await it.speaker.cut(4)
        await virtual_clock.advance(2)

        assert it.loudspeaker.hushes == []
        assert it.instants() == [(0.0, "+New."), (2.0, "-New.")]


@pytest.mark.anyio
async def test_a_turn_that_is_forgotten_is_not_heard_and_what_sounds_is_not_touched(
    virtual_clock: VirtualClock,
) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", turn=1)
        it.ready("Forgotten.", turn=2)
        await virtual_clock.advance(1)
        it.speaker.forget(2)
        it.ready("Late.", turn=2)
        it.ready("Three.", turn=3)
        await virtual_clock.advance(10)

        assert it.loudspeaker.hushes == []
        assert it.instants() == [(0.0, "+One."), (2.0, "-One."), (2.0, "+Three."), (4.0, "-Three.")]


@pytest.mark.anyio
async def test_of_a_turn_that_speaks_the_rest_can_be_forgotten(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(1)
        it.speaker.forget(1)
        await virtual_clock.advance(10)

        assert it.instants() == [(0.0, "+One."), (2.0, "-One.")]


@pytest.mark.anyio
async def test_a_line_that_is_about_to_begin_can_still_be_forgotten(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.loudspeaker.wakes_for_s = 1
        it.ready("One.")
        await virtual_clock.advance(0.5)
        it.speaker.forget(1)
        await virtual_clock.advance(5)

        assert it.told() == []


@pytest.mark.anyio
async def test_other_sounds_are_told_to_step_back(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.")
        await virtual_clock.advance(5)

        assert [sound.duck for sound in it.loudspeaker.sounds] == [0.25]


@pytest.mark.anyio
async def test_the_sentences_of_a_broken_voice_pass_in_paced_silence(virtual_clock: VirtualClock) -> None:
    voice = Broken()
    async with booth(virtual_clock, voice) as it:
        it.ready("One.")
        await virtual_clock.advance(5)
        voice.mended = True
        it.ready("Two.")
        await virtual_clock.advance(5)

        assert it.told() == ["SpeechStarted One.", "SpeechEnded One.", "SpeechStarted Two.", "SpeechEnded Two."]
        assert [each.audible for each in it.heard if isinstance(each, SpeechStarted)] == [False, True]


@pytest.mark.anyio
async def test_a_whole_sentence_goes_out_at_once_and_is_the_last_piece(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.")
        await virtual_clock.advance(5)

        assert [(sound.last, sound.duration_s) for sound in it.loudspeaker.sounds] == [(True, 2.0)]
        started = it.heard[0]
        assert isinstance(started, SpeechStarted)
        assert (started.duration_s, len(started.envelope), max(started.envelope)) == (2.0, 100, 1.0)


@pytest.mark.anyio
async def test_a_streamed_sentence_sounds_with_its_first_piece_and_grows(virtual_clock: VirtualClock) -> None:
    voice = Stream(virtual_clock, [0.1, 0.2, 0.3])
    async with booth(virtual_clock, voice) as it:
        it.ready("A line of thirty characters, ok")
        await virtual_clock.advance(0.1)
        begun = it.told()
        await virtual_clock.advance(5)

        assert begun == ["SpeechStarted A line of thirty characters, ok"]
        assert [each.last for each in it.loudspeaker.sounds] == [False, False, True]
        assert {each.id for each in it.loudspeaker.sounds} == {"s1"}
        started, *grown, ended = it.heard
        assert isinstance(started, SpeechStarted)
        assert started.duration_s == pytest.approx(31 / 15, abs=0.001)
        grown_s = [each.duration_s for each in grown if isinstance(each, SpeechGrew)]
        assert len(started.envelope) * 0.02 + sum(grown_s) == pytest.approx(0.6)
        assert isinstance(ended, SpeechEnded)
        assert ended.heard_s == pytest.approx(0.6)


@pytest.mark.anyio
async def test_what_was_made_before_the_player_began_is_told_with_the_start(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Stream(virtual_clock, [0.1, 0.2, 0.3])) as it:
        it.loudspeaker.wakes_for_s = 2
        it.ready("One.")
        await virtual_clock.advance(5)

        assert [type(each) for each in it.heard] == [SpeechStarted, SpeechEnded]
        started = it.heard[0]
        assert isinstance(started, SpeechStarted)
        assert (started.duration_s, len(started.envelope)) == (0.6, 30)


@pytest.mark.anyio
async def test_a_voice_that_fails_in_mid_sentence_is_heard_to_where_it_came(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Stream(virtual_clock, [0.1, 0.2], ServiceError("it broke off"))) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(5)

        assert [each.heard_s for each in it.heard if isinstance(each, SpeechEnded)] == [0.3, 0.3]
        assert [each.last for each in it.loudspeaker.sounds] == [False, True] * 2


@pytest.mark.anyio
async def test_a_voice_that_never_ends_is_hushed(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Stream(virtual_clock, [30.0] * 3, TooMuchSound("noise"))) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(5)

        assert it.loudspeaker.hushes == ["speech"] * 2
        assert [each.heard_s for each in it.heard if isinstance(each, SpeechEnded)] == [0.2, 0.2]


@pytest.mark.anyio
async def test_a_cut_ends_the_engine_too(virtual_clock: VirtualClock) -> None:
    voice = Stream(virtual_clock, [0.2] * 50)
    async with booth(virtual_clock, voice) as it:
        it.ready("One.")
        await virtual_clock.advance(1)
        await it.speaker.cut(1)
        await virtual_clock.advance(0)

        assert voice.closed == 1
        assert it.told()[-1] == "SpeechEnded One."


@pytest.mark.anyio
async def test_an_engine_that_nobody_plays_is_ended_and_the_time_estimated(virtual_clock: VirtualClock) -> None:
    voice = Stream(virtual_clock, [0.2] * 50)
    async with booth(virtual_clock, voice) as it:
        it.loudspeaker.plugged = False
        it.ready("A line of thirty characters, ok")
        await virtual_clock.advance(1)

        assert voice.closed == 1
        await virtual_clock.advance(1.2)
        assert [each.heard_s for each in it.heard if isinstance(each, SpeechEnded)] == [
            pytest.approx(31 / 15, abs=0.01)
        ]


@pytest.mark.anyio
async def test_an_emoji_alone_is_shown_for_a_moment(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("🎉")
        await virtual_clock.advance(3)

        assert it.told() == ["SpeechStarted 🎉", "SpeechEnded 🎉"]


class Trap:
    """A voice with a bug that shows once."""

    name = "trap"
    sprung = False

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:
        if not self.sprung:
            self.sprung = True
            raise ZeroDivisionError
        yield piece(1, last=True)


@pytest.mark.anyio
async def test_a_speaker_that_breaks_goes_on_with_what_was_said_meanwhile(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    speaker = Speaker(virtual_clock, stream, Trap(), Loudspeaker(virtual_clock))
    for text in ("One.", "Two."):
        stream.publish(SentenceReady(turn=1, text=text))
    stream.publish(TurnEnded(turn=1, reason="final", steps=1, sentences=2, took_s=0))
    async with anyio.create_task_group() as tasks:
        with pytest.RaisesGroup(ZeroDivisionError):
            await speaker.run()
        tasks.start_soon(speaker.run)
        await virtual_clock.advance(5)

        await speaker.finished(1)
        stream.close()


@pytest.mark.anyio
async def test_a_line_that_a_bug_breaks_has_ended_all_the_same(virtual_clock: VirtualClock) -> None:
    made = Booth(virtual_clock, Stream(virtual_clock, [1.0, 1.0], RecursionError("a bug")))
    facts = made.stream.whole("test", SpeechStarted, SpeechEnded)
    made.ready("One.")

    with pytest.RaisesGroup(pytest.RaisesExc(RecursionError, match="a bug"), flatten_subgroups=True):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(made.speaker.run)
            await virtual_clock.advance(5)

    assert [type(each.event) for each in facts.taken()] == [SpeechStarted, SpeechEnded]
