"""The speaker: in order, paced, cut at once, and never silent about why."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import pytest
from anyio.abc import TaskStatus

from performer.clock import VirtualClock
from performer.errors import ServiceError
from performer.events import (
    CueTaken,
    Event,
    EventStream,
    SentenceReady,
    SpeechEnded,
    SpeechGrew,
    SpeechStarted,
    TurnCut,
    TurnEnded,
)
from performer.messages import Sound
from performer.voices import Utterance, Voice
from performer.voices.silent import SilentVoice
from performer.voices.speaker import Speaker
from performer.voices.watch import TooMuchSound

RATE = 8_000


@dataclass
class Heard:
    heard_s: float = 0.0


@dataclass
class Loudspeaker:
    """Plays in virtual time, piece after piece; silent when it is unplugged."""

    clock: VirtualClock
    plugged: bool = True
    rejects: bool = False
    wakes_for_s: float = 0.0
    """How long it takes to begin."""
    hushes: int = 0
    wakes: int = 0
    sounds: list[Sound] = field(default_factory=list)
    _scope: anyio.CancelScope | None = None

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> Heard:
        if not self.plugged or self.rejects:
            return Heard()
        began_s = self.clock.now()
        with anyio.CancelScope() as self._scope:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._begin, on_started)
                length_s = await self._take(pieces)
            await self.clock.sleep(began_s + self.wakes_for_s + length_s - self.clock.now())
            return Heard(heard_s=length_s)
        return Heard(heard_s=self.clock.now() - began_s)

    async def _begin(self, on_started: Callable[[], None]) -> None:
        await self.clock.sleep(self.wakes_for_s)
        on_started()

    async def _take(self, pieces: AsyncIterator[tuple[Sound, bytes]]) -> float:
        length_s = 0.0
        async for sound, pcm in pieces:
            assert sound.bytes == len(pcm) > 0
            self.sounds.append(sound)
            length_s += sound.duration_s
        return length_s

    def wake(self) -> None:
        self.wakes += 1

    async def hush(self, *, speech_only: bool = False) -> None:
        self.hushes += 1
        if self._scope is not None:
            self._scope.cancel()


def piece(seconds: float, *, last: bool = False, loud: int = 8_000) -> Utterance:
    return Utterance(pcm=loud.to_bytes(2, "little") * int(seconds * RATE), rate=RATE, last=last)


class Tone:
    """A voice whose every sentence lasts two seconds."""

    name = "tone"

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:
        yield piece(2, last=True)


@dataclass
class Stream:
    """A voice that gives a piece of so many seconds every tenth of a second, and then may fail."""

    clock: VirtualClock
    pieces_s: list[float]
    failure: Exception | None = None
    closed: int = 0
    name: str = "stream"

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:
        try:
            for seconds in self.pieces_s:
                await self.clock.sleep(0.1)
                yield piece(seconds)
            if self.failure:
                raise self.failure
        finally:
            self.closed += 1


class Broken:
    """A voice that fails until it is mended."""

    name = "broken"
    mended = False

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:
        if not self.mended:
            raise ServiceError("the voice is broken")
        yield piece(1, last=True)


class Booth:
    """A speaker with its stream, and everything that it said."""

    def __init__(self, clock: VirtualClock, voice: Voice) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.loudspeaker = Loudspeaker(clock)
        self.speaker = Speaker(clock, self.stream, voice, self.loudspeaker)
        self.heard: list[Event] = []

    def ready(self, *texts: str, turn: int = 1, fresh_until_s: float | None = None) -> None:
        for text in texts:
            self.stream.publish(SentenceReady(turn=turn, text=text, fresh_until_s=fresh_until_s))

    def end(self, turn: int = 1) -> None:
        self.stream.publish(TurnEnded(turn=turn, reason="final", steps=1, sentences=1, took_s=0))

    def told(self) -> list[str]:
        return [f"{type(event).__name__} {getattr(event, 'text', '')}".strip() for event in self.heard]

    async def note(self, *, task_status: TaskStatus[None]) -> None:
        with self.stream.whole("test") as reader:
            task_status.started()
            async for published in reader:
                if not isinstance(published.event, CueTaken | SentenceReady | TurnEnded | TurnCut):
                    self.heard.append(published.event)


@asynccontextmanager
async def booth(clock: VirtualClock, voice: Voice | None = None) -> AsyncIterator[Booth]:
    made = Booth(clock, voice or Tone())
    async with anyio.create_task_group() as tasks:
        await tasks.start(made.speaker.run)
        await tasks.start(made.note)
        yield made
        await clock.advance(60)
        made.stream.close()


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
        assert it.loudspeaker.hushes == 1
        ended = it.heard[1]
        assert (getattr(ended, "cut", None), getattr(ended, "heard_s", None)) == (True, 0.5)


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

        assert it.loudspeaker.hushes == 2
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
async def test_a_sentence_that_the_player_rejects_passes_in_paced_silence(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.loudspeaker.rejects = True
        it.ready("One.")
        await virtual_clock.advance(3)

        assert it.told() == ["SpeechStarted One.", "SpeechEnded One."]
        assert getattr(it.heard[0], "audible", None) is False


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
