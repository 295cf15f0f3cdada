"""Where files of Discord's lie: at Discord's own servers, or at those of a server that speaks as Discord does.

Attachments as a chat tells of them, and the shelf that knows the newest: nobody else can name a file to us.

The fetcher: an attachment, named by its numbers, becomes a picture that a model may see.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from typing import Final

import anyio
import httpx2

from performer.chats.discord.settings import DiscordSettings
from performer.core.clock import Clock
from performer.core.download import (
    DISCORD,
    TYPES,
    DownloadError,
    TrustedOrigin,
    download,
    is_public_address,
    make_safe_url,
)
from performer.core.errors import ServiceError
from performer.core.images.formats import MOST_BYTES, UnfitPicture
from performer.core.images.sandbox.sandbox import ImageSandbox, SafePicture

MAX_REMEMBERED_ATTACHMENTS: Final = 200


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


class AttachmentIndex:
    """The newest attachments, by the numbers of channel, message and file together; filled by the chat alone."""

    def __init__(self, most: int = MAX_REMEMBERED_ATTACHMENTS) -> None:
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


MAX_CACHED_DOWNLOADS: Final = 16
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

    def __init__(
        self, clock: Clock, shelf: AttachmentIndex, darkroom: ImageSandbox, origin: TrustedOrigin = DISCORD
    ) -> None:
        self._clock = clock
        self._shelf = shelf
        self._sandbox = darkroom
        self._origin = origin
        self._kept: OrderedDict[_Numbers, SafePicture] = OrderedDict()
        self._turn = anyio.Lock()

    async def fetch(self, channel_id: int, message_id: int, attachment_id: int) -> SafePicture:
        """Give the picture that was put to a message; what it shows is as untrusted as the message.

        Takes a second or so, at most half a minute when a server is slow.

        Raises:
            ServiceError: when there is none of these numbers, it is no picture, too large, or does not come; names it
                by its number, says why, and repeats neither its address nor its name.
        """
        try:
            async with self._in_line():
                return await self._picture((channel_id, message_id, attachment_id))
        except UnfitPicture as unfit:
            raise ServiceError(f"Attachment {attachment_id} is left out: {unfit}.", retry=False) from None
        except DownloadError as unfetched:
            raise ServiceError(f"Attachment {attachment_id} did not come: {unfetched}. Try it later.") from None

    @asynccontextmanager
    async def _in_line(self) -> AsyncIterator[None]:
        if self._turn.statistics().tasks_waiting >= _MOST_WAITING:
            raise DownloadError(f"{_MOST_WAITING} others wait to be fetched already")
        async with self._turn:
            yield

    def _found(self, numbers: _Numbers) -> Attachment:
        attachment = self._shelf.find(*numbers)
        if attachment is None:
            raise UnfitPicture("no message of late had it, or it was deleted: take the numbers from the chat")
        kind = attachment.content_type.partition(";")[0].strip().lower()
        if kind and kind not in TYPES:
            raise UnfitPicture("it is no PNG, GIF, WebP or JPEG: have it sent as one")
        if attachment.size > MOST_BYTES:
            raise UnfitPicture(f"it is larger than {MOST_BYTES // 1_000_000} MB: have a smaller one sent")
        return attachment

    async def _picture(self, numbers: _Numbers) -> SafePicture:
        attachment = self._found(numbers)
        picture = self._kept.get(numbers)
        if picture is None:
            url = make_safe_url(attachment.url, self._origin)
            picture = await self._sandbox.develop(await download(url, self._origin, self._clock))
        self._kept[numbers] = picture
        self._kept.move_to_end(numbers)
        while len(self._kept) > MAX_CACHED_DOWNLOADS:
            self._kept.popitem(last=False)
        return picture


_PORTS: Final = {"http": 80, "https": 443}
_OWN: Final = str(DiscordSettings.model_fields["cdn_url"].default)


def make_cdn_origin(cdn_url: str) -> TrustedOrigin:
    """Give the origin of files: Discord's own for its address, and for another one that very host, port and folder.

    A host that is written as an IP address, or as localhost, may be in a private network, and no other one may.
    """
    if cdn_url.rstrip("/") == _OWN:
        return DISCORD
    url = httpx2.URL(cdn_url)
    folder = url.path.rstrip("/")
    host = url.raw_host.decode().lower()
    return TrustedOrigin(
        who="the server of discord.cdn_url",
        scheme=url.scheme,
        hosts=frozenset({host}),
        port=url.port or _PORTS.get(url.scheme, 443),
        folders=(f"{folder}/",),
        is_peer_fine=partial(_is_fine, host.strip("[]")),
    )


def _is_fine(host: str, address: str) -> bool:
    if host == "localhost":
        return ip_address(address).is_loopback
    return address == host or is_public_address(address)
