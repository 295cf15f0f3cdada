"""An animated WebP writer that leaves every choice to the test: partial frames, disposal, blending."""

import io
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from PIL import Image

Pixel = tuple[int, int, int, int]


@dataclass(frozen=True, kw_only=True)
class WebpFrame:
    box: tuple[int, int, int, int]
    """Left and top (even), width, height."""
    pixels: Sequence[Pixel] = field(repr=False)
    cleared: bool = False
    over: bool = True
    shown_ms: int = 100


def webp(size: tuple[int, int], *frames: WebpFrame) -> bytes:
    head = _chunk(b"VP8X", bytes([0b1_0010, 0, 0, 0]) + _u24(size[0] - 1) + _u24(size[1] - 1))
    body = head + _chunk(b"ANIM", bytes([255, 9, 9, 255, 0, 0])) + b"".join(map(_frame, frames))
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def _frame(frame: WebpFrame) -> bytes:
    left, top, width, height = frame.box
    place = _u24(left // 2) + _u24(top // 2) + _u24(width - 1) + _u24(height - 1)
    flags = (0 if frame.over else 2) | frame.cleared
    return _chunk(b"ANMF", place + _u24(frame.shown_ms) + bytes([flags]) + _packed(width, height, frame.pixels))


def _packed(width: int, height: int, pixels: Sequence[Pixel]) -> bytes:
    """Have the pixels packed as a still picture, and take its lossless chunk."""
    still = io.BytesIO()
    picture = Image.frombytes("RGBA", (width, height), b"".join(map(bytes, pixels)))
    picture.save(still, "WEBP", lossless=True, exact=True)
    data = still.getvalue()
    at = data.index(b"VP8L")
    (length,) = struct.unpack_from("<I", data, at + 4)
    return data[at : at + 8 + length + length % 2]


def _chunk(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _u24(number: int) -> bytes:
    return struct.pack("<I", number)[:3]
