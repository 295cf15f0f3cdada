"""The delivery of a sentence, or of the rest of one, to one client; its progress is known at every moment."""

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Final

from performer.core.audio import ENVELOPE_STEP_MS, Sound
from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.stage.connections import StageClient
from performer.stage.protocol.codec import encode
from performer.stage.protocol.messages import Hush

Piece = tuple[Sound, bytes]
"""The announcement, and its signed 16-bit PCM."""


def cut_rest(pieces: Iterable[Piece], from_s: float) -> Iterator[Piece]:
    """Yield what follows a position, in seconds, cut at a whole frame; the last piece comes even if it is empty."""
    begins_s = 0.0
    for sound, pcm in pieces:
        skipped = round(max(from_s - begins_s, 0.0) * sound.rate) * 2 * sound.channels
        begins_s += sound.duration_s
        if skipped < len(pcm) or sound.last:
            yield _cut_beginning(sound, pcm, skipped)


def _cut_beginning(sound: Sound, pcm: bytes, skipped: int) -> Piece:
    rest = pcm[skipped:]
    steps = round(skipped / (2 * sound.channels * sound.rate) * 1000 / ENVELOPE_STEP_MS)
    return replace(sound, bytes=len(rest), envelope=sound.envelope[steps:]), rest


START_WITHIN_S: Final = 2.0
"""A client that has not begun by then is given up."""
END_WITHIN_S: Final = 3.0
"""Wait so long after the sound should have ended: a device that sleeps may take 2 s to wake."""
LAST_WORDS_S: Final = 0.3
"""A client that can play no more may take so long to be silent, and to report how much was heard."""


@dataclass(eq=False)
class SentenceDelivery:
    """A sentence, or the rest of one, at one client."""

    _clock: Clock
    client: StageClient
    id: str
    """The sound's id on the wire."""
    from_s: float
    """The position in the sentence where this part begins."""
    doubt: str = field(default="", init=False)
    """Why the client can play no more, if it says so."""
    _is_whole: bool = field(default=False, init=False)
    _sent_s: float = field(default=0.0, init=False)
    _sent_at: float | None = field(default=None, init=False)
    _begun_at: float | None = field(default=None, init=False)
    _doubted_at: float | None = field(default=None, init=False)
    _dry_s: float = field(default=0.0, init=False)

    @property
    def has_begun(self) -> bool:
        """Whether the client has reported its first sample."""
        return self._begun_at is not None

    def send(self, piece: Piece) -> None:
        """Send a piece; a piece that comes late is heard late."""
        sound, pcm = piece
        self._sent_at = self._clock.now() if self._sent_at is None else self._sent_at
        self._dry_s += max(self._measure_elapsed_s() - self._sent_s, 0.0)
        self._sent_s += sound.duration_s
        self._is_whole = sound.last
        self.client.send(encode(replace(sound, id=self.id)), pcm)

    def begin(self) -> None:
        """Note that the first sample is heard."""
        self._begun_at = self._clock.now()

    def note_doubt(self, why: str) -> None:
        """Note that the client can play no more; only what was heard by now counts."""
        self.doubt = why
        self._doubted_at = self._clock.now()

    def stop(self) -> None:
        """Stop the client's speech: it might begin while another client plays."""
        self.client.send(encode(Hush(speech_only=True)))

    def measure_position_s(self, heard_s: float | None = None) -> float:
        """Return the position in the sentence, by the client's count, or else by the time since it began."""
        heard_s = self._measure_elapsed_s() if heard_s is None else heard_s
        return self.from_s + min(max(heard_s, 0.0), self._sent_s)

    def measure_patience_s(self) -> float:
        """Return how long to wait for the next report, in seconds; endless while more is to come."""
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
        """Return what was waited for in vain."""
        if self.doubt:
            return self.doubt
        if self._begun_at is None:
            return f"'{self.client.name}' did not begin to play within {START_WITHIN_S:g} s"
        return f"'{self.client.name}' did not say that the sound ended"

    def _measure_elapsed_s(self) -> float:
        """Return how long the sound has played, without the time in which it had run dry."""
        if self._begun_at is None:
            return 0.0
        until = self._clock.now() if self._doubted_at is None else self._doubted_at
        return until - self._begun_at - self._dry_s
