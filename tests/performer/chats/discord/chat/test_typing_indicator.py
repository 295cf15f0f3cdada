"""The typist: a channel sees that it is being written there, and no longer than that."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.chats.discord.chat.typing_indicator import TypingIndicator
from performer.chats.discord.wire.calls import Typing
from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceWritten
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import CueTaken, TurnCut, TurnEnded
from tests.performer.chats.discord.given import LittleLink

pytestmark = pytest.mark.anyio

TAKEN = CueTaken(turn=1, kind="chat", channel="discord:300")


@asynccontextmanager
async def typist(clock: VirtualClock, link: LittleLink) -> AsyncIterator[EventStream]:
    stream = EventStream(clock)
    async with anyio.create_task_group() as tasks:
        await tasks.start(TypingIndicator(clock, stream, link).run)
        yield stream
        tasks.cancel_scope.cancel()


@pytest.mark.parametrize(
    "end",
    [
        SentenceWritten(turn=1, text="Well."),
        TurnEnded(turn=1, reason="final", steps=1, sentences=0, took_s=1),
        TurnCut(turn=1, reason="hush"),
    ],
)
async def test_it_types_every_eight_seconds_until_the_turn_has_words_or_is_over(
    virtual_clock: VirtualClock, end: Event
) -> None:
    link = LittleLink()
    async with typist(virtual_clock, link) as stream:
        stream.publish(TAKEN)
        await virtual_clock.advance(16)
        stream.publish(end)
        await virtual_clock.advance(60)

    assert link.asked == [Typing(channel_id="300")] * 3


async def test_turns_that_are_answered_elsewhere_are_none_of_its_business(virtual_clock: VirtualClock) -> None:
    link = LittleLink()
    async with typist(virtual_clock, link) as stream:
        for channel in ("console", "stage", ""):
            stream.publish(CueTaken(turn=1, kind="chat", channel=channel))
        await virtual_clock.advance(60)

    assert link.asked == []


async def test_a_turn_whose_end_was_missed_does_not_type_for_ever(virtual_clock: VirtualClock) -> None:
    link = LittleLink()
    async with typist(virtual_clock, link) as stream:
        stream.publish(TAKEN)
        await virtual_clock.advance(3600)

    assert len(link.asked) == 23


async def test_a_link_that_hangs_holds_up_no_other_channel(virtual_clock: VirtualClock) -> None:
    never = anyio.Event()
    link = LittleLink(Typing=lambda call: never if call.channel_id == "300" else None)
    async with typist(virtual_clock, link) as stream:
        stream.publish(TAKEN)
        stream.publish(CueTaken(turn=2, kind="chat", channel="discord:301"))
        await virtual_clock.advance(1)

    assert link.asked == [Typing(channel_id="300"), Typing(channel_id="301")]
