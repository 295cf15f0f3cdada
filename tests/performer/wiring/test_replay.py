"""A recorded show on the stage of a running one: told as a replay, and heard of by nobody else."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, cast

import anyio
import pytest
from pydantic import Field

from performer.config.config import Config
from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.parts import Hushed, Resumed
from performer.core.events.speech import SpeechEnded, SpeechStarted
from performer.core.events.stream import Event, EventStream, PublishedEvent
from performer.core.events.turns import ToolCalled, ToolReturned
from performer.core.files.home import Home
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.journal.file import format_journal_line
from performer.stage.protocol.elements import Bubble, Caption, Card, Element
from performer.stage.service import StageService
from performer.tools.tool import Tool, ToolCall
from performer.wiring.replay import StageReplay, make_toolboxes

pytestmark = pytest.mark.anyio
LINE = "Two hit points left."


def recorded() -> Iterable[tuple[float, Event]]:
    """A line of two seconds, and a bubble after it."""
    yield 1.0, SpeechStarted(turn=1, sentence="s1", text=LINE, duration_s=2.0, audible=True, envelope=(0.5,) * 10)
    yield 3.0, SpeechEnded(turn=1, sentence="s1", text=LINE, heard_s=2.0, cut=False)
    yield 4.0, ToolCalled(turn=1, call="c1", tool="overlay_text", arguments={"text": "First try!"})
    yield 4.1, ToolReturned(turn=1, call="c1", tool="overlay_text", text="shown", after_s=0.1)
    yield 20.0, SpeechStarted(turn=2, sentence="s2", text="Bye.", duration_s=1.0, audible=True, envelope=())


class Pausing:
    """Notes why the show is quiet."""

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}

    async def pause(self, by: str, reason: str) -> None:
        self.reasons[by] = reason

    def resume(self, by: str) -> None:
        self.reasons.pop(by, None)


class Evening:
    """A show with a stage, in whose home a journal lies."""

    def __init__(self, clock: VirtualClock, folder: Path, **settings: object) -> None:
        self.clock, self.stream, self.pausing = clock, EventStream(clock), Pausing()
        config = Config.model_validate(settings)
        runtime = Runtime(clock, self.stream, Guard())
        self.house = StageService(runtime, config, Home(config=folder, data=folder), desktop=False)
        journals = folder / "journals"
        journals.mkdir()
        at = datetime(2026, 1, 1, tzinfo=UTC)
        told = (PublishedEvent(event=event, t=t, at=at) for t, event in recorded())
        (journals / "one.jsonl").write_text(
            "\n".join(format_journal_line(each, Guard()) for each in told), encoding="utf-8"
        )
        (journals / "none.jsonl").write_text("", encoding="utf-8")
        self.replay = StageReplay(runtime, self.house, config, journals, pausing=self.pausing, timeout_s=10)

    @property
    def seen(self) -> tuple[Element, ...]:
        return self.house.stage.snapshot().elements

    def find(self, kind: type[Element]) -> list[str]:
        return [each.alt for each in self.seen if isinstance(each, kind)]


@asynccontextmanager
async def evening(clock: VirtualClock, folder: Path) -> AsyncIterator[Evening]:
    it = Evening(clock, folder)
    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            await tasks.start(it.house.stage.run)
            await tasks.start(it.replay.run)
            yield it
            tasks.cancel_scope.cancel()


async def test_lines_and_what_tools_showed_come_again_marked_as_a_replay(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    async with evening(virtual_clock, tmp_path) as it:
        await it.replay.play({"name": "one.jsonl"})
        await it.clock.advance(0.5)

        assert it.find(Card) == ["Replay"]
        assert it.find(Caption) == [LINE]
        assert (it.replay.name, list(it.pausing.reasons)) == ("one.jsonl", ["replay"])
        await it.clock.advance(3)
        assert it.find(Bubble) == ["First try!"]
        await it.clock.advance(20)
        assert it.find(Card) == it.find(Caption) == []
        assert (it.replay.name, it.pausing.reasons) == ("", {})


async def test_nobody_else_hears_of_what_is_played(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    async with evening(virtual_clock, tmp_path) as it:
        with it.stream.whole("anybody") as anybody:
            await it.replay.play({"name": "one.jsonl"})
            await it.clock.advance(30)

            assert [each.event for each in anybody.taken()] == []


async def test_a_replay_is_as_fast_as_it_is_asked_for(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    async with evening(virtual_clock, tmp_path) as it:
        await it.replay.play({"name": "one.jsonl", "speed": 4})
        await it.clock.advance(6)

        assert it.replay.name == ""


@pytest.mark.parametrize("enough", [Hushed(), Resumed(by="replay")])
async def test_a_hush_and_a_show_that_goes_on_end_it(
    virtual_clock: VirtualClock, tmp_path: Path, enough: Event
) -> None:
    async with evening(virtual_clock, tmp_path) as it:
        await it.replay.play({"name": "one.jsonl"})
        await it.clock.advance(0.5)
        it.stream.publish(enough)
        await it.clock.advance(0.1)

        assert it.seen == ()
        assert (it.replay.name, it.pausing.reasons) == ("", {})


async def test_it_is_ended_and_begun_again(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    async with evening(virtual_clock, tmp_path) as it:
        await it.replay.play({"name": "one.jsonl"})
        with pytest.raises(ConfigError, match="played already"):
            await it.replay.play({"name": "one.jsonl"})
        await it.replay.end({})
        await it.clock.advance(0.1)
        await it.replay.play({"name": "one.jsonl"})
        await it.clock.advance(0.5)

        assert it.find(Caption) == [LINE]


@pytest.mark.parametrize(
    ("name", "why"),
    [("../one.jsonl", "no such journal"), ("two.jsonl", "no such journal"), ("none.jsonl", "no journal")],
)
async def test_what_is_no_journal_is_not_played(
    virtual_clock: VirtualClock, tmp_path: Path, name: str, why: str
) -> None:
    async with evening(virtual_clock, tmp_path) as it:
        with pytest.raises(ConfigError, match=why):
            await it.replay.play({"name": name})

        assert it.pausing.reasons == {}
        with pytest.raises(ConfigError, match="No recording is played"):
            await it.replay.end({})


async def test_where_its_mark_would_not_be_seen_nothing_is_played(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    it = Evening(virtual_clock, tmp_path, layout={"portrait": {"hidden": ["card"]}})

    with pytest.raises(ConfigError, match="show them on Look"):
        await it.replay.play({"name": "one.jsonl"})


async def show_emote(size: Annotated[float, Field(ge=0, le=1)] = 0.5) -> str:
    """Show an emote."""
    return f"shown at {size}"


async def test_a_call_that_was_clamped_is_printed_without_the_note_for_the_model(clock: SystemClock) -> None:
    stream = EventStream(clock)
    stage = cast("StageService", SimpleNamespace(tools=lambda: (Tool.of(show_emote),)))
    runtime = Runtime(clock, stream, Guard())

    with stream.whole("test") as reader:
        result = await make_toolboxes(runtime, stage, 1.0)().call(
            ToolCall(id="1", name="show_emote", arguments={"size": 7})
        )
        stream.close()
        (told,) = [each.event.text async for each in reader if isinstance(each.event, ToolReturned)]

    assert told == "shown at 1.0"
    assert "size was brought to 1" in result.text
