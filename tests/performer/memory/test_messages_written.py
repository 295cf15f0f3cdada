"""What the performer says and does is remembered where it belongs."""

from collections.abc import AsyncIterator

import anyio
import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.stream import Event, EventStream
from performer.core.remembered_conversation import STAGE, RememberedMessage
from performer.memory.database import Database, open_database
from performer.memory.messages import MessageStore, MessageWriter
from performer.memory.recent_messages import parse_message

pytestmark = pytest.mark.anyio
HERE = "discord:1"
SHOWN = "discord:9"


@pytest.fixture
async def database(virtual_clock: VirtualClock) -> AsyncIterator[Database]:
    async with open_database(virtual_clock, None) as opened:
        yield opened


async def recorded(clock: VirtualClock, database: Database, *told: Event) -> dict[str, list[RememberedMessage]]:
    """Return what is remembered of some events, by channel."""
    stream = EventStream(clock)
    recorder = MessageWriter(stream, MessageStore(clock, database), SHOWN)
    for event in told:
        stream.publish(event)
    stream.close()
    with anyio.fail_after(20):
        await recorder.run()
    rows = await database.read(lambda it: it.execute("SELECT * FROM message ORDER BY id").fetchall())
    channels = dict.fromkeys(row["channel"] for row in rows)
    return {channel: [parse_message(row) for row in rows if row["channel"] == channel] for channel in channels}


def taken(channel: str = "", message: str = "") -> Event:
    return events.CueTaken(turn=1, kind="chat", channel=channel, message=message)


def heard(text: str, sentence: str = "1") -> Event:
    return events.SpeechEnded(turn=1, sentence=sentence, text=text, heard=text, heard_s=1.0)


async def test_a_written_answer_is_one_message_of_its_channel(virtual_clock: VirtualClock, database: Database) -> None:
    told = await recorded(
        virtual_clock,
        database,
        taken(HERE, "77"),
        events.SentenceWritten(turn=1, text="Well."),
        events.SentenceWritten(turn=1, text="Why not?"),
    )

    ((said,),) = told.values()
    assert (said.role, said.text, said.reply_to) == ("assistant", "Well. Why not?", "77")
    assert list(told) == [HERE]


async def test_an_answer_is_passed_on_once_all_of_it_is_written_and_heard(
    virtual_clock: VirtualClock, database: Database
) -> None:
    stream = EventStream(virtual_clock)
    whole: list[str] = []
    recorder = MessageWriter(stream, MessageStore(virtual_clock, database), on_whole=whole.append)
    stream.publish(taken(HERE, "77"))
    for text in ("Well.", "Why not?"):
        stream.publish(events.SentenceReady(turn=1, text=text))
    stream.publish(heard("Well."))
    stream.publish(events.TurnEnded(turn=1, reason="final", steps=1, sentences=2, took_s=1.0))
    stream.publish(heard("Why not?", "2"))
    stream.close()
    await recorder.run()

    assert whole == ["Well. Why not?"]


async def test_a_line_of_the_stage_is_remembered_as_heard(virtual_clock: VirtualClock, database: Database) -> None:
    cut = events.SpeechEnded(turn=1, sentence="2", text="And then he", heard="And then", heard_s=0.4, cut=True)
    unheard = events.SpeechEnded(turn=1, sentence="3", text="Never heard.", heard="", heard_s=0.0, cut=True)
    told = await recorded(
        virtual_clock, database, taken(), events.SentenceReady(turn=1, text="What a jump."), heard("What a jump."),
        cut, unheard,
    )  # fmt: skip

    assert [said.text for said in told[STAGE]] == ["What a jump. And then"]
    assert [said.text for said in told[SHOWN]] == ["What a jump. And then"]


async def test_an_answer_that_is_spoken_too_is_not_there_twice(virtual_clock: VirtualClock, database: Database) -> None:
    told = await recorded(
        virtual_clock, database, taken(SHOWN), events.SentenceReady(turn=1, text="Hello."), heard("Hello.")
    )

    assert [said.text for said in told[SHOWN]] == ["Hello."]
    assert [said.text for said in told[STAGE]] == ["Hello."]


async def test_a_call_is_remembered_with_what_it_came_to(virtual_clock: VirtualClock, database: Database) -> None:
    told = await recorded(
        virtual_clock,
        database,
        taken(HERE),
        events.ToolCalled(turn=1, call="a", tool="search", arguments={"for": "boss"}),
        events.ToolReturned(turn=1, call="a", tool="search", text="found", after_s=0.1),
        events.ToolCalled(turn=1, call="b", tool="send"),
        events.ToolRefused(turn=1, call="b", tool="send", reason="not here"),
        events.ToolCalled(turn=1, call="c", tool="look"),
        events.ToolFailed(turn=1, call="c", tool="look", reason="gone"),
    )

    assert [(said.tool, said.arguments, said.result) for said in told[HERE]] == [
        ("search", '{"for": "boss"}', "found"),
        ("send", "{}", "refused: not here"),
        ("look", "{}", "failed: gone"),
    ]


async def test_a_turn_that_says_nothing_leaves_nothing(virtual_clock: VirtualClock, database: Database) -> None:
    assert await recorded(virtual_clock, database, taken(HERE)) == {}


async def test_a_written_answer_is_remembered_in_its_lines(virtual_clock: VirtualClock, database: Database) -> None:
    told = await recorded(
        virtual_clock,
        database,
        taken(HERE),
        events.SentenceWritten(turn=1, text="So:"),
        events.SentenceWritten(turn=1, text="```py\nx = 1\n```", gap="\n"),
        events.SentenceReady(turn=1, text="I put the code in chat.", only_spoken=True),
    )

    assert [said.text for said in told[HERE]] == ["So:\n```py\nx = 1\n```"]
