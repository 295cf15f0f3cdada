"""Messages of Discord as the performer knows them: lines of a chat, remembered messages, and their pictures."""

import base64
import binascii
import logging
from collections import deque
from collections.abc import Iterable
from datetime import datetime
from typing import Final

import anyio

from performer.chats.discord.channels import format_channel, parse_channel_id
from performer.chats.discord.chat.addressing import make_readable
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.wire.calls import AttachmentBase64
from performer.chats.discord.wire.values import File, Message
from performer.core.clock import Clock
from performer.core.cues import ChatLine, Cue, collect_lines
from performer.core.recent_dict import RecentDict
from performer.core.remembered_conversation import RememberedMessage

_log = logging.getLogger(__name__)

MOST: Final = 4
"""Pictures for one turn."""
WITHIN_S: Final = 2.0
_MOST_KNOWN: Final = 200
"""Messages whose pictures are known."""
_MOST_BYTES: Final = 8_000_000
_MOST_WAYS: Final = 50
"""Messages whose way is known; a clock that was set right is believed after so many."""
_USUAL_S: Final = 2.0
"""A difference below this is the network's."""
_WRITTEN_ANEW: Final = ("image/png", "image/jpeg")
_PICTURES: Final = ("image/png", "image/jpeg", "image/webp", "image/gif")
_SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")
_MOST_NAME: Final = 100


def list_pictures(message: Message) -> tuple[File, ...]:
    """Return the files of a message that say they are pictures."""
    return tuple(file for file in message.attachments if _is_picture(file))


def format_message_text(message: Message) -> str:
    """Return the text of a message, or what was put to one without text; maybe nothing at all."""
    names = {person.id: person.name[:_MOST_NAME] for person in message.mentions}
    text = make_readable(message.content, names)
    if text or not message.attachments:
        return text
    count = len(list_pictures(message))
    return "(a picture)" if count == 1 else f"({count} pictures)" if count else "(a file)"


def make_chat_line(message: Message, text: str, *, direct: bool, at_s: float, is_streamers: bool = False) -> ChatLine:
    """Return the line of a message whose text is `text`."""
    return ChatLine(
        text=text,
        author=message.author.name[:_MOST_NAME],
        channel=format_channel(message.channel_id),
        message=message.message_id,
        author_id=message.author.id,
        reply_to=message.reply_to or "",
        pictures=len(list_pictures(message)),
        direct=direct,
        is_streamers=is_streamers,
        at_s=at_s,
    )


def make_remembered_message(message: Message, text: str, *, is_own: bool = False) -> RememberedMessage:
    """Return what is remembered of a message whose text is `text`; `is_own`: the performer wrote it."""
    return RememberedMessage(
        role="assistant" if is_own else "user",
        text=text,
        at=message.time,
        author="" if is_own else message.author.name[:_MOST_NAME],
        author_id="" if is_own else message.author.id,
        message=message.message_id,
        reply_to=message.reply_to or "",
        pictures=len(list_pictures(message)),
    )


def _is_picture(file: File) -> bool:
    kind = (file.content_type or "").partition(";")[0].strip().lower()
    return kind in _PICTURES if kind else file.filename.lower().endswith(_SUFFIXES)


class LinePictures:
    """Knows the pictures of the newest messages, and fetches them by their numbers when they are needed.

    Whoever holds the link checks each and writes it anew; what it shows is as untrusted as the line.
    """

    def __init__(self, clock: Clock, io: DiscordIO) -> None:
        self._clock = clock
        self._io = io
        self._known: RecentDict[tuple[str, str], tuple[str, ...]] = RecentDict(_MOST_KNOWN)
        """The pictures' numbers, by channel and message."""

    def add(self, message: Message) -> None:
        """Replace what is known of a message's pictures by those that it has now."""
        place = message.channel_id, message.message_id
        self._known.pop(place, None)
        pictures = list_pictures(message)
        if pictures:
            self._known[place] = tuple(file.id for file in pictures[:MOST])

    def forget(self, channel_id: str, messages: Iterable[str]) -> None:
        """Forget the pictures of messages that are gone."""
        for message in messages:
            self._known.pop((channel_id, message), None)

    async def of(self, cue: Cue) -> tuple[bytes, ...]:
        """Return the pictures of a cue's lines, or of the messages that they answer: JPEG or PNG, MOST of them.

        It never raises, and takes WITHIN_S at most; a picture that does not come in time, or at all, is left out.
        """
        fetched: dict[int, bytes] = {}

        async def fetch(at: int, call: AttachmentBase64) -> None:
            try:
                file = await self._io.call(call)
                content = base64.b64decode(file.base64, validate=True)
                if len(content) <= _MOST_BYTES and file.content_type in _WRITTEN_ANEW:
                    fetched[at] = content
            except (DiscordFailed, binascii.Error) as trouble:
                _log.info("Attachment %s is left out: %s", call.attachment_id, trouble)

        with self._clock.move_on_after(WITHIN_S):
            async with anyio.create_task_group() as fetching:
                for at, call in enumerate(self._choose(cue)):
                    fetching.start_soon(fetch, at, call)
        return tuple(fetched[at] for at in sorted(fetched))

    def _choose(self, cue: Cue) -> list[AttachmentBase64]:
        """Return calls for the pictures of lines to the performer, then of the newest, then of what they answer."""
        newest_first = collect_lines(cue)[::-1]
        lines = sorted(newest_first, key=lambda line: not line.direct)
        places = [(parse_channel_id(line.channel) or "", line.message) for line in lines]
        places += [(parse_channel_id(line.channel) or "", line.reply_to) for line in lines]
        return [
            AttachmentBase64(channel_id=channel_id, message_id=message, attachment_id=file)
            for channel_id, message in dict.fromkeys(places)
            for file in self._known.get((channel_id, message), ())
        ][:MOST]


class LatenessMeter:
    """Measures how late a message is, though its writer's clock and ours may differ by anything.

    It compares each message's way with the shortest of late: what comes on time shows how far the clocks differ.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ways_s: deque[float] = deque(maxlen=_MOST_WAYS)

    def measure(self, written: datetime) -> float:
        """Return by how many seconds a message that comes now is later than others; 0 when it is about on time."""
        way_s = (self._clock.utc() - written).total_seconds()
        self._ways_s.append(way_s)
        return self.find_lateness_s(written)

    def find_lateness_s(self, written: datetime) -> float:
        """Return the same of a message that was sought, for its way tells nothing; at first the clocks are believed."""
        late_s = (self._clock.utc() - written).total_seconds() - min(self._ways_s, default=0.0)
        return late_s if late_s > _USUAL_S else 0.0
