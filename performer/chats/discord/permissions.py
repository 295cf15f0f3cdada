"""Permissions: what a person of Discord may ask of the performer, and what a model's calls may reach.

A person's rights follow from the settings alone, and never from a name.
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Any, Final

from performer.chats.discord.channels import MonitoredChannels, parse_channel_id
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import TOOLS, Call, ChannelInfo, Send
from performer.chats.discord.wire.values import Channel, Guild, Person
from performer.core.clock import Clock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.own_text import own
from performer.core.remembered_conversation import KeyValueStore
from performer.core.values import dataclass
from performer.tools.hooks.permission import NeedsYes
from performer.tools.hooks.rate_limit import limit_per_tool, make_rate_limit_hook
from performer.tools.rates import RateLimit
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

MOST_WRITTEN: Final = 1800
"""Characters of a message; what keeps it from mentioning anybody takes room too."""
_OURS: Final = frozenset(tool.method for tool in TOOLS)
_ATTACHMENT: Final = re.compile(r"/attachments/([0-9]{1,20})/")
_MOST_DIGITS: Final = 20
_ANSWERS_WITHIN_S: Final = 15.0
_NO_DIRECT_MESSAGES: Final = own("direct messages are off here. Let it go.")
_DENIED: Final = own("that channel is neither read nor written here. Let it go.")


@dataclass(frozen=True)
class CallReach:
    """Knows where a call leads: to the channel of its own turn, to the stage's, or elsewhere.

    What others wrote elsewhere is not told on, whoever asks here: nobody knows whether they may read it there.
    """

    settings: DiscordSettings

    def find_home(self, call: ToolCall) -> str:
        """Return the number of the channel that the call's turn belongs to; empty where there is none."""
        return parse_channel_id(call.channel) or self.settings.stage_channel

    def is_leading_out(self, call: ToolCall) -> bool:
        """Return whether a call leads to more than its turn's own channel; the stage's may be written to as well."""
        if call.name not in _OURS:
            return False
        if any(call.arguments.get(name) is not None for name in ("guild_id", "user_id")):
            return True
        if call.arguments.get("scope") not in (None, "", "channel"):
            return True
        url = call.arguments.get("url")
        named = _find_channel_of(str(url)) if url else call.arguments.get("channel_id") or self.find_home(call)
        channel = str(named or "").strip()
        homes = {self.find_home(call), *([self.settings.stage_channel] if call.name == Send.method else [])}
        return not channel or channel not in homes

    def check(self, name: str, *channels: str | None, is_direct: bool) -> None:
        """Refuse a call that no yes can allow: direct messages that are off, and where a channel is denied."""
        if is_direct and not self.settings.direct_messages:
            raise ToolRefusedError(own("{name}: {why}", name=name, why=_NO_DIRECT_MESSAGES))
        if self.settings.denies(*channels):
            raise ToolRefusedError(own("{name}: {why}", name=name, why=_DENIED))

    def check_arguments(self, call: Call[Any]) -> None:
        """Refuse a call that no yes can allow, as far as its arguments show."""
        is_direct = getattr(call, "user_id", None) is not None
        of_url = _find_channel_of(getattr(call, "url", None) or "")
        self.check(call.method, getattr(call, "channel_id", None), of_url, is_direct=is_direct)


def _find_channel_of(url: str) -> str | None:
    """Return the number of the channel that an attachment's address names."""
    found = _ATTACHMENT.search(url)
    return found[1] if found else None


def make_elsewhere_rule(settings: DiscordSettings) -> NeedsYes:
    """Return the rule by which a person is always asked: messages to other channels than the turn's and the stage's."""
    reach = CallReach(settings)
    return lambda call: call.name == Send.method and reach.is_leading_out(call)


