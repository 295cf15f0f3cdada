"""The head of a WAV, read while it arrives; one that is written to a pipe has a wrong size, or none."""

import struct
from dataclasses import dataclass

from performer.errors import ServiceError
from performer.voices.samples import SoundFormat

MAGIC = b"RIFF"
_HEAD_BYTES = 12
_CHUNK_BYTES = 8
_FORMAT_BYTES = 16
_EXTENSIBLE = 0xFFFE
_EXTENDED_BYTES = 26
_LONGEST_HEAD = 65_536
_BELIEVED = 0x7F00_0000
"""A data chunk that claims to be larger was written without knowing how large it would become."""


@dataclass(frozen=True, kw_only=True)
class WavHead:
    """What a WAV says of itself."""

    format: SoundFormat
    begins: int
    """Where its sound begins, in bytes."""
    size: int | None
    """How many bytes of sound there are; None when it does not know."""


def read_head(begun: bytes) -> WavHead | None:
    """Read as much of a WAV as there is; None while more is needed.

    Raises:
        ServiceError: when it is no WAV, or one that cannot be played; its sentence wants to be preceded by who sent it.
    """
    if len(begun) < _HEAD_BYTES:
        return None
    if not begun.startswith(MAGIC) or begun[8:12] != b"WAVE":
        raise ServiceError(f"what came is no WAV: it begins with {begun[:12]!r}")
    described: SoundFormat | None = None
    at = _HEAD_BYTES
    while at + _CHUNK_BYTES <= len(begun):
        name, size = begun[at : at + 4], int.from_bytes(begun[at + 4 : at + 8], "little")
        at += _CHUNK_BYTES
        if name == b"data":
            return _head(described, at, size)
        if name == b"fmt ":
            if at + size > len(begun):
                break
            described = _format(begun[at : at + size])
        at += size + size % 2
    if len(begun) > _LONGEST_HEAD or at > _LONGEST_HEAD:
        raise ServiceError("what came is a WAV without any sound in it")
    return None


def _head(described: SoundFormat | None, begins: int, size: int) -> WavHead:
    if described is None:
        raise ServiceError("what came is a WAV that does not say what its sound is like")
    described.check()
    return WavHead(format=described, begins=begins, size=size if 0 < size < _BELIEVED else None)


def _format(chunk: bytes) -> SoundFormat:
    if len(chunk) < _FORMAT_BYTES:
        raise ServiceError("what came is a WAV whose format is cut short")
    coding, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", chunk)
    if coding == _EXTENSIBLE and len(chunk) >= _EXTENDED_BYTES:
        (coding,) = struct.unpack_from("<H", chunk, _EXTENDED_BYTES - 2)
    return SoundFormat(rate=rate, channels=channels, coding=coding, bits=bits)
