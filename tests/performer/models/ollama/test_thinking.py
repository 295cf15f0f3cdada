"""Thinking, wanted or not: it is never heard, and what stands behind it at once."""

import pytest

from tests.fakes.ollama import THINKING, FakeModel, FakeOllama, Trouble
from tests.performer.models.ollama.asked import ASKED, played
from tests.performer.models.ollama.making import Maker, ways

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("name", "think", "sent", "room"),
    [
        ("qwen3:4b", False, False, 0),
        ("qwen3:4b", True, True, 1024),
        ("gpt-oss:20b", False, "low", 1024),
        ("hf.co/some/GPT-OSS-20b-GGUF:Q4", True, "medium", 1024),
    ],
)
async def test_thinking_is_off_unless_it_is_wanted_or_cannot_be(
    ollama: FakeOllama, make: Maker, name: str, think: bool, sent: bool | str, room: int
) -> None:
    model = await make(FakeModel(name=name, capabilities=("completion", "tools", "thinking")), think=think)

    await played(model)

    assert ollama.asked[0]["think"] == sent
    assert ollama.asked[0]["options"]["num_predict"] == 220 + room


@pytest.mark.parametrize("trouble", [Trouble.NO_THINKING, Trouble.NO_LEVELS])
async def test_a_server_that_knows_no_thinking_is_told_nothing_of_it(
    ollama: FakeOllama, make: Maker, trouble: Trouble
) -> None:
    model = await make(THINKING)
    ollama.trouble(trouble)

    await played(model)
    await played(await make(THINKING))

    assert ["think" in body for body in ollama.asked] == [True, False, False]
    assert ways(ollama) == ["native"] * 3


async def test_thinking_in_the_text_is_never_heard(ollama: FakeOllama, make: Maker) -> None:
    model = await make(THINKING)
    ollama.reply("They jump. I should be brief.\n</think>\n\nNice jump!")

    _, heard = await played(model)

    assert heard == "Nice jump!"


async def test_who_once_thought_aloud_is_held_back_from_then_on(ollama: FakeOllama, make: Maker) -> None:
    aloud = "They jump. I should be brief.\n</think>\n\nNice jump!"
    for _ in range(2):
        ollama.reply(aloud)
    await played(await make())

    model = await make()
    _, heard = await played(model)

    assert heard == "Nice jump!"
    assert "it thinks before it speaks" in model.reason


async def test_words_behind_thinking_that_the_server_parted_are_heard_at_once(ollama: FakeOllama, make: Maker) -> None:
    model = await make(THINKING, think=True)
    ollama.reply("Nice jump!", thinking="They jump. ")
    heard: list[str] = []

    await model.step(ASKED, heard.append)

    assert len(heard) > 1
    assert "".join(heard) == "Nice jump!"
