"""Download of files, mostly pictures, that strangers name by a URL, within limits of origin, time, size and type.

A URL is parsed once, by the library that fetches it, and written anew. The server's IP address must belong to the open
internet, so that no name can lead into the streamer's own network.
"""

import re
import ssl
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, TypeVar
from urllib.parse import unquote

import anyio.to_thread
import httpx2

from performer.core.clock import Clock
from performer.core.images.formats import MOST_BYTES, UnfitPicture
from performer.core.own_text import own
from performer.core.values import dataclass

_NAT64: Final = IPv6Network("64:ff9b::/96")
_LOW_32: Final = 0xFFFF_FFFF


def is_public_address(address: str) -> bool:
    """Whether an IP address is global: not this machine, and no private, link-local or reserved network."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return all(each.is_global and not each.is_multicast for each in _list_inner_addresses(found))


def _list_inner_addresses(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """Yield an address, and the IPv4 addresses that are embedded in it and reached by it."""
    if isinstance(address, IPv4Address):
        yield address
        return
    if address.ipv4_mapped is not None:  # nothing but another way to write it
        yield address.ipv4_mapped
        return
    yield address
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo
    if address in _NAT64:
        yield IPv4Address(int(address) & _LOW_32)


_WRITTEN: Final = re.compile(r"[!-~]{1,2048}")
"""ASCII letters, digits and signs; no blank, nothing invisible, no foreign letter that would become one of these."""
_BEHIND_PATH: Final = re.compile(r"[?#]")
_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, kw_only=True)
class TrustedOrigin:
    """The servers of a chat. They stand in the code, so that no setting makes them more."""

    who: str
    """The owner of the servers, as error messages name it."""
    scheme: str
    hosts: frozenset[str]
    """The host names, in lower case."""
    port: int
    folders: tuple[str, ...]
    """The beginnings of allowed paths, from one slash to another."""
    is_peer_fine: Callable[[str], bool]
    """Whether a server with this IP address may be spoken to."""


DISCORD: Final = TrustedOrigin(
    who="Discord",
    scheme="https",
    hosts=frozenset({"cdn.discordapp.com", "media.discordapp.net"}),
    port=443,
    folders=("/attachments/", "/ephemeral-attachments/"),
    is_peer_fine=is_public_address,
)


def make_safe_url(written: str, origin: TrustedOrigin) -> httpx2.URL:
    """Return the URL that is fetched for a URL as it was written.

    Raises:
        UnfitPicture: when the URL leads anywhere but to the origin's own files, or can be understood in two ways. The
            message does not repeat the URL.
    """
    if not _WRITTEN.fullmatch(written) or "\\" in written:
        raise UnfitPicture(own("its address has signs that no address has"))
    try:
        url = httpx2.URL(written)
    except httpx2.InvalidURL:
        raise UnfitPicture(own("its address is none")) from None
    host = url.raw_host.decode().lower().removesuffix(".")
    port = _PORTS.get(url.scheme) if url.port is None else url.port
    path, has_query, query = url.raw_path.decode().partition("?")
    if url.scheme != origin.scheme or port != origin.port or host not in origin.hosts:
        raise UnfitPicture(own("it does not lie at {who}, and is fetched from nowhere else", who=origin.who))
    if url.userinfo or "@" in written.partition("?")[0]:
        raise UnfitPicture(own("its address holds a name or a password"))
    # The path behind the host as it was written: a path that the library has made straight is another one.
    as_written = "/" + _BEHIND_PATH.split(written.split("/", 3)[-1])[0]
    if not path.startswith(origin.folders) or not _is_straight(path) or path != as_written:
        raise UnfitPicture(own("its address leads to no attachment of {who}", who=origin.who))
    raw_path = f"{path}{has_query}{query}".encode()
    return httpx2.URL(scheme=origin.scheme, host=host, port=origin.port, raw_path=raw_path)


def _is_straight(path: str) -> bool:
    """Whether each step of a path is a plain name, also for a server that decodes the path once more."""
    names = [unquote(step) for step in path.split("/")[1:]]
    return all(name.strip(".") and name.isprintable() and not set(name) & set("/\\%;") for name in names)


T = TypeVar("T")

FIRST_S: Final = 8.0
"""The time limit of the connection and the beginning of the answer."""
BETWEEN_S: Final = 5.0
"""The time limit of a pause within the answer."""
TOTAL_S: Final = 20.0
"""The time limit of the whole download."""
TYPES: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})

_CONNECTED: Final = "connection.connect_tcp.complete"
_GONE: Final = frozenset({401, 403, 404, 410})


class DownloadError(Exception):
    """The download failed, and may succeed another time; the text says why it failed."""


@dataclass(frozen=True, kw_only=True)
class DownloadLimits:
    """What may be downloaded."""

    types: frozenset[str] | None
    """The media types; None: any."""
    most_bytes: int


PICTURES: Final = DownloadLimits(types=TYPES, most_bytes=MOST_BYTES)


@dataclass(frozen=True, kw_only=True)
class DownloadedFile:
    """A file as its server gave it."""

    content: bytes
    kind: str
    """The media type that the server claims, in lower case; may be empty."""


async def download(url: httpx2.URL, origin: TrustedOrigin, clock: Clock) -> bytes:
    """Return the bytes of the picture at a URL, as `download_file` does."""
    return (await download_file(url, origin, clock, PICTURES)).content


async def download_file(url: httpx2.URL, origin: TrustedOrigin, clock: Clock, limits: DownloadLimits) -> DownloadedFile:
    """Return the file at a URL of `make_safe_url`; no redirect and no proxy is followed.

    Raises:
        UnfitPicture: when the answer is of another type, is too large, or comes from a private address.
        DownloadError: when no answer comes, or not in time.
    """
    with clock.move_on_after(TOTAL_S):
        trusted = await _load_certificates(url)
        async with httpx2.AsyncClient(timeout=None, follow_redirects=False, trust_env=False, verify=trusted) as client:
            try:
                return await _fetch_body(client, url, origin, clock, limits)
            except httpx2.HTTPError as error:
                raise DownloadError(f"its server cannot be reached or broke off ({type(error).__name__})") from None
    raise DownloadError(f"it was not there after {TOTAL_S:g} s")


async def _load_certificates(url: httpx2.URL) -> ssl.SSLContext | bool:
    """Return the trusted certificates for a URL, False for one without TLS; they are read in a thread, for 30 ms."""
    if url.scheme != "https":
        return False
    return await anyio.to_thread.run_sync(partial(httpx2.create_ssl_context, trust_env=False))


class _PeerCheck:
    """The check of a server's IP address, before anything is sent to it."""

    def __init__(self, origin: TrustedOrigin) -> None:
        self._origin = origin
        self.is_done = False

    async def trace(self, event: str, facts: Mapping[str, Any]) -> None:
        """Close a new connection to an address that is not allowed; the client calls this at each of its steps."""
        if event != _CONNECTED:
            return
        stream = facts["return_value"]
        address = stream.get_extra_info("server_addr")
        if not address or not self._origin.is_peer_fine(str(address[0])):
            await stream.aclose()
            raise UnfitPicture(own("its server has an address in a private network"))
        self.is_done = True


