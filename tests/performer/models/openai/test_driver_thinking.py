"""A model at a server of OpenAI's kind that thinks before it speaks, whatever it was asked."""

from dataclasses import replace
from typing import Any

import pytest

from performer.models.driver.server_quirks import ServerQuirk, ServerQuirks
from performer.models.openai.driver import OpenAI
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Reply
from tests.performer.models.openai.conftest import REACTION, Made, played

pytestmark = pytest.mark.anyio

ROOM = 1024
ALOUD = "<think>\nThey jump. I should be brief.\n</think>\n\nNice jump!"
ONLY_THOUGHT: dict[str, dict[str, Any]] = {
    "stopped at the end of a line": {"text": "<think>", "finish": "stop"},
    "cut in its thinking": {"text": "<think>\nThey jump. I should", "finish": "length"},
    "cut in thinking that the server parts": {"thinking": "They jump. I should", "finish": "length"},
    "stopped in thinking that the server parts": {"thinking": "They jump.", "finish": "stop"},
}


@pytest.mark.parametrize("answer", ONLY_THOUGHT.values(), ids=ONLY_THOUGHT.keys())
async def test_a_reaction_that_only_thought_makes_room_for_the_next_ones(
    fake: FakeOpenAI, made: Made, answer: dict[str, Any]
) -> None:
    fake.reply(**answer)
    fake.reply(ALOUD)
    await played(await made(mode="talk"), REACTION)

    model = await made(mode="talk")
    _, heard = await played(model, REACTION)

    first, second = fake.asked
    assert (first["max_tokens"], first["stop"]) == (40, ["\n"])
    assert (second["max_tokens"], "stop" in second) == (40 + ROOM, False)
    assert heard == "Nice jump!"
    assert "it thinks before it speaks" in model.reason


@pytest.mark.parametrize("answer", [{"text": "<think>\nOkay, the user"}, {"thinking": "Okay, the user"}])
async def test_one_that_thinks_as_it_is_warmed_up_is_known_before_its_first_reaction(
    fake: FakeOpenAI, made: Made, quirks: ServerQuirks, answer: dict[str, Any]
) -> None:
    model = await made(mode="talk")
    fake.reply(**answer, finish="length")

    await model.warm_up()
    await played(model, REACTION)

    assert fake.asked[1]["max_tokens"] == 40 + ROOM
    assert quirks.find(f"{fake.url} fake-vl") == {ServerQuirk.THINKS_ALOUD}


async def test_an_opening_that_only_thinks_is_no_trouble_and_has_no_room(fake: FakeOpenAI, made: Made) -> None:
    fake.to_openings = Reply(thinking="Okay, the user wants", finish="length")
    model = await made(mode="talk")

    for _ in range(2):
        await played(model, replace(REACTION, tokens=1))
    await played(model, REACTION)

    assert [body["max_tokens"] for body in fake.openings] == [16, 16]
    assert fake.asked[0]["max_tokens"] == 40 + ROOM


async def test_one_that_may_think_has_room_from_the_start(fake: FakeOpenAI, made: Made, quirks: ServerQuirks) -> None:
    fake.reply("Nice jump!", thinking="They jump.")

    _, heard = await played(await made(mode="talk", think=True), REACTION)

    assert (fake.asked[0]["max_tokens"], "stop" in fake.asked[0]) == (40 + ROOM, False)
    assert heard == "Nice jump!"
    assert not quirks.find(f"{fake.url} fake-vl")


@pytest.mark.parametrize("answer", [{"text": ""}, {"text": "<silence>"}, {"text": "Oh.", "finish": "length"}])
async def test_neither_silence_nor_half_a_line_is_taken_for_thinking(
    fake: FakeOpenAI, made: Made, answer: dict[str, Any]
) -> None:
    model = await made(mode="talk")
    fake.reply(**answer)

    for _ in range(2):
        await played(model, REACTION)

    assert [body["max_tokens"] for body in fake.asked] == [40, 40]


@pytest.mark.expects_log
async def test_one_that_uses_up_its_room_is_warned_of_once(
    fake: FakeOpenAI, model: OpenAI, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        fake.reply(thinking="They jump. I should", finish="length")

    warned = []
    for _ in range(3):
        await played(model, REACTION)
        warned.append(caplog.text.count("spends its answers on thinking"))

    assert warned == [0, 1, 1]
