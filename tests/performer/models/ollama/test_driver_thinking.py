"""Thinking, wanted or not: it is never heard, and what stands behind it at once."""

from dataclasses import replace

import pytest

from tests.fakes.ollama import PLAIN, THINKING, FakeOllama
from tests.fakes.ollama_wire import FakeModel, Reply, Trouble
from tests.performer.models.ollama.asked import ASKED, REACTION, played
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


@pytest.mark.parametrize("kind", [PLAIN, THINKING], ids=["known for none", "told not to"])
async def test_one_whose_reaction_was_cut_in_its_thinking_has_room_from_then_on(
    ollama: FakeOllama, make: Maker, kind: FakeModel
) -> None:
    ollama.reply("<think>\nThey jump. I should", done_reason="length")
    await played(await make(kind, mode="talk"), REACTION)

    await played(await make(kind, mode="talk"), REACTION)

    assert [body["options"]["num_predict"] for body in ollama.asked] == [40, 40 + 1024]
    assert "stop" not in ollama.asked[1]["options"]


@pytest.mark.parametrize("mode", ["talk", "constrained"])
async def test_an_opening_of_one_thought_is_no_trouble(ollama: FakeOllama, make: Maker, mode: str) -> None:
    ollama.to_openings = Reply(thinking="The", done_reason="length")
    model = await make(THINKING, mode=mode, think=True)

    await played(model, replace(REACTION, tokens=1))

    assert "it thinks before it speaks" not in model.reason


@pytest.mark.expects_log
async def test_one_that_uses_up_its_room_is_warned_of(
    ollama: FakeOllama, make: Maker, caplog: pytest.LogCaptureFixture
) -> None:
    ollama.reply(thinking="They jump. I should", done_reason="length")

    await played(await make(THINKING, think=True), REACTION)

    assert "spends its answers on thinking and says nothing" in caplog.text
