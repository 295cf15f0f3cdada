"""Discord's JSON, of its gateway and its REST API alike, read into values of the house.

What is missing or odd in it raises KeyError, TypeError, ValueError or AttributeError; whoever reads an event passes it
over then.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from performer.chats.discord.wire.values import Author, Channel, ChannelType, File, Me, Message, Person

Raw = Mapping[str, Any]

SAID: Final = frozenset({0, 19, 20, 23})
"""Messages that somebody wrote: plain ones, replies, and answers to commands; no joins, pins and boosts."""
_FORWARD: Final = 1
_CROSSPOST: Final = 1 << 1
_ADMINISTRATOR: Final = 1 << 3
_MANAGE_GUILD: Final = 1 << 5
_TYPES: Final[dict[int, ChannelType]] = {
    0: "text",
    1: "dm",
    2: "voice",
    3: "dm",
    4: "category",
    5: "news",
    10: "thread",
    11: "thread",
    12: "thread",
    13: "stage",
    15: "forum",
    16: "forum",
}


def is_user_message(raw: Raw) -> bool:
    """Tell whether a message is one that somebody wrote."""
    return raw.get("type", 0) in SAID


def parse_message(raw: Raw, *, guild_id: str | None = None, also: tuple[Author, ...] = ()) -> Message:
    """Read a message.

    Args:
        raw: What Discord says of it.
        guild_id: Of the server it was read from, which the REST API does not repeat.
        also: People who are named by one of their roles.
    """
    author = raw["author"]
    mentions = (*(_author(each, each.get("member")) for each in raw.get("mentions") or ()), *also)
    return Message(
        message_id=raw["id"],
        channel_id=raw["channel_id"],
        guild_id=raw.get("guild_id") or guild_id,
        author=_author(author, raw.get("member"), is_webhook=bool(raw.get("webhook_id"))),
        content=raw.get("content") or "",
        time=_instant(raw["timestamp"]),
        edited=_instant(raw["edited_timestamp"]) if raw.get("edited_timestamp") else None,
        reply_to=_reply_to(raw),
        attachments=tuple(_file(each) for each in raw.get("attachments") or ()),
        mentions=mentions,
    )


def apply_edit(before: Message, raw: Raw) -> Message:
    """Read an edit that tells no more than what a message says now."""
    changed: dict[str, Any] = {"content": raw.get("content") or ""}
    if raw.get("edited_timestamp"):
        changed["edited"] = _instant(raw["edited_timestamp"])
    if "attachments" in raw:
        changed["attachments"] = tuple(_file(each) for each in raw["attachments"] or ())
    return before.model_copy(update=changed)


def is_naming(raw: Raw, user_id: str) -> bool:
    """Tell whether a message's text names a person."""
    content = raw.get("content") or ""
    return f"<@{user_id}>" in content or f"<@!{user_id}>" in content


def parse_channel(raw: Raw, *, guild_id: str | None = None) -> Channel:
    """Read a channel or thread; one of direct messages has the names of those who write there."""
    recipients = ", ".join(_shown(each) for each in raw.get("recipients") or ())
    return Channel(
        channel_id=raw["id"],
        guild_id=raw.get("guild_id") or guild_id,
        name=raw.get("name") or recipients,
        type=_TYPES.get(raw.get("type", 0), "other"),
        topic=raw.get("topic") or "",
        parent_id=raw.get("parent_id"),
        nsfw=bool(raw.get("nsfw")),
    )


def parse_own_user(user: Raw, application_id: str) -> Me:
    """Read who the bot is."""
    return Me(user_id=user["id"], application_id=application_id, name=_shown(user))


def parse_person(raw: Raw, *, owner_id: str | None) -> Person:
    """Read who used a command or pressed a button, of the whole interaction.

    Args:
        raw: The interaction.
        owner_id: Whose the server is, where that is known.
    """
    member = raw.get("member")
    user = member["user"] if member else raw["user"]
    rights = int(member.get("permissions") or 0) if member else 0
    return Person(
        id=user["id"],
        name=_shown(user, member),
        role_ids=tuple(member.get("roles") or ()) if member else (),
        is_guild_owner=bool(member) and owner_id is not None and str(user["id"]) == owner_id,
        manages_guild=bool(rights & (_ADMINISTRATOR | _MANAGE_GUILD)),
    )


def _instant(written: str) -> datetime:
    """Read a time; one that names no zone is in UTC."""
    at = datetime.fromisoformat(written)
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)


def _author(user: Raw, member: Raw | None = None, *, is_webhook: bool = False) -> Author:
    return Author(id=user["id"], name=_shown(user, member), bot=bool(user.get("bot")) or is_webhook)


def _shown(user: Raw, member: Raw | None = None) -> str:
    """Name somebody as the channel does: by the nickname there, the name they chose, or the account's."""
    nick = member.get("nick") if member else None
    return str(nick or user.get("global_name") or user.get("username") or user["id"])


def _reply_to(raw: Raw) -> str | None:
    """Tell what a message answers; forwarding one, or posting it in another channel, is no answer."""
    reference = raw.get("message_reference")
    is_other = not reference or reference.get("type", 0) == _FORWARD or bool(int(raw.get("flags") or 0) & _CROSSPOST)
    return None if is_other or not reference else reference.get("message_id")


def _file(raw: Raw) -> File:
    return File(
        id=raw["id"],
        url=raw.get("url") or "",
        filename=raw.get("filename") or "",
        content_type=raw.get("content_type"),
        width=raw.get("width"),
        height=raw.get("height"),
        size=raw.get("size") or 0,
    )
