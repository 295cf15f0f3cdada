"""The check of Discord's channels that the settings name: are they there, and what may the bot not do in them."""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import reduce
from typing import Any, Final

from performer.chats.discord.settings import DiscordSettings
from performer.cli.doctor.discord_api import FORBIDDEN, NOT_FOUND, OK, DiscordApi, read_object, read_objects
from performer.cli.doctor.report import CheckNotes
from performer.core.command_line import COMMAND
from performer.core.own_text import join_own, own
from performer.core.values import dataclass

_ADMINISTRATOR: Final = 1 << 3
_VIEW: Final = 1 << 10
_ALL: Final = (1 << 53) - 1
_THREADS: Final = frozenset({10, 11, 12})
"""The kinds of channels that are threads."""
_OF_ROLE: Final = 0
_OF_MEMBER: Final = 1
"""The kinds of exceptions that a channel makes."""

Fields = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Permission:
    """A permission that the performer needs."""

    bit: int
    name: str
    """As Discord shows it."""
    without: str
    """What does not work without the permission."""
    is_vital: bool = False
    """Whether nothing works without it."""


VIEW: Final = Permission(bit=_VIEW, name="View Channel", without="it neither reads nor writes there", is_vital=True)
SEND: Final = Permission(bit=1 << 11, name="Send Messages", without="it writes nothing there", is_vital=True)
SEND_IN_THREADS: Final = Permission(
    bit=1 << 38, name="Send Messages in Threads", without="it writes nothing in threads", is_vital=True
)
EMBED: Final = Permission(bit=1 << 14, name="Embed Links", without="no cards of tool calls, no questions for a yes")
ATTACH: Final = Permission(bit=1 << 15, name="Attach Files", without="no pictures")
HISTORY: Final = Permission(bit=1 << 16, name="Read Message History", without="no replies, and nothing of before")
REACT: Final = Permission(bit=1 << 6, name="Add Reactions", without="no reactions")
HURRY: Final = Permission(
    bit=1 << 52, name="Bypass Slowmode", without="slow mode is on: lines come late there, or not at all"
)
"""The permission that is needed where slow mode is on; an invitation does not ask for it."""
INVITED_WITH: Final = sum(each.bit for each in (VIEW, SEND, SEND_IN_THREADS, EMBED, ATTACH, HISTORY, REACT))
"""The permissions that an invitation has to ask for."""


class PermissionsUnknownError(Exception):
    """What a bot may do in a channel does not follow from what Discord tells; the text says what is missing."""


def list_missing_permissions(
    channel: Fields, guild: Fields, member: Fields, parent: Fields | None = None
) -> list[Permission]:
    """List the permissions that the performer needs in a channel and a member lacks, by what Discord tells of them.

    For a thread the exceptions of its `parent` count.

    Raises:
        PermissionsUnknownError: where Discord, or a server that speaks as it does, leaves out what they follow from.
    """
    is_thread = channel.get("type") in _THREADS
    may = _compute_permissions(parent or channel, guild, member)
    if not may & _VIEW:
        return [VIEW]
    slowed = (HURRY,) if channel.get("rate_limit_per_user") else ()
    needed = (SEND_IN_THREADS if is_thread else SEND, EMBED, ATTACH, HISTORY, *slowed)
    return [each for each in needed if not may & each.bit]


def _compute_permissions(channel: Fields, guild: Fields, member: Fields) -> int:
    me, everyone = str(read_object(member.get("user")).get("id")), str(guild.get("id"))
    if str(guild.get("owner_id")) == me:
        return _ALL
    mine = {everyone, *map(str, _read_list(member, "roles", own("the bot's roles")))}
    roles = read_objects(_read_list(guild, "roles", own("the server's roles")))
    bits = {str(each.get("id")): _read_bits(each, "permissions") for each in roles}
    may = reduce(operator.or_, (bits.get(each, 0) for each in mine))
    if may & _ADMINISTRATOR:
        return _ALL
    if mine - bits.keys():
        raise PermissionsUnknownError(own("one of the bot's roles"))
    exceptions = read_objects(_read_list(channel, "permission_overwrites", own("the channel's exceptions")))
    of_roles = [each for each in exceptions if each.get("type") == _OF_ROLE and str(each.get("id")) in mine]
    for those in (
        [each for each in of_roles if str(each.get("id")) == everyone],
        [each for each in of_roles if str(each.get("id")) != everyone],
        [each for each in exceptions if each.get("type") == _OF_MEMBER and str(each.get("id")) == me],
    ):
        may = may & ~_join_bits(those, "deny") | _join_bits(those, "allow")
    return may


def _join_bits(those: Sequence[Fields], name: str) -> int:
    return reduce(operator.or_, (_read_bits(each, name) for each in those), 0)


def _read_list(fields: Fields, name: str, what: str) -> list[Any]:
    value = fields.get(name)
    if not isinstance(value, list):
        raise PermissionsUnknownError(what)
    return value


def _read_bits(fields: Fields, name: str) -> int:
    try:
        return int(fields[name])
    except (KeyError, TypeError, ValueError):
        raise PermissionsUnknownError(own("the permissions of a role")) from None


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

    async def look(self, notes: CheckNotes, application: str) -> None:
        """Look at the servers, then once at each channel, under the first use that the settings name."""
        if not await self._check_servers(notes, application):
            return
        if not self._settings.stage_channel:
            notes.skip("stage", own("no channel is named: the show is mirrored nowhere"), _STAGE)
        named = [("stage", self._settings.stage_channel), ("approvals", self._settings.approvals_channel)]
        named += [("monitored", each) for each in self._monitored]
        first = {number: name for name, number in reversed(named) if number}
        for number in list(dict.fromkeys(number for _, number in named if number))[:_MOST]:
            await self._check_channel(notes, first[number], number)
        if len(first) > _MOST:
            notes.skip("others", own("{first} more channels were not looked at", first=len(first) - _MOST))

    async def _check_servers(self, notes: CheckNotes, application: str) -> bool:
        there = read_objects((await self._api.get("/users/@me/guilds")).said)
        if not there:
            invite = f"client_id={application}&scope=bot+applications.commands&permissions={INVITED_WITH}"
            remedy = own("Open https://discord.com/oauth2/authorize?{invite} and choose your server.", invite=invite)
            notes.fail("servers", own("the bot is on none"), remedy)
            return False
        names = ", ".join(quote_name(each.get("name")) for each in there[:3])
        notes.ok(
            "servers",
            join_own(
                " and ",
                (
                    own("the bot is on {names}", names=names),
                    own("{more} more", more=len(there) - 3) if len(there) > 3 else "",
                ),
            ),
        )
        return True

    async def _check_channel(self, notes: CheckNotes, name: str, number: str) -> None:
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

    async def _check_permissions(self, notes: CheckNotes, name: str, channel: dict[str, Any]) -> None:
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


def _note_unknown(notes: CheckNotes, name: str, channel: str, what: str, status: int = 0) -> None:
    """Note that nobody knows what the bot may do in a channel: that is no reason to change anything there."""
    told = own("{what} ({status})", what=what, status=status) if status else what
    found = own("{channel}: not known what the bot may do: Discord does not tell of {told}", channel=channel, told=told)
    notes.skip(name, found, _LOOK)


def quote_name(value: object) -> str:
    """Return a name of Discord's in quotes, shortened, without control characters."""
    return f"'{''.join(each for each in str(value)[:32] if each.isprintable())}'"


def _format_channel(channel: dict[str, Any]) -> str:
    return f"{quote_name(channel.get('name'))} ({channel.get('id')})"
