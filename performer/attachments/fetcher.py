"""The fetcher: an attachment, named by its numbers, becomes a picture that a model may see."""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import anyio

from performer.attachments.attachment import Attachment, AttachmentShelf
from performer.attachments.download import TYPES, Unfetched, download
from performer.attachments.origin import DISCORD, Origin, safe_url
from performer.clock import Clock
from performer.darkroom.darkroom import Darkroom, Picture
from performer.errors import ServiceError
from performer.pictures import MOST_BYTES, Unfit

MOST_KEPT: Final = 16
"""Pictures that are remembered, of some 100 kB each: addresses expire, and a second look shall cost nothing."""
_MOST_WAITING: Final = 4

_Numbers = tuple[int, int, int]


class AttachmentFetcher:
    """Fetches pictures of the shelf, one at a time, and never what it is told by an address.

    Args:
        clock: Whose seconds count.
        shelf: Knows where each lies.
        darkroom: Makes them harmless.
        origin: Whose servers they lie at; only a test has another one.
    """

    def __init__(self, clock: Clock, shelf: AttachmentShelf, darkroom: Darkroom, origin: Origin = DISCORD) -> None:
        self._clock = clock
        self._shelf = shelf
        self._darkroom = darkroom
        self._origin = origin
        self._kept: OrderedDict[_Numbers, Picture] = OrderedDict()
        self._turn = anyio.Lock()

    async def fetch(self, channel_id: int, message_id: int, attachment_id: int) -> Picture:
        """Give the picture that was put to a message; what it shows is as untrusted as the message.

        Takes a second or so, at most half a minute when a server is slow.

        Raises:
            ServiceError: when there is none of these numbers, it is no picture, too large, or does not come; names it
                by its number, says why, and repeats neither its address nor its name.
        """
        try:
            async with self._in_line():
                return await self._picture((channel_id, message_id, attachment_id))
        except Unfit as unfit:
            raise ServiceError(f"Attachment {attachment_id} is left out: {unfit}.", retry=False) from None
        except Unfetched as unfetched:
            raise ServiceError(f"Attachment {attachment_id} did not come: {unfetched}. Try it later.") from None

    @asynccontextmanager
    async def _in_line(self) -> AsyncIterator[None]:
        if self._turn.statistics().tasks_waiting >= _MOST_WAITING:
            raise Unfetched(f"{_MOST_WAITING} others wait to be fetched already")
        async with self._turn:
            yield

    def _found(self, numbers: _Numbers) -> Attachment:
        attachment = self._shelf.find(*numbers)
        if attachment is None:
            raise Unfit("no message of late had it, or it was deleted: take the numbers from the chat")
        kind = attachment.content_type.partition(";")[0].strip().lower()
        if kind and kind not in TYPES:
            raise Unfit("it is no PNG, GIF, WebP or JPEG: have it sent as one")
        if attachment.size > MOST_BYTES:
            raise Unfit(f"it is larger than {MOST_BYTES // 1_000_000} MB: have a smaller one sent")
        return attachment

    async def _picture(self, numbers: _Numbers) -> Picture:
        attachment = self._found(numbers)
        picture = self._kept.get(numbers)
        if picture is None:
            url = safe_url(attachment.url, self._origin)
            picture = await self._darkroom.develop(await download(url, self._origin, self._clock))
        self._kept[numbers] = picture
        self._kept.move_to_end(numbers)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return picture