async def _fetch_body(
    client: httpx2.AsyncClient, url: httpx2.URL, origin: TrustedOrigin, clock: Clock, limits: DownloadLimits
) -> DownloadedFile:
    peer = _PeerCheck(origin)
    accepted = ", ".join(sorted(limits.types)) if limits.types else "*/*"
    headers = {"Accept": accepted, "Accept-Encoding": "identity"}
    request = client.build_request("GET", url, headers=headers, extensions={"trace": peer.trace})
    response = await _limit_time(FIRST_S, clock, lambda: client.send(request, stream=True))
    try:
        if not peer.is_done:
            raise UnfitPicture(own("nobody can tell from which address it comes"))
        kind = _check_head(response, limits)
        return DownloadedFile(content=await _read_body(response, clock, limits.most_bytes), kind=kind)
    finally:
        await response.aclose()


def _check_head(response: httpx2.Response, limits: DownloadLimits) -> str:
    """Check the status and the headers, before the body is read, and return the media type."""
    if response.is_redirect:
        raise UnfitPicture(own("its server sends us elsewhere, where we do not go"))
    if response.status_code in _GONE:
        raise UnfitPicture(
            own("it is not there any more (HTTP {status_code}): have it sent again", status_code=response.status_code)
        )
    if response.status_code != httpx2.codes.OK:
        raise DownloadError(f"its server answered with HTTP {response.status_code}")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if limits.types is not None and kind not in limits.types:
        raise UnfitPicture(own("its server says that it is no PNG, GIF, WebP or JPEG"))
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise UnfitPicture(own("its server has packed it, though it was asked not to"))
    length = response.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > limits.most_bytes:
        raise _too_large(limits.most_bytes)
    return str(kind)


async def _read_body(response: httpx2.Response, clock: Clock, most_bytes: int) -> bytes:
    body = bytearray()
    async with aclosing(response.aiter_raw()) as pieces:
        while (piece := await _limit_time(BETWEEN_S, clock, lambda: anext(pieces, None))) is not None:
            body += piece
            if len(body) > most_bytes:
                raise _too_large(most_bytes)
    return bytes(body)


async def _limit_time(seconds: float, clock: Clock, step: Callable[[], Awaitable[T]]) -> T:
    with clock.move_on_after(seconds):
        return await step()
    raise DownloadError(f"its server said nothing for {seconds:g} s")


def _too_large(most_bytes: int) -> UnfitPicture:
    return UnfitPicture(own("it is larger than {most_bytes} MB", most_bytes=most_bytes // 1_000_000))
