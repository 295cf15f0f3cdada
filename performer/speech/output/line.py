"""One sentence on its way to the audience: its sound, and the events of its start, growth, holds and end."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Final

from performer.core import events
from performer.core.audio import ENVELOPE_STEP_MS, MouthShape, Sound, WordTime
from performer.core.clock import Clock
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import EventStream
from performer.core.made_late import compile_late
from performer.speech.output.heard_words import cut_heard_words, find_word_to_resume, place_words
from performer.speech.output.readable_text import make_speakable
from performer.speech.output.recording import BEGIN_ANEW_S, LoudnessScale, SentenceSound
from performer.speech.output.word_map import UNSPACED
from performer.speech.voices.manner import ChooseManner, speak_plainly
from performer.speech.voices.voice import Utterance

_CHARACTERS_PER_S = 15.0
_SHORTEST_S = 0.8
_AS_GOOD_AS_WHOLE_S = 0.25
"""A player may count a little less than there was."""


class SpokenLine:
    """A sentence that is spoken; each event of it is published once.

    `sentence` is its id; `duck` is how loud clips go on while it sounds, from 0 to 1. `pronounce` makes what is spoken
    of what is shown, and `choose_manner` says how.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        ready: SentenceReady,
        sentence: str,
        *,
        loudness: LoudnessScale,
        duck: float = 1.0,
        pronounce: Callable[[str], str] = make_speakable,
        choose_manner: ChooseManner = speak_plainly,
    ) -> None:
        self.turn = ready.turn or 0
        self.text = ready.text
        """As it is shown."""
        self.words = pronounce(ready.text)
        """As it is spoken; maybe none."""
        self.manner = choose_manner(ready.text)
        """How it is spoken."""
        self.fresh_until_s = ready.fresh_until_s
        self.recording = SentenceSound(loudness)
        self.has_started = False
        self.is_over = False
        self._clock, self._stream = clock, stream
        self._id, self._duck = sentence, duck
        self._times: tuple[WordTime, ...] = ()
        self._mouth: tuple[MouthShape, ...] = ()
        self._parts = 0
        self._is_audible = False
        self._from_s = 0.0
        self._sounds_since_s: float | None = None
        self._held_at_s: float | None = None

    @property
    def duration_s(self) -> float:
        """The length of the line's sound, or an estimate while that is not known."""
        made_s = self.recording.made_s
        return made_s if made_s and self._is_all_made else max(made_s, estimate_s(self.words))

    @property
    def is_heard(self) -> bool:
        """Whether the line has started and not ended yet; a hold is part of it."""
        return self.has_started and not self.is_over

    @property
    def is_handed_over(self) -> bool:
        """Whether a player has been given any of the line's sound."""
        return self._parts > 0

    @property
    def position_s(self) -> float:
        """The position that the line has reached by the clock, in seconds of its sound."""
        if self._sounds_since_s is None:
            return self._from_s
        return min(self._from_s + self._clock.now() - self._sounds_since_s, max(self.duration_s, self._from_s))

    def record(self, piece: Utterance) -> None:
        """Append a piece of the line's sound; while the line is heard, that is published."""
        envelope = self.recording.add(piece)
        if piece.words:
            self._times = place_words(self.text, self.words, piece.words)
        self._mouth = piece.mouth or self._mouth
        if self._is_audible:
            duration_s = round(piece.duration_s, 3)
            grown = events.SpeechGrew(turn=self.turn, sentence=self._id, duration_s=duration_s, envelope=envelope)
            self._stream.publish(grown)

    async def stream_sound(self, from_s: float = 0.0) -> AsyncGenerator[tuple[Sound, bytes]]:
        """Yield the line's sound for a player from a position on, each time under an id of its own."""
        self._parts += 1
        id_ = self._id if self._parts == 1 else f"{self._id}+{self._parts}"
        at_s = from_s
        async with aclosing(self.recording.read(from_s)) as pieces:
            async for piece in pieces:
                sound = Sound(
                    id=id_,
                    turn=self.turn,
                    rate=piece.rate,
                    channels=piece.channels,
                    bytes=len(piece.pcm),
                    envelope=self.recording.read_envelope(at_s, piece.duration_s),
                    last=piece.last,
                    duck=self._duck,
                )
                yield sound, piece.pcm
                at_s += piece.duration_s

    def find_resume_s(self, position_s: float) -> float:
        """Return where to go on after a hold without tearing a word: a little before the position, or at the start."""
        by_word_s = find_word_to_resume(self._times, position_s) if position_s >= BEGIN_ANEW_S else None
        return self.recording.find_resume_s(position_s) if by_word_s is None else by_word_s

    def mark_sounding(self, from_s: float, *, audible: bool) -> None:
        """Publish that the line starts, or resumes at a position; not audible when its time passes in silence."""
        if self.is_over or self._sounds_since_s is not None:
            return
        self._from_s, self._sounds_since_s = from_s, self._clock.now()
        if not self.has_started:
            self.has_started, self._is_audible = True, audible
            envelope = tuple(self.recording.envelope) if audible else ()
            started = events.SpeechStarted(
                turn=self.turn,
                sentence=self._id,
                text=self.text,
                duration_s=round(self.duration_s, 3),
                audible=audible,
                envelope=envelope,
                words=self._times if audible else (),
                mouth=self._mouth if audible else (),
            )
            self._stream.publish(started)
        elif self._held_at_s is not None:
            after_s, from_s = round(self._clock.now() - self._held_at_s, 3), round(from_s, 3)
            self._stream.publish(
                events.SpeechResumed(turn=self.turn, sentence=self._id, after_s=after_s, from_s=from_s)
            )
        self._held_at_s = None

    def mark_held(self, position_s: float) -> None:
        """Publish that the line fell silent at a position, if it was sounding."""
        if self._sounds_since_s is None:
            return
        self._from_s, self._sounds_since_s, self._held_at_s = position_s, None, self._clock.now()
        self._stream.publish(events.SpeechHeld(turn=self.turn, sentence=self._id, heard_s=round(position_s, 3)))

    def mark_ended(self, position_s: float | None = None, *, cut: bool = False) -> None:
        """Publish the line's end if it ever started; without a position, the clock's position counts."""
        if self.is_over:
            return
        self.is_over = True
        if not self.has_started:
            return
        heard_s = self.position_s if position_s is None else position_s
        self._stream.publish(
            events.SpeechEnded(
                turn=self.turn,
                sentence=self._id,
                text=self.text,
                heard_s=round(heard_s, 3),
                cut=cut,
                heard=self._find_heard(heard_s, cut=cut),
            )
        )

    @property
    def _is_all_made(self) -> bool:
        return self.recording.is_whole and not self.recording.is_broken

    def _find_heard(self, heard_s: float, *, cut: bool) -> str:
        if not cut and heard_s >= self.duration_s - _AS_GOOD_AS_WHOLE_S:
            return self.text
        if self._times:
            return cut_heard_words(self.text, self._times, heard_s)
        envelope = self.recording.envelope if self._is_all_made else ()
        return find_heard_words(self.text, heard_s, self.duration_s, envelope)


def estimate_s(words: str) -> float:
    """Estimate how long a voice would take for a text, in seconds: speech runs at about 15 characters a second."""
    return max(_SHORTEST_S, len(words) / _CHARACTERS_PER_S)


_LOUD: Final = 0.1
"""Share of the loudest step; a quieter step is a pause, in which no word is said."""
_WORD: Final = compile_late(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")


def find_heard_words(text: str, heard_s: float, duration_s: float, envelope: Sequence[float] = ()) -> str:
    """Return the words of a text that were heard after `heard_s` of `duration_s` of its sound; maybe none.

    The characters are taken to be said at an even pace. `envelope` is the loudness of all of the sound, every 20 ms, so
    that pauses do not count; it is empty when it is not known.
    """
    loud = [each > _LOUD for each in envelope]
    if any(loud):
        share = sum(loud[: round(heard_s * 1000 / ENVELOPE_STEP_MS)]) / sum(loud)
    else:
        share = heard_s / duration_s if duration_s > 0 else 0.0
    ends = [word.end() for word in _WORD.finditer(text) if word.end() <= share * len(text)]
    return text[: ends[-1]].strip() if ends else ""
