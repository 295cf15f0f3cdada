"""The chain of voices: the next takes over, once it is certain, and the first comes back."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import Event, EventStream, EventSubscription
from performer.core.status import Fix, Role
from performer.speech.voices.chain import VoiceChain
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import SilentVoice, Utterance

pytestmark = pytest.mark.anyio

PIECE = Utterance(pcm=bytes(3_200), rate=8_000)


@dataclass
class Actor:
    """A voice that is well or not."""

    name: str
    error: ServiceError | None = None
    after: int = 0
    """Pieces that come before the error."""
    spoke: list[str] = field(default_factory=list)
    hangs: bool = False
    wakes: VirtualClock | None = None
    wakes_s: float = 0.0
    """How long each line takes to its first sound, by that clock."""

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        self.spoke.append(text)
        if self.hangs:
            await anyio.sleep_forever()
        if self.wakes:
            await self.wakes.sleep(self.wakes_s)
        for _ in range(self.after):
            yield PIECE
        if self.error:
            raise self.error
        yield PIECE


@asynccontextmanager
async def show(
    clock: VirtualClock, *voices: Actor | SilentVoice, for_languages: Mapping[str, Actor] | None = None
) -> AsyncIterator[tuple[FallbackVoice, EventSubscription]]:
    stream = EventStream(clock)
    chain = FallbackVoice(clock, stream, VoiceChain(voices, for_languages=for_languages or {}))
    with stream.whole("test") as reader:
        async with anyio.create_task_group() as tasks:
            await tasks.start(chain.run)
            yield chain, reader
            tasks.cancel_scope.cancel()


async def say(chain: FallbackVoice, *lines: str) -> list[int]:
    """Say lines; tell how many pieces each had."""
    return [len([piece async for piece in chain.speak(line)]) for line in lines]


def told(reader: EventSubscription) -> list[Event]:
    return [published.event for published in reader.taken()]


async def test_a_line_that_fails_is_said_by_the_next_at_once(virtual_clock: VirtualClock) -> None:
    first, second = Actor("first", ServiceError("it broke")), Actor("second")
    async with show(virtual_clock, first, second) as (chain, reader):
        assert await say(chain, "one", "two") == [1, 1]

        assert first.spoke == second.spoke == ["one", "two"]
        assert told(reader) == []


async def test_after_three_failures_in_a_row_the_next_takes_over_and_it_is_said_once(
    virtual_clock: VirtualClock,
) -> None:
    first, second = Actor("first", ServiceError("it broke.")), Actor("second")
    async with show(virtual_clock, first, second) as (chain, reader):
        await say(chain, "one", "two", "three", "four", "five")

        assert first.spoke == ["one", "two", "three"]
        assert told(reader) == [ServiceDown(service="voice", reason="it broke; second speaks now")]
        assert chain.role() == Role(
            part="voice",
            plays="second",
            why="it broke; second speaks until it is mended",
            state="partly",
            fix=Fix(op="voices.again", label="Try again"),
        )


async def test_failures_that_are_not_in_a_row_are_forgiven(virtual_clock: VirtualClock) -> None:
    first = Actor("first")
    async with show(virtual_clock, first, Actor("second")) as (chain, reader):
        for broken in (True, True, False, True, True):
            first.error = ServiceError("it broke") if broken else None
            await say(chain, "a line")

        assert chain.name == "first"
        assert told(reader) == []


async def test_what_only_a_person_can_mend_is_not_tried_three_times(virtual_clock: VirtualClock) -> None:
    first = Actor("first", ServiceError("no such program", retry=False))
    async with show(virtual_clock, first, SilentVoice()) as (chain, reader):
        assert await say(chain, "one") == [0]

        assert told(reader) == [ServiceDown(service="voice", reason="no such program; lines are only shown now")]


async def test_a_line_that_was_partly_heard_is_not_said_again(virtual_clock: VirtualClock) -> None:
    second = Actor("second")
    async with show(virtual_clock, Actor("first", ServiceError("it broke off"), after=2), second) as (chain, _):
        with pytest.raises(ServiceError, match="it broke off"):
            await say(chain, "one")

        assert second.spoke == []


async def test_the_first_comes_back_when_it_can_speak_again(virtual_clock: VirtualClock) -> None:
    first = Actor("first", ServiceError("it broke"))
    async with show(virtual_clock, first, Actor("second")) as (chain, reader):
        await say(chain, "one", "two", "three")
        await virtual_clock.advance(60)
        tried = len(first.spoke) - 3
        first.error = None
        await virtual_clock.advance(60)

        assert tried == 3  # after 5, 15 and 35 s
        assert told(reader)[1:] == [ServiceUp(service="voice", reason="first")]
        assert chain.role() == Role(part="voice", plays="first")


async def test_a_voice_that_has_come_back_may_fail_again_as_often_as_before(virtual_clock: VirtualClock) -> None:
    first = Actor("first", ServiceError("it broke"))
    async with show(virtual_clock, first, Actor("second")) as (chain, _):
        await say(chain, "one", "two", "three")
        first.error = None
        await virtual_clock.advance(60)
        first.error = ServiceError("it broke")
        await say(chain, "four", "five")

        assert chain.name == "first"


async def test_when_the_second_fails_too_the_third_is_named(virtual_clock: VirtualClock) -> None:
    second = Actor("second")
    async with show(virtual_clock, Actor("first", ServiceError("A")), second, Actor("third")) as (chain, reader):
        await say(chain, *"123")
        second.error = ServiceError("B", retry=False)
        await say(chain, "4")
        second.error = None
        await virtual_clock.advance(6)

        assert [getattr(each, "reason", "") for each in told(reader)] == [
            "A; second speaks now",
            "A; third speaks now",
            "A; second speaks now",
        ]


async def test_when_none_is_left_the_line_fails(virtual_clock: VirtualClock) -> None:
    async with show(virtual_clock, Actor("only", ServiceError("gone", retry=False))) as (chain, reader):
        for said in ("gone", "no voice is left"):
            with pytest.raises(ServiceError, match=said):
                await say(chain, "one")

        assert chain.name == "nobody"
        assert told(reader) == [ServiceDown(service="voice", reason="gone; lines are only shown now")]


async def test_the_audition_finds_who_can_speak_and_waits_for_nobody(virtual_clock: VirtualClock) -> None:
    async with show(virtual_clock, Actor("first", hangs=True), Actor("second")) as (chain, reader):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(chain.try_voices)
            await virtual_clock.advance(3)

        assert told(reader) == []
        assert chain.role() == Role(
            part="voice",
            plays="second",
            why="first did not speak within 3 s; second speaks until it is mended",
            state="partly",
            fix=Fix(op="voices.again", label="Try again"),
        )


async def test_a_voice_that_is_slow_at_its_first_word_speaks_once_it_is_tried_again(
    virtual_clock: VirtualClock,
) -> None:
    slow = Actor("slow", wakes=virtual_clock, wakes_s=6)
    async with show(virtual_clock, slow, Actor("second")) as (chain, reader):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(chain.try_voices)
            await virtual_clock.advance(3)
        at_first = chain.name
        await virtual_clock.advance(15)

        assert (at_first, chain.name) == ("second", "slow")
        assert told(reader) == [ServiceUp(service="voice", reason="slow")]


async def test_a_line_that_is_left_is_no_failure(virtual_clock: VirtualClock) -> None:
    first = Actor("first", after=5)
    async with show(virtual_clock, first, Actor("second")) as (chain, _):
        for _ in range(4):
            pieces = chain.speak("one")
            await anext(pieces)
            await pieces.aclose()

        assert chain.name == "first"


async def test_a_sentence_in_another_language_is_said_by_its_own_voice_while_that_can(
    virtual_clock: VirtualClock,
) -> None:
    first, german = Actor("first"), Actor("german")
    async with show(virtual_clock, first, for_languages={"de": german}) as (chain, reader):
        for language in ("de", "fr", ""):
            assert [piece async for piece in chain.speak(f"a line in {language}", Manner(language=language))]
        assert (german.spoke, first.spoke) == (["a line in de"], ["a line in fr", "a line in "])

        german.error = ServiceError("not installed", retry=False)
        german.after = 0
        assert [piece async for piece in chain.speak("one", Manner(language="de"))]
        assert [piece async for piece in chain.speak("two", Manner(language="de"))]

        assert (german.spoke[1:], first.spoke[2:]) == (["one"], ["one", "two"])
        assert chain.name == "first"
        assert told(reader) == []
