"""The body behind an address: fetched straight, within limits of time and size, and only as what it ought to be."""

import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from functools import partial
from typing import Any, Final, TypeVar

import anyio.to_thread
import httpx2

from performer.attachments.origin import Origin
from performer.clock import Clock
from performer.pictures import MOST_BYTES, Unfit

T = TypeVar("T")

FIRST_S: Final = 8.0
"""How long the connection and the beginning of the answer may take."""
BETWEEN_S: Final = 5.0
"""How long a pause within the answer may be."""
TOTAL_S: Final = 20.0
"""How long everything may take."""
TYPES: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})

_HEADERS: Final = {"Accept": ", ".join(sorted(TYPES)), "Accept-Encoding": "identity"}
_CONNECTED: Final = "connection.connect_tcp.complete"
_GONE: Final = frozenset({401, 403, 404, 410})


class Unfetched(Exception):
    """It did not come; another time it may. The text says why."""


async def download(url: httpx2.URL, origin: Origin, clock: Clock) -> bytes:
    """Fetch a picture's bytes; nothing is unpacked, and no redirect and no proxy is followed.

    Args:
        url: What `safe_url` has made.
        origin: Says who may answer.
        clock: Whose seconds count.

    Raises:
        Unfit: when what is there is no picture, or is too large, or comes from a private address.
        Unfetched: when nothing comes, or not in time.
    """
    with clock.move_on_after(TOTAL_S):
        trusted = await _trusted(url)
        async with httpx2.AsyncClient(timeout=None, follow_redirects=False, trust_env=False, verify=trusted) as client:
            try:
                return await _fetched(client, url, _Peer(origin), clock)
            except httpx2.HTTPError as error:
                raise Unfetched(f"its server cannot be reached or broke off ({type(error).__name__})") from None
    raise Unfetched(f"it was not there after {TOTAL_S:g} s")


async def _trusted(url: httpx2.URL) -> ssl.SSLContext | bool:
    """Read whose certificates count, in a thread: it takes 30 ms. Without TLS there are none."""
    if url.scheme != "https":
        return False
    return await anyio.to_thread.run_sync(partial(httpx2.create_ssl_context, trust_env=False))


class _Peer:
    """Looks at who answers, before a word is said to him."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self.is_known = False

    async def look(self, event: str, facts: Mapping[str, Any]) -> None:
        """Be told by the client what it does; hang up on an address that is not fine."""
        if event != _CONNECTED:
            return
        stream = facts["return_value"]
        address = stream.get_extra_info("server_addr")
        if not address or not self._origin.is_peer_fine(str(address[0])):
            await stream.aclose()
            raise Unfit("its server has an address in a private network")
        self.is_known = True


async def _fetched(client: httpx2.AsyncClient, url: httpx2.URL, peer: _Peer, clock: Clock) -> bytes:
    request = client.build_request("GET", url, headers=_HEADERS, extensions={"trace": peer.look})
    response = await _within(FIRST_S, clock, lambda: client.send(request, stream=True))
    try:
        if not peer.is_known:
            raise Unfit("nobody can tell from which address it comes")
        _check(response)
        return await _body(response, clock)
    finally:
        await response.aclose()


def _check(response: httpx2.Response) -> None:
    """Look at all that can be told before the body is read."""
    if response.is_redirect:
        raise Unfit("its server sends us elsewhere, where we do not go")
    if response.status_code in _GONE:
        raise Unfit(f"it is not there any more (HTTP {response.status_code}): have it sent again")
    if response.status_code != httpx2.codes.OK:
        raise Unfetched(f"its server answered with HTTP {response.status_code}")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in TYPES:
        raise Unfit("its server says that it is no PNG, GIF, WebP or JPEG")
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise Unfit("its server has packed it, though it was asked not to")
    length = response.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > MOST_BYTES:
        raise _too_large()


async def _body(response: httpx2.Response, clock: Clock) -> bytes:
    body = bytearray()
    async with aclosing(response.aiter_raw()) as pieces:
        while (piece := await _within(BETWEEN_S, clock, lambda: anext(pieces, None))) is not None:
            body += piece
            if len(body) > MOST_BYTES:
                raise _too_large()
    return bytes(body)


async def _within(seconds: float, clock: Clock, step: Callable[[], Awaitable[T]]) -> T:
    with clock.move_on_after(seconds):
        return await step()
    raise Unfetched(f"its server said nothing for {seconds:g} s")


def _too_large() -> Unfit:
    return Unfit(f"it is larger than {MOST_BYTES // 1_000_000} MB")
