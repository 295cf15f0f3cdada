"""What a bot may do in a channel, by roles and the channel's exceptions, as Discord reckons it; and what it needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_ADMINISTRATOR: Final = 1 << 3
_VIEW: Final = 1 << 10
_ALL: Final = (1 << 53) - 1
_THREADS: Final = frozenset({10, 11, 12})
"""Kinds of channels."""
_OF_ROLE: Final = 0
_OF_MEMBER: Final = 1
"""Kinds of exceptions."""

Fields = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Permission:
    """One that the performer needs."""

    bit: int
    name: str
    """As Discord shows it."""
    without: str
    """What does not work without it."""
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
"""Needed where slow mode is on, and not asked for by an invitation."""
INVITED_WITH: Final = sum(each.bit for each in (VIEW, SEND, SEND_IN_THREADS, EMBED, ATTACH, HISTORY, REACT))
"""What an invitation has to ask for."""


def lacking(channel: Fields, guild: Fields, member: Fields, parent: Fields | None = None) -> list[Permission]:
    """List what somebody lacks of what the performer needs in a channel.

    Args:
        channel: As Discord gives it.
        guild: Of the channel, with its roles.
        member: Whose permissions they are, with their roles.
        parent: The channel of a thread, whose exceptions count.
    """
    is_thread = channel.get("type") in _THREADS
    may = _permissions(parent or channel, guild, member)
    if not may & _VIEW:
        return [VIEW]
    slowed = (HURRY,) if channel.get("rate_limit_per_user") else ()
    needed = (SEND_IN_THREADS if is_thread else SEND, EMBED, ATTACH, HISTORY, *slowed)
    return [each for each in needed if not may & each.bit]


def _permissions(channel: Fields, guild: Fields, member: Fields) -> int:
    me, everyone = str(_fields(member.get("user")).get("id")), str(guild.get("id"))
    mine = {everyone, *map(str, member.get("roles") or ())}
    roles = [each for each in _items(guild.get("roles")) if str(each.get("id")) in mine]
    may = _joined(roles, "permissions")
    if may & _ADMINISTRATOR or str(guild.get("owner_id")) == me:
        return _ALL
    exceptions = _items(channel.get("permission_overwrites"))
    of_roles = [each for each in exceptions if each.get("type") == _OF_ROLE and str(each.get("id")) in mine]
    for those in (
        [each for each in of_roles if str(each.get("id")) == everyone],
        [each for each in of_roles if str(each.get("id")) != everyone],
        [each for each in exceptions if each.get("type") == _OF_MEMBER and str(each.get("id")) == me],
    ):
        may = may & ~_joined(those, "deny") | _joined(those, "allow")
    return may


def _joined(those: Sequence[Fields], name: str) -> int:
    bits = 0
    for each in those:
        bits |= int(each.get(name) or 0)
    return bits


def _fields(value: object) -> Fields:
    return value if isinstance(value, dict) else {}


def _items(value: object) -> list[Fields]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
