"""An empty answer: when it is doubted, how often, and when it is believed."""

import pytest

from performer.models.model import FinalAnswer, ToolCalls
from performer.models.ollama.driver import Ollama
from tests.fakes.ollama import FakeOllama
from tests.performer.models.ollama.asked import played

pytestmark = pytest.mark.anyio


async def test_an_answer_that_the_server_swallowed_is_asked_for_once_more(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("", eval_count=40)
    ollama.reply("CALL hush")

    step, _ = await played(model)
    await played(model)

    assert isinstance(step, ToolCalls)
    assert ["tools" in body for body in ollama.asked] == [True, False, False]


async def test_silence_is_an_answer(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("")

    step, heard = await played(model)

    assert isinstance(step, FinalAnswer)
    assert heard == ""
    assert len(ollama.asked) == 1


async def test_silence_that_was_doubted_and_stays_changes_nothing(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("", eval_count=0)
    ollama.reply("", eval_count=0)

    await played(model)
    await played(model)

    assert ["tools" in body for body in ollama.asked] == [True, False, True]


async def test_silence_is_believed_after_it_was_doubted_twice_in_vain(ollama: FakeOllama, model: Ollama) -> None:
    for _ in range(6):
        ollama.reply("", eval_count=40)

    for _ in range(4):
        await played(model)

    assert ["tools" in body for body in ollama.asked] == [True, False, True, False, True, True]


@pytest.mark.parametrize("said", ['{"tool_calls": []}', "{}", "<silence>", "```\n```"])
async def test_a_silence_that_was_chosen_is_not_doubted(ollama: FakeOllama, model: Ollama, said: str) -> None:
    ollama.reply(said, eval_count=40)

    await played(model)

    assert len(ollama.asked) == 1
