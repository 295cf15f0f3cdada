"""`/monitor add|remove|list`: the channels whose every line the performer reads and may answer."""

from collections.abc import Sequence
from typing import Final

import anyio

from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.commands.command import (
    MOST_CHOICES,
    Choice,
    CommandUse,
    GuardedText,
    Handler,
    Reply,
    format_list,
    mention_channel,
    resolve_channel,
)
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import ChannelInfo
from performer.core.clock import Clock
from performer.core.errors import ConfigError
from performer.core.own_text import own

_NAMES_WITHIN_S: Final = 1.0
"""Choices are due within two seconds; a channel whose name has not come by then is shown by its number."""


def make_monitor_handlers(
    clock: Clock, io: DiscordIO, settings: DiscordSettings, monitored: MonitoredChannels, words: GuardedText
) -> dict[str, Handler]:
    """Return what answers the three commands; all who are in the channel see a change: their lines are read."""

    async def add(asked: CommandUse) -> Reply:
        channel = await resolve_channel(io, asked)
        if channel.type == "dm":
            raise ConfigError(own("Direct messages are read when discord.direct_messages is set, and only then."))
        here = mention_channel(channel.channel_id)
        if channel.channel_id == settings.stage_channel:
            return Reply(text=own("{channel} is the stage's channel: every line there is read anyway.", channel=here))
        if not await monitored.add(channel.channel_id):
            return Reply(text=own("{channel} is monitored already.", channel=here))
        is_elsewhere = channel.channel_id != asked.use.channel_id
        return Reply(text=own("From now on I read every line in {channel}.", channel=here), is_private=is_elsewhere)

    async def remove(asked: CommandUse) -> Reply:
        channel_id = asked.read_text("channel").strip("<#>") or asked.use.channel_id
        if not channel_id.isdecimal():
            raise ConfigError(own("Choose a channel of those that are offered while you type."))
        if not await monitored.remove(channel_id):
            return Reply(
                text=own(
                    "{channel} is not monitored. /monitor list tells which are.", channel=mention_channel(channel_id)
                )
            )
        is_elsewhere = channel_id != asked.use.channel_id
        return Reply(
            text=own("I no longer read every line in {channel}.", channel=mention_channel(channel_id)),
            is_private=is_elsewhere,
        )

    async def choices(asked: CommandUse) -> Sequence[Choice]:
        return asked.filter_choices(await _find_names(clock, io, monitored.channels, words))

    async def list_channels(_asked: CommandUse) -> Reply:
        stage = (
            [own("{channel}, the stage's own", channel=mention_channel(settings.stage_channel))]
            if settings.stage_channel
            else []
        )
        found = [*stage, *(mention_channel(each) for each in monitored.channels if each != settings.stage_channel)]
        return Reply(
            text=own("I read every line in:\n{channels}", channels=format_list(found))
            if found
            else own("No channel is monitored.")
        )

    return {
        "monitor add": Handler(add),
        "monitor remove": Handler(remove, choices),
        "monitor list": Handler(list_channels),
    }


async def _find_names(clock: Clock, io: DiscordIO, channels: Sequence[str], words: GuardedText) -> list[Choice]:
    """Return the channels as choices, with their names as far as these come in time."""
    names: dict[str, str] = {}

    async def look(channel_id: str) -> None:
        try:
            info = await io.call(ChannelInfo(channel_id=channel_id))
            names[channel_id] = f"#{words.clean(info.name, 60)}"
        except DiscordFailed:
            pass  # it is gone or cannot be seen, and can be removed all the same

    with clock.move_on_after(_NAMES_WITHIN_S):
        async with anyio.create_task_group() as looks:
            for each in channels[:MOST_CHOICES]:
                looks.start_soon(look, each)
    return [(f"{names.get(each, 'a channel')} ({each})", each) for each in channels]
