"""A replay: what it refuses before it begins."""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, cast

import pytest
from pydantic import Field

from performer.cli import replay
from performer.config.config import Config
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.events.turns import ToolReturned
from performer.core.files.home import Home
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.stage.service import StageService
from performer.tools.tool import Tool, ToolCall

pytestmark = pytest.mark.anyio


async def test_a_voice_keeps_its_own_pace(tmp_path: Path) -> None:
    options = replay.ReplayOptions(journal=tmp_path / "x.jsonl", speed=2, voice=True, overrides={})

    with pytest.raises(ConfigError, match="leave --speed at 1"):
        await replay.run(Config(), Home(config=tmp_path, data=tmp_path), options)


async def test_a_journal_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.jsonl"
    options = replay.ReplayOptions(journal=file, overrides={}, desktop=False, console=False)

    with pytest.raises(ConfigError, match=str(file)):
        await replay.run(Config(), Home(config=tmp_path, data=tmp_path), options)


async def show_emote(size: Annotated[float, Field(ge=0, le=1)] = 0.5) -> str:
    """Show an emote."""
    return f"shown at {size}"


async def test_a_call_that_was_clamped_is_printed_without_the_note_for_the_model(clock: SystemClock) -> None:
    stream = EventStream(clock)
    stage = cast("StageService", SimpleNamespace(tools=lambda: (Tool.of(show_emote),)))
    runtime = Runtime(clock, stream, Guard())

    with stream.whole("test") as reader:
        result = await replay.make_toolboxes(runtime, stage, 1.0)().call(
            ToolCall(id="1", name="show_emote", arguments={"size": 7})
        )
        stream.close()
        (told,) = [each.event.text async for each in reader if isinstance(each.event, ToolReturned)]

    assert told == "shown at 1.0"
    assert "size was brought to 1" in result.text
