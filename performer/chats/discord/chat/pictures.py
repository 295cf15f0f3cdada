"""The pictures that people put to the lines that are answered, for the model to see."""

import base64
import binascii
import logging
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import anyio

from performer.chats.discord.channels import channel_id_of
from performer.chats.discord.chat.lines import pictures_of
from performer.chats.discord.io import DiscordFailed, DiscordIO
from performer.chats.discord.wire.calls import AttachmentBase64
from performer.chats.discord.wire.values import Message
from performer.clock import Clock
from performer.cues import Cue, lines_of

_log = logging.getLogger(__name__)

MOST: Final = 4
WITHIN_S: Final = 2.0
_MOST_KNOWN: Final = 200
"""Messages whose pictures are known."""
_MOST_BYTES: Final = 8_000_000

_Place = tuple[str, str]
"""A channel's and a message's number."""


class LinePictures:
    """Knows which pictures were put to the newest messages, and has them fetched by their numbers when they are needed.

    Whoever holds the link checks each and writes it anew; what it shows is as untrusted as the line.

    Args:
        clock: Whose seconds count.
        io: The link.
    """

    def __init__(self, clock: Clock, io: DiscordIO) -> None:
        self._clock = clock
        self._io = io
        self._known: OrderedDict[_Place, tuple[str, ...]] = OrderedDict()

    def know(self, message: Message) -> None:
        """Take in what was put to a message, or still is."""
        place = message.channel_id, message.message_id
        self._known.pop(place, None)
        pictures = pictures_of(message)
        if pictures:
            self._known[place] = tuple(file.id for file in pictures[:MOST])
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)

    def forget(self, channel_id: str, messages: Iterable[str]) -> None:
        """Forget the pictures of messages that are gone."""
        for message in messages:
            self._known.pop((channel_id, message), None)

    async def of(self, cue: Cue) -> tuple[bytes, ...]:
        """Fetch what was put to a cue's lines, or to the messages that they answer: JPEG or PNG, MOST of them.

        It never raises, and takes WITHIN_S at most; a picture that does not come in time, or at all, is left out.
        """
        wanted = self._wanted(cue)
        fetched: dict[int, bytes] = {}

        async def fetch(at: int, call: AttachmentBase64) -> None:
            try:
                fetched[at] = _bytes((await self._io.call(call)).base64)
            except (DiscordFailed, binascii.Error) as trouble:
                _log.info("Attachment %s is left out: %s", call.attachment_id, trouble)

        with self._clock.move_on_after(WITHIN_S):
            async with anyio.create_task_group() as fetching:
                for at, call in enumerate(wanted):
                    fetching.start_soon(fetch, at, call)
        return tuple(fetched[at] for at in sorted(fetched) if fetched[at])

    def _wanted(self, cue: Cue) -> list[AttachmentBase64]:
        """Choose: lines that speak to the performer go first, then the newest; then the messages that they answer."""
        newest_first = lines_of(cue)[::-1]
        lines = sorted(newest_first, key=lambda line: not line.direct)
        places = [(channel_id_of(line.channel) or "", line.message) for line in lines]
        places += [(channel_id_of(line.channel) or "", line.reply_to) for line in lines]
        return [
            AttachmentBase64(channel_id=channel_id, message_id=message, attachment_id=file)
            for channel_id, message in dict.fromkeys(places)
            for file in self._known.get((channel_id, message), ())
        ][:MOST]


def _bytes(written: str) -> bytes:
    data = base64.b64decode(written, validate=True)
    return data if len(data) <= _MOST_BYTES else b""
