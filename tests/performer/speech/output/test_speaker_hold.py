"""A hold: silence in the middle of a line, which goes on from there, with every second counted once."""

from collections.abc import AsyncGenerator
from dataclasses import replace

import anyio
import pytest

from performer.core.audio import WordTime
from performer.core.clock import VirtualClock
from performer.core.events.speech import SpeechEnded, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.turns import TurnCut
from performer.speech.output.delivery import LONGEST_HOLD_S
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import SilentVoice, Utterance
from tests.performer.speech.output.stage_sound import RATE, Booth, Slow, Stream, booth, piece

pytestmark = pytest.mark.anyio

LINE = "And the winner of this is nobody."


class Timed:
    """A voice whose every sentence lasts two seconds, in which its first word is told to end after one."""

    name = "timed"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        yield replace(piece(2, last=True), words=(WordTime(0, 3, 0.5, 1.0),))


def ended(it: Booth) -> SpeechEnded:
    (end,) = [each for each in it.heard if isinstance(each, SpeechEnded)]
    return end


async def test_a_held_line_is_silent_now_and_goes_on_a_little_before_that_place(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE)
        await virtual_clock.advance(1.5)
        await it.speaker.hold()
        await virtual_clock.advance(1)
        held = it.told()
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert it.loudspeaker.hushes == ["speech"]
        assert held == [f"SpeechStarted {LINE}", "SpeechHeld"]
        _, before, after, end = it.heard
        assert before == SpeechHeld(turn=1, sentence="s1", heard_s=1.5)
        assert after == SpeechResumed(turn=1, sentence="s1", after_s=1.0, from_s=1.1)
        assert isinstance(end, SpeechEnded)
        assert (end.heard_s, end.cut, end.heard) == (2.0, False, LINE)
        assert it.heard_at == [0.0, 1.5, 2.5, pytest.approx(3.4)]


async def test_a_hold_with_patience_falls_silent_where_a_word_ends(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Timed()) as it:
        it.ready(LINE)
        await virtual_clock.advance(0.9)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(it.speaker.hold, 0.3)
            await virtual_clock.advance(0.1)
            hushed_before = list(it.loudspeaker.hushes)
            await virtual_clock.advance(0.1)

        assert hushed_before == []
        assert it.loudspeaker.hushes == ["speech"]
        assert it.heard_at[1] == pytest.approx(1.04, abs=0.01)


async def test_a_line_that_ends_before_the_hold_comes_to_it_is_not_cut(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Timed()) as it:
        it.ready(LINE)
        await virtual_clock.advance(1.95)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(it.speaker.hold, 0.2)
            await virtual_clock.advance(0.5)

        assert it.loudspeaker.hushes == []
        assert (ended(it).cut, ended(it).heard) == (False, LINE)


async def test_it_speaks_softly_and_as_loudly_as_ever(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.speaker.soften(is_soft=True)
        it.speaker.soften(is_soft=False)

        assert it.loudspeaker.shares == [0.3, 1.0]


async def test_the_rest_is_said_under_an_id_of_its_own(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE)
        await virtual_clock.advance(1.5)
        await it.speaker.hold()
        await it.speaker.resume()
        await virtual_clock.advance(5)

        (_, whole), (rest, pcm) = it.loudspeaker.played
        assert (rest.id, rest.last) == ("s1+2", True)
        assert rest.duration_s == pytest.approx(0.9)
        assert pcm == whole[round(1.1 * RATE) * 2 :]
        assert len(rest.envelope) == 45


async def test_a_line_that_had_hardly_begun_is_said_again(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE)
        await virtual_clock.advance(0.6)
        await it.speaker.hold()
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert [sound.duration_s for sound in it.loudspeaker.sounds] == [2.0, 2.0]
        assert ended(it).heard_s == 2.0
        assert it.heard_at[-1] == pytest.approx(2.6)


async def test_a_line_that_is_held_again_and_again_never_falls_back_behind_where_it_went_on(
    virtual_clock: VirtualClock,
) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE)
        await virtual_clock.advance(1.0)
        for _ in range(3):
            await it.speaker.hold()
            await it.speaker.resume()
            await virtual_clock.advance(0.05)
        await virtual_clock.advance(5)

        assert [each.from_s for each in it.heard if isinstance(each, SpeechResumed)] == [0.6, 0.6, 0.6]


async def test_a_cut_while_it_is_held_ends_it_with_what_had_been_heard(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE, "More.")
        await virtual_clock.advance(1)
        await it.speaker.hold()
        await virtual_clock.advance(3)
        assert it.speaker.speaking == 1
        await it.speaker.cut(1)
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert (ended(it).heard_s, ended(it).cut, ended(it).heard) == (1.0, True, "And the winner of")
        assert it.heard_at[-1] == 4.0


async def test_a_cut_after_a_hold_counts_what_was_said_again_once(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE)
        await virtual_clock.advance(1.5)
        await it.speaker.hold()
        await virtual_clock.advance(1)
        await it.speaker.resume()
        await virtual_clock.advance(0.5)
        await it.speaker.cut(1)
        await virtual_clock.advance(0)

        assert ended(it).heard_s == pytest.approx(1.6)


