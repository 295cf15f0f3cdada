"""A written part, played."""

from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ConfigError
from performer.models.model import FinalAnswer, Step, StepRequest, ToolCalls
from performer.models.scripted import Scripted

pytestmark = pytest.mark.anyio

LINES = """
# a short act
{"text": "Good evening!"}
{"wait_s": 2}
{"calls": [{"name": "show_emote", "arguments": {"name": "wave"}}], "preface": "Watch this."}
"""
LIST = '[{"text": "Good evening!"}, {"wait_s": 2}, {"calls": [{"name": "hush"}], "preface": "Watch this."}]'


def script(folder: Path, text: str) -> Path:
    file = folder / "act.jsonl"
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize("text", [LINES, LIST])
async def test_a_script_is_played_in_order_with_its_waits_and_starts_over(
    tmp_path: Path, virtual_clock: VirtualClock, text: str
) -> None:
    model = Scripted(script(tmp_path, text), virtual_clock)
    steps: list[Step] = []
    heard: list[str] = []

    async def play() -> None:
        for _ in range(3):
            steps.append(await model.step(StepRequest(messages=()), heard.append))  # noqa: PERF401

    async with anyio.create_task_group() as group:
        group.start_soon(play)
        await virtual_clock.advance(1.9)
        assert len(steps) == 1
        await virtual_clock.advance(0.1)

    assert [type(step) for step in steps] == [FinalAnswer, ToolCalls, FinalAnswer]
    assert "".join(heard) == "Good evening!Watch this.Good evening!"


async def test_words_come_one_by_one(tmp_path: Path, clock: SystemClock) -> None:
    heard: list[str] = []

    await Scripted(script(tmp_path, '{"text": "Oh my, a goose. "}'), clock).step(StepRequest(messages=()), heard.append)

    assert heard == ["Oh", " my,", " a", " goose.", " "]


async def test_a_misprint_is_played_beside_the_calls(tmp_path: Path, clock: SystemClock) -> None:
    wrong = '{"name": "show_emote", "arguments": {"nam": "wave"}, "reason": "There is no nam."}'
    model = Scripted(script(tmp_path, f'{{"calls": [{{"name": "hush"}}], "misprints": [{wrong}]}}'), clock)

    step = await model.step(StepRequest(messages=()), lambda _: None)

    assert isinstance(step, ToolCalls)
    assert [call.name for call in step.calls] == ["hush"]
    assert [(each.call.arguments, each.reason) for each in step.misprints] == [({"nam": "wave"}, "There is no nam.")]


WRONG = {
    '{"text": "Hi"}\n{"txt": "Hi"}': r"line 2: 'txt': Extra inputs",
    '{"text": ': "line 1: Invalid JSON",
    '{"text": "Hi", "calls": [{"name": "hush"}]}': "text or calls, not both",
    '{"text": "Hi", "misprints": []}': "text or calls, not both",
    '{"misprints": [{"name": "hush"}]}': "'misprints' step 1 'reason': Field required",
    '{"preface": "Hi"}': "preface stands before calls",
    '[{"text": "Hi"}, {"calls": [{}]}]': "step 2 'calls' step 1 'name': Field required",
    "": "nothing to play",
    '{"wait_s": 1}': "nothing to play",
    '{"wait_s": -1}': "'wait_s': Input should be greater than or equal to 0",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_script_names_the_place_and_what_was_expected(tmp_path: Path, clock: SystemClock, text: str) -> None:
    with pytest.raises(ConfigError, match=WRONG[text]) as caught:
        Scripted(script(tmp_path, text), clock)

    assert "act.jsonl" in str(caught.value)
    assert 'Each step is {"text": "..."}' in str(caught.value)


def test_a_script_that_is_not_there_is_named(tmp_path: Path, clock: SystemClock) -> None:
    with pytest.raises(ConfigError, match=r"cannot read '.*none\.jsonl'"):
        Scripted(tmp_path / "none.jsonl", clock)
