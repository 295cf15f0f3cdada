"""An APNG writer that leaves every choice to the test: partial frames, disposal, blending."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

Pixel = tuple[int, int, int, int]
KEEP, CLEAR, RESTORE = range(3)


@dataclass(frozen=True, kw_only=True)
class ApngFrame:
    box: tuple[int, int, int, int]
    """Left, top, width, height; the first frame's is the whole picture."""
    pixels: Sequence[Pixel] = field(repr=False)
    disposal: int = KEEP
    over: bool = True
    """Blended over what is there, or put in its place."""
    delay: tuple[int, int] = (1, 10)
    """Numerator and denominator of seconds."""


def apng(size: tuple[int, int], *frames: ApngFrame, hidden: Sequence[Pixel] | None = None) -> bytes:
    """Write the frames; `hidden` is a picture for those who know no animations, and no part of this one."""
    chunks = [chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 6, 0, 0, 0))]
    chunks.append(chunk(b"acTL", struct.pack(">II", len(frames), 0)))
    if hidden is not None:
        chunks.append(chunk(b"IDAT", _rows(size[0], hidden)))
    number = 0
    for frame in frames:
        left, top, width, height = frame.box
        facts = (number, width, height, left, top, *frame.delay, frame.disposal, int(frame.over))
        chunks.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", *facts)))
        number += 1
        rows = _rows(width, frame.pixels)
        if number == 1 and hidden is None:
            chunks.append(chunk(b"IDAT", rows))
        else:
            chunks.append(chunk(b"fdAT", struct.pack(">I", number) + rows))
            number += 1
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _rows(width: int, pixels: Sequence[Pixel]) -> bytes:
    flat = [b"\0" + b"".join(map(bytes, pixels[at : at + width])) for at in range(0, len(pixels), width)]
    return zlib.compress(b"".join(flat))
