"""A message of Discord's as the house knows it: a line of a chat, and what is remembered of it."""

from typing import Final

from performer.chats.discord.channels import channel_of
from performer.chats.discord.chat.readable import readable
from performer.chats.discord.wire.values import File, Message
from performer.cues import ChatLine
from performer.recollection import Said

_PICTURES: Final = ("image/png", "image/jpeg", "image/webp", "image/gif")
_SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")
_MOST_NAME: Final = 100


def pictures_of(message: Message) -> tuple[File, ...]:
    """List the files of a message that say they are pictures."""
    return tuple(file for file in message.attachments if _is_picture(file))


def text_of(message: Message) -> str:
    """Give what it says, and where it says nothing, what was put to it; maybe nothing at all."""
    names = {person.id: person.name[:_MOST_NAME] for person in message.mentions}
    text = readable(message.content, names)
    if text or not message.attachments:
        return text
    count = len(pictures_of(message))
    return "(a picture)" if count == 1 else f"({count} pictures)" if count else "(a file)"


def line_of(message: Message, text: str, *, direct: bool, at_s: float) -> ChatLine:
    """Make a line of a message that says so."""
    return ChatLine(
        text=text,
        author=message.author.name[:_MOST_NAME],
        channel=channel_of(message.channel_id),
        message=message.message_id,
        author_id=message.author.id,
        reply_to=message.reply_to or "",
        pictures=len(pictures_of(message)),
        direct=direct,
        at_s=at_s,
    )


def said_of(message: Message, text: str, *, is_own: bool = False) -> Said:
    """Make of a message that says so what is remembered.

    Args:
        message: The message.
        text: What it says.
        is_own: Whether the performer itself wrote it.
    """
    return Said(
        role="assistant" if is_own else "user",
        text=text,
        at=message.time,
        author="" if is_own else message.author.name[:_MOST_NAME],
        author_id="" if is_own else message.author.id,
        message=message.message_id,
        reply_to=message.reply_to or "",
        pictures=len(pictures_of(message)),
    )


def _is_picture(file: File) -> bool:
    kind = (file.content_type or "").partition(";")[0].strip().lower()
    return kind in _PICTURES if kind else file.filename.lower().endswith(_SUFFIXES)
