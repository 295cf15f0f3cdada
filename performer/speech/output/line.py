"""One sentence on its way through the mouth: its sound, and its start, growth, holds and end, each stated once."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from performer.core import events
from performer.core.audio import Sound
from performer.core.clock import Clock
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import EventStream
from performer.speech.output.loudness import LoudnessScale, find_heard_words
from performer.speech.output.readable_text import make_speakable
from performer.speech.output.recording import SentenceSound
from performer.speech.voices.voice import Utterance

_CHARACTERS_PER_S = 15.0
_SHORTEST_S = 0.8
_AS_GOOD_AS_WHOLE_S = 0.25
"""A player may count a little less than there was."""


class SpokenLine:
    """What becomes of a sentence.

    Args:
        clock: Whose seconds count.
        stream: Where it is stated.
        ready: The sentence.
        sentence: Its id.
        loudness: Of the voice that speaks it.
        duck: How loud clips go on while it sounds, from 0 to 1.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        ready: SentenceReady,
        *,
        sentence: str,
        loudness: LoudnessScale,
        duck: float = 1.0,
    ) -> None:
        self.turn = ready.turn or 0
        self.text = ready.text
        """As it is shown."""
        self.words = make_speakable(ready.text)
        """As it is spoken; maybe none."""
        self.fresh_until_s = ready.fresh_until_s
        self.recording = SentenceSound(loudness)
        self.has_started = False
        self.is_over = False
        self._clock = clock
        self._stream = stream
        self._sentence = sentence
        self._duck = duck
        self._parts = 0
        self._is_audible = False
        self._from_s = 0.0
        self._sounds_since_s: float | None = None
        self._held_at_s: float | None = None

    @property
    def duration_s(self) -> float:
        """How long it takes: as long as its sound, or what a speaker would take while that is not known."""
        made_s = self.recording.made_s
        return made_s if made_s and self._is_all_made else max(made_s, estimate_s(self.words))

    @property
    def is_heard(self) -> bool:
        """Whether it has started, and not ended yet; a hold is part of it."""
        return self.has_started and not self.is_over

    @property
    def is_handed_over(self) -> bool:
        """Whether a player has been given any of its sound."""
        return self._parts > 0

    @property
    def position_s(self) -> float:
        """How far it has come by the clock, in seconds of its sound."""
        if self._sounds_since_s is None:
            return self._from_s
        return min(self._from_s + self._clock.now() - self._sounds_since_s, max(self.duration_s, self._from_s))

    def record(self, piece: Utterance) -> None:
        """Append a piece of its sound; once it is heard, that is stated."""
        envelope = self.recording.add(piece)
        if self._is_audible:
            self._stream.publish(
                events.SpeechGrew(
                    turn=self.turn,
                    sentence=self._sentence,
                    duration_s=round(piece.duration_s, 3),
                    envelope=envelope,
                )
            )

    async def sounds(self, from_s: float = 0.0) -> AsyncGenerator[tuple[Sound, bytes]]:
        """Give its sound as a player takes it, from a position on, under an id of its own each time."""
        self._parts += 1
        id_ = self._sentence if self._parts == 1 else f"{self._sentence}+{self._parts}"
        at_s = from_s
        async with aclosing(self.recording.read(from_s)) as pieces:
            async for piece in pieces:
                yield self._sound(id_, piece, at_s), piece.pcm
                at_s += piece.duration_s

    def sounding(self, from_s: float, *, audible: bool) -> None:
        """State that it starts, or goes on from a position; not audible when its time passes in silence."""
        if self.is_over or self._sounds_since_s is not None:
            return
        self._from_s, self._sounds_since_s = from_s, self._clock.now()
        if not self.has_started:
            self.has_started, self._is_audible = True, audible
            self._stream.publish(self._started(audible=audible))
        elif self._held_at_s is not None:
            self._stream.publish(
                events.SpeechResumed(
                    turn=self.turn,
                    sentence=self._sentence,
                    after_s=round(self._clock.now() - self._held_at_s, 3),
                    from_s=round(from_s, 3),
                )
            )
        self._held_at_s = None

    def held(self, position_s: float) -> None:
        """State that it fell silent at a position; one that has not started, or is silent already, states nothing."""
        if self._sounds_since_s is None:
            return
        self._from_s, self._sounds_since_s, self._held_at_s = position_s, None, self._clock.now()
        self._stream.publish(events.SpeechHeld(turn=self.turn, sentence=self._sentence, heard_s=round(position_s, 3)))

    def ended(self, position_s: float | None = None, *, cut: bool = False) -> None:
        """State its end if it ever started; without a position, it came as far as the clock says."""
        if self.is_over:
            return
        self.is_over = True
        if not self.has_started:
            return
        heard_s = self.position_s if position_s is None else position_s
        self._stream.publish(
            events.SpeechEnded(
                turn=self.turn,
                sentence=self._sentence,
                text=self.text,
                heard_s=round(heard_s, 3),
                cut=cut,
                heard=self._heard(heard_s, cut=cut),
            )
        )

    @property
    def _is_all_made(self) -> bool:
        return self.recording.is_whole and not self.recording.is_broken

    def _started(self, *, audible: bool) -> events.SpeechStarted:
        return events.SpeechStarted(
            turn=self.turn,
            sentence=self._sentence,
            text=self.text,
            duration_s=round(self.duration_s, 3),
            audible=audible,
            envelope=tuple(self.recording.envelope) if audible else (),
        )

    def _sound(self, id_: str, piece: Utterance, at_s: float) -> Sound:
        return Sound(
            id=id_,
            turn=self.turn,
            rate=piece.rate,
            channels=piece.channels,
            bytes=len(piece.pcm),
            envelope=self.recording.read_envelope(at_s, piece.duration_s),
            last=piece.last,
            duck=self._duck,
        )

    def _heard(self, heard_s: float, *, cut: bool) -> str:
        if not cut and heard_s >= self.duration_s - _AS_GOOD_AS_WHOLE_S:
            return self.text
        return find_heard_words(
            self.text, heard_s, self.duration_s, self.recording.envelope if self._is_all_made else ()
        )


def estimate_s(words: str) -> float:
    """Estimate how long a voice would take for a text, in seconds: speech runs at about 15 characters a second."""
    return max(_SHORTEST_S, len(words) / _CHARACTERS_PER_S)
