"""Attachments: the index of the newest ones, and the fetcher that makes a picture of one, named by its numbers alone.

Nobody names a file by its address: addresses come from the chat, and lead to Discord's own servers, or to those of a
server that speaks as Discord does.
"""

from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from typing import Final

import anyio
import httpx2

from performer.chats.discord.recent import RecentDict
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
MAX_CACHED_DOWNLOADS: Final = 16
"""Pictures that are remembered, of some 100 kB each: addresses expire, and a second look shall cost nothing."""
_MOST_WAITING: Final = 4
_PORTS: Final = {"http": 80, "https": 443}
_OWN: Final = str(DiscordSettings.model_fields["cdn_url"].default)

_Numbers = tuple[int, int, int]
"""The numbers of channel, message and file."""


@dataclass(frozen=True, kw_only=True)
class Attachment:
    """A file that somebody has put to a message. All but the numbers is a stranger's claim."""

    id: int
    message_id: int
    channel_id: int
    url: str = field(repr=False)
    """Whoever has it can fetch the file for a while."""
    filename: str = ""
    content_type: str = ""
    """Such as `image/png`; empty where the chat names none."""
    size: int
    """In bytes."""


class AttachmentIndex:
    """The newest attachments, by the numbers of channel, message and file; only the chat adds to it."""

    def __init__(self, most: int = MAX_REMEMBERED_ATTACHMENTS) -> None:
        self._known: RecentDict[_Numbers, Attachment] = RecentDict(most)

    def put(self, attachment: Attachment) -> None:
        """Add an attachment; the oldest one is forgotten for it."""
        self._known[attachment.channel_id, attachment.message_id, attachment.id] = attachment

    def find(self, channel_id: int, message_id: int, attachment_id: int) -> Attachment | None:
        """Return an attachment; None when no such message had it, or it is too old."""
        return self._known.get((channel_id, message_id, attachment_id))


class AttachmentFetcher:
    """Fetches pictures of the index, one at a time, and never by an address that somebody names.

    Args:
        index: Has the address of each attachment.
        sandbox: Makes the pictures harmless.
        origin: The servers of the files; only a test has others.
    """

    def __init__(
        self, clock: Clock, index: AttachmentIndex, sandbox: ImageSandbox, origin: TrustedOrigin = DISCORD
    ) -> None:
        self._clock = clock
        self._index = index
        self._sandbox = sandbox
        self._origin = origin
        self._cached: RecentDict[_Numbers, SafePicture] = RecentDict(MAX_CACHED_DOWNLOADS)
        self._turn = anyio.Lock()

    async def fetch(self, channel_id: int, message_id: int, attachment_id: int) -> SafePicture:
        """Return the picture that was put to a message; what it shows is as untrusted as the message.

        Takes a second or so, at most half a minute when a server is slow.

        Raises:
            ServiceError: when there is none of these numbers, it is no picture, too large, or does not come; names it
                by its number, says why, and repeats neither its address nor its name.
        """
        try:
            return await self._fetch_in_turn((channel_id, message_id, attachment_id))
        except UnfitPicture as unfit:
            raise ServiceError(f"Attachment {attachment_id} is left out: {unfit}.", retry=False) from None
        except DownloadError as unfetched:
            raise ServiceError(f"Attachment {attachment_id} did not come: {unfetched}. Try it later.") from None

    async def _fetch_in_turn(self, numbers: _Numbers) -> SafePicture:
        if self._turn.statistics().tasks_waiting >= _MOST_WAITING:
            raise DownloadError(f"{_MOST_WAITING} others wait to be fetched already")
        async with self._turn:
            attachment = self._find_picture(numbers)
            picture = self._cached.get(numbers)
            if picture is None:
                url = make_safe_url(attachment.url, self._origin)
                picture = await self._sandbox.develop(await download(url, self._origin, self._clock))
            self._cached[numbers] = picture
            return picture

    def _find_picture(self, numbers: _Numbers) -> Attachment:
        attachment = self._index.find(*numbers)
        if attachment is None:
            raise UnfitPicture("no message of late had it, or it was deleted: take the numbers from the chat")
        kind = attachment.content_type.partition(";")[0].strip().lower()
        if kind and kind not in TYPES:
            raise UnfitPicture("it is no PNG, GIF, WebP or JPEG: have it sent as one")
        if attachment.size > MOST_BYTES:
            raise UnfitPicture(f"it is larger than {MOST_BYTES // 1_000_000} MB: have a smaller one sent")
        return attachment


def make_cdn_origin(cdn_url: str) -> TrustedOrigin:
    """Return the origin of files: Discord's own for its address, and for another one that host, port and folder.

    A host that is written as an IP address, or as localhost, may be in a private network, and no other one may.
    """
    if cdn_url.rstrip("/") == _OWN:
        return DISCORD
    url = httpx2.URL(cdn_url)
    host = url.raw_host.decode().lower()
    return TrustedOrigin(
        who="the server of discord.cdn_url",
        scheme=url.scheme,
        hosts=frozenset({host}),
        port=url.port or _PORTS.get(url.scheme, 443),
        folders=(f"{url.path.rstrip('/')}/",),
        is_peer_fine=partial(_is_allowed, host.strip("[]")),
    )


def _is_allowed(host: str, address: str) -> bool:
    if host == "localhost":
        return ip_address(address).is_loopback
    return address == host or is_public_address(address)
