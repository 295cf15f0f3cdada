"""A long result: cut for the model, whole in the journal as far as a file of the show's own keeps anybody's words."""

import json
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.agent.turn.tool_calls import Caller, Misprints, ToolCallRunner
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.core.untrusted_text import QuoteMarks
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.journal.file import JournalWriter
from performer.models.model import ToolCalls, ToolMessage
from performer.tools.hooks.traced import MOST_KEPT, make_trace_hook
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox

pytestmark = pytest.mark.anyio


def counted(chars: int) -> str:
    """Give so many characters, no two places of them alike."""
    text = ""
    for number in count():
        if len(text) >= chars:
            return text[:chars]
        text += f"line {number}\n"
    raise AssertionError


async def read(
    clock: VirtualClock, file: Path, result: str, *, is_looked_at: bool = True
) -> tuple[str, dict[str, Any]]:
    """Return what the model reads of a result, and the journal's line of it, looked at by the guard or not."""

    async def recite() -> str:
        """Recite."""
        return result

    stream, guard = EventStream(clock), Guard(words=["plonk"])
    journal = JournalWriter(stream, file, guard)
    record = partial(guard.recorded, most=MOST_KEPT) if is_looked_at else str
    box = Toolbox([Tool.of(recite)], [make_trace_hook(stream, clock, record)])
    runner = ToolCallRunner(box, Misprints(Runtime(clock, stream, guard)), Caller(turn=3), quotes=QuoteMarks("k7f3"))
    async with anyio.create_task_group() as tasks:
        await tasks.start(journal.run)
        step = ToolCalls(calls=(ToolCall(id="c1", name="recite"),))
        *_, answer = await runner.do(step, number=1, asked_s=0.0, said="")
        stream.close()
    assert isinstance(answer, ToolMessage)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return answer.text, next(line for line in lines if line["event"] == "ToolReturned")


async def test_it_is_cut_for_the_model_and_whole_in_the_journal(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    result = counted(9_000)
    model, line = await read(virtual_clock, tmp_path / "j.jsonl", result)

    assert len(model) < 2_200
    assert "line 0" in model
    assert line["text"] == result


async def test_of_a_flood_the_journal_keeps_the_beginning(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    result = counted(300_000)
    _, line = await read(virtual_clock, tmp_path / "j.jsonl", result, is_looked_at=False)

    assert line["text"] == result[:100_000]


@pytest.mark.slow
async def test_of_a_flood_that_was_looked_at_the_journal_keeps_as_much(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    result = counted(300_000)
    _, line = await read(virtual_clock, tmp_path / "j.jsonl", result)

    assert line["text"] == result[:100_000]


async def test_a_stopped_word_is_in_neither_end_of_it(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    _, line = await read(virtual_clock, tmp_path / "j.jsonl", "plonk " + counted(5_000) + " plonk")

    assert "plonk" not in line["text"]
