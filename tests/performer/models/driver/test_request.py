"""Tools whose names no server takes, called by a model behind a server that is strict about it."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.clock import SystemClock
from performer.core.untrusted_text import Prompt
from performer.models.driver.request import MOST, spell_names
from performer.models.endpoint.endpoint import Endpoint
from performer.models.model import AssistantMessage, StepRequest, ToolCalls, ToolMessage, UserMessage
from performer.models.selection.build import EndpointFactory
from performer.models.settings import ModelSettings
from performer.tools.tool import ToolCall
from tests.fakes.openai import FakeOpenAI
from tests.performer.models.toolcalls.text.tools import EMOTE, TEXT, offer

SEND = offer("discord.send", "Write a message.", "content", content=TEXT)
BEFORE = ToolCall(id="c1", name="discord.send", arguments={"content": "one"})
ASKED = StepRequest(
    messages=(
        UserMessage(text=Prompt("Tell them.")),
        AssistantMessage(text=Prompt(""), calls=(BEFORE,)),
        ToolMessage(call=BEFORE, text=Prompt("Sent.")),
    ),
    tools=(SEND, EMOTE),
)


@pytest.fixture
async def fake() -> AsyncIterator[FakeOpenAI]:
    async with FakeOpenAI() as server:
        yield server


async def stepped(fake: FakeOpenAI, clock: SystemClock, mode: str = "native") -> ToolCalls:
    """Take a step by an endpoint as the show makes it."""
    async with AsyncExitStack() as stack:
        maker = EndpointFactory(clock, stack)
        settings = ModelSettings.model_validate({"spec": f"openai:fake-vl@{fake.url}", "mode": mode})
        endpoint: Endpoint = await maker.make(settings)
        found = await endpoint.choose()
        step = await found.step(ASKED, lambda _: None)
    assert isinstance(step, ToolCalls)
    return step


@pytest.mark.anyio
async def test_a_tool_with_dots_is_called_by_a_name_that_servers_take(fake: FakeOpenAI, clock: SystemClock) -> None:
    fake.reply("", calls=[("discord_send", {"content": "two"}), ("show_emote", {"name": "wave"})])

    step = await stepped(fake, clock)

    assert [call.name for call in step.calls] == ["discord.send", "show_emote"]
    asked = fake.asked[-1]
    assert [each["function"]["name"] for each in asked["tools"]] == ["discord_send", "show_emote"]
    assert asked["messages"][1]["tool_calls"][0]["function"]["name"] == "discord_send"


@pytest.mark.anyio
@pytest.mark.parametrize("printed", ["discord_send", "discord.send", "functions.discord_send", "discord_sennd"])
async def test_a_printed_call_finds_its_tool_however_the_name_is_dressed(
    fake: FakeOpenAI, clock: SystemClock, printed: str
) -> None:
    fake.reply(f'```tool_call\n{{"name": "{printed}", "arguments": {{"content": "two"}}}}\n```')

    step = await stepped(fake, clock, "soft")

    assert [(call.name, call.arguments) for call in step.calls] == [("discord.send", {"content": "two"})]


@pytest.mark.anyio
async def test_a_misprint_is_told_by_the_right_name_too(fake: FakeOpenAI, clock: SystemClock) -> None:
    fake.reply("", calls=[("discord_send", {"nonsense": 1})])

    step = await stepped(fake, clock)

    assert [each.call.name for each in step.misprints] == ["discord.send"]


def test_names_that_servers_take_stay_and_others_make_room_for_them() -> None:
    long = "a" * 70

    assert spell_names(["a.b", "a_b", "a/b", long, long + "."]) == {
        "a.b": "a_b_2",
        "a_b": "a_b",
        "a/b": "a_b_3",
        long: "a" * 64,
        long + ".": "a" * 62 + "_2",
    }


@given(st.lists(st.text(alphabet="ab_.-/ é2", max_size=70), max_size=12))
def test_no_two_names_are_spelt_the_same_and_every_server_takes_them(names: list[str]) -> None:
    spelt = spell_names(names)

    assert len(set(spelt.values())) == len(set(names))
    assert all(re.fullmatch(rf"[A-Za-z0-9_-]{{1,{MOST}}}", each) for each in spelt.values())
