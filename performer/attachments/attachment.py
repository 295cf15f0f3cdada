"""Attachments as a chat tells of them, and the shelf that knows the newest: nobody else can name a file to us."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

MOST_KEPT: Final = 200


@dataclass(frozen=True, kw_only=True)
class Attachment:
    """A file that somebody has put to a message. All but the numbers is what a stranger says of it."""

    id: int
    message_id: int
    channel_id: int
    url: str = field(repr=False)
    """Whoever has it can fetch the file for a while."""
    filename: str = ""
    content_type: str = ""
    """Such as `image/png`; empty where the chat tells none."""
    size: int
    """In bytes."""


class AttachmentShelf:
    """The newest attachments, by the numbers of channel, message and file together; filled by the chat alone."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._known: OrderedDict[tuple[int, int, int], Attachment] = OrderedDict()

    def put(self, attachment: Attachment) -> None:
        """Know of one more; the one that came first is forgotten for it."""
        key = attachment.channel_id, attachment.message_id, attachment.id
        self._known[key] = attachment
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def find(self, channel_id: int, message_id: int, attachment_id: int) -> Attachment | None:
        """Look one up; None when no such message had it, it is too old, or its message was deleted."""
        return self._known.get((channel_id, message_id, attachment_id))

    def forget(self, channel_id: int, message_id: int) -> None:
        """Forget what was put to a message that somebody has deleted."""
        for key in [key for key in self._known if key[:2] == (channel_id, message_id)]:
            del self._known[key]
