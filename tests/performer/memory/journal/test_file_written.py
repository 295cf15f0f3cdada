"""The journal: one line an event, in order, readable again, without pictures."""

import base64
import gc
import json
import random
from dataclasses import fields
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.redact.redact import add_secret
from performer.guard.guard import Guard
from performer.memory.journal.file import WORDS, JournalWriter
from tests.systems import is_private


async def written(clock: VirtualClock, file: Path, *facts: events.Event) -> list[dict[str, Any]]:
    stream = EventStream(clock)
    journal = JournalWriter(stream, file, Guard(words=["plonk"]))
    async with anyio.create_task_group() as tasks:
        await tasks.start(journal.run)
        for fact in facts:
            stream.publish(fact)
        stream.close()
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.anyio
async def test_a_writer_that_has_no_time_left_closes_its_file(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    journal = JournalWriter(EventStream(virtual_clock), tmp_path / "j.jsonl", Guard())
    async with anyio.create_task_group() as tasks:
        await tasks.start(journal.run)
        tasks.cancel_scope.cancel()

    del journal  # an open file would warn now, and a warning fails
    gc.collect()


@pytest.mark.anyio
async def test_a_line_has_its_version_instants_turn_event_and_plain_fields(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    await virtual_clock.advance(1.5)

    lines = await written(
        virtual_clock,
        tmp_path / "new" / "j.jsonl",
        events.ToolCalled(turn=3, call="c1", tool="wave", arguments={"name": "Ann", "sizes": [1, 2]}),
        events.SentenceReady(turn=3, text="Grüße\n日本"),
    )

    assert lines[0] == {
        "v": 1,
        "at": "2026-01-01T00:00:01.500Z",
        "t": 1.5,
        "turn": 3,
        "event": "ToolCalled",
        "call": "c1",
        "tool": "wave",
        "arguments": {"name": "Ann", "sizes": [1, 2]},
        "step": 0,
        "after_s": 0.0,
        "agent": "",
    }
    assert lines[1]["text"] == "Grüße\n日本"


@pytest.mark.anyio
async def test_half_a_letter_is_written_as_it_came_and_the_next_line_too(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    half = events.SentenceReady(turn=1, text="\ud800 hello")

    lines = await written(virtual_clock, tmp_path / "j.jsonl", half, events.ServiceUp(service="two"))

    assert (lines[0]["text"], lines[1]["service"]) == ("\ud800 hello", "two")


@pytest.mark.anyio
async def test_what_the_streamer_said_aloud_is_written_as_a_viewers_line_is(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    heard = events.StreamerHeard(text="look, a plonk", language="en", confidence=0.9, began_s=0.0, ended_s=1.0)

    (line,) = await written(virtual_clock, tmp_path / "j.jsonl", heard)

    assert (line["text"], line["language"]) == ("look, a ●●●", "en")


@pytest.mark.anyio
async def test_what_the_guard_stops_is_masked_and_the_rest_stands_as_it_is(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    lines = await written(
        virtual_clock,
        tmp_path / "j.jsonl",
        events.CueTaken(turn=1, kind="plonk", text="Ann:\ta  pl0nk"),
        events.ToolCalled(turn=1, call="plonk", tool="x", arguments={"plonk": ["a plonk", 1]}),
    )

    assert (lines[0]["kind"], lines[0]["text"]) == ("plonk", "Ann:\ta  ●●●")
    assert (lines[1]["call"], lines[1]["arguments"]) == ("●●●", {"●●●": ["a ●●●", 1]})


def test_of_every_field_that_is_text_it_is_known_whose_words_it_holds() -> None:
    texts = {
        field.name
        for event in vars(events).values()
        if isinstance(event, type) and issubclass(event, events.Event)
        for field in fields(event)
        if "str" in str(field.type)
    }

    assert texts - WORDS == {
        "kind",
        "gap",
        "language",
        "digest",
        "doing",
        "sentence",
        "actions",
        "by",
        "mode",
        "where",
        "category",
        "action",
        "level",
        "channel",
        "message",
        "cue",
        "order",
        "parent",
        "prototype",
        "resource",
    }


@pytest.mark.anyio
async def test_no_secret_and_nothing_that_steers_a_terminal_is_written(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    add_secret("correct-horse")
    file = tmp_path / "j.jsonl"
    arguments = {"text": ["correct-horse"], "key": f"ghp_{'a1' * 18}"}

    (line,) = await written(
        virtual_clock, file, events.ToolCalled(turn=1, call="c\x9b\u202e", tool="", arguments=arguments)
    )

    told = file.read_text(encoding="utf-8")
    assert "horse" not in told
    assert "ghp_" not in told
    assert line["call"] == "c\x9b\u202e"
    assert told.rstrip("\n").isprintable()
    assert is_private(file)


@pytest.mark.anyio
async def test_a_second_show_is_added_to_the_file(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    await written(virtual_clock, file, events.ServiceUp(service="one"))

    lines = await written(virtual_clock, file, events.ServiceUp(service="two"))

    assert [line["service"] for line in lines] == ["one", "two"]


def test_a_file_that_cannot_be_written_is_said_by_name(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"The journal .* cannot be written"):
        JournalWriter(EventStream(virtual_clock), tmp_path, Guard())


@pytest.mark.anyio
async def test_the_products_own_words_are_written_as_they_are(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    reason = own("plonk: {model} was loaded", model="plonk")

    (line,) = await written(virtual_clock, tmp_path / "j.jsonl", events.ServiceDown(service="brain", reason=reason))

    assert line["reason"] == "plonk: ●●● was loaded"


@pytest.mark.anyio
async def test_no_picture_is_written_that_a_tool_was_given_or_gave(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    picture = base64.b64encode(random.Random(1).randbytes(900)).decode()

    lines = await written(
        virtual_clock,
        tmp_path / "j.jsonl",
        events.ToolCalled(turn=1, call="c", tool="look", arguments={"at": [picture]}),
        events.ToolReturned(turn=1, call="c", tool="look", text=f'{{"png": "{picture}"}}', after_s=0),
        events.ToolFailed(turn=1, call="d", tool="look", reason=own("look: {said}", said=picture), after_s=0),
    )

    told = [lines[0]["arguments"], lines[1]["text"], lines[2]["reason"]]
    assert told == [{"at": ["(data)"]}, '{"png": "(data)"}', "look: (data)"]
