"""One sentence on its way through the mouth: its sound in pieces; its start, growth and end, each stated once."""

from collections.abc import AsyncGenerator, AsyncIterator

from performer.clock import Clock
from performer.events import EventStream, SpeechEnded, SpeechGrew, SpeechStarted
from performer.messages import ENVELOPE_STEP_MS, Sound
from performer.voices.loudness import Loudness
from performer.voices.voice import SAMPLE_BYTES, Utterance

_CHARACTERS_PER_S = 15.0
_SHORTEST_S = 0.8

Grown = tuple[float, tuple[float, ...]]
"""A piece's duration in seconds, and its envelope."""


class Line:
    """What becomes of a sentence.

    Args:
        clock: Whose seconds count.
        stream: Where it is stated.
        loudness: Of the voice that speaks it.
        turn: Whose sentence it is.
        sentence: Its id.
        text: As it is shown.
        words: As it is spoken.
    """

    def __init__(
        self, clock: Clock, stream: EventStream, loudness: Loudness, *, turn: int, sentence: str, text: str, words: str
    ) -> None:
        self.has_started = False
        self.duration_s = estimate_s(words)
        """How long it takes: as long as its sound, or what a speaker would take while that is not known."""
        self._clock = clock
        self._stream = stream
        self._loudness = loudness
        self._turn = turn
        self._sentence = sentence
        self._text = text
        self._made_s = 0.0
        self._unsaid: list[Grown] = []
        self._started_s = 0.0

    def sounds(self, first: Utterance, rest: AsyncIterator[Utterance]) -> AsyncGenerator[tuple[Sound, bytes]]:
        """Give the pieces as a player takes them, the last one marked as the last.

        Unless a piece says itself that it is the last, its final 20 ms wait for what follows: so that there is
        something to be marked when nothing does.
        """
        self._loudness.begin()
        self.duration_s = first.duration_s if first.last else max(first.duration_s, self.duration_s)
        return self._sounds(_all(first, rest))

    async def _sounds(self, pieces: AsyncIterator[Utterance]) -> AsyncGenerator[tuple[Sound, bytes]]:
        held: Utterance | None = None
        async for piece in pieces:
            whole = _joined(held, piece)
            if piece.last:
                yield self._sound(whole, last=True)
                return
            ready, held = _split(whole)
            if ready.pcm:
                yield self._sound(ready, last=False)
        if held is not None:
            yield self._sound(held, last=True)

    def started(self) -> None:
        """State that its first sample sounds, and whatever more of it has been made until now."""
        if self.has_started or not self._unsaid:
            return
        (_, envelope), *grown = self._unsaid
        self._unsaid.clear()
        self._start(audible=True, envelope=envelope)
        for each in grown:
            self._grow(each)

    def started_unheard(self) -> None:
        """State that its time passes in silence."""
        self._start(audible=False, envelope=())

    def ended(self, heard_s: float | None = None, *, cut: bool = False) -> None:
        """State its end if it ever began; without a count by a player, what was heard goes by the clock."""
        if not self.has_started:
            return
        self.has_started = False
        if heard_s is None:
            heard_s = min(self.duration_s, self._clock.now() - self._started_s)
        self._stream.publish(
            SpeechEnded(
                turn=self._turn,
                sentence=self._sentence,
                text=self._text,
                heard_s=round(heard_s, 3),
                cut=cut,
                heard="" if cut else self._text,
            )
        )

    def _sound(self, piece: Utterance, *, last: bool) -> tuple[Sound, bytes]:
        is_whole = last and not self._made_s
        envelope = self._loudness.envelope(piece, whole=is_whole)
        self._made_s += piece.duration_s
        self.duration_s = self._made_s if last else max(self._made_s, self.duration_s)
        grown = (piece.duration_s, envelope)
        if self.has_started:
            self._grow(grown)
        else:
            self._unsaid.append(grown)
        sound = Sound(
            id=self._sentence,
            turn=self._turn,
            rate=piece.rate,
            channels=piece.channels,
            bytes=len(piece.pcm),
            envelope=envelope,
            last=last,
        )
        return sound, piece.pcm

    def _start(self, *, audible: bool, envelope: tuple[float, ...]) -> None:
        self.has_started = True
        self._started_s = self._clock.now()
        self._stream.publish(
            SpeechStarted(
                turn=self._turn,
                sentence=self._sentence,
                text=self._text,
                duration_s=round(self.duration_s, 3),
                audible=audible,
                envelope=envelope,
            )
        )

    def _grow(self, grown: Grown) -> None:
        duration_s, envelope = grown
        self._stream.publish(
            SpeechGrew(turn=self._turn, sentence=self._sentence, duration_s=round(duration_s, 3), envelope=envelope)
        )


def estimate_s(words: str) -> float:
    """Estimate how long a voice would take for a text, in seconds: speech runs at about 15 characters a second."""
    return max(_SHORTEST_S, len(words) / _CHARACTERS_PER_S)


async def _all(first: Utterance, rest: AsyncIterator[Utterance]) -> AsyncGenerator[Utterance]:
    yield first
    async for piece in rest:
        yield piece


def _joined(before: Utterance | None, piece: Utterance) -> Utterance:
    if before is None:
        return piece
    return Utterance(pcm=before.pcm + piece.pcm, rate=piece.rate, channels=piece.channels)


def _split(piece: Utterance) -> tuple[Utterance, Utterance]:
    """Take the final step of an envelope off."""
    step = piece.rate * ENVELOPE_STEP_MS // 1000 * piece.channels * SAMPLE_BYTES
    at = max(0, len(piece.pcm) - step)
    ready, rest = piece.pcm[:at], piece.pcm[at:]
    return (
        Utterance(pcm=ready, rate=piece.rate, channels=piece.channels),
        Utterance(pcm=rest, rate=piece.rate, channels=piece.channels),
    )
