"""Attachments: the fetcher that makes a harmless picture of a file of Discord's, or gets any file as it is.

An address, whoever names it, leads to Discord's own file servers, or to those of a server that speaks as Discord does;
any other is refused before anybody is asked.
"""

import mimetypes
from collections.abc import Awaitable, Callable
from dataclasses import field
from functools import partial
from ipaddress import ip_address
from pathlib import PurePosixPath
from typing import Final, NamedTuple, TypeVar
from urllib.parse import unquote

import anyio
import httpx2

from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import File
from performer.core.clock import Clock
from performer.core.download import (
    DISCORD,
    TYPES,
    DownloadedFile,
    DownloadError,
    DownloadLimits,
    TrustedOrigin,
    download,
    download_file,
    is_public_address,
    make_safe_url,
)
from performer.core.errors import ServiceError
from performer.core.images.formats import KINDS, MOST_BYTES, UnfitPicture
from performer.core.images.sandbox.sandbox import ImageSandbox, SafePicture
from performer.core.own_text import own
from performer.core.recent_dict import RecentDict
from performer.core.values import dataclass

MAX_CACHED_DOWNLOADS: Final = 16
"""Pictures that are remembered, of some 100 kB each: addresses expire, and a second look shall cost nothing."""
_STEPS: Final = 3
_MOST_WAITING: Final = 4
_PORTS: Final = {"http": 80, "https": 443}
_OWN: Final = str(DiscordSettings.model_fields["cdn_url"].default)


T = TypeVar("T")


class AttachmentAddress(NamedTuple):
    """What an attachment's address says."""

    channel_id: str
    file: File
    """With a kind guessed by the name, and a size of 0."""


@dataclass(eq=False)
class AttachmentFetcher:
    """Fetches files of messages, one at a time; only a test has another origin than Discord's settings name."""

    _clock: Clock
    _sandbox: ImageSandbox
    _origin: TrustedOrigin = DISCORD
    _most_mb: int = DiscordSettings().attachment_mb
    """The largest file that is had as it is, of any type."""
    _cached: RecentDict[str, SafePicture] = field(default_factory=lambda: RecentDict(MAX_CACHED_DOWNLOADS), init=False)
    _turn: anyio.Lock = field(default_factory=anyio.Lock, init=False)

    async def fetch(self, file: File) -> SafePicture:
        """Return the picture that was put to a message; what it shows is as untrusted as the message.

        Takes a second or so, at most half a minute when a server is slow. A ServiceError says why it is no picture, too
        large, or does not come; it names the file by its number, and repeats neither its address nor its name.
        """
        return await self._fetch_in_turn(file, self._fetch_cached)

    async def fetch_whole(self, file: File) -> DownloadedFile:
        """Return a file as it is, of any type and as large as the settings say; raises as `fetch` does."""
        return await self._fetch_in_turn(file, self._fetch_whole)

    def parse_url(self, url: str) -> AttachmentAddress:
        """Return what an address says, or raise UnfitPicture when it leads to no attachment."""
        path = make_safe_url(url, self._origin).path
        folder = next(each for each in self._origin.folders if path.startswith(each))
        steps = path.removeprefix(folder).removeprefix("attachments/").split("/")
        if len(steps) != _STEPS or not all(each.isascii() and each.isdigit() for each in steps[:2]):
            raise UnfitPicture(own("its address leads to no attachment of {who}", who=self._origin.who))
        channel_id, number, name = steps
        kind, _ = mimetypes.guess_type(unquote(name))
        return AttachmentAddress(
            channel_id, File(id=number, url=url, filename=unquote(name), content_type=kind, size=0)
        )

    async def _fetch_in_turn(self, file: File, fetch: Callable[[File], Awaitable[T]]) -> T:
        if self._turn.statistics().tasks_waiting >= _MOST_WAITING:
            crowd = f"{_MOST_WAITING} others wait to be fetched already"
            raise ServiceError(own("Attachment {id} did not come: {crowd}. Try it later.", id=file.id, crowd=crowd))
        try:
            async with self._turn:
                return await fetch(file)
        except UnfitPicture as unfit:
            raise ServiceError(
                own("Attachment {id} is left out: {unfit}.", id=file.id, unfit=unfit), retry=False
            ) from None
        except DownloadError as unfetched:
            raise ServiceError(
                own("Attachment {id} did not come: {unfetched}. Try it later.", id=file.id, unfetched=unfetched)
            ) from None

    async def _fetch_cached(self, file: File) -> SafePicture:
        picture = self._cached.get(file.id) or await self._fetch(file)
        self._cached[file.id] = picture
        return picture

    async def _fetch_whole(self, file: File) -> DownloadedFile:
        limits = DownloadLimits(types=None, most_bytes=self._most_mb * 1_000_000)
        if file.size > limits.most_bytes:
            remedy = "have a smaller one sent, or raise discord.attachment_mb"
            raise UnfitPicture(f"it is larger than {self._most_mb} MB: {remedy}")
        return await download_file(make_safe_url(file.url, self._origin), self._origin, self._clock, limits)

    async def _fetch(self, file: File) -> SafePicture:
        kind = find_kind(file)
        if kind and kind not in TYPES:
            raise UnfitPicture("it is no PNG, GIF, WebP or JPEG: have it sent as one")
        if file.size > MOST_BYTES:
            raise UnfitPicture(f"it is larger than {MOST_BYTES // 1_000_000} MB: have a smaller one sent")
        url = make_safe_url(file.url, self._origin)
        return await self._sandbox.develop(await download(url, self._origin, self._clock))


def find_kind(file: File) -> str:
    """Return the media type that a file claims, in lower case; empty: it claims none."""
    return (file.content_type or "").partition(";")[0].strip().lower()


def is_picture(file: File) -> bool:
    """Return whether a file claims to be a picture that can be looked at."""
    kind = find_kind(file)
    return kind in TYPES if kind else PurePosixPath(file.filename).suffix.lower() in KINDS


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
