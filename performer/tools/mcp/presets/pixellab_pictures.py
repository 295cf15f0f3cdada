"""Fetches what PixelLab has drawn, from its own servers and nowhere else, and joins single PNGs to an animation.

Nothing is unpacked here; whoever shows a picture does that apart.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from ipaddress import ip_address
from typing import Final

import httpx2

from performer.core.clock import Clock
from performer.core.download import DownloadError, TrustedOrigin, download, is_public_address, make_safe_url
from performer.core.errors import ToolFailedError
from performer.core.images.formats import MOST_BYTES, UnfitPicture, detect_kind
from performer.core.loopback import is_loopback
from performer.core.own_text import own
from performer.tools.mcp.presets.pixellab_answers import Drawn

PIXELLAB_FILES: Final = TrustedOrigin(
    who="PixelLab",
    scheme="https",
    hosts=frozenset({"api.pixellab.ai", "backblaze.pixellab.ai"}),
    port=443,
    folders=("/mcp/", "/file/"),
    is_peer_fine=is_public_address,
)
MOST_FRAMES: Final = 32
"""Of one animation."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LENGTH: Final = struct.Struct(">I")
_SAME: Final = ("IHDR", "PLTE", "tRNS")
"""The chunks that the frames of one animation have in common."""

_Chunk = tuple[str, bytes]


async def fetch_picture(clock: Clock, origin: TrustedOrigin, drawn: Drawn) -> bytes:
    """Return a picture, still packed.

    Raises:
        ToolFailedError: when it lies elsewhere, is none, is too large or does not come; no address is repeated.
    """
    why: object = own("it is no picture, or far too large")
    try:
        content = drawn
        if isinstance(content, str):
            content = await download(make_safe_url(content, origin), origin, clock)
        if len(content) <= MOST_BYTES and detect_kind(content):
            return content
    except (UnfitPicture, DownloadError) as error:
        why = error
    raise ToolFailedError(own("It is drawn, but cannot be fetched: {why}.", why=why))


def find_origin(url: str) -> TrustedOrigin:
    """Return whose servers the pictures may come from: by the settings, never by what the server says.

    A server at another address than PixelLab's own has its files there too.
    """
    parts = httpx2.URL(url)
    if parts.host in PIXELLAB_FILES.hosts and parts.scheme == PIXELLAB_FILES.scheme:
        return PIXELLAB_FILES
    port = parts.port or (443 if parts.scheme == "https" else 80)
    own = replace(PIXELLAB_FILES, who="this server", scheme=parts.scheme, hosts=frozenset({parts.host}), port=port)
    # On this machine where the streamer said so, and else in the open internet.
    return replace(own, is_peer_fine=_is_here) if is_loopback(url) else own


def _is_here(address: str) -> bool:
    return ip_address(address).is_loopback


def make_animation(frames: Sequence[bytes], frame_ms: int) -> bytes:
    """Return an animated PNG that goes on for ever.

    Raises:
        UnfitPicture: when one is no PNG, is animated already, or is not like the first.
    """
    taken = [list(_split(frame)) for frame in frames]
    common = [_find_common(each) for each in taken]
    if any(each != common[0] for each in common):
        raise UnfitPicture("its frames are not of one size and kind")
    wide, high = struct.unpack_from(">II", common[0][0][1])
    numbers, written = iter(range(1_000_000)), [*common[0][:1], ("acTL", struct.pack(">II", len(frames), 0))]
    written += common[0][1:]
    for at, chunks in enumerate(taken):
        shown = struct.pack(">IIIIIHHBB", next(numbers), wide, high, 0, 0, frame_ms, 1000, 1, 0)
        written.append(("fcTL", shown))
        for data in (data for name, data in chunks if name == "IDAT"):
            written.append(("IDAT", data) if at == 0 else ("fdAT", _LENGTH.pack(next(numbers)) + data))
    return _SIGNATURE + b"".join(_pack(name, data) for name, data in [*written, ("IEND", b"")])


def _find_common(chunks: Sequence[_Chunk]) -> list[_Chunk]:
    names = [name for name, _ in chunks]
    if names[:1] != ["IHDR"] or len(chunks[0][1]) != 13 or "IDAT" not in names or "acTL" in names:
        raise UnfitPicture("a frame of it is no plain PNG")
    return [each for each in chunks if each[0] in _SAME]


def _split(png: bytes) -> Iterator[_Chunk]:
    if not png.startswith(_SIGNATURE):
        raise UnfitPicture("a frame of it is no PNG")
    at = len(_SIGNATURE)
    while at + 12 <= len(png):
        (length,) = _LENGTH.unpack_from(png, at)
        yield png[at + 4 : at + 8].decode("latin-1"), png[at + 8 : at + 8 + length]
        at += 12 + length


def _pack(name: str, data: bytes) -> bytes:
    named = name.encode("latin-1") + data
    return _LENGTH.pack(len(data)) + named + _LENGTH.pack(zlib.crc32(named))
