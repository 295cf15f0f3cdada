"""Listening: what becomes of words that were understood of the streamer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest

from performer.agent.listening.service import OPERATIONS, Listening, Streamer
from performer.agent.listening.settings import ListeningSettings
from performer.agent.listening.talk import StreamersTalk
from performer.core.asker import find_asker
from performer.core.clock import VirtualClock
from performer.core.cues import StreamerCue
from performer.core.errors import ConfigError
from performer.core.events.speech import (
    OrderGiven,
    SentenceReady,
    SpeechEnded,
    SpeechStarted,
    StreamerHeard,
    StreamerSaid,
)
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueTaken, TurnCut
from performer.core.operations import Arguments, Operation
from performer.guard.guard import Guard
from performer.speech.hearing.talk_key import TalkKeyFloor
from performer.speech.understanding.orders import ORDERS
from tests.performer.core.open_floor import OpenFloor

pytestmark = pytest.mark.anyio


class Ear:
    """A show that listens, in virtual time, and notes what it is told to do."""

    def __init__(self, clock: VirtualClock, **settings: Any) -> None:
        self.clock, self.stream = clock, EventStream(clock)
        self.talk, self.cues = StreamersTalk(), list[StreamerCue]()
        self.orders: list[tuple[str, Arguments, str]] = []
        self.floor = OpenFloor()
        self.key = TalkKeyFloor(clock, self.stream, self.floor)
        self.refused = ""
        streamer = Streamer(
            names=lambda: ["Owl"],
            languages=lambda: ["en-gb", "de"],
            was_key_held=self.key.was_held,
            name=lambda: "Ada",
        )
        self.listening = Listening(
            clock,
            self.stream,
            Guard(words=["plonk"]),
            ListeningSettings.model_validate(settings),
            streamer=streamer,
            floor=self.floor,
            put=self.cues.append,
            talk=self.talk,
        )

    def operations(self) -> dict[str, Operation]:
        def note(name: str) -> Operation:
            async def operation(arguments: Arguments) -> str:
                if name == self.refused:
                    raise ConfigError("no")
                self.orders.append((name, arguments, find_asker()))
                return f"{name} is done."

            return operation

        return {name: note(name) for steps in OPERATIONS.values() for name, _ in steps}

    async def hear(self, text: str, *, took_s: float = 1.0, confidence: float = 0.9, language: str = "en") -> None:
        """Hear words that took so long, and let all of it settle."""
        await self.clock.advance(took_s)
        now_s = self.clock.now()
        self.stream.publish(
            StreamerHeard(text=text, language=language, confidence=confidence, began_s=now_s - took_s, ended_s=now_s)
        )
        await self.clock.advance(0)

    @property
    def texts(self) -> list[str]:
        return [each.text for each in self.cues]

    @property
    def lines(self) -> tuple[str, ...]:
        return self.talk.list_lines(self.clock.now())


@asynccontextmanager
async def ear(clock: VirtualClock, **settings: Any) -> AsyncIterator[Ear]:
    it = Ear(clock, **settings)
    async with anyio.create_task_group() as tasks:
        await tasks.start(it.listening.run, it.operations())
        yield it
        tasks.cancel_scope.cancel()


async def test_who_calls_it_by_name_is_answered(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("Owl, what do you think?")

        assert it.cues == [StreamerCue(text="Owl, what do you think?", at_s=1.0, author="Ada")]


async def test_who_calls_nobody_is_not_answered_but_told_of(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("There is an owl in the game.")

        assert it.cues == []
        assert it.lines == ("There is an owl in the game.",)


async def test_what_was_said_is_told_for_half_a_minute(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("I go left now.")
        await virtual_clock.advance(31)

        assert it.lines == ()


async def test_in_an_open_conversation_everything_is_a_reason_to_speak(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock, answers="open") as it:
        await it.hear("I go left now.")
        await it.hear("Owl, what do you think?")

        assert [(each.text, each.is_addressed) for each in it.cues] == [
            ("I go left now.", False),
            ("Owl, what do you think?", True),
        ]


@pytest.mark.parametrize("noise", ["Mhm.", "Ha ha!", "Uh-huh.", "[Music]", "Ja, ja.", "Hmm", "", "...", "Okay."])
@pytest.mark.parametrize("answers", ["name", "open"])
async def test_a_hum_or_a_laugh_says_nothing(virtual_clock: VirtualClock, answers: str, noise: str) -> None:
    async with ear(virtual_clock, answers=answers) as it:
        await it.hear(noise)

        assert it.cues == []
        assert it.lines == ()


async def test_with_the_key_alone_a_name_is_not_enough(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock, answers="key") as it:
        await it.hear("Owl, what do you think?")
        it.key.hold()
        await it.hear("What do you think of it?")
        it.key.let_go()

        assert it.texts == ["What do you think of it?"]


async def test_another_name_calls_it_too(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock, names=["Birdie"]) as it:
        await it.hear("Birdie, what now?")

        assert it.texts == ["Birdie, what now?"]


async def test_its_own_voice_is_nobody(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock, answers="open") as it:
        line = "Hey Owl, that is my name, and what a dragon that was."
        it.stream.publish(SpeechStarted(sentence="s1", text=line, duration_s=3.0, audible=True))
        await it.hear(line, took_s=3.0)

        assert it.cues == []
        assert it.lines == ()


async def test_what_was_hardly_understood_is_noise(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock, answers="open") as it:
        await it.hear("Owl, what do you think?", confidence=0.1)

        assert it.cues == []


async def test_what_the_guard_stops_is_masked_or_left_out(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("Owl, what do you think of this plonk?")

        assert all("plonk" not in text for text in (*it.texts, *it.lines))


@pytest.mark.parametrize("order", ORDERS)
def test_each_order_has_its_operations(order: str) -> None:
    assert OPERATIONS[order]


@pytest.mark.parametrize(
    ("said", "language", "done"),
    [
        ("Owl, be quiet!", "en", [("hush", {})]),
        ("Hey Owl, take a break.", "en", [("pause", {})]),
        ("Owl, louder please.", "en", [("voice.louder", {})]),
        ("Owl, softer.", "en", [("voice.louder", {"down": True})]),
        ("Say that again, Owl.", "en", [("voice.repeat", {})]),
        ("Owl, sei still.", "de", [("hush", {})]),
        ("Owl, sag das noch mal.", "de", [("voice.repeat", {})]),
    ],
)
async def test_orders_are_carried_out(
    virtual_clock: VirtualClock, said: str, language: str, done: list[tuple[str, Arguments]]
) -> None:
    async with ear(virtual_clock) as it:
        await it.hear(said, language=language)

        assert it.orders == [(name, arguments, "voice") for name, arguments in done]
        assert it.cues == []


async def test_going_on_ends_a_pause_and_a_hush_and_says_the_rest(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("Owl, go on.")

        assert [name for name, _, _ in it.orders] == ["resume", "hush", "voice.repeat"]


@pytest.mark.parametrize(("confidence", "orders"), [(0.25, []), (0.35, [("hush", {}, "voice")])])
async def test_an_order_that_was_hardly_understood_is_none(
    virtual_clock: VirtualClock, confidence: float, orders: list[tuple[str, Arguments, str]]
) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("Owl, stop.", confidence=confidence)

        assert it.orders == orders


@pytest.mark.parametrize("said", ["Be quiet!", "I'll stop.", "Louder!", "The owl said: be quiet."])
@pytest.mark.parametrize("answers", ["name", "open"])
async def test_an_order_of_whoever_is_not_called_is_none(virtual_clock: VirtualClock, answers: str, said: str) -> None:
    async with ear(virtual_clock, answers=answers) as it:
        await it.hear(said)

        assert it.orders == []


async def test_what_counts_and_what_became_of_an_order_is_published(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        reader = it.stream.whole("test", StreamerSaid, OrderGiven)
        it.refused = "voice.repeat"
        await it.hear("I go left now.")
        await it.hear("Mhm.")
        await it.hear("Owl, what do you think?")
        await it.hear("Owl, be quiet!")
        await it.hear("Owl, say that again.")

        assert [each.event for each in reader.taken()] == [
            StreamerSaid(text="I go left now.", is_addressed=False),
            StreamerSaid(text="Owl, what do you think?", is_addressed=True, is_answered=True),
            OrderGiven(order="hush", text="Owl, be quiet!", outcome="hush is done."),
            OrderGiven(order="again", text="Owl, say that again.", outcome="no"),
        ]


async def test_with_the_key_an_order_needs_no_name(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        it.key.hold()
        await it.hear("louder")

        assert [name for name, _, _ in it.orders] == ["voice.louder"]


async def test_without_orders_the_same_words_are_talk(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock, orders=False) as it:
        await it.hear("Owl, be quiet!")

        assert it.orders == []
        assert it.texts == ["Owl, be quiet!"]


async def test_an_order_that_is_refused_ends_nothing(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        it.refused = "voice.repeat"
        await it.hear("Owl, say that again.")
        await it.hear("Owl, louder.")

        assert [name for name, _, _ in it.orders] == ["voice.louder"]


async def test_a_name_alone_is_answered_after_a_while(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("Hey Owl!")
        at_once = it.texts
        await virtual_clock.advance(2.0)

        assert at_once == []
        assert it.texts == ["Hey Owl!"]


async def test_what_follows_a_name_belongs_to_it(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("Hey Owl!")
        await it.hear("What do you think?", took_s=1.2)
        await virtual_clock.advance(10.0)

        assert it.texts == ["Hey Owl! What do you think?"]


async def test_who_goes_on_to_speak_after_a_name_is_heard_out(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        await it.hear("Hey Owl!")
        it.floor.take()
        await it.hear("So I wonder whether this boss has a second phase?", took_s=5.0)
        it.floor.free()
        await virtual_clock.advance(10.0)

        assert it.texts == ["Hey Owl! So I wonder whether this boss has a second phase?"]


def interrupt(it: Ear) -> None:
    """Have an answer interrupted in its second sentence."""
    it.stream.publish(CueTaken(turn=1, kind="streamer"))
    for text in ("It has three heads.", "Two of them sleep.", "Run."):
        it.stream.publish(SentenceReady(turn=1, text=text))
    first, second = "It has three heads.", "Two of them sleep."
    it.stream.publish(SpeechEnded(turn=1, sentence="s1", text=first, heard_s=1, heard=first))
    it.stream.publish(SpeechEnded(turn=1, sentence="s2", text=second, heard_s=0.5, heard="Two of", cut=True))
    it.stream.publish(TurnCut(turn=1, reason="the streamer speaks"))


async def test_an_answer_that_was_interrupted_keeps_its_rest(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock) as it:
        interrupt(it)
        await virtual_clock.advance(0)

        rest = it.talk.find_rest(virtual_clock.now())
        assert rest is not None
        assert rest.said == "It has three heads. Two of"
        assert rest.unsaid == "them sleep. Run."


@pytest.mark.parametrize(
    ("said", "goes_on"),
    [("Mhm.", True), ("[coughs]", True), ("...", True), ("Wait, I see it.", False), ("Owl, what?", False)],
)
async def test_a_cough_takes_no_answer_away(virtual_clock: VirtualClock, said: str, goes_on: bool) -> None:
    async with ear(virtual_clock) as it:
        await virtual_clock.advance(0.6)
        interrupt(it)
        await virtual_clock.advance(0.2)
        await it.hear(said, took_s=0.5)

        assert it.orders == []
        interrupt(it)
        await it.hear(said, took_s=0.5)

        assert it.orders == ([("voice.repeat", {"rest": True}, "voice")] if goes_on else [])


async def test_an_open_conversation_answers_what_was_said_to_nobody(virtual_clock: VirtualClock) -> None:
    async with ear(virtual_clock, answers="open") as it:
        told = it.stream.whole("test", StreamerSaid)
        await it.hear("There is a door.")

        assert [each.event for each in told.taken()] == [
            StreamerSaid(text="There is a door.", is_addressed=False, is_answered=True)
        ]
