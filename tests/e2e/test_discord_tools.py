"""A model in a whole show that uses Discord: what is home runs, what is elsewhere waits for a press of Approve."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.performing import performing
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Reply

pytestmark = [pytest.mark.slow, pytest.mark.anyio]


class Wants:
    """A model that wants the given calls when somebody asks it for something, and has nothing more to say."""

    def __init__(self, *calls: tuple[str, dict[str, Any]]) -> None:
        self.calls = calls

    def answer(self, body: dict[str, Any]) -> Reply:
        is_asked = "please" in str(body["messages"][-1])
        return Reply(calls=self.calls if is_asked else (), text="")


async def test_a_model_reads_here_and_writes_elsewhere_after_a_press(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        stage, general, news = (discord.channel(guild, name) for name in ("stage", "general", "news"))
        owner = discord.owner
        there = {"channel_id": news.id, "content": "we are live"}
        wants = Wants(("discord_channel_messages", {"limit": 5}), ("discord_send", there))
        async with FakeOpenAI(default=wants.answer) as model:
            environment = {
                "PERFORMER_MODEL__SPEC": f"openai:fake-vl@{model.url}",
                "PERFORMER_PACING__TALKATIVENESS": "silent",
                "PERFORMER_DISCORD__ENABLED": "true",
                "PERFORMER_DISCORD__STAGE_CHANNEL": stage.id,
                "PERFORMER_DISCORD__OWNERS": f'["{owner.id}"]',
                "DISCORD_TOKEN": discord.token,
                **{f"PERFORMER_DISCORD__{name.upper()}": address for name, address in discord.addresses.items()},
            }
            options = ("--no-sound", "--frames", "arcade:1")
            async with performing(tmp_path / "home", *options, environment=environment) as it:
                await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
                await it.journalled("ServiceUp", lambda line: line["service"] == "discord")
                discord.say(general, owner, "please tell everybody", mention_me=True)
                await it.journalled("ToolReturned", lambda line: line["tool"] == "discord.channel.messages")
                await it.journalled("ApprovalAsked", lambda line: line["tool"] == "discord.send")
                await discord.wait_for(lambda d: [post for post in d.messages(general) if post.components])
                (card,) = [post for post in discord.messages(general) if post.components]
                assert not discord.messages(news)
                discord.press(owner, card, "tool:ok:1")
                await discord.wait_for(lambda d: d.messages(news))

    assert [post.content for post in discord.messages(news)] == ["we are live"]
