"""What a bot may do in a channel of Discord, and what it needs there."""

import operator
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Final

from performer.chats.discord.setup.rest import read_object, read_objects
from performer.core.own_text import own
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


def make_invite_link(application: str) -> str:
    """Return the address at which a person takes the bot of an application to a server, with all that it needs."""
    asked = f"client_id={application}&scope=bot+applications.commands&permissions={INVITED_WITH}"
    return f"https://discord.com/oauth2/authorize?{asked}"
