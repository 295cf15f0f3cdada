"""A model that only talks, at a server of OpenAI's kind: no tool on the wire, and the short form."""

from dataclasses import replace
from typing import Any

import pytest

from performer.core.clock import SystemClock
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.model import FinalAnswer, ToolCalls
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import choose, make_openai_server
from performer.models.settings import ModelSettings, OpenAISpec
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Body, Refusal
from tests.performer.models.openai.conftest import ASKED, REACTION, SHORT, WAVE, Made, played

pytestmark = pytest.mark.anyio


async def test_until_a_probe_it_only_talks(fake: FakeOpenAI, clock: SystemClock) -> None:
    spec, settings = OpenAISpec(name="fake-vl", url=fake.url), ModelSettings()
    async with make_openai_server(spec, settings, clock) as server:
        model = OpenAI(server, await choose(server, spec.name, settings), settings, clock, ServerQuirks())
        step, _ = await played(model, replace(ASKED, short=SHORT))

    assert "tools" not in fake.asked[0]
    assert [each["content"] for each in fake.asked[0]["messages"]] == ["You are Pip.", "On screen: a bat."]
    assert (step.usage.mode, model.is_unproved) == ("talk", True)


async def test_a_picture_goes_with_it(fake: FakeOpenAI, made: Made) -> None:
    await played(await made(mode="talk"), ASKED)

    assert [part["type"] for part in fake.asked[0]["messages"][-1]["content"]] == ["text", "image_url"]


async def test_what_it_calls_all_the_same_is_let_go(fake: FakeOpenAI, made: Made) -> None:
    fake.reply("Look!", calls=[WAVE])

    step, heard = await played(await made(mode="talk"))

    assert isinstance(step, FinalAnswer)
    assert heard == "Look!"


@pytest.mark.parametrize(
    ("mode", "answer", "has"),
    [
        ("talk", {"text": "Oh."}, "stop"),
        ("soft", {"text": 'Oh.\nCALL act {"do": "skull"}'}, ""),
        ("native", {"text": "Oh.", "calls": [("act", {"do": "skull"})]}, "tools"),
        ("constrained", {"text": '{"say": "Oh.", "do": "skull"}'}, "response_format"),
    ],
)
async def test_a_reaction_is_asked_for_in_the_way_of_its_model(
    fake: FakeOpenAI, made: Made, mode: str, answer: dict[str, Any], has: str
) -> None:
    fake.reply(**answer)

    step, heard = await played(await made(mode=mode), REACTION)

    asked = fake.asked[0]
    assert [key for key in ("stop", "tools", "response_format") if key in asked] == ([has] if has else [])
    assert asked["max_tokens"] == (40 if mode == "talk" else 64)
    assert heard == "Oh."
    assert isinstance(step, FinalAnswer) == (mode == "talk")
    if isinstance(step, ToolCalls):
        assert [(call.name, call.arguments) for call in step.calls] == [("show_emote", {"name": "skull"})]


@pytest.mark.parametrize("mode", ["talk", "soft", "native", "constrained"])
async def test_an_opening_is_read_for_as_few_tokens_as_every_server_takes(
    fake: FakeOpenAI, made: Made, mode: str
) -> None:
    model = await made(mode=mode)
    fake.rules.append(wants_room_for_an_answer)

    await played(model, replace(REACTION, tokens=1))
    await played(model, REACTION)

    [opening], [asked] = fake.openings, fake.asked
    assert opening["messages"] == asked["messages"]
    assert (opening.get("tools"), opening.get("response_format")) == (asked.get("tools"), asked.get("response_format"))


def wants_room_for_an_answer(body: Body) -> Refusal | None:
    most = body["max_tokens"]
    said = f"Invalid 'max_tokens': integer below minimum value. Expected a value >= 16, but got {most} instead."
    return Refusal(status=400, said=said) if most < 16 else None
