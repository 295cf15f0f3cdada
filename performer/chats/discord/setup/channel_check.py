"""The check of Discord's channels that the settings name: are they there, and what may the bot not do in them."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import field
from typing import Any, Final

from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.setup.channel_permissions import (
    Permission,
    PermissionsUnknownError,
    list_missing_permissions,
    make_invite_link,
)
from performer.chats.discord.setup.rest import FORBIDDEN, NOT_FOUND, OK, DiscordApi, read_objects
from performer.core.command_line import COMMAND
from performer.core.finding_notes import FindingNotes
from performer.core.own_text import own
from performer.core.values import dataclass

_PLACELESS: Final = {4: "a category", 14: "a directory", 15: "a forum", 16: "a gallery"}
"""The kinds of channels in which nobody writes."""
_MOST: Final = 15
"""The most channels that are looked at: Discord does not like to be asked for everything at once."""
_WHERE: Final = own("Give it to the bot's role, under the channel's Edit Channel, Permissions.")
_LOOK: Final = own("Start a show with discord.enabled, and look whether it writes there.")
_MISSING_ACCESS: Final = 50001
_STAGE: Final = own(
    "{start} config set discord.stage_channel ID has it mirror the show in that channel.", start=COMMAND
)


_WRITABLE: Final = frozenset({0, 5})
"""The kinds of channels for text: plain ones, and those for announcements."""
_MOST_SERVERS: Final = 5
"""The most servers whose channels are listed."""


@dataclass(frozen=True, kw_only=True)
class ChannelChoice:
    """A channel that the show could be shown in."""

    number: str
    name: str
    server: str
    lacks: tuple[Permission, ...]
    """The permissions that the bot needs there and lacks."""


@dataclass(frozen=True)
class DiscordChannelCheck:
    """The check of the bot's servers and channels, as the bot itself is told of them."""

    _settings: DiscordSettings
    _api: DiscordApi
    _me: str
    """The bot's number."""
    _monitored: Sequence[str]
    """The channels whose every line is read."""
    _known: dict[str, dict[str, Any]] = field(default_factory=dict, init=False)
    """Servers, and the bot as their member, by their paths."""

    async def look(self, notes: FindingNotes, application: str) -> None:
        """Look at the servers, then once at each channel, under the first use that the settings name."""
        if not await self.check_servers(notes, application):
            return
        if not self._settings.stage_channel:
            notes.skip("stage", own("no channel is named: the show is mirrored nowhere"), _STAGE)
        named = [("stage", self._settings.stage_channel), ("approvals", self._settings.approvals_channel)]
        named += [("monitored", each) for each in self._monitored]
        first = {number: name for name, number in reversed(named) if number}
        for number in list(dict.fromkeys(number for _, number in named if number))[:_MOST]:
            await self.check_channel(notes, first[number], number)
        if len(first) > _MOST:
            notes.skip("others", own("{first} more channels were not looked at", first=len(first) - _MOST))

    async def check_servers(self, notes: FindingNotes, application: str) -> bool:
        """Check whether the bot is on a server, and return whether it is."""
        there = read_objects((await self._api.get("/users/@me/guilds")).said)
        if not there:
            remedy = own("Open {invite} and choose your server.", invite=make_invite_link(application))
            notes.fail("servers", own("the bot is on none"), remedy)
            return False
        names, more = ", ".join(quote_name(each.get("name")) for each in there[:3]), len(there) - 3
        if more > 0:
            notes.ok("servers", own("the bot is on {names} and {more} more", names=names, more=more))
        else:
            notes.ok("servers", own("the bot is on {names}", names=names))
        return True

    async def check_channel(self, notes: FindingNotes, name: str, number: str) -> None:
        """Check whether a channel is there, and what the bot may do in it; noted under a name."""
        if number in self._settings.denied_channels:
            remedy = own("Take {number} out of discord.denied_channels.", number=number)
            notes.fail(name, own("{number} is denied too: it neither reads nor writes there", number=number), remedy)
            return
        answer = await self._api.get(f"/channels/{number}")
        if answer.status == FORBIDDEN and answer.fields.get("code") == _MISSING_ACCESS:
            remedy = own("It lacks View Channel, or is not on that server. {where}", where=_WHERE)
            notes.fail(name, own("the bot cannot see channel {number}", number=number), remedy)
        elif answer.status not in {OK, NOT_FOUND}:
            _note_unknown(notes, name, own("channel {number}", number=number), own("that channel"), answer.status)
        elif answer.status != OK or not answer.fields.get("guild_id"):
            remedy = own("Right click the channel, Copy Channel ID; the bot has to be on its server.")
            notes.fail(name, own("there is no channel {number} on any of its servers", number=number), remedy)
        elif kind := _PLACELESS.get(answer.fields.get("type", 0)):
            found = own(
                "{fields} is {kind}, in which nobody can write", fields=_format_channel(answer.fields), kind=kind
            )
            notes.fail(name, found, own("Name a text channel."))
        else:
            await self._check_permissions(notes, name, answer.fields)

    async def list_channels(self) -> list[ChannelChoice]:
        """List the channels of the bot's servers in which it could write, as far as it is told of them."""
        there = read_objects((await self._api.get("/users/@me/guilds")).said)
        return [choice for guild in there[:_MOST_SERVERS] async for choice in self._list_channels_of(guild)]

    async def _list_channels_of(self, guild: dict[str, Any]) -> AsyncIterator[ChannelChoice]:
        path = f"/guilds/{guild.get('id')}"
        for channel in read_objects((await self._api.get(f"{path}/channels")).said):
            if channel.get("type") not in _WRITABLE:
                continue
            try:
                about = await self._fetch(path, own("that server"))
                member = await self._fetch(f"{path}/members/{self._me}", own("the bot as a member there"))
                lacks = list_missing_permissions(channel, about, {"user": {"id": self._me}, **member})
            except PermissionsUnknownError:
                lacks = []
            yield ChannelChoice(
                number=str(channel.get("id")),
                name=str(channel.get("name")),
                server=str(guild.get("name")),
                lacks=tuple(lacks),
            )

    async def _check_permissions(self, notes: FindingNotes, name: str, channel: dict[str, Any]) -> None:
        guild = f"/guilds/{channel['guild_id']}"
        try:
            about = await self._fetch(guild, own("that server"))
            member = await self._fetch(f"{guild}/members/{self._me}", own("the bot as a member there"))
            is_thread = "thread_metadata" in channel
            parent = f"/channels/{channel.get('parent_id')}"
            above = await self._fetch(parent, own("that thread's channel")) if is_thread else None
            lacks = list_missing_permissions(channel, about, {"user": {"id": self._me}, **member}, above)
        except PermissionsUnknownError as unknown:
            _note_unknown(notes, name, _format_channel(channel), str(unknown))
            return
        if not lacks:
            notes.ok(name, own("{channel}: all that is needed is granted", channel=_format_channel(channel)))
            return
        what = "; ".join(f"{each.name} ({each.without})" for each in lacks)
        note = notes.fail if any(each.is_vital for each in lacks) else notes.warn
        note(name, f"{_format_channel(channel)} lacks {what}", _WHERE)

    async def _fetch(self, path: str, what: str) -> dict[str, Any]:
        if path not in self._known:
            answer = await self._api.get(path)
            if answer.status != OK:
                raise PermissionsUnknownError(own("{what} ({status})", what=what, status=answer.status))
            self._known[path] = answer.fields
        return self._known[path]


def _note_unknown(notes: FindingNotes, name: str, channel: str, what: str, status: int = 0) -> None:
    """Note that nobody knows what the bot may do in a channel: that is no reason to change anything there."""
    told = own("{what} ({status})", what=what, status=status) if status else what
    found = own("{channel}: not known what the bot may do: Discord does not tell of {told}", channel=channel, told=told)
    notes.skip(name, found, _LOOK)


def quote_name(value: object) -> str:
    """Return a name of Discord's in quotes, shortened, without control characters."""
    return f"'{''.join(each for each in str(value)[:32] if each.isprintable())}'"


def _format_channel(channel: dict[str, Any]) -> str:
    return f"{quote_name(channel.get('name'))} ({channel.get('id')})"
