"""The policy: what a model's calls of Discord's tools may reach without a person's yes, how often, and how much."""

from collections.abc import Sequence
from typing import Any, Final

from performer.chats.discord.channels import channel_id_of
from performer.chats.discord.io import DiscordFailed, DiscordIO
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import (
    TOOLS,
    Call,
    ChannelInfo,
    Send,
)
from performer.chats.discord.wire.values import Channel
from performer.clock import Clock
from performer.cues import place
from performer.errors import ToolFailed, ToolRefused
from performer.tools import Hook, Proceed, ToolCall, ToolResult
from performer.tools.hooks import per_tool, rate_limit
from performer.tools.hooks.confirm import NeedsYes
from performer.tools.rate import Rate

MOST_WRITTEN: Final = 1800
"""Characters of a message; what keeps it from naming anybody takes room too."""
_OURS: Final = frozenset(tool.method for tool in TOOLS)
_ELSEWHERE: Final = ("channel_id", "guild_id", "user_id")
"""The arguments that lead away from the turn's own channel."""


class Reach:
    """Knows where a call leads: to the channel of its own turn, to the stage's, or elsewhere.

    What others wrote elsewhere is not told on, whoever asks here: nobody knows whether they may read it there.
    """

    def __init__(self, settings: DiscordSettings) -> None:
        self._stage = settings.stage_channel
        self._direct_messages = settings.direct_messages
        self._denied = frozenset(settings.denied_channels)

    def home(self, call: ToolCall) -> str:
        """Give the number of the channel that the call's turn belongs to; empty where there is none."""
        channel = place(call.cue)[0] if call.cue else ""
        return channel_id_of(channel) or self._stage

    def leads_out(self, call: ToolCall) -> bool:
        """Tell whether a call leads to more than its turn's own channel; the stage's may be written to as well."""
        if call.name not in _OURS:
            return False
        if any(call.arguments.get(name) is not None for name in _ELSEWHERE[1:]):
            return True
        channel = str(call.arguments.get("channel_id") or self.home(call)).strip()
        homes = {self.home(call), self._stage} if call.name == Send.method else {self.home(call)}
        return not channel or channel not in homes

    def is_denied(self, *channels: str | None) -> bool:
        """Tell whether one of these numbers is of a channel that is neither read nor written."""
        return not self._denied.isdisjoint(each for each in channels if each)

    @property
    def denies_any(self) -> bool:
        """Whether any channel is denied."""
        return bool(self._denied)

    def check(self, call: Call[Any]) -> None:
        """Refuse what no yes can allow, as far as the arguments tell.

        Raises:
            ToolRefused: for direct messages that are off, and denied channels.
        """
        if not self._direct_messages and getattr(call, "user_id", None) is not None:
            raise ToolRefused(f"{call.method}: {_NO_DIRECT_MESSAGES}")
        if self.is_denied(getattr(call, "channel_id", None)):
            raise ToolRefused(f"{call.method}: {_DENIED}")

    def check_channel(self, name: str, *, is_direct: bool, numbers: Sequence[str | None]) -> None:
        """Refuse a channel by what Discord says of it.

        Raises:
            ToolRefused: for a direct message, or a thread of a denied channel.
        """
        if is_direct and not self._direct_messages:
            raise ToolRefused(f"{name}: {_NO_DIRECT_MESSAGES}")
        if self.is_denied(*numbers):
            raise ToolRefused(f"{name}: {_DENIED}")


_NO_DIRECT_MESSAGES: Final = "direct messages are off here. Let it go."
_DENIED: Final = "that channel is neither read nor written here. Let it go."


def sends_elsewhere(settings: DiscordSettings) -> NeedsYes:
    """Name the calls that write to another channel than their turn's own and the stage's: a person is always asked."""
    reach = Reach(settings)

    def is_sent_elsewhere(call: ToolCall) -> bool:
        return call.name == Send.method and reach.leads_out(call)

    return is_sent_elsewhere


def discord_hooks(clock: Clock, settings: DiscordSettings, io: DiscordIO) -> tuple[Hook, ...]:
    """Make the hooks around Discord's tools, outermost first; other tools' calls pass them by.

    They belong inside `guarded` and `confirm`.
    """
    reach = Reach(settings)
    return shut(clock, reach, io), paced(clock, settings)


def shut(clock: Clock, reach: Reach, io: DiscordIO) -> Hook:
    """Keep out of direct messages unless they are on, and of denied channels with their threads.

    Of a channel elsewhere Discord is asked what it is: its number does not tell.
    """

    async def check(call: ToolCall, proceed: Proceed) -> ToolResult:
        channel = str(call.arguments.get("channel_id") or "").strip()
        if channel.isascii() and channel.isdigit() and len(channel) <= _MOST_DIGITS and reach.leads_out(call):
            info = await _looked_up(clock, io, channel)
            numbers = (channel, info.channel_id, info.parent_id)
            reach.check_channel(call.name, is_direct=info.type == "dm", numbers=numbers)
        return await proceed(call)

    return check


async def _looked_up(clock: Clock, io: DiscordIO, channel: str) -> Channel:
    try:
        with clock.move_on_after(_ANSWERS_WITHIN_S):
            return await io.call(ChannelInfo(channel_id=channel))
    except DiscordFailed as failure:
        raise ToolFailed(str(failure)) from None
    raise ToolFailed("Discord does not tell what channel that is.")


_MOST_DIGITS: Final = 20
_ANSWERS_WITHIN_S: Final = 15.0


def calls_per_min(settings: DiscordSettings) -> dict[str, int]:
    """Tell by a tool's name how often it may be used in any minute; 0: it is not offered."""
    reads = {tool.method: settings.reads_per_min for tool in TOOLS}
    return {**reads, Send.method: settings.sends_per_min}


def paced(clock: Clock, settings: DiscordSettings) -> Hook:
    """Allow so many calls of each tool in any minute; what a person has said yes to is not counted."""
    rates = {name: Rate(calls, 60.0) for name, calls in calls_per_min(settings).items()}
    limit = rate_limit(clock, per_tool(rates))

    async def pace(call: ToolCall, proceed: Proceed) -> ToolResult:
        if call.needs == "outside" and call.may == "outside":
            return await proceed(call)
        return await limit(call, proceed)

    return pace
