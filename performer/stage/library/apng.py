"""Animated PNGs, taken apart into frames by their chunks."""

import itertools
import struct
import zlib
from collections.abc import Iterator
from typing import Final

from performer.pictures import MOST_FRAMES, Unfit
from performer.stage.library.composing import After, Animation, Part

_SIGN: Final = b"\x89PNG\r\n\x1a\n"
_COLOURS: Final = (b"PLTE", b"tRNS")
_MOST_COLOUR_BYTES: Final = 3 * 256
_AFTER: Final = {1: After.CLEARED, 2: After.RESTORED}

_Chunk = tuple[bytes, bytes]


def apng_parts(data: bytes) -> Animation | None:
    """Go through the chunks of a PNG; None for one that is still.

    Raises:
        Unfit: when it is broken, cut short, or has too many pixels or frames.
    """
    try:
        return _animation(list(_chunks(data)))
    except struct.error:
        raise Unfit("it is a broken PNG (it is cut short)") from None


def _animation(chunks: list[_Chunk]) -> Animation | None:
    before_pixels = dict(itertools.takewhile(lambda chunk: chunk[0] != b"IDAT", chunks))
    if b"acTL" not in before_pixels or b"IHDR" not in before_pixels:
        return None
    if any(len(before_pixels.get(kind, b"")) > _MOST_COLOUR_BYTES for kind in _COLOURS):
        raise Unfit("it is a broken PNG (it has too many colours)")
    head = before_pixels[b"IHDR"]
    width, height = struct.unpack_from(">II", head)
    (told,) = struct.unpack_from(">I", before_pixels[b"acTL"])
    colours = b"".join(_written((kind, before_pixels[kind])) for kind in _COLOURS if kind in before_pixels)
    frames = itertools.islice(_frames(chunks), MOST_FRAMES + 1)
    parts = tuple(_part(control, pixels, head, colours) for control, pixels in frames)
    if len(parts) < told:
        raise Unfit("it is cut short: some of its frames are missing")
    if any(part.left + part.width > width or part.top + part.height > height for part in parts):
        raise Unfit("it is a broken PNG (a frame reaches over its edge)")
    return Animation(kind="PNG", width=width, height=height, parts=parts)


def _frames(chunks: list[_Chunk]) -> Iterator[tuple[bytes, bytearray]]:
    """Pair each frame's facts with its packed pixels; what comes before the first facts is no frame."""
    control, pixels = b"", bytearray()
    for kind, content in chunks:
        if kind == b"fcTL":
            if control:
                yield control, pixels
            control, pixels = content, bytearray()
        elif kind == b"IDAT":
            pixels += content
        elif kind == b"fdAT":
            pixels += content[4:]
    if control:
        yield control, pixels


def _part(control: bytes, pixels: bytearray, head: bytes, colours: bytes) -> Part:
    _, width, height, left, top, delay, per_s, disposal, blend = struct.unpack_from(">IIIIIHHBB", control)
    own_head = _written((b"IHDR", struct.pack(">II", width, height) + head[8:]))
    return Part(
        left=left,
        top=top,
        width=width,
        height=height,
        still=_SIGN + own_head + colours + _written((b"IDAT", bytes(pixels))) + _written((b"IEND", b"")),
        shown_ms=round(delay * 1000 / (per_s or 100)),
        after=_AFTER.get(disposal, After.KEPT),
        over=blend == 1,
    )


def _chunks(data: bytes) -> Iterator[_Chunk]:
    at = len(_SIGN)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def _written(chunk: _Chunk) -> bytes:
    kind, content = chunk
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