def make_discord_hooks(clock: Clock, settings: DiscordSettings, io: DiscordIO) -> tuple[Hook, ...]:
    """Return the hooks around Discord's tools, outermost first; other tools' calls pass them unchanged.

    They belong inside `guarded` and `confirm`.
    """
    reach, rates = CallReach(settings), read_calls_per_min(settings)
    limit = make_rate_limit_hook(clock, limit_per_tool({name: RateLimit(calls, 60.0) for name, calls in rates.items()}))

    async def shut(call: ToolCall, proceed: Proceed) -> ToolResult:
        """Refuse direct messages unless they are on, and denied channels with their threads."""
        channel = str(call.arguments.get("channel_id") or "").strip()
        if channel.isascii() and channel.isdigit() and len(channel) <= _MOST_DIGITS and reach.is_leading_out(call):
            info = await _look_up(clock, io, channel)  # its number does not tell what it is
            reach.check(call.name, channel, info.channel_id, info.parent_id, is_direct=info.type == "dm")
        return await proceed(call)

    async def pace(call: ToolCall, proceed: Proceed) -> ToolResult:
        """Limit the calls of each tool a minute; what a person has said yes to is not counted."""
        is_allowed = call.needs == "outside" and call.may == "outside"
        return await (proceed(call) if is_allowed else limit(call, proceed))

    return shut, pace


async def _look_up(clock: Clock, io: DiscordIO, channel: str) -> Channel:
    try:
        with clock.move_on_after(_ANSWERS_WITHIN_S):
            return await io.call(ChannelInfo(channel_id=channel))
    except DiscordFailed as failure:
        raise ToolFailedError(str(failure)) from None
    raise ToolFailedError(own("Discord does not tell what channel that is."))


def read_calls_per_min(settings: DiscordSettings) -> dict[str, int]:
    """Return how often each tool may be used in any minute, by its name; a tool of 0 is not offered."""
    return {**dict.fromkeys(_OURS, settings.reads_per_min), Send.method: settings.sends_per_min}


class Right(Enum):
    """The right to do something; an owner has all of them."""

    ANYBODY = "anybody"
    APPROVE = "approver"
    """Press Approve or Cancel."""
    MODERATE = "moderator"
    """Hush, pause, say, monitor and forget."""
    OWN = "owner"
    """Everything."""


class Rights:
    """Knows who is owner, moderator and approver where."""

    def __init__(self, settings: DiscordSettings) -> None:
        self._settings = settings
        self._guild_owners: dict[str, str] = {}
        self._home: str | None = None

    def list_rights(self, person: Person, guild_id: str | None) -> frozenset[Right]:
        """Return the rights of a person on a server; None is a direct message, where roles count for nothing."""
        if self._is_owner(person.id, is_guild_owner=person.is_guild_owner and self._is_home(guild_id)):
            return frozenset(Right)
        roles = frozenset(person.role_ids) if guild_id is not None else frozenset()
        named = {Right.MODERATE: self._settings.moderator_roles, Right.APPROVE: self._settings.approver_roles}
        held = {right for right, which in named.items() if roles.intersection(which)}
        return frozenset({Right.ANYBODY, *held})

    def may(self, person: Person, guild_id: str | None, right: Right) -> bool:
        """Return whether a person has a right."""
        return right in self.list_rights(person, guild_id)

    def learn(self, guilds: Iterable[Guild], home: str | None) -> None:
        """Remember the owners of the bot's servers, and which server is the streamer's; None changes nothing.

        With no owner named the owner of the streamer's server is one, and no other server's: anybody may take a public
        bot to a server of their own.
        """
        self._guild_owners = {guild.guild_id: guild.owner_id for guild in guilds if guild.owner_id is not None}
        self._home = home or self._home

    def is_owner(self, user_id: str, guild_id: str | None) -> bool:
        """Return whether the author of a message is an owner; servers' owners are known once `learn` was called."""
        owns_it = self._is_home(guild_id) and self._guild_owners.get(guild_id or "") == user_id
        return self._is_owner(user_id, is_guild_owner=owns_it)

    def _is_home(self, guild_id: str | None) -> bool:
        return guild_id is not None and guild_id == self._home

    def _is_owner(self, user_id: str, *, is_guild_owner: bool) -> bool:
        return user_id in self._settings.owners if self._settings.owners else is_guild_owner


@dataclass(frozen=True, slots=True)
class People:
    """Who may do what at Discord, and in which channels everybody is heard."""

    rights: Rights
    monitored: MonitoredChannels

    @classmethod
    def of(cls, settings: DiscordSettings, keeps: KeyValueStore) -> "People":
        """Return the people of the settings; `keeps` has what /monitor has changed."""
        return cls(Rights(settings), MonitoredChannels(settings, keeps))
