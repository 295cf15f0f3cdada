"""The show in the terminal: what is told of each event, and that nothing said can steer the terminal."""

import io

import anyio
import pytest
from rich.console import Console

from performer import events
from performer.chats.console_mirror import ConsoleMirror, describe
from performer.clock import VirtualClock
from performer.events import Event, EventStream


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.CueTaken(turn=1, kind="chat", text="ann: hi"), "?  ann: hi"),
        (events.SpeechStarted(turn=1, sentence="s1", text="Hi.", duration_s=1, audible=True), "»  Hi."),
        (events.SpeechStarted(turn=1, sentence="s1", text="Hi.", duration_s=1, audible=False), "»  Hi.  (silent)"),
        (events.ToolReturned(turn=1, call="c", tool="wave", text="waved", after_s=0), "+  wave: waved"),
        (events.ToolRefused(turn=1, call="c", tool="wave", reason="too often"), "-  wave refused: too often"),
        (events.TurnEnded(turn=1, reason="final", steps=1, sentences=0, took_s=1), "   (kept quiet)"),
        (events.TurnEnded(turn=1, reason="deadline", steps=1, sentences=0, took_s=1), "!  the turn ended: deadline"),
        (events.ServiceDown(service="brain", reason="gone"), "!  brain is down: gone"),
        (events.SentenceBlocked(turn=1, reason="block list"), "-  a text for speech was held back: block list"),
    ],
)
def test_an_event_is_told_in_a_line(event: Event, line: str) -> None:
    told = describe(event)

    assert told is not None
    assert told.plain == line


def test_what_is_of_no_interest_is_not_told() -> None:
    assert describe(events.StepStarted(turn=1, step=1, model="m")) is None


@pytest.mark.anyio
async def test_control_characters_and_markup_stay_text(virtual_clock: VirtualClock) -> None:
    into = io.StringIO()
    stream = EventStream(virtual_clock)
    mirror = ConsoleMirror(stream, Console(file=into, highlight=False, emoji=False, markup=False, width=200))
    text = "\x1b[31m[bold]:smile:\nnext"
    with stream.whole("keep"):
        await virtual_clock.advance(75)
        async with anyio.create_task_group() as tasks:
            await tasks.start(mirror.run)
            stream.publish(events.SpeechStarted(turn=1, sentence="s", text=text, duration_s=1, audible=True))
            stream.close()

    assert into.getvalue() == "  1:15 »  [31m[bold]:smile: next\n".replace(" [31m", "  [31m")
