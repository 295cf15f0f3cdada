"""The names of Discord's channels (`discord:123`), and the channels whose every line may be answered."""

from collections.abc import Callable
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from performer.chats.discord.settings import DiscordSettings, Number
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.remembered_conversation import KeyValueStore

MOST: Final = 100
_STORED_AS: Final = "discord.monitored"


def format_channel(channel_id: str) -> str:
    """Return the performer's name of a channel of Discord's."""
    return f"discord:{channel_id}"


def make_spoken_channel_test(settings: DiscordSettings) -> Callable[[str], bool]:
    """Return the test whether what is answered in a channel is spoken: on the stage, and in the stage's channel."""
    stage = format_channel(settings.stage_channel) if settings.stage_channel else ""

    def is_spoken(channel: str) -> bool:
        return not channel.startswith(format_channel("")) or channel == stage

    return is_spoken


def is_read_channel(channel: str) -> bool:
    """Return whether people read in a channel what is answered there: in Discord's."""
    return parse_channel_id(channel) is not None


def parse_channel_id(channel: str) -> str | None:
    """Return the number of a channel of Discord's; None for a channel of another chat."""
    chat, _, number = channel.partition(":")
    return number if chat == "discord" and number else None


class _Changes(BaseModel):
    """The changes that /monitor has made to the settings' channels."""

    model_config = ConfigDict(frozen=True)

    added: tuple[Number, ...] = ()
    removed: tuple[Number, ...] = ()


class MonitoredChannels:
    """The channels whose every line may be answered: those of the settings, as /monitor has changed them."""

    def __init__(self, settings: DiscordSettings, keeps: KeyValueStore) -> None:
        self._configured = tuple(dict.fromkeys(settings.monitored))
        self._settings = settings
        self._keeps = keeps
        self._channels = self._configured

    @property
    def channels(self) -> tuple[str, ...]:
        """The numbers of the channels, in the order in which they came, without the stage's own."""
        return self._channels

    def __contains__(self, channel_id: str | None) -> bool:
        is_stage = bool(channel_id) and channel_id == self._settings.stage_channel
        return not self._settings.denies(channel_id) and (is_stage or channel_id in self._channels)

    async def load(self) -> None:
        """Read the stored changes; what cannot be read counts as nothing."""
        try:
            changes = _Changes.model_validate_json(await self._keeps.kept(_STORED_AS) or "{}")
        except ValidationError:
            return
        still = [each for each in self._configured if each not in changes.removed]
        self._channels = tuple(dict.fromkeys([*still, *changes.added]))[:MOST]

    async def add(self, channel_id: str) -> bool:
        """Add a channel, and return whether it is new; a ServiceError says when it is denied, or one too many."""
        if self._settings.denies(channel_id):
            raise ServiceError(
                own(
                    "Channel {channel_id} is in discord.denied_channels; take it out there first.",
                    channel_id=channel_id,
                )
            )
        if channel_id in self._channels:
            return False
        if len(self._channels) >= MOST:
            raise ServiceError(own("{most} channels are monitored already; remove one first.", most=MOST))
        await self._store((*self._channels, channel_id))
        return True

    async def remove(self, channel_id: str) -> bool:
        """Remove a channel, also one of the settings, and return whether it was monitored."""
        if channel_id not in self._channels:
            return False
        await self._store(tuple(each for each in self._channels if each != channel_id))
        return True

    async def _store(self, channels: tuple[str, ...]) -> None:
        self._channels = channels
        changes = _Changes(
            added=tuple(each for each in channels if each not in self._configured),
            removed=tuple(each for each in self._configured if each not in channels),
        )
        await self._keeps.keep(_STORED_AS, changes.model_dump_json())
