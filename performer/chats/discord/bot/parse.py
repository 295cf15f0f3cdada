"""Discord's JSON, of its gateway and its REST API alike, read into our own values.

What is missing or odd in it raises KeyError, TypeError, ValueError or AttributeError; whoever reads an event ignores it
then.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from performer.chats.discord.wire.values import Author, Channel, ChannelType, File, Me, Message, Person

Raw = Mapping[str, Any]

SAID: Final = frozenset({0, 19, 20, 23})
"""Message types that somebody wrote: plain ones, replies, and answers to commands; no joins, pins and boosts."""
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
    """Return whether somebody wrote a message."""
    return raw.get("type", 0) in SAID


def parse_message(raw: Raw, *, guild_id: str | None = None, also: tuple[Author, ...] = ()) -> Message:
    """Return a message of the server `guild_id`, which the REST API does not repeat.

    `also` are people who are mentioned by one of their roles.
    """
    author = raw["author"]
    mentions = (*(_parse_author(each, each.get("member")) for each in raw.get("mentions") or ()), *also)
    return Message(
        message_id=raw["id"],
        channel_id=raw["channel_id"],
        guild_id=raw.get("guild_id") or guild_id,
        author=_parse_author(author, raw.get("member"), is_webhook=bool(raw.get("webhook_id"))),
        content=raw.get("content") or "",
        time=_parse_time(raw["timestamp"]),
        edited=_parse_time(raw["edited_timestamp"]) if raw.get("edited_timestamp") else None,
        reply_to=_find_reply_to(raw),
        attachments=tuple(parse_file(each) for each in raw.get("attachments") or ()),
        mentions=mentions,
    )


def apply_edit(before: Message, raw: Raw) -> Message:
    """Return a message with an edit that holds its new text alone."""
    changed: dict[str, Any] = {"content": raw.get("content") or ""}
    if raw.get("edited_timestamp"):
        changed["edited"] = _parse_time(raw["edited_timestamp"])
    if "attachments" in raw:
        changed["attachments"] = tuple(parse_file(each) for each in raw["attachments"] or ())
    return before.model_copy(update=changed)


def is_naming(raw: Raw, user_id: str) -> bool:
    """Return whether a message's text mentions a person."""
    content = raw.get("content") or ""
    return f"<@{user_id}>" in content or f"<@!{user_id}>" in content


def parse_channel(raw: Raw, *, guild_id: str | None = None) -> Channel:
    """Return a channel or thread; one of direct messages is named after the people who write there."""
    recipients = ", ".join(_find_name(each) for each in raw.get("recipients") or ())
    return Channel(
        channel_id=raw["id"],
        guild_id=raw.get("guild_id") or guild_id,
        name=raw.get("name") or recipients,
        type=_TYPES.get(raw.get("type", 0), "other"),
        topic=raw.get("topic") or "",
        parent_id=raw.get("parent_id"),
        nsfw=bool(raw.get("nsfw")),
        last_message_id=raw.get("last_message_id"),
    )


def parse_own_user(user: Raw, application_id: str) -> Me:
    """Return the bot's account."""
    return Me(user_id=user["id"], application_id=application_id, name=_find_name(user))


def parse_person(raw: Raw, *, owner_id: str | None) -> Person:
    """Return who used a command or pressed a button, of the whole interaction and the number of the server's owner."""
    member = raw.get("member")
    user = member["user"] if member else raw["user"]
    rights = int(member.get("permissions") or 0) if member else 0
    return Person(
        id=user["id"],
        name=_find_name(user, member),
        role_ids=tuple(member.get("roles") or ()) if member else (),
        is_guild_owner=bool(member) and owner_id is not None and str(user["id"]) == owner_id,
        manages_guild=bool(rights & (_ADMINISTRATOR | _MANAGE_GUILD)),
    )


def _parse_time(written: str) -> datetime:
    """Return a time in UTC; one that names no zone is in UTC."""
    at = datetime.fromisoformat(written)
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)


def _parse_author(user: Raw, member: Raw | None = None, *, is_webhook: bool = False) -> Author:
    return Author(id=user["id"], name=_find_name(user, member), bot=bool(user.get("bot")) or is_webhook)


def _find_name(user: Raw, member: Raw | None = None) -> str:
    """Return a person's name as the channel shows it: the nickname there, the chosen name, or the account's."""
    nick = member.get("nick") if member else None
    return str(nick or user.get("global_name") or user.get("username") or user["id"])


def _find_reply_to(raw: Raw) -> str | None:
    """Return the message that a message answers; a forward, or a post in another channel, is no answer."""
    reference = raw.get("message_reference")
    is_other = not reference or reference.get("type", 0) == _FORWARD or bool(int(raw.get("flags") or 0) & _CROSSPOST)
    return None if is_other or not reference else reference.get("message_id")


def parse_file(raw: Raw) -> File:
    """Return a file that was put to a message."""
    given = {name: value for name, value in raw.items() if value is not None}
    return File.model_validate({"url": "", "filename": "", "size": 0, **given})
