"""One client's part of a sentence: it begins, and how far it has come is known at every moment.

A sentence's sound: its pieces, kept until it has been heard, so that another client can say the rest of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from performer.core.audio import ENVELOPE_STEP_MS, Sound
from performer.core.clock import Clock
from performer.stage.connections import StageClient
from performer.stage.protocol.codec import encode
from performer.stage.protocol.messages import Hush

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


START_WITHIN_S: Final = 2.0
"""A client that has not begun by then is given up."""
END_WITHIN_S: Final = 3.0
"""The same for the end, counted from when the sound should have ended: a device that sleeps may take 2 s to wake."""
LAST_WORDS_S: Final = 0.3
"""A client that says it can sound no more may take so long to be silent, and to tell how much was heard."""


class SentenceDelivery:
    """A sentence, or the rest of one, at one client.

    Args:
        clock: Whose seconds count.
        client: Who sounds.
        id_: The sound's id on the wire.
        from_s: Where in the sentence this part begins.
    """

    def __init__(self, clock: Clock, client: StageClient, id_: str, from_s: float) -> None:
        self.client = client
        self.id = id_
        self.from_s = from_s
        self.doubt = ""
        """Why the client can sound no more, if it says so."""
        self._clock = clock
        self._is_whole = False
        self._sent_s = 0.0
        self._sent_at: float | None = None
        self._begun_at: float | None = None
        self._doubted_at: float | None = None
        self._dry_s = 0.0

    @property
    def has_begun(self) -> bool:
        """Whether the client reported its first sample."""
        return self._begun_at is not None

    def send(self, piece: Piece) -> None:
        """Send a piece; one that comes late is heard late."""
        sound, pcm = piece
        self._sent_at = self._clock.now() if self._sent_at is None else self._sent_at
        self._dry_s += max(self._elapsed_s() - self._sent_s, 0.0)
        self._sent_s += sound.duration_s
        self._is_whole = sound.last
        self.client.send(encode(replace(sound, id=self.id)), pcm)

    def begin(self) -> None:
        """Note that its first sample sounds."""
        self._begun_at = self._clock.now()

    def doubts(self, why: str) -> None:
        """Note that the client can sound no more; what was heard of it by now is all."""
        self.doubt = why
        self._doubted_at = self._clock.now()

    def stop(self) -> None:
        """Have the client speak no more: it might begin while another one sounds."""
        self.client.send(encode(Hush(speech_only=True)))

    def position_s(self, heard_s: float | None = None) -> float:
        """Tell where in the sentence it is: by what the client counted, or by the time since it began."""
        heard_s = self._elapsed_s() if heard_s is None else heard_s
        return self.from_s + min(max(heard_s, 0.0), self._sent_s)

    def patience_s(self) -> float:
        """Tell how long to wait for the next report, in seconds; as long as it takes while there is more to come."""
        if self._doubted_at is not None:
            due = self._doubted_at + LAST_WORDS_S
        elif self._sent_at is None:
            return float("inf")
        elif self._begun_at is None:
            due = self._sent_at + START_WITHIN_S
        elif self._is_whole:
            due = self._begun_at + self._dry_s + self._sent_s + END_WITHIN_S
        else:
            return float("inf")
        return due - self._clock.now()

    def describe_timeout(self) -> str:
        """Say what was waited for in vain."""
        if self.doubt:
            return self.doubt
        if self._begun_at is None:
            return f"'{self.client.name}' did not begin to play within {START_WITHIN_S:g} s"
        return f"'{self.client.name}' did not say that the sound ended"

    def _elapsed_s(self) -> float:
        """Tell for how long it has sounded, not counting when it had run dry."""
        if self._begun_at is None:
            return 0.0
        until = self._clock.now() if self._doubted_at is None else self._doubted_at
        return until - self._begun_at - self._dry_s
