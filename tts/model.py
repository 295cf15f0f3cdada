"""What every family of voices does for the process: it turns phonemes into sound, and says when each is heard."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float32]]

LEAD_S: Final = 0.05
"""Silence before the first phoneme; some voices make half a second of it."""
TRAIL_S: Final = 0.15
"""Silence after the last one, at most."""
_LOUDEST: Final = 32767


class UnfitVoiceError(Exception):
    """Raised for a voice whose files are missing, or do not fit together."""


@dataclass(frozen=True, kw_only=True)
class Encoded:
    """A sentence whose sound is made while it is asked for."""

    ends: Sequence[float]
    """When the silence before the first character of the phonemes ends, in seconds, then when each of them does; of
    both silences around them no more than LEAD_S and TRAIL_S is left."""
    stretches: Iterator[tuple[bytes, bool]]
    """The sound, 16-bit PCM in mono; True with the last stretch."""


class VoiceModel(Protocol):
    """A voice that is loaded."""

    @property
    def rate(self) -> int:
        """Samples a second."""

    @property
    def language(self) -> str:
        """As espeak-ng names it."""

    def encode(self, phonemes: str, *, pace: float = 1.0, speaker: int = 0) -> Encoded:
        """Encode a sentence; `pace` is how long its phonemes last beside the voice's own pace."""


def to_pcm(sound: Floats) -> bytes:
    """Return numbers from -1 to 1 as 16-bit PCM; what is beyond is as loud as can be."""
    return (np.clip(sound, -1.0, 1.0) * _LOUDEST).astype("<i2").tobytes()
