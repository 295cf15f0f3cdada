"""Commands, buttons and choices, as they are told."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.wire.calls import Answer, Button, Command, Option, Send, SyncCommands
from performer.chats.discord.wire.values import Interaction
from tests.fakes.discord.numbers import Permission
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Guild, Person, Post
from tests.performer.chats.discord.bot.standing import Heard, linked

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


async def test_a_command_is_told_with_its_path_its_options_and_who(there: There) -> None:
    use = there.discord.use(there.ann, there.general, "/monitor add", where=there.general)
    told = await there.told()
    await there.answer(told, "Done, @everyone.")
    await there.discord.answered(use)

    assert (told.kind, told.name, told.options) == ("command", "monitor add", {"where": there.general.id})
    assert (told.person.id, told.person.manages_guild, told.person.is_guild_owner) == (there.ann.id, True, False)
    assert (told.channel_id, told.guild_id) == (there.general.id, there.guild.id)
    assert use.original is not None
    assert (use.original.content, use.is_private) == ("Done, @everyone.", True)
    assert use.original.allowed_mentions == {"parse": []}


async def test_an_interaction_that_is_told_again_is_told_once(there: There) -> None:
    there.discord.use(there.ann, there.general, "/hush")
    told = await there.told()
    (session,) = there.discord.gateway.sessions.values()
    _, event, raw = next(each for each in session.told if each[1] == "INTERACTION_CREATE")
    session.tell(event, raw)
    there.discord.use(there.ann, there.general, "/monitor list")
    await there.heard.until(lambda it: it.of(Interaction)[-1].name == "monitor list")

    assert [each.interaction_id for each in there.heard.of(Interaction)].count(told.interaction_id) == 1
