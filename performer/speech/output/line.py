"""One sentence on its way to the audience: its sound, and the events of its start, growth, holds and end."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from performer.core import events
from performer.core.audio import ENVELOPE_STEP_MS, MouthShape, Sound, WordTime
from performer.core.clock import Clock
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import EventStream
from performer.core.speech_times import shape_mouth, time_signs
from performer.speech.output.estimated_times import SpeechPace, estimate_s, estimate_times, find_heard_words
from performer.speech.output.heard_words import cut_heard_words, find_word_to_resume, place_words
from performer.speech.output.readable_text import make_speakable
from performer.speech.output.recording import BEGIN_ANEW_S, LoudnessScale, SentenceSound
from performer.speech.voices.manner import ChooseManner, speak_plainly
from performer.speech.voices.voice import Utterance

_ON_ITS_WAY_S = 0.04
"""Sound that a player has begun, and that is not heard yet; a hush takes it back."""
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
        pace: SpeechPace | None = None,
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
        self._pace = pace or SpeechPace()
        self._times: tuple[WordTime, ...] = ()
        self._are_exact = False
        """Whether the voice told the times."""
        self._phonemes = ""
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
            self._times, self._are_exact = place_words(self.text, self.words, piece.words), True
        self._mouth = piece.mouth or self._mouth
        self._phonemes = piece.phonemes
        is_settled = self.recording.is_whole and self._settle_times()
        self._publish_growth(piece.duration_s, envelope, is_settled=is_settled)

    def finish(self) -> None:
        """Note that no further piece comes; while the line is heard, it is published if its times are known by that."""
        self.recording.finish()
        if self._settle_times():
            self._publish_growth(0.0, (), is_settled=True)

    def _publish_growth(self, duration_s: float, envelope: tuple[float, ...], *, is_settled: bool) -> None:
        if self._is_audible:
            grown = events.SpeechGrew(
                turn=self.turn,
                sentence=self._id,
                duration_s=round(duration_s, 3),
                envelope=envelope,
                words=self._times if is_settled else (),
                mouth=self._mouth if is_settled else (),
            )
            self._stream.publish(grown)

    def _settle_times(self) -> bool:
        """Estimate the times of the words by all of the sound; return False if the voice told them, or said nothing."""
        if not self.recording.made_s or self._are_exact:
            return False
        self._estimate_times()
        if self._times:
            self._pace.note(self.words, self._times[-1].end_s)
        return True

    def _estimate_times(self) -> None:
        """Estimate them by the sound that is made, and by how much there will be."""
        made = self.recording.envelope
        whole_s = self.recording.made_s if self.recording.is_whole else self._pace.estimate_s(self.words)
        envelope = [*made, *[1.0] * (round(whole_s * 1000 / ENVELOPE_STEP_MS) - len(made))]
        self._times = place_words(self.text, self.words, estimate_times(self.words, envelope, self._phonemes))
        if self._phonemes:
            self._mouth = tuple(shape_mouth(self._phonemes, time_signs(self._phonemes, envelope)))

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
        exact = self._times if self._are_exact else ()
        by_word_s = find_word_to_resume(exact, position_s) if position_s >= BEGIN_ANEW_S else None
        return self.recording.find_resume_s(position_s) if by_word_s is None else by_word_s

    def find_stop_s(self, within_s: float) -> float:
        """Return after how many seconds a word ends; without one within so many, when it is quietest meanwhile."""
        position_s = self.position_s - _ON_ITS_WAY_S
        if self._are_exact:
            ends = (each.end_s - position_s for each in self._times)
            return next((each for each in ends if 0 <= each <= within_s), within_s)
        quiet_s = self.recording.find_quiet_s(position_s, within_s) - position_s
        return min(max(quiet_s, 0.0), within_s)

    def mark_sounding(self, from_s: float, *, audible: bool) -> None:
        """Publish that the line starts, or resumes at a position; not audible when its time passes in silence."""
        if self.is_over or self._sounds_since_s is not None:
            return
        self._from_s, self._sounds_since_s = from_s, self._clock.now()
        if not self.has_started:
            self.has_started, self._is_audible = True, audible
            if audible and not self._times:
                self._estimate_times()
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
        return find_heard_words(self.text, heard_s, self.duration_s)
