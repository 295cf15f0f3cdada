"""A film of single PNGs: their parts are put together, and nothing is unpacked; whoever shows it does that apart."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from performer.pictures import Unfit

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LENGTH: Final = struct.Struct(">I")
_SAME: Final = ("IHDR", "PLTE", "tRNS")
"""What the frames of one film have in common."""

_Chunk = tuple[str, bytes]


def film(frames: Sequence[bytes], frame_ms: int) -> bytes:
    """Make an animated PNG that goes on for ever.

    Raises:
        Unfit: when one is no PNG, is animated already, or is not like the first.
    """
    taken = [_chunks(frame) for frame in frames]
    common = [_common(each) for each in taken]
    if any(each != common[0] for each in common):
        raise Unfit("its frames are not of one size and kind")
    wide, high = struct.unpack_from(">II", common[0][0][1])
    numbers, written = iter(range(1_000_000)), [*common[0][:1], ("acTL", struct.pack(">II", len(frames), 0))]
    written += common[0][1:]
    for at, chunks in enumerate(taken):
        shown = struct.pack(">IIIIIHHBB", next(numbers), wide, high, 0, 0, frame_ms, 1000, 1, 0)
        written.append(("fcTL", shown))
        for data in (data for name, data in chunks if name == "IDAT"):
            written.append(("IDAT", data) if at == 0 else ("fdAT", _LENGTH.pack(next(numbers)) + data))
    return _SIGNATURE + b"".join(_packed(name, data) for name, data in [*written, ("IEND", b"")])


def _common(chunks: Sequence[_Chunk]) -> list[_Chunk]:
    names = [name for name, _ in chunks]
    if names[:1] != ["IHDR"] or len(chunks[0][1]) != 13 or "IDAT" not in names or "acTL" in names:
        raise Unfit("a frame of it is no plain PNG")
    return [each for each in chunks if each[0] in _SAME]


def _chunks(png: bytes) -> list[_Chunk]:
    if not png.startswith(_SIGNATURE):
        raise Unfit("a frame of it is no PNG")
    return list(_taken_apart(png))


def _taken_apart(png: bytes) -> Iterator[_Chunk]:
    at = len(_SIGNATURE)
    while at + 12 <= len(png):
        (length,) = _LENGTH.unpack_from(png, at)
        yield png[at + 4 : at + 8].decode("latin-1"), png[at + 8 : at + 8 + length]
        at += 12 + length


def _packed(name: str, data: bytes) -> bytes:
    named = name.encode("latin-1") + data
    return _LENGTH.pack(len(data)) + named + _LENGTH.pack(zlib.crc32(named))
