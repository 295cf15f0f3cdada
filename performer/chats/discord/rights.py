"""Rights: what a person of Discord may ask of the performer, by the settings alone and never by a name."""

from collections.abc import Iterable
from enum import Enum

from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import Guild, Person


class Right(Enum):
    """What somebody may do; an owner may do all of it."""

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
        self._owners = frozenset(settings.owners)
        self._roles = {
            Right.MODERATE: frozenset(settings.moderator_roles),
            Right.APPROVE: frozenset(settings.approver_roles),
        }
        self._guild_owners: dict[str, str] = {}
        self._home: str | None = None

    def of(self, person: Person, guild_id: str | None) -> frozenset[Right]:
        """List the rights that somebody has.

        Args:
            person: Who asks, as Discord tells of them there.
            guild_id: On which server; None in a direct message, where roles and servers' owners count for nothing.
        """
        if self._is_owner(person.id, is_guild_owner=person.is_guild_owner and self._is_home(guild_id)):
            return frozenset(Right)
        roles = frozenset(person.role_ids) if guild_id is not None else frozenset()
        held = {right for right, which in self._roles.items() if roles & which}
        return frozenset({Right.ANYBODY, *held})

    def may(self, person: Person, guild_id: str | None, right: Right) -> bool:
        """Tell whether somebody has a right."""
        return right in self.of(person, guild_id)

    def learn(self, guilds: Iterable[Guild], home: str | None) -> None:
        """Take in whose the servers are, and which one is the streamer's.

        With no owner named its owner is one, and nobody else's: anybody may take a public bot to a server of their own.

        Args:
            guilds: Those that the bot is on.
            home: The streamer's; None when that cannot be told, which changes nothing.
        """
        self._guild_owners = {guild.guild_id: guild.owner_id for guild in guilds if guild.owner_id is not None}
        self._home = home or self._home

    def is_owner(self, user_id: str, guild_id: str | None) -> bool:
        """Tell whether the author of a message is an owner; of servers' owners only once `learn` has told them."""
        owns_it = self._is_home(guild_id) and self._guild_owners.get(guild_id or "") == user_id
        return self._is_owner(user_id, is_guild_owner=owns_it)

    def _is_home(self, guild_id: str | None) -> bool:
        return guild_id is not None and guild_id == self._home

    def _is_owner(self, user_id: str, *, is_guild_owner: bool) -> bool:
        return user_id in self._owners if self._owners else is_guild_owner