async def test_a_turn_is_not_finished_while_its_line_is_held(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it, anyio.create_task_group() as tasks:
        done_at: list[float] = []

        async def wait() -> None:
            await it.speaker.finished(1)
            done_at.append(virtual_clock.now())

        tasks.start_soon(wait)
        it.ready(LINE)
        it.end()
        await virtual_clock.advance(1)
        await it.speaker.hold()
        await virtual_clock.advance(8)
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert done_at == [pytest.approx(10.4)]


async def test_a_line_that_nobody_hears_stops_and_goes_on_too(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, SilentVoice()) as it:
        it.ready("A line of thirty characters, ok")
        await virtual_clock.advance(1)
        await it.speaker.hold()
        await virtual_clock.advance(10)
        await it.speaker.resume()
        await virtual_clock.advance(10)

        _, _, resumed, end = it.heard
        assert resumed == SpeechResumed(turn=1, sentence="s1", after_s=10.0, from_s=1.0)
        assert isinstance(end, SpeechEnded)
        assert end.heard_s == pytest.approx(31 / 15, abs=0.001)
        assert it.heard_at[-1] == pytest.approx(10 + 31 / 15)


async def test_the_rest_of_a_line_whose_player_left_passes_in_silence(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE)
        await virtual_clock.advance(1)
        await it.speaker.hold()
        it.loudspeaker.plugged = False
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert it.told()[1:] == ["SpeechHeld", "SpeechResumed", f"SpeechEnded {LINE}"]
        assert it.heard_at[-1] == pytest.approx(2.4)


async def test_a_line_held_before_its_first_word_begins_when_it_goes_on(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.loudspeaker.wakes_for_s = 1
        it.ready(LINE)
        await virtual_clock.advance(0.5)
        await it.speaker.hold()
        await virtual_clock.advance(5)
        assert it.told() == []
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert it.instants() == [(6.5, f"+{LINE}"), (8.5, f"-{LINE}")]


async def test_a_hold_without_a_line_holds_nothing(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        await it.speaker.hold()
        it.ready("One.")
        await virtual_clock.advance(5)
        await it.speaker.resume()

        assert it.loudspeaker.hushes == []
        assert it.instants() == [(0.0, "+One."), (2.0, "-One.")]


async def test_a_line_can_be_held_again_and_holding_it_twice_is_holding_it_once(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE)
        await virtual_clock.advance(1.5)
        await it.speaker.hold()
        await it.speaker.hold()
        await it.speaker.resume()
        await it.speaker.resume()
        await virtual_clock.advance(0.4)
        await it.speaker.hold()
        await virtual_clock.advance(1)
        await it.speaker.resume()
        await virtual_clock.advance(5)

        kinds = [type(each) for each in it.heard]
        assert kinds == [SpeechStarted, SpeechHeld, SpeechResumed, SpeechHeld, SpeechResumed, SpeechEnded]
        assert it.loudspeaker.hushes == ["speech"] * 2
        assert [each.heard_s for each in it.heard if isinstance(each, SpeechHeld)] == [1.5, 1.5]
        assert ended(it).heard_s == 2.0


async def test_a_line_that_had_all_been_heard_is_not_held(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(1.98)
        await it.speaker.hold()
        await virtual_clock.advance(0.1)

        assert it.told() == ["SpeechStarted One.", "SpeechEnded One.", "SpeechStarted Two."]
        assert ended(it).heard == "One."


async def test_what_is_made_meanwhile_is_heard_later(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Stream(virtual_clock, [0.4] * 5)) as it:
        it.ready(LINE)
        await virtual_clock.advance(0.3)
        await it.speaker.hold()
        await virtual_clock.advance(5)
        await it.speaker.resume()
        await virtual_clock.advance(5)

        again = [sound.duration_s for sound in it.loudspeaker.sounds if sound.id == "s1+2"]
        assert again == [2.0]
        assert ended(it).heard_s == 2.0


async def test_the_next_lines_are_made_while_one_is_held(virtual_clock: VirtualClock) -> None:
    voice = Slow(virtual_clock)
    async with booth(virtual_clock, voice) as it:
        it.ready("One.", "Two.")
        await virtual_clock.advance(0.4)
        await it.speaker.hold()
        await virtual_clock.advance(5)
        await it.speaker.resume()
        await virtual_clock.advance(10)

        assert voice.asked == [(0.0, "One."), (0.3, "Two.")]
        assert it.instants() == [(0.3, "+One."), (7.4, "-One."), (7.4, "+Two."), (9.4, "-Two.")]


async def test_a_hold_that_is_forgotten_does_not_stop_the_show(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One two three.", turn=1)
        it.ready("Next.", turn=2)
        await virtual_clock.advance(1)
        await it.speaker.hold()
        await virtual_clock.advance(LONGEST_HOLD_S + 3)

        assert it.told()[2:] == ["SpeechEnded One two three.", "SpeechStarted Next.", "SpeechEnded Next."]
        first = next(each for each in it.heard if isinstance(each, SpeechEnded))
        assert (first.cut, first.heard) == (True, "One")


async def test_a_forgotten_turn_that_is_held_is_let_go_on(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready(LINE)
        await virtual_clock.advance(1)
        await it.speaker.hold()
        it.speaker.forget(1)
        it.stream.publish(TurnCut(turn=1, reason="a newer line took its place"))
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert ended(it).cut is False
