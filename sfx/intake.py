"""Pairs each announced piece of speech with the binary frame that follows it, and rejects bad ones with a reason."""

import math
from dataclasses import dataclass, replace

from performer.core.audio import Sound

MAX_BYTES = 32_000_000
"""The most bytes of a piece: about three minutes of stereo at 48 kHz."""
RATES = range(4_000, 192_001)
CHANNELS = range(1, 9)
SAMPLE_BYTES = 2


@dataclass(frozen=True, kw_only=True)
class RejectedPiece:
    """A piece that cannot be played, and why; `id` is empty for bytes without an announcement."""

    id: str
    trouble: str


class PieceIntake:
    """Remembers an announcement until its bytes have come."""

    def __init__(self) -> None:
        self._awaited: Sound | None = None

    def announce(self, sound: Sound) -> RejectedPiece | None:
        """Expect the bytes of this piece next; return the piece before it if its bytes never came."""
        forgotten, self._awaited = self._awaited, sound
        if forgotten is None:
            return None
        return RejectedPiece(id=forgotten.id, trouble="no bytes followed its announcement")

    def fill(self, payload: bytes) -> Sound | RejectedPiece:
        """Return the announcement of a piece that can be played, or the reason why it is rejected.

        The payload is a whole number of frames of signed 16-bit little-endian PCM then.
        """
        sound, self._awaited = self._awaited, None
        if sound is None:
            return RejectedPiece(id="", trouble=f"{len(payload)} bytes came that nobody announced")
        trouble = _check_format(sound) or _check_size(sound, payload)
        if trouble:
            return RejectedPiece(id=sound.id, trouble=trouble)
        # The nearest valid loudness to a bad one: speech must be heard.
        return replace(sound, duck=min(max(sound.duck, 0.0), 1.0) if math.isfinite(sound.duck) else 1.0)

    def forget(self) -> None:
        """Expect nothing: the connection of the announcement is gone."""
        self._awaited = None


def _check_format(sound: Sound) -> str:
    if sound.rate not in RATES:
        return f"rate {sound.rate} is not between {RATES[0]} and {RATES[-1]} samples a second"
    if sound.channels not in CHANNELS:
        return f"channels {sound.channels} is not between {CHANNELS[0]} and {CHANNELS[-1]}"
    return ""


def _check_size(sound: Sound, payload: bytes) -> str:
    if len(payload) > MAX_BYTES:
        return f"{len(payload)} bytes are more than the {MAX_BYTES} that one piece may have"
    if sound.bytes != len(payload):
        return f"{sound.bytes} bytes were announced and {len(payload)} came"
    frame = SAMPLE_BYTES * sound.channels
    if len(payload) % frame:
        return f"{len(payload)} bytes are no whole number of {frame}-byte frames"
    return ""
