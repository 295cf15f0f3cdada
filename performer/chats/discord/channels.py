"""The channels of Discord by their names in the house: `discord:123`.

The monitored channels: those of the settings, and what /monitor has made of them, kept over restarts.
"""

from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from performer.chats.discord.settings import DiscordSettings, Number
from performer.core.errors import ServiceError
from performer.core.remembered_conversation import KeyValueStore

MOST: Final = 100
_NAME: Final = "discord.monitored"


class _Changes(BaseModel):
    """What /monitor has changed of the settings' channels."""

    model_config = ConfigDict(frozen=True)

    added: tuple[Number, ...] = ()
    removed: tuple[Number, ...] = ()


class MonitoredChannels:
    """The channels whose every line may be answered; a change counts at once.

    Args:
        settings: Name the first ones, the stage's, and those that are denied.
        keeps: Keeps the changes.
    """

    def __init__(self, settings: DiscordSettings, keeps: KeyValueStore) -> None:
        self._configured = tuple(dict.fromkeys(settings.monitored))
        self._stage = settings.stage_channel
        self._denied = frozenset(settings.denied_channels)
        self._keeps = keeps
        self._channels = self._configured

    @property
    def channels(self) -> tuple[str, ...]:
        """Their numbers, in the order in which they came; the stage's own is none of them."""
        return self._channels

    def __contains__(self, channel_id: object) -> bool:
        if channel_id in self._denied:
            return False
        return channel_id in self._channels or (self._stage != "" and channel_id == self._stage)

    async def load(self) -> None:
        """Take up what was kept; what nobody understands counts for nothing."""
        try:
            changes = _Changes.model_validate_json(await self._keeps.kept(_NAME) or "{}")
        except ValidationError:
            return
        still = [each for each in self._configured if each not in changes.removed]
        self._channels = tuple(dict.fromkeys([*still, *changes.added]))[:MOST]

    async def add(self, channel_id: str) -> bool:
        """Monitor one more; tells whether it was not monitored before.

        Raises:
            ServiceError: when it is denied by the settings, or too many are monitored; says which.
        """
        if channel_id in self._denied:
            raise ServiceError(f"Channel {channel_id} is in discord.denied_channels; take it out there first.")
        if channel_id in self._channels:
            return False
        if len(self._channels) >= MOST:
            raise ServiceError(f"{MOST} channels are monitored already; remove one first.")
        await self._change((*self._channels, channel_id))
        return True

    async def remove(self, channel_id: str) -> bool:
        """Monitor one less, of the settings' too; tells whether it was monitored."""
        if channel_id not in self._channels:
            return False
        await self._change(tuple(each for each in self._channels if each != channel_id))
        return True

    async def _change(self, channels: tuple[str, ...]) -> None:
        self._channels = channels
        changes = _Changes(
            added=tuple(each for each in channels if each not in self._configured),
            removed=tuple(each for each in self._configured if each not in channels),
        )
        await self._keeps.keep(_NAME, changes.model_dump_json())


def format_channel(channel_id: str) -> str:
    """Name a channel of Discord's as the house does."""
    return f"discord:{channel_id}"


def parse_channel_id(channel: str) -> str | None:
    """Give the number of a channel of Discord's; None when it is none."""
    chat, _, number = channel.partition(":")
    return number if chat == "discord" and number else None
