"""Who thinks, as it is asked for."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from performer.casting import cast_brain
from performer.clock import SystemClock
from performer.errors import ConfigError
from performer.events import EventStream
from performer.models.settings import ModelSettings


@pytest.mark.anyio
async def test_each_model_is_cast_as_asked(clock: SystemClock, events: EventStream, tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"text": "hi"}\n')
    async with AsyncExitStack() as stack:
        understudy = await cast_brain(clock, events, ModelSettings(spec="understudy"), stack)
        scripted = await cast_brain(clock, events, ModelSettings(spec=f"scripted:{script}"), stack)
        ollama = await cast_brain(clock, events, ModelSettings(spec="ollama:llava@127.0.0.1:9"), stack)

    assert (understudy.role().plays, understudy.lead) == ("understudy", None)
    assert "script" in scripted.role().plays
    assert ollama.lead is not None


@pytest.mark.anyio
async def test_a_script_that_is_not_there_is_said(clock: SystemClock, events: EventStream) -> None:
    async with AsyncExitStack() as stack:
        with pytest.raises(ConfigError, match="scripted: cannot read"):
            await cast_brain(clock, events, ModelSettings(spec="scripted:/nowhere.jsonl"), stack)
