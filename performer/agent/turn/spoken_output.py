"""The way of a turn's words from the model to the event stream, cut into sentences, each past the guard.

A sentence must also be new, and the first one in time for its picture. Where a judge is asked, sentences wait for its
answer one behind the other, while the model goes on. What is written keeps its code, lists and paragraphs; of what is
spoken they are no part.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import field, replace
from functools import partial
from typing import Final, Literal

from performer.agent.prompt.answer_length import AnswerLength
from performer.agent.repetition import RepeatedLine, Repetition, Strictness
from performer.agent.turn.answer_pieces import AnswerCutter, AnswerPiece
from performer.agent.turn.sentence_count import SentenceCount
from performer.agent.turn.serial_queue import SerialQueue
from performer.core import events
from performer.core.cues import Cue
from performer.core.prompt_files import load_prompt_lines
from performer.core.values import dataclass
from performer.guard.guard import GuardedTrail
from performer.guard.lined_text import check_lines
from performer.guard.runtime import Runtime
from performer.guard.settings import Judge
from performer.guard.speakable.speakable import Speakable, Unspeakable
from performer.guard.verdict import SPEECH, Dropped, HeldBack, Masked, Pass, Verdict
from performer.speech.output.readable_text import make_speakable
from performer.speech.sentences.cutter import SentenceCutter

_SPARE: Final = 2
"""Times as many sentences may wait for the judge as may go out: it will object to some."""

_COMMAS: Final = ",;–—-、，； "


@dataclass(frozen=True, kw_only=True)
class SpeechLimits:
    """The limits of how a turn may speak, and how much."""

    turn: int
    strictness: Strictness
    """How strictly its sentences are held against what was said before."""
    length: AnswerLength
    """How much of it may go out."""
    first_clause: bool = False
    """Whether the first sentence of a step goes out in two parts, each judged by itself."""

    @property
    def is_spoken(self) -> bool:
        """Whether any of it may be spoken."""
        return self.length.sentences > 0

    @property
    def is_written(self) -> bool:
        """Whether people read it where the cue comes from."""
        return self.length.written > 0

    @property
    def takes_code(self) -> bool:
        """Whether people see its code there."""
        return self.is_written or self.length.shows_code


@dataclass(eq=False)
class TurnOutput:
    """What one turn says; nothing reaches anybody but through the guard."""

    runtime: Runtime
    repetition: Repetition
    limits: SpeechLimits
    trail: GuardedTrail
    """What the guard let pass of this turn; also what was then held back by a judge, or for another reason."""
    cue: Cue | None = None
    """Why the turn speaks, for the judge."""
    judge: Judge | None = None
    """Asked about what the guard lets pass, if there is one; then `open_output` is where the turn speaks."""
    speakable: Speakable | None = None
    """Knows what no performer would say; None: these are no model's words."""

    fresh_until_s: float | None = field(init=False, default=None)
    """Until when the first sentence must be ready, for its picture is then too old; None: it keeps."""
    unmarked: Callable[[str], str] = field(init=False, default=str)
    """Leaves out the marks around others' words, should the model have copied them."""
    told_count: int = field(init=False, default=0)
    """How many sentences were said beside, of the performer's own and not of a model's."""
    step_text: str = field(init=False, default="")
    """What was let through of this step."""
    repeat: RepeatedLine | None = field(init=False, default=None)
    """What this step began to say again; the rest of it is dropped."""
    repeats: bool = field(init=False, default=False)
    """Whether what was said before may be said again: somebody waits for it, and other words were asked for."""
    is_stale: bool = field(init=False, default=False)
    """Whether the first sentence came too late; nothing more of this turn is said."""
    told: tuple[str, ...] = field(init=False, default=())
    """What this turn's model was told of its gestures, which is not to be read out."""
    examples: tuple[str, ...] = field(init=False, default=())
    """The example lines that it was told, and what was seen in them, which are not to be recited."""
    absent: frozenset[str] = field(init=False, default=frozenset())
    """What these name and nobody sees or spoke of now, as folded words: it is not to be spoken of."""
    tools: tuple[str, ...] = field(init=False, default=())
    """The names of the tools that it may call, which are not to be spoken of."""
    why_dropped: str = field(init=False, default="")
    """Why the last sentence was dropped."""
    is_held: bool = field(init=False, default=False)
    """Whether a dropped one waits for the streamer's yes."""
    was_no_line: bool = field(init=False, default=False)
    """Whether the last dropped one was nothing that a performer says, or half a sentence: another try may be better."""
    first_s: float | None = field(init=False, default=None)
    """When the first sentence could have been heard, an instant of the clock: also one that came too late."""

    def __post_init__(self) -> None:
        """Start without a sentence."""
        self.sentences = SentenceCount(self.limits.length)
        self._judging = SerialQueue(_SPARE * self.limits.length.most) if self.judge else None
        only_spoken = self.limits.is_spoken and not self.limits.is_written
        self._cutter = AnswerCutter(first_clause=self.limits.first_clause, early_end=only_spoken)
        self._repeated = ""
        """The first sentence that was held back as said before."""
        self._told_of_code = False
        """Whether it was said that code is in the chat."""
        self._stop_step: Callable[[], None] | None = None
        self._keeps_s = 0.0

    @property
    def is_late(self) -> bool:
        """Whether a first sentence that came now would be too late."""
        is_due = self.fresh_until_s is not None and self.runtime.clock.now() > self.fresh_until_s
        return is_due and not self.sentences.passed

    @property
    def has_dropped_step(self) -> bool:
        """Whether this step had words, and none of them was let through."""
        return self.sentences.dropped_here > 0 and not self.step_text

    def is_full(self) -> bool:
        """Return whether nothing more of this step would go out."""
        return self._has_ended() or self.sentences.has_all

    def _has_ended(self) -> bool:
        return self.is_stale or self.repeat is not None or self.sentences.is_in_vain

    def open_output(self) -> AbstractAsyncContextManager[None]:
        """Speak in this block; it ends when all that was said in it is judged, or at once when it is cut off."""
        return self._judging.open() if self._judging else nullcontext()

    async def settled(self) -> None:
        """Return when all sentences so far are judged."""
        if self._judging:
            await self._judging.wait_until_empty()

    def keeps(self, since_s: float, for_s: float) -> None:
        """Drop the output unless its first sentence is ready within so many seconds of an instant."""
        self._keeps_s = for_s
        self.fresh_until_s = since_s + for_s

    def taken_over(self) -> None:
        """Count that time anew: what comes now is another's, about this moment."""
        if self.fresh_until_s is not None:
            self.fresh_until_s = self.runtime.clock.now() + self._keeps_s

    def begin_step(self, stop: Callable[[], None]) -> None:
        """Forget what the last step wanted to say again; `stop` is called when this one comes too late."""
        self._stop_step = stop
        self.step_text = ""
        self.sentences.begin_step()
        self.repeat = None

    def hear(self, text: str) -> None:
        """Read a bit of streamed text; sentences that are finished for certain go out now, or to the judge."""
        for piece in self._strip(self._cutter.feed(text)):
            self._pass(piece)

    def tell(self, text: str) -> None:
        """Publish a sentence of the performer's own beside what a model says: only the guard is asked."""
        verdict = self.trail.sentence(text)
        if isinstance(verdict, Dropped):
            self._block(verdict.reason, "guard")
            return
        self.told_count += 1
        self._publish(verdict.text)

    def say_again(self) -> bool:
        """Publish what was held back as said before, and return whether there was anything."""
        if not self._repeated:
            return False
        self.sentences.add_passed()
        self._publish(self._repeated)
        return True

    def end_step(self, *, cut: bool = False) -> None:
        """Pass the rest of a step; of an answer that was cut off, the last sentence is half.

        Of that one the first clause goes out if it is all that there is.
        """
        rest = list(self._strip(self._cutter.finish()))
        if self.is_full():
            return
        half = rest.pop() if cut and rest and not rest[-1].is_code else None
        for piece in rest:
            self._pass(piece)
        if half:
            self._pass_half(half)

    def _pass_half(self, half: AnswerPiece) -> None:
        clause = "" if self.sentences.passed or self.sentences.at_judge else _first_clause(half.text)
        if clause:
            self._pass(replace(half, text=f"{clause}…"))
        else:
            self._block("the answer was cut off in the middle of it", "broken off")

    def _pass(self, piece: AnswerPiece) -> None:
        if self._is_over():
            return
        objection = self._objection(piece.text, is_written=self.limits.is_written or piece.is_code)
        if objection or (piece.is_code and not self.limits.takes_code):
            reason = f"{objection.label}: {objection.why}" if objection else "code is not read out"
            self._block(reason, "unspeakable")
            return
        verdict = self._check(piece)
        if not self.judge or not self._judging or isinstance(verdict, Dropped):
            self._admit(piece, verdict)
        elif self._judging.put(partial(self._pass_judge, self.judge, piece, verdict)):
            self.sentences.at_judge += 1
        else:
            self._block_the_rest()

    def _check(self, piece: AnswerPiece) -> Verdict:
        if piece.is_code:
            return check_lines(self.runtime.guard, self.trail, piece.text, where="code")
        return self.trail.sentence(piece.text)

    def _strip(self, pieces: Iterable[AnswerPiece]) -> Iterator[AnswerPiece]:
        """Yield pieces without the marks around others' words, and what is only spoken without the form of a text."""
        for piece in pieces:
            if piece.is_code:
                yield piece
                continue
            text = self.unmarked(piece.text)
            heard = text if self.limits.is_written else self._strip_form(text)
            sentences = [text] if heard == text else _cut(heard)  # quotes had kept them together
            yield from (replace(piece, text=each) for each in sentences)

    def _strip_form(self, text: str) -> str:
        """Return what is heard of a sentence of an answer; any other is judged with its form."""
        answers = self.limits.strictness is Strictness.ANSWER
        return self.speakable.strip_form(text) if self.speakable and answers else text

    def _objection(self, text: str, *, is_written: bool) -> Unspeakable | None:
        if self.speakable is None:
            return None
        answers = self.limits.strictness is Strictness.ANSWER
        return self.speakable.objection(
            text,
            told=self.told,
            examples=self.examples,
            absent=self.absent,
            tools=self.tools,
            answers=answers,
            written=is_written,
        )

    async def _pass_judge(self, judge: Judge, piece: AnswerPiece, verdict: Pass | Masked) -> None:
        self.sentences.at_judge -= 1
        if self._is_over():
            return
        objection = await judge.objection(verdict.text, self.cue)
        decided = self.runtime.guard.decide_objection(verdict.text, objection, where=SPEECH) if objection else verdict
        self._admit(piece, decided)

    def _is_over(self) -> bool:
        """Return whether nothing more of this step, or of this turn, is to go out."""
        if self._has_ended():
            return True
        if self.sentences.has_read_all:
            self._block_the_rest()
            return True
        return False

    def _admit(self, piece: AnswerPiece, verdict: Verdict) -> None:
        """Count and publish what the guard has passed, comes in time and was not said before."""
        if isinstance(verdict, Dropped):
            self.is_held = self.is_held or isinstance(verdict, HeldBack)
            self._block(verdict.reason, "guard")
            return
        text = verdict.text
        if not text:
            self.sentences.add_empty()
            return
        if not (piece.is_code or self.limits.is_written or self.sentences.has_voice_left):
            self.sentences.skipped += 1
            return
        if self._comes_late() or (not piece.is_code and self._was_said(text)):
            return
        self.sentences.add_passed()
        self.first_s = self.first_s if self.first_s is not None else self.runtime.clock.now()
        self.step_text = f"{self.step_text}{piece.gap}{text}".lstrip()
        if piece.is_code:
            self._write(text, piece.gap)
            self._tell_of_code()
        else:
            self.repetition.remember(self.limits.turn, text)
            self._publish(text, piece.gap, speaks=self._has_words_to_speak(text))

    def _publish(self, text: str, gap: str = " ", *, speaks: bool = True) -> None:
        """Publish a sentence in each way in which the turn speaks."""
        if self.limits.is_written:
            self._write(text, gap)
        if speaks and self.limits.is_spoken:
            self.sentences.spoken += 1
            self.runtime.stream.publish(self._make_ready(text))

    def _write(self, text: str, gap: str) -> None:
        self.runtime.stream.publish(events.SentenceWritten(turn=self.limits.turn, text=text, gap=gap))

    def _make_ready(self, text: str, *, is_beside: bool = False) -> events.SentenceReady:
        """Make a sentence to be spoken; one that is said beside a text is not kept with what was answered."""
        turn, until_s = self.limits.turn, self.fresh_until_s
        only = is_beside or self.limits.is_written
        return events.SentenceReady(turn=turn, text=text, fresh_until_s=until_s, only_spoken=only)

    def _has_words_to_speak(self, text: str) -> bool:
        """Return whether a sentence may be spoken too; of one that is written with markup only words are."""
        if not self.sentences.has_voice_left or not self.limits.is_written:
            return self.sentences.has_voice_left
        words = self._strip_form(make_speakable(text))
        return bool(words) and self._objection(words, is_written=False) is None

    def _tell_of_code(self) -> None:
        """Publish, in own words, where the code is, once, however much has been said."""
        if self._told_of_code or not self.limits.is_spoken:
            return
        self._told_of_code = True
        words = self.trail.sentence(self.runtime.clock.chance.choice(load_prompt_lines("written/code")))
        if not isinstance(words, Dropped):
            self.runtime.stream.publish(self._make_ready(words.text, is_beside=True))

    def _comes_late(self) -> bool:
        self.is_stale = self.is_late
        if self.is_stale:
            self.first_s = self.runtime.clock.now()
            self._block("its picture was too old before the sentence was ready (turn.freshness_s)", "stale")
            if self._stop_step:
                self._stop_step()
        return self.is_stale

    def _was_said(self, text: str) -> bool:
        if self.repeats or (self.limits.is_written and self.sentences.passed):
            return False  # lists and steps say the same more than once
        self.repeat = self.repetition.judge(text, self.limits.strictness, opens=not self.sentences.passed)
        if self.repeat:
            self._repeated = self._repeated or text
            how = "like a line of which you want less" if self.repeat.is_unwanted else "said before"
            self._block(f"{how}: {self.repeat.why}", "said before")
        return self.repeat is not None

    def _block_the_rest(self) -> None:
        self._block(f"more than {self.limits.length.most} sentences in a turn", "length")

    def _block(
        self, reason: str, kind: Literal["guard", "length", "broken off", "stale", "said before", "unspeakable"]
    ) -> None:
        if kind not in ("length", "stale"):
            self.sentences.add_dropped()
            self.why_dropped = "said before" if kind == "said before" else events.KEPT_BACK
            self.was_no_line = kind in ("unspeakable", "broken off")
        self.runtime.stream.publish(events.SentenceBlocked(turn=self.limits.turn, reason=reason, kind=kind))


def _cut(text: str) -> list[str]:
    cutter = SentenceCutter()
    return [*cutter.feed(text), *cutter.finish()]


def _first_clause(half: str) -> str:
    """Return what stands before the first comma of a sentence without an end; empty: too little does."""
    clauses = SentenceCutter(first_clause=True).feed(f"{half} ")
    return clauses[0].rstrip(_COMMAS) if clauses else ""
