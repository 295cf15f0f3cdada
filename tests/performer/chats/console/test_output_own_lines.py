"""What the product itself prints: never missing, whatever a model is called and whatever a server says."""

import io

import pytest
from rich.console import Console

from performer.chats.console.output import _LINES, ConsoleMirror, PrintedLine, describe_event
from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.stream import Event, EventStream
from performer.core.own_text import own
from performer.guard.guard import Guard
from tests.own_lines import list_own_lines

pytestmark = pytest.mark.anyio
WORD = "plonk"

EVENTS: tuple[Event, ...] = (
    events.ServiceDown(service=WORD, reason=WORD),
    events.ServiceUp(service=WORD, reason=WORD),
    events.ServiceProgressed(service=WORD, doing=WORD),
    events.Paused(by=WORD, reason=WORD),
    events.CueDropped(kind="chat", reason=WORD, text=WORD, is_held=True),
    events.FileRefused(file=WORD, reason=WORD),
    events.ToolLeftOut(server=WORD, reason=WORD),
    events.SendingLost(channel=WORD, text=WORD),
    events.TurnEnded(turn=1, reason=WORD, steps=1, sentences=0, took_s=1),
    events.SentenceBlocked(turn=1, reason=WORD, kind="said before"),
    events.ToolReturned(turn=1, call="c", tool=WORD, text=WORD, after_s=0),
    events.ToolRefused(turn=1, call="c", tool=WORD, reason=WORD),
    events.ToolFailed(turn=1, call="c", tool=WORD, reason=WORD, after_s=0),
    events.ToolsListed(server=WORD, tools=2, pending=1),
    events.ToolsListed(server=WORD, tools=2, pending=2),
    events.ErrandStarted(turn=1, errand=4, call="c", tool=WORD),
    events.ErrandEnded(errand=4, call="c", tool=WORD, came="lost", text="-"),
    events.AgentStarted(agent=WORD, prototype="researcher", task=WORD),
    events.AgentEnded(agent=WORD, came="failed"),
    events.CoordinationAsked(resource=WORD, agent=WORD, holder=WORD, tool="x"),
    events.ApprovalSettled(approval=3, outcome="approved", who=WORD, where=WORD),
    events.ApprovalEnded(approval=3, tool=WORD, came="lost", text="-"),
    events.SpeechEnded(turn=1, sentence="s1", text=f"{WORD} and more", heard_s=1, cut=True, heard=WORD),
    events.ApprovalAsked(
        turn=1, approval=3, call="c", tool=WORD, server="s", arguments={"a": WORD}, why=WORD, within_s=600
    ),
)
"""Every event with others' words in its line."""


async def printed(clock: VirtualClock, *facts: Event) -> list[str]:
    into = io.StringIO()
    stream = EventStream(clock)
    console = Console(file=into, highlight=False, emoji=False, markup=False, width=200)
    mirror = ConsoleMirror(stream, Guard(words=[WORD]), console)
    for fact in facts:
        stream.publish(fact)
    stream.close()
    await mirror.run()
    return into.getvalue().splitlines()


async def test_the_products_own_lines_are_printed_unchanged(virtual_clock: VirtualClock) -> None:
    lines = list_own_lines(count=1000)[:1000]

    told = [
        line
        for start in range(0, len(lines), 200)
        for line in await printed(
            virtual_clock,
            *(events.ServiceProgressed(service="brain", doing=each) for each in lines[start : start + 200]),
        )
    ]

    assert told == [f"  0:00    (brain: {line})" for line in lines]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
async def test_no_foreign_word_slips_in_and_the_sentence_stays(virtual_clock: VirtualClock, event: Event) -> None:
    line = describe_event(event)
    assert isinstance(line, PrintedLine)

    down = events.ServiceDown(service=WORD, reason="gone")
    told = (await printed(virtual_clock, down, event))[-1]

    assert WORD not in told
    assert "(left out)" in told
    words = {word for piece in line.text.pieces if not piece.is_foreign for word in piece.text.split()}
    assert [word for word in words if word.strip(",") not in told] == []


async def test_every_template_of_the_file_is_tried() -> None:
    assert _LINES.keys() <= {type(each).__name__ for each in EVENTS}


async def test_a_pause_that_still_holds_is_told_without_its_bad_reason(virtual_clock: VirtualClock) -> None:
    pauses = (events.Paused(by="asked", reason=WORD), events.Paused(by="key", reason=own("the key is held")))

    told = await printed(virtual_clock, *pauses, events.Paused(by="away", reason="x"), events.Resumed(by="away"))

    assert told[-1] == "  0:00    (still quiet: (left out); the key is held)"
