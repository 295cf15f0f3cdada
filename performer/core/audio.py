"""A piece of speech as PCM, with the loudness that a mouth follows; the stage clients import this module too."""

from typing import ClassVar, Final, NamedTuple

from performer.core.values import dataclass

ENVELOPE_STEP_MS: Final = 20
"""One value of a sound's envelope stands for this many milliseconds."""


class WordTime(NamedTuple):
    """When a word of a text is heard: text[begin:end], from `begin_s` to `end_s` of the sentence's sound."""

    begin: int
    end: int
    begin_s: float
    end_s: float


MOUTHS: Final = ("closed", "open", "wide", "round", "teeth")
"""The shapes of a mouth: as in `m`, `father`, `see`, `who`, and `f` or `s`."""


class MouthShape(NamedTuple):
    """The shape of a mouth from a moment of the sentence's sound on: one of MOUTHS."""

    at_s: float
    shape: str


@dataclass(frozen=True, kw_only=True)
class Sound:
    """A piece of speech; `bytes` bytes of signed 16-bit little-endian PCM go with it (on the wire: the next frame)."""

    op: ClassVar[str] = "sound"
    id: str
    """One id a sentence; its pieces share it."""
    turn: int
    rate: int
    """Samples a second."""
    channels: int
    bytes: int
    envelope: tuple[float, ...] = ()
    """Loudness from 0 to 1, one value every ENVELOPE_STEP_MS."""
    last: bool = True
    """No further piece of this sentence follows."""
    duck: float = 1.0
    """How loud clips go on while the sentence sounds, 0 to 1 of their own volume."""

    @property
    def duration_s(self) -> float:
        """Return how long this piece takes to play, in seconds."""
        return self.bytes / (2 * self.channels * self.rate)
