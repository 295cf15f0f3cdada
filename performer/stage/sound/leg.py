"""One client's part of a sentence: it begins, and how far it has come is known at every moment."""

from dataclasses import replace
from typing import Final

from performer.clock import Clock
from performer.messages import Hush, encode
from performer.stage.clients import Client
from performer.stage.sound.sentence import Piece

START_WITHIN_S: Final = 2.0
"""A client that has not begun by then is given up."""
END_WITHIN_S: Final = 3.0
"""The same for the end, counted from when the sound should have ended: a device that sleeps may take 2 s to wake."""
LAST_WORDS_S: Final = 0.3
"""A client that says it can sound no more may take so long to be silent, and to tell how much was heard."""


class Leg:
    """A sentence, or the rest of one, at one client.

    Args:
        clock: Whose seconds count.
        client: Who sounds.
        id_: The sound's id on the wire.
        from_s: Where in the sentence this part begins.
    """

    def __init__(self, clock: Clock, client: Client, id_: str, from_s: float) -> None:
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

    def impatience(self) -> str:
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
