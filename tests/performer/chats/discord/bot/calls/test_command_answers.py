"""Answers to commands, buttons and choices, in time; and the commands that Discord offers."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.chats.discord.bot import interaction_events
from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.bot.calls import command_answers
from performer.chats.discord.bot.calls.command_answers import NOT_HERE
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import Answer, Button, Command, EmbedCard, Option, Send, SyncCommands
from performer.chats.discord.wire.values import Interaction
from tests.fakes.discord.numbers import Permission
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Guild, Person, Post
from tests.performer.chats.discord.bot.standing import Heard, MemoryKeeps, linked

pytestmark = pytest.mark.anyio
COMMANDS = SyncCommands(
    commands=(
        Command(
            name="monitor add",
            description="Watch a channel",
            options=(
                Option(name="note", description="Why", is_required=False, offers_choices=True, max_length=20),
                Option(name="where", description="Which", type="channel"),
            ),
            for_managers=True,
        ),
        Command(name="monitor list", description="Tell which", for_managers=True),
        Command(name="hush", description="Say nothing more"),
    )
)


@dataclass(kw_only=True)
class There:
    discord: FakeDiscord
    guild: Guild
    general: Channel
    ann: Person
    bot: DiscordBot
    heard: Heard

    async def told(self) -> Interaction:
        await self.heard.until(lambda it: it.of(Interaction))
        return self.heard.of(Interaction)[-1]

    async def answer(self, told: Interaction, content: str = "", **more: Any) -> None:
        await self.bot.call(Answer(interaction_id=told.interaction_id, content=content, **more))

    async def asking(self) -> Post:
        buttons = (Button(id="tool:ok:12", label="Approve"),)
        await self.bot.call(Send(channel_id=self.general.id, content="may I?", buttons=buttons))
        return self.discord.messages(self.general)[-1]


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[There]:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general = discord.channel(guild)
        ann = discord.person("Ann", guild, roles=[discord.role(guild, "Mods", Permission.MANAGE_GUILD)])
        async with linked(discord, tmp_path) as (bot, heard):
            await bot.call(COMMANDS)
            yield There(discord=discord, guild=guild, general=general, ann=ann, bot=bot, heard=heard)


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the bot defer at once."""
    monkeypatch.setattr(command_answers, "DEFER_AFTER_S", 0.0)


async def test_a_further_answer_changes_the_first(there: There) -> None:
    use = there.discord.use(there.discord.owner, there.general, "/hush")
    told = await there.told()
    await there.answer(told, "Hushing …", is_private=False)
    await there.answer(told, cards=(EmbedCard(text="Hushed."),))

    assert told.person.is_guild_owner
    assert use.original is not None
    assert (use.original.content, [embed["description"] for embed in use.original.embeds]) == ("", ["Hushed."])
    assert not use.is_private
    assert len(use.answers) == 1


@pytest.mark.usefixtures("in_a_hurry")
async def test_a_command_that_takes_long_is_deferred_by_itself(there: There) -> None:
    use = there.discord.use(there.ann, there.general, "/hush")
    told = await there.told()
    await there.discord.wait_for(lambda _: use.is_loading)
    await there.answer(told, "At last.")
    await there.answer(told, "At very last.")

    assert [each["type"] for each in use.callbacks] == [5]
    assert use.original is not None
    assert use.original.texts == ["At last.", "At very last."]
    assert use.is_private


async def test_choices_are_offered_while_an_option_is_typed(there: There) -> None:
    use = there.discord.type_option(there.ann, there.general, "/monitor add", note="fo")
    told = await there.told()
    await there.answer(told, choices=(("Food", "food"), ("Fools", "fools")))
    await there.answer(told, choices=(("Late", "late"),))

    assert (told.kind, told.asked, told.options) == ("choices", "note", {"note": "fo"})
    assert [each["value"] for each in use.choices or ()] == ["food", "fools"]


@pytest.mark.usefixtures("in_a_hurry")
async def test_choices_that_do_not_come_are_none(there: There) -> None:
    use = there.discord.type_option(there.ann, there.general, "/monitor add", note="fo")
    await there.discord.answered(use)

    assert use.choices == []


