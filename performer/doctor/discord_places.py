"""The channels of Discord that the settings name: are they there, and what may the bot not do in them."""

from collections.abc import Sequence
from typing import Any, Final

from performer.chats.discord.settings import DiscordSettings
from performer.doctor.discord_api import FORBIDDEN, OK, DiscordApi
from performer.doctor.discord_permissions import INVITED_WITH, Permission, lacking
from performer.doctor.report import Notes
from performer.errors import ServiceError

_PLACELESS: Final = {4: "a category", 14: "a directory", 15: "a forum", 16: "a gallery"}
"""Kinds of channels in which nobody writes."""
_MOST: Final = 15
"""Channels that are looked at: Discord does not like to be asked for everything at once."""
_WHERE: Final = "Give it to the bot's role, under the channel's Edit Channel, Permissions."
_STAGE: Final = "python3 run.py config set discord.stage_channel ID has it mirror the show in that channel."


class DiscordPlaces:
    """Looks at them by the bot's own eyes.

    Args:
        settings: Name them.
        api: Is asked.
        me: The bot's number.
        monitored: Those whose every line is read.
    """

    def __init__(self, settings: DiscordSettings, api: DiscordApi, me: str, monitored: Sequence[str]) -> None:
        self._settings = settings
        self._api = api
        self._me = me
        self._monitored = monitored
        self._known: dict[str, dict[str, Any]] = {}
        """Servers, and ourselves on them, by their paths."""

    async def look(self, notes: Notes, application: str) -> None:
        """Look at the servers, then at each channel once, as what it is named first.

        Args:
            notes: Take down what is found.
            application: The bot's, for an invitation.
        """
        if not await self._servers(notes, application):
            return
        if not self._settings.stage_channel:
            notes.skip("stage", "no channel is named: the show is mirrored nowhere", _STAGE)
        named = [("stage", self._settings.stage_channel), ("approvals", self._settings.approvals_channel)]
        named += [("monitored", each) for each in self._monitored]
        first = {number: name for name, number in reversed(named) if number}
        for number in list(dict.fromkeys(number for _, number in named if number))[:_MOST]:
            await self._channel(notes, first[number], number)
        if len(first) > _MOST:
            notes.skip("others", f"{len(first) - _MOST} more channels were not looked at")

    async def _servers(self, notes: Notes, application: str) -> bool:
        there = (await self._api.get("/users/@me/guilds")).items
        if not there:
            invite = f"client_id={application}&scope=bot+applications.commands&permissions={INVITED_WITH}"
            remedy = f"Open https://discord.com/oauth2/authorize?{invite} and choose your server."
            notes.fail("servers", "the bot is on none", remedy)
            return False
        names = ", ".join(named(each.get("name")) for each in there[:3])
        notes.ok("servers", f"the bot is on {names}{f' and {len(there) - 3} more' if len(there) > 3 else ''}")
        return True

    async def _channel(self, notes: Notes, name: str, number: str) -> None:
        """Look at one."""
        if number in self._settings.denied_channels:
            remedy = f"Take {number} out of discord.denied_channels."
            notes.fail(name, f"{number} is denied too: it neither reads nor writes there", remedy)
            return
        answer = await self._api.get(f"/channels/{number}")
        if answer.status == FORBIDDEN:
            notes.fail(
                name,
                f"the bot cannot see channel {number}",
                f"It lacks View Channel, or is not on that server. {_WHERE}",
            )
        elif answer.status != OK or not answer.fields.get("guild_id"):
            remedy = "Right click the channel, Copy Channel ID; the bot has to be on its server."
            notes.fail(name, f"there is no channel {number} on any of its servers", remedy)
        elif kind := _PLACELESS.get(answer.fields.get("type", 0)):
            notes.fail(name, f"{_called(answer.fields)} is {kind}, in which nobody can write", "Name a text channel.")
        else:
            self._judge(notes, name, answer.fields, await self._lacking(answer.fields))

    async def _lacking(self, channel: dict[str, Any]) -> list[Permission]:
        guild = f"/guilds/{channel['guild_id']}"
        about = await self._of(guild)
        member = {"user": {"id": self._me}, **await self._of(f"{guild}/members/{self._me}")}
        is_thread = "thread_metadata" in channel
        parent = await self._of(f"/channels/{channel.get('parent_id')}") if is_thread else None
        return lacking(channel, about, member, parent)

    def _judge(self, notes: Notes, name: str, channel: dict[str, Any], lacks: Sequence[Permission]) -> None:
        if not lacks:
            notes.ok(name, f"{_called(channel)}: all that is needed is granted")
            return
        what = "; ".join(f"{each.name} ({each.without})" for each in lacks)
        note = notes.fail if any(each.is_vital for each in lacks) else notes.warn
        note(name, f"{_called(channel)} lacks {what}", _WHERE)

    async def _of(self, path: str) -> dict[str, Any]:
        if path not in self._known:
            answer = await self._api.get(path)
            if answer.status != OK:
                raise ServiceError(f"Discord does not tell of {path} ({answer.status})")
            self._known[path] = answer.fields
        return self._known[path]


def named(value: object) -> str:
    """Quote a name of Discord's."""
    return f"'{''.join(each for each in str(value)[:32] if each.isprintable())}'"


def _called(channel: dict[str, Any]) -> str:
    return f"{named(channel.get('name'))} ({channel.get('id')})"
