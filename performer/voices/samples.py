"""Samples of every usual kind to signed 16-bit PCM, which is all that anybody plays."""

import math
from array import array
from collections.abc import Callable
from dataclasses import dataclass

from performer.errors import ServiceError

INTEGER = 1
FLOAT = 3
_LOUDEST = 32767


@dataclass(frozen=True, kw_only=True)
class SoundFormat:
    """How sound is written down; plain 16-bit PCM unless said otherwise."""

    rate: int
    """Samples a second."""
    channels: int = 1
    coding: int = INTEGER
    """As WAV numbers it: 1 are integers, 3 are floating numbers."""
    bits: int = 16

    @property
    def frame_bytes(self) -> int:
        """Tell how many bytes one sample of every channel takes."""
        return self.channels * self.bits // 8

    def check(self) -> None:
        """Make sure that it can be played.

        Raises:
            ServiceError: saying what is expected.
        """
        if (self.coding, self.bits) not in _CONVERSIONS:
            kind = f"coding {self.coding} with {self.bits} bits"
            raise ServiceError(f"the sound is of {kind}; have it made as 16-bit PCM", retry=False)
        if not 8_000 <= self.rate <= 48_000 or self.channels not in {1, 2}:
            kind = f"{self.rate} Hz with {self.channels} channels"
            raise ServiceError(f"the sound has {kind}; have it made with 8000 to 48000 Hz, mono or stereo", retry=False)

    def to_16_bit(self, data: bytes) -> bytes:
        """Convert whole frames."""
        return _CONVERSIONS[self.coding, self.bits](data)


def softened(pcm: bytes, volume: float) -> bytes:
    """Make 16-bit PCM softer, by a factor from 0 to 1."""
    if volume >= 1:
        return pcm
    return array("h", [int(each * volume) for each in array("h", pcm)]).tobytes()


def _from_8(data: bytes) -> bytes:
    """Convert unsigned bytes, as WAV has them."""
    return array("h", [(each - 128) << 8 for each in data]).tobytes()


def _from_24(data: bytes) -> bytes:
    return _upper_bytes(data, 3)


def _from_32(data: bytes) -> bytes:
    return _upper_bytes(data, 4)


def _upper_bytes(data: bytes, size: int) -> bytes:
    upper = bytearray(len(data) // size * 2)
    upper[0::2] = data[size - 2 :: size]
    upper[1::2] = data[size - 1 :: size]
    return bytes(upper)


def _from_float(data: bytes) -> bytes:
    """Convert numbers from -1 to 1; what is beyond, or no number at all, is as loud as can be, or silent."""
    return array("h", [_clamped(each) for each in array("f", data)]).tobytes()


def _clamped(sample: float) -> int:
    return int(min(max(sample, -1.0), 1.0) * _LOUDEST) if not math.isnan(sample) else 0


_CONVERSIONS: dict[tuple[int, int], Callable[[bytes], bytes]] = {
    (INTEGER, 8): _from_8,
    (INTEGER, 16): bytes,
    (INTEGER, 24): _from_24,
    (INTEGER, 32): _from_32,
    (FLOAT, 32): _from_float,
}
