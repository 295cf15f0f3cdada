"""A GIF writer that leaves every choice to the test: partial frames, disposal, transparency, no trailer."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
PALETTE = (RED, GREEN, BLUE, WHITE)


@dataclass(frozen=True, kw_only=True)
class GifFrame:
    box: tuple[int, int, int, int]
    """Left, top, width, height."""
    pixels: Sequence[int] = field(repr=False)
    """Indices 0 to 3, row by row."""
    disposal: int = 0
    transparent: int | None = None
    delay_cs: int = 10
    control: bool = True
    """Whether disposal, transparency and delay are written at all."""


def filled(box: tuple[int, int, int, int], index: int, **options: bool | int | None) -> GifFrame:
    return GifFrame(box=box, pixels=[index] * (box[2] * box[3]), **options)  # type: ignore[arg-type]  # checked by use


def gif(size: tuple[int, int], *frames: GifFrame, background: int = 0) -> bytes:
    head = b"GIF89a" + struct.pack("<HHBBB", *size, 0b1000_0001, background, 0)
    return head + bytes(sum(PALETTE, ())) + b"".join(map(_frame, frames)) + b";"


def _frame(frame: GifFrame) -> bytes:
    flags = frame.disposal << 2 | (frame.transparent is not None)
    control = b"!\xf9\x04" + struct.pack("<BHB", flags, frame.delay_cs, frame.transparent or 0) + b"\0"
    return (
        (control if frame.control else b"")
        + b","
        + struct.pack("<HHHHB", *frame.box, 0)
        + b"\2"
        + _blocks(_codes(frame.pixels))
        + b"\0"
    )


def _codes(pixels: Sequence[int]) -> bytes:
    """Pack two-bit pixels as LZW codes of three bits, cleared before the table would make them longer."""
    clear, end = 4, 5
    codes: list[int] = []
    for number, pixel in enumerate(pixels):
        if number % 2 == 0:
            codes.append(clear)
        codes.append(pixel)
    bits = sum(code << 3 * number for number, code in enumerate([*codes, end]))
    return bits.to_bytes((3 * len(codes) + 3 + 7) // 8, "little")


def _blocks(data: bytes) -> bytes:
    return b"".join(bytes([len(piece)]) + piece for piece in (data[at : at + 255] for at in range(0, len(data), 255)))
