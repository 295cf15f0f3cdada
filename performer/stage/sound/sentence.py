"""A sentence's sound: its pieces, kept until it has been heard, so that another client can say the rest of it."""

from collections.abc import Iterator
from dataclasses import replace

from performer.messages import ENVELOPE_STEP_MS, Sound

Piece = tuple[Sound, bytes]
"""What is announced, and its signed 16-bit PCM."""


class Sentence:
    """Pieces in the order in which they sound."""

    def __init__(self) -> None:
        self.duration_s = 0.0
        """Of the pieces that are here."""
        self._pieces: list[Piece] = []

    @property
    def id(self) -> str:
        """What its pieces are called; only when there is one."""
        return self._pieces[0][0].id

    @property
    def is_empty(self) -> bool:
        """Whether no piece has come."""
        return not self._pieces

    @property
    def is_whole(self) -> bool:
        """Whether its last piece is here."""
        return bool(self._pieces) and self._pieces[-1][0].last

    def add(self, piece: Piece) -> None:
        """Append a piece."""
        self._pieces.append(piece)
        self.duration_s += piece[0].duration_s

    def closing(self) -> Piece:
        """Make the empty piece that says that no further one comes."""
        return replace(self._pieces[-1][0], bytes=0, envelope=(), last=True), b""

    def rest(self, from_s: float) -> Iterator[Piece]:
        """Give what follows a position, in seconds, cut at a whole frame; the last piece comes even if it is empty."""
        begins_s = 0.0
        for sound, pcm in self._pieces:
            skipped = round(max(from_s - begins_s, 0.0) * sound.rate) * 2 * sound.channels
            begins_s += sound.duration_s
            if skipped < len(pcm) or sound.last:
                yield _without(sound, pcm, skipped)


def _without(sound: Sound, pcm: bytes, skipped: int) -> Piece:
    rest = pcm[skipped:]
    steps = round(skipped / (2 * sound.channels * sound.rate) * 1000 / ENVELOPE_STEP_MS)
    return replace(sound, bytes=len(rest), envelope=sound.envelope[steps:]), rest