async def test_a_button_changes_its_message_and_goes(there: There) -> None:
    post = await there.asking()
    there.discord.press(there.ann, post, "tool:ok:12")
    told = await there.told()
    await there.answer(told, "approved by Ann", updates_message=True)

    assert (told.kind, told.name, told.message_id) == ("button", "tool:ok:12", post.id)
    assert (post.content, post.buttons) == ("approved by Ann", [])


@pytest.mark.usefixtures("in_a_hurry")
async def test_a_button_that_was_deferred_still_changes_its_message_or_says_something_privately(there: There) -> None:
    post = await there.asking()
    use = there.discord.press(there.ann, post, "tool:ok:12")
    told = await there.told()
    await there.discord.wait_for(lambda _: use.callbacks)
    await there.answer(told, "You may not.")
    await there.answer(told, "You really may not.")
    assert [each.texts for each in use.follow_ups] == [["You may not.", "You really may not."]]
    assert use.follow_ups[0].is_private

    await there.answer(told, "cancelled", updates_message=True)
    assert (post.content, post.buttons) == ("cancelled", [])


async def test_what_was_15_minutes_ago_or_before_a_restart_can_no_longer_be_answered(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    there.discord.use(there.ann, there.general, "/hush")
    told = await there.told()
    monkeypatch.setattr(interaction_events, "GOOD_FOR_S", -1.0)
    for number in (told.interaction_id, "4711"):
        with pytest.raises(DiscordFailed, match="can no longer be answered") as failed:
            await there.bot.call(Answer(interaction_id=number, content="late"))
        assert failed.value.kind == "discord_error"


async def test_that_another_answer_was_first_is_no_trouble(there: There) -> None:
    use = there.discord.use(there.ann, there.general, "/hush")
    told = await there.told()
    there.discord.trouble("POST", "/callback", hangs_up=True, is_done=True)
    await there.answer(told, "once")

    assert [post.content for post in use.answers] == ["once"]


async def test_who_asks_in_a_denied_channel_is_turned_away(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        secret = discord.channel(guild)
        async with linked(discord, tmp_path, denied_channels=(secret.id,)) as (bot, heard):
            await bot.call(COMMANDS)
            use = await discord.answered(discord.use(discord.owner, secret, "/hush"))
            assert heard.of(Interaction) == []

    assert use.original is not None
    assert (use.original.content, use.is_private) == (NOT_HERE, True)


async def test_commands_are_synced_only_when_they_changed(tmp_path: Path) -> None:
    keeps = MemoryKeeps()
    async with FakeDiscord() as discord:
        async with linked(discord, tmp_path, keeps=keeps) as (bot, _):
            assert [await bot.call(COMMANDS), await bot.call(COMMANDS)] == [True, False]
        async with linked(discord, tmp_path, keeps=keeps) as (bot, _):
            assert not await bot.call(COMMANDS)
        (ask,) = discord.asked("PUT", "/commands")
        async with linked(discord, tmp_path, keeps=keeps, direct_messages=True) as (bot, _):
            assert await bot.call(COMMANDS)

    monitor, hush = ask.body
    assert (monitor["name"], monitor["description"]) == ("monitor", "add, list")
    assert [each["name"] for each in monitor["options"]] == ["add", "list"]
    assert [(each["name"], each["required"]) for each in monitor["options"][0]["options"]] == [
        ("where", True),
        ("note", False),
    ]
    assert (monitor["default_member_permissions"], hush["default_member_permissions"]) == ("32", None)
    assert (hush["contexts"], hush["integration_types"]) == ([0], [0])


async def test_a_command_beside_subcommands_of_its_name_is_refused(there: There) -> None:
    both = (Command(name="a", description="one"), Command(name="a b", description="two"))
    with pytest.raises(DiscordFailed, match="'a' is there twice") as failed, anyio.fail_after(20):
        await there.bot.call(SyncCommands(commands=both))

    assert failed.value.kind == "bad_arguments"
