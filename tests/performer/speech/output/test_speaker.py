"""The speaker: sentences one after the other, each told as it begins and ends, whatever sounds them."""

from collections.abc import AsyncGenerator

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceReady, SpeechEnded, SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueTaken, TurnEnded
from performer.speech.output.speaker import Speaker
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import SilentVoice, Utterance
from tests.performer.speech.output.stage_sound import Booth, Broken, Loudspeaker, Slow, Stream, booth, piece


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
async def test_an_emoji_alone_is_shown_for_a_moment(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("🎉")
        await virtual_clock.advance(3)

        assert it.told() == ["SpeechStarted 🎉", "SpeechEnded 🎉"]


class Trap:
    """A voice with a bug that shows once."""

    name = "trap"
    sprung = False

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
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
