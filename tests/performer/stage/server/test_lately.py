"""What the show did lately: a row for each thing that a streamer would ask about, after the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.stage.server.lately import MOST, Lately

pytestmark = pytest.mark.anyio


class Show:
    """A show whose rows are collected as they come."""

    def __init__(self, clock: VirtualClock) -> None:
        self.stream = EventStream(clock)
        self.told: list[dict[str, Any]] = []
        self.lately = Lately(self.stream, Guard(), self.told.extend)


@asynccontextmanager
async def follow(clock: VirtualClock) -> AsyncIterator[Show]:
    """Follow a show; all that was published in the block has been told after it."""
    show = Show(clock)
    yield show
    show.stream.close()
    await show.lately.run()


def speech(text: str, turn: int) -> events.SpeechStarted:
    """Make the start of a sentence."""
    return events.SpeechStarted(sentence="1", text=text, duration_s=1.0, audible=True, turn=turn)


async def test_a_line_has_what_led_to_it_and_how_long_it_took(virtual_clock: VirtualClock) -> None:
    async with follow(virtual_clock) as show:
        show.stream.publish(events.CueTaken(kind="scene", waited_s=0.5, turn=1))
        show.stream.publish(speech("A door with two locks.", 1))

    [row] = show.told
    assert (row["kind"], row["text"], row["why"], row["took_s"]) == ("said", "A door with two locks.", "scene", 0.5)


async def test_an_order_by_voice_has_what_came_of_it(virtual_clock: VirtualClock) -> None:
    async with follow(virtual_clock) as show:
        show.stream.publish(events.OrderGiven(order="hush", text="Owl, be quiet!", outcome="silent"))

    [row] = show.told
    assert (row["kind"], row["text"], row["why"]) == ("heard", "Owl, be quiet!", "by your order: silent")


async def test_what_was_left_out_has_its_reason_and_not_its_words(virtual_clock: VirtualClock) -> None:
    async with follow(virtual_clock) as show:
        show.stream.publish(events.SentenceBlocked(reason="much like a line of two minutes ago", turn=1))

    [row] = show.told
    assert (row["kind"], row["text"], row["why"]) == ("left", "", "much like a line of two minutes ago")


async def test_a_row_tells_how_its_line_came_to_be_and_what_the_guard_stopped(virtual_clock: VirtualClock) -> None:
    async with follow(virtual_clock) as show:
        stop = events.TextStopped(number=1, category="slurs", rule="r", action="drop", where="speech")
        show.stream.publish(events.CueTaken(kind="scene", turn=1))
        show.stream.publish(events.StepStarted(step=1, model="llava:7b", pictures=1, turn=1))
        show.stream.publish(stop)
        show.stream.publish(events.SentenceBlocked(reason="slurs", turn=1))
        show.stream.publish(events.SentenceReady(text="A door.", turn=1))
        show.stream.publish(speech("A door.", 1))

    left, said = show.told
    assert left["stopped"] == ("slurs",)
    assert (said["came"]["model"], said["came"]["pictures"], said["came"]["masked"]) == ("llava:7b", 1, ())
    assert said["stopped"] == ()


async def test_what_the_guard_stops_in_a_viewers_line_is_in_no_row(virtual_clock: VirtualClock) -> None:
    async with follow(virtual_clock) as show:
        show.stream.publish(events.CueTaken(kind="chat", text="mail me at ann@example.com", turn=1))

    [row] = show.told
    assert row["kind"] == "heard"
    assert "ann@example.com" not in str(row)


async def test_what_the_streamer_said_stands_in_one_row_with_what_it_led_to(virtual_clock: VirtualClock) -> None:
    async with follow(virtual_clock) as show:
        words = "Pip, mail ann@example.com"
        show.stream.publish(events.StreamerSaid(text=words, is_addressed=True, is_answered=True))
        show.stream.publish(events.CueTaken(kind="streamer", text=words, turn=1))

    [row] = show.told
    assert (row["kind"], row["why"]) == ("heard", "it answers")
    assert "ann@example.com" not in row["text"]


async def test_the_newest_rows_are_listed_first_and_the_oldest_forgotten(virtual_clock: VirtualClock) -> None:
    async with follow(virtual_clock) as show:
        for turn in range(MOST + 1):
            show.stream.publish(events.ToolReturned(call="1", tool="say", text="", after_s=0.1, turn=turn))

    rows = await show.lately.list({})
    assert len(rows) == MOST
    assert rows[0]["number"] == MOST + 1
