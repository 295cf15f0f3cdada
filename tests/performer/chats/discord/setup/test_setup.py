"""The setup of Discord by steps, over a loopback that speaks as Discord does; the token never comes out."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.setup.setup import DiscordSetup, SetupHouse
from performer.chats.operations import ChatOperations
from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.operations import ConfigOperations
from performer.core.clock import SystemClock
from performer.core.errors import PerformerError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.stage.server.status import Status
from tests.fakes.discord.server import FakeDiscord
from tests.performer.tools.mcp.standing import MemoryKeyValueStore

pytestmark = pytest.mark.anyio

WRONG = "MTIzNDU2.GfAkEd.another-token-of-nobody-0123456789"


class Wizard:
    """A home in which Discord is set up step by step, and what is told of it."""

    def __init__(self, discord: FakeDiscord, folder: Path, clock: SystemClock, **settings: Any) -> None:
        self.discord = discord
        self.token_file = folder / "discord.token"
        guild = discord.guild("Stream")
        self.channel = discord.channel(guild, "stage")
        config = Config.model_validate({"discord": {**discord.addresses, **settings}})
        self.file = ConfigFile(folder / "config.toml", environ={}, options={"discord": dict(discord.addresses)})
        status = Status(EventStream(clock), Guard())
        changes = ConfigChanges(SettingsInForce(config, {}), self.file)
        change = ConfigOperations(changes, status, lambda _: None).config_set
        self.house = SetupHouse(
            load=lambda: self.file.load().config.discord,
            in_force=config.discord,
            token_file=self.token_file,
            change=change,
            keeps=MemoryKeyValueStore(),
            guard=Guard(),
            environ={},
        )
        self.operations = ChatOperations({"discord": lambda: setup}, Guard())
        setup = DiscordSetup(self.house)

    async def listed(self) -> dict[str, Any]:
        (discord,) = await self.operations.all({})
        assert self.discord.token not in repr(discord)
        return discord

    async def states(self) -> dict[str, str]:
        return {each["step"]: each["state"] for each in (await self.listed())["steps"]}

    async def step(self, name: str) -> dict[str, Any]:
        return next(each for each in (await self.listed())["steps"] if each["step"] == name)

    async def take(self, step: str, value: str) -> str:
        said = await self.operations.step({"service": "discord", "step": step, "value": value})
        assert self.discord.token not in said
        return said


@pytest.fixture
async def wizard(tmp_path: Path, clock: SystemClock) -> AsyncIterator[Wizard]:
    async with FakeDiscord() as discord:
        yield Wizard(discord, tmp_path, clock)


async def test_before_all_else_the_token_is_asked_for_and_nobody_is_called(wizard: Wizard) -> None:
    assert await wizard.states() == {"token": "now", "invite": "todo", "channel": "todo", "test": "todo"}
    assert wizard.discord.requests == []


async def test_step_by_step_it_is_set_up_and_the_line_is_seen_there(wizard: Wizard) -> None:
    assert "the bot is called" in await wizard.take("token", f"Bot {wizard.discord.token}\n")
    assert await wizard.states() == {"token": "done", "invite": "done", "channel": "now", "test": "todo"}

    await wizard.take("channel", wizard.channel.id)
    assert await wizard.states() == {"token": "done", "invite": "done", "channel": "done", "test": "now"}

    assert await wizard.operations.test({"service": "discord"}) == "The test line is there."
    assert set((await wizard.states()).values()) == {"done"}
    assert [post.versions[-1].content for post in wizard.discord.messages(wizard.channel)] == [
        "Hello! This is a test: I can write here."
    ]


async def test_what_was_chosen_is_in_the_file_and_waits_for_the_show_to_begin_again(wizard: Wizard) -> None:
    await wizard.take("token", wizard.discord.token)
    await wizard.take("channel", wizard.channel.id)

    kept = wizard.file.load().config.discord
    assert (kept.enabled, kept.stage_channel) == (True, wizard.channel.id)
    assert wizard.token_file.read_text(encoding="utf-8").strip() == wizard.discord.token
    assert (await wizard.listed())["waits"]


async def test_a_wrong_token_is_named_with_its_remedy_and_not_kept(wizard: Wizard) -> None:
    with pytest.raises(PerformerError, match=r"Discord refuses it.*Reset the token under Bot"):
        await wizard.take("token", WRONG)
    assert not wizard.token_file.exists()


@pytest.mark.parametrize(("pasted", "wrong"), [("two words", "blanks or odd letters"), ("'\"", "is empty")])
async def test_what_is_no_token_is_told_so(wizard: Wizard, pasted: str, wrong: str) -> None:
    with pytest.raises(PerformerError, match=wrong):
        await wizard.take("token", pasted)


async def test_a_token_that_is_good_no_more_opens_its_step_again(wizard: Wizard) -> None:
    await wizard.take("token", wizard.discord.token)
    wizard.discord.revoke()

    step = await wizard.step("token")

    assert (step["state"], step["notes"][0]["state"]) == ("now", "failed")
    assert "paste the new one here" in step["notes"][0]["remedy"]


async def test_missing_intents_are_named_with_where_to_grant_them(wizard: Wizard) -> None:
    wizard.discord.without_content()
    await wizard.take("token", wizard.discord.token)

    notes = (await wizard.step("invite"))["notes"]

    assert any("message content is not granted" in each["found"] and "Intents" in each["remedy"] for each in notes)


async def test_a_bot_on_no_server_has_its_invitation(tmp_path: Path, clock: SystemClock) -> None:
    async with FakeDiscord() as discord:
        wizard = Wizard(discord, tmp_path, clock)
        discord.world.guilds.clear()
        await wizard.take("token", discord.token)

        step = await wizard.step("invite")

    assert (step["state"], step["notes"][-1]["found"]) == ("now", "the bot is on none")
    assert step["link"].startswith("https://discord.com/oauth2/authorize?client_id=")


async def test_channels_are_offered_with_what_the_bot_lacks_there(wizard: Wizard) -> None:
    wizard.channel.is_read_only = True
    await wizard.take("token", wizard.discord.token)

    (choice,) = (await wizard.step("channel"))["choices"]

    assert choice == {"value": wizard.channel.id, "name": "#stage · Stream", "lacks": "Send Messages"}
    with pytest.raises(PerformerError, match=r"lacks Send Messages.*Edit Channel, Permissions"):
        await wizard.take("channel", wizard.channel.id)


async def test_a_channel_that_is_none_changes_nothing(wizard: Wizard) -> None:
    await wizard.take("token", wizard.discord.token)

    with pytest.raises(PerformerError, match="there is no channel 77"):
        await wizard.take("channel", "77")
    assert wizard.file.load().config.discord.stage_channel == ""


async def test_discord_away_is_told_and_nothing_is_thrown_away(wizard: Wizard) -> None:
    await wizard.take("token", wizard.discord.token)
    await wizard.discord.stop()

    step = await wizard.step("token")

    assert "Discord cannot be reached" in step["notes"][-1]["found"]
    assert wizard.token_file.exists()


async def test_without_a_channel_there_is_no_test(wizard: Wizard) -> None:
    with pytest.raises(PerformerError, match="no channel to write in yet"):
        await wizard.operations.test({"service": "discord"})


async def test_a_token_of_the_environment_wins_and_is_said(tmp_path: Path, clock: SystemClock) -> None:
    async with FakeDiscord() as discord:
        wizard = Wizard(discord, tmp_path, clock)
        setup = DiscordSetup(SetupHouse(**{**vars(wizard.house), "environ": {"DISCORD_TOKEN": discord.token}}))

        with pytest.raises(PerformerError, match="DISCORD_TOKEN holds a token, and wins"):
            await setup.take("token", WRONG)


async def test_a_discord_elsewhere_is_set_up_there(tmp_path: Path, clock: SystemClock) -> None:
    elsewhere = DiscordSettings(io="ws://192.168.1.20:8770")
    async with FakeDiscord() as discord:
        wizard = Wizard(discord, tmp_path, clock)
        setup = DiscordSetup(SetupHouse(**{**vars(wizard.house), "load": lambda: elsewhere}))

        assert "Set it up there" in (await setup.look()).note


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"service": "twitsch", "step": "token", "value": "x"}, "'twitsch'"),
        ({"service": "discord", "step": "tokken", "value": "x"}, "no step 'tokken'"),
    ],
)
async def test_what_there_is_not_is_named(wizard: Wizard, arguments: dict[str, Any], wrong: str) -> None:
    with pytest.raises(PerformerError, match=wrong):
        await wizard.operations.step(arguments)
