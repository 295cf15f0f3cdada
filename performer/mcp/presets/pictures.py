"""What PixelLab has drawn, fetched from where it lies: from its own servers, and from nowhere else."""

from dataclasses import replace
from functools import partial
from ipaddress import ip_address
from typing import Final

import httpx2

from performer.attachments.download import Unfetched, download
from performer.attachments.origin import Origin, safe_url
from performer.attachments.peer import is_public
from performer.clock import Clock
from performer.errors import ToolFailed
from performer.mcp.presets.answers import Drawn
from performer.pictures import MOST_BYTES, Unfit, kind_of

PIXELLAB_FILES: Final = Origin(
    who="PixelLab",
    scheme="https",
    hosts=frozenset({"api.pixellab.ai", "backblaze.pixellab.ai"}),
    port=443,
    folders=("/mcp/", "/file/"),
    is_peer_fine=is_public,
)


class Pictures:
    """Fetches them, one at a time and as they come.

    Args:
        clock: Whose seconds count.
        url: Where the server is; one at another address than PixelLab's own has its files there too.
    """

    most: Final = 32
    """Frames of one film."""

    def __init__(self, clock: Clock, url: str) -> None:
        self._clock = clock
        self._origin = _origin(url)

    async def fetched(self, drawn: Drawn) -> bytes:
        """Give the picture, still packed.

        Raises:
            ToolFailed: when it lies elsewhere, is none, is too large or does not come; its address is not repeated.
        """
        try:
            return _checked(drawn if isinstance(drawn, bytes) else await self._from(drawn))
        except (Unfit, Unfetched) as why:
            raise ToolFailed(f"It is drawn, but cannot be fetched: {why}.") from None

    async def _from(self, url: str) -> bytes:
        return await download(safe_url(url, self._origin), self._origin, self._clock)


def _checked(content: bytes) -> bytes:
    if len(content) > MOST_BYTES or not kind_of(content):
        raise Unfit("it is no picture, or far too large")
    return content


def _origin(url: str) -> Origin:
    """Tell whose servers the pictures may come from: by the settings, never by what the server says."""
    parts = httpx2.URL(url)
    if parts.host in PIXELLAB_FILES.hosts and parts.scheme == PIXELLAB_FILES.scheme:
        return PIXELLAB_FILES
    port = parts.port or (443 if parts.scheme == "https" else 80)
    fine = partial(_is_there, host=parts.host)
    own = replace(PIXELLAB_FILES, who="this server", scheme=parts.scheme, hosts=frozenset({parts.host}), port=port)
    return replace(own, is_peer_fine=fine)


def _is_there(address: str, *, host: str) -> bool:
    """Tell whether an address may answer: on this machine where the streamer said so, and else in the open internet."""
    try:
        is_here = host == "localhost" or ip_address(host).is_loopback
        return ip_address(address).is_loopback if is_here else is_public(address)
    except ValueError:
        return is_public(address)
