"""The way of a turn's words from the model to the event stream, cut into sentences, each past the guard.

A sentence must also be new, and the first one in time for its picture. Where a judge is asked, sentences wait for its
answer one behind the other, while the model goes on.
"""

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal

import anyio

from performer.agent.repetition import RepeatedLine, Repetition, Strictness
from performer.core import events
from performer.core.cues import Cue
from performer.core.errors import PerformerError
from performer.guard.guard import GuardedTrail
from performer.guard.runtime import Runtime
from performer.guard.settings import Judge
from performer.guard.speakable.speakable import Speakable, Unspeakable
from performer.guard.verdict import SPEECH, Dropped, HeldBack, Masked, Pass, Verdict
from performer.speech.sentences.cutter import SentenceCutter

Job = Callable[[], Awaitable[None]]


class SerialQueue:
    """Does what is put in, in its order; only while it is open. At most so many may wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._jobs: deque[Job] = deque()
        self._is_at_work = False
        self._moved = anyio.Event()

    def put(self, job: Job) -> bool:
        """Queue a job behind those that are queued, if there is room, and return whether there was."""
        if len(self._jobs) >= self._most:
            return False
        self._jobs.append(job)
        self._move()
        return True

    async def wait_until_empty(self) -> None:
        """Return once all that is in it is done."""
        while self._jobs or self._is_at_work:
            await self._moved.wait()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Work through it for as long as the block lasts, and then to its end; a block that is cut off leaves the rest.

        A PerformerError of the block goes up after that, as it is.
        """
        failure: PerformerError | None = None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._work)
            try:
                yield
            except PerformerError as error:
                failure = error
            await self.wait_until_empty()
            tasks.cancel_scope.cancel()
        if failure:
            raise failure

    async def _work(self) -> None:
        while True:
            while self._jobs:
                self._is_at_work = True
                await self._jobs.popleft()()
                self._is_at_work = False
                self._move()
            await self._moved.wait()

    def _move(self) -> None:
        self._moved.set()
        self._moved = anyio.Event()


_SPARE: Final = 2
"""Times as many sentences may wait for the judge as may go out: it will object to some."""

_COMMAS: Final = ",;–—-、，； "


@dataclass(frozen=True, kw_only=True)
class SpeechLimits:
    """How a turn may speak, and how much."""

    turn: int
    strictness: Strictness
    """How strictly its sentences are held against what was said before."""
    sentences: int
    """How many may go out."""
    first_clause: bool = False
    """Whether the first sentence of a step goes out in two parts, each judged by itself."""
    is_spoken: bool = True
    """Whether what is let through is spoken; else it is only written where the cue comes from."""


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
    count: int = field(init=False, default=0)
    """How many sentences were let through."""
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
    """The example lines that it was told, which are not to be recited."""
    absent: frozenset[str] = field(init=False, default=frozenset())
    """What these name and nobody sees or spoke of now, as folded words: it is not to be spoken of."""
    tools: tuple[str, ...] = field(init=False, default=())
    """The names of the tools that it may call, which are not to be spoken of."""
    dropped: int = field(init=False, default=0)
    """How many sentences were not let through, but for their number or their age."""
    why_dropped: str = field(init=False, default="")
    """Why the last of them was not."""
    is_held: bool = field(init=False, default=False)
    """Whether one of them waits for the streamer's yes."""
    was_no_line: bool = field(init=False, default=False)
    """Whether the last of them was nothing that a performer says, or half a sentence: another try may be better."""
    first_s: float | None = field(init=False, default=None)
    """When the first sentence could have been heard, an instant of the clock: also one that came too late."""

    def __post_init__(self) -> None:
        """Start without a sentence."""
        self._at_judge = 0
        self._dropped_here = 0
        """How many sentences of this step were dropped."""
        self._judging = SerialQueue(_SPARE * self.limits.sentences) if self.judge else None
        self._cutter = SentenceCutter(first_clause=self.limits.first_clause)
        self._repeated = ""
        """The first sentence that was held back as said before."""
        self._stop_step: Callable[[], None] | None = None
        self._keeps_s = 0.0

    @property
    def is_late(self) -> bool:
        """Whether a first sentence that came now would be too late."""
        return not self.count and self.fresh_until_s is not None and self.runtime.clock.now() > self.fresh_until_s

    @property
    def has_said_all(self) -> bool:
        """Whether as many sentences of the turn went out, or are with the judge, as may."""
        return self.count + self._at_judge >= self.limits.sentences

    @property
    def has_dropped_step(self) -> bool:
        """Whether this step had words, and none of them was let through."""
        return self._dropped_here > 0 and not self.step_text

    def is_full(self) -> bool:
        """Return whether nothing more of this step would go out."""
        return self.is_stale or self.repeat is not None or self.has_said_all

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
        self._dropped_here = 0
        self.repeat = None

    def hear(self, piece: str) -> None:
        """Read a piece of streamed text; sentences that are finished for certain go out now, or to the judge."""
        for sentence in self._cutter.feed(piece):
            self._pass(sentence)

    def tell(self, text: str) -> None:
        """Publish a sentence of the performer's own beside what a model says: only the guard is asked."""
        verdict = self.trail.sentence(text)
        if isinstance(verdict, Dropped):
            self._block(verdict.reason, "guard")
            return
        self.told_count += 1
        self.runtime.stream.publish(self._make_event(verdict.text))

    def say_again(self) -> bool:
        """Publish what was held back as said before, and return whether there was anything."""
        if not self._repeated:
            return False
        self.count += 1
        self.runtime.stream.publish(self._make_event(self._repeated))
        return True

    def end_step(self, *, cut: bool = False) -> None:
        """Pass the rest of a step; of an answer that was cut off, the last sentence is half.

        Of that one the first clause goes out if it is all that there is.
        """
        rest = self._cutter.finish()
        if self.is_full():
            return
        half = rest.pop() if cut and rest else ""
        for sentence in rest:
            self._pass(sentence)
        if half:
            self._pass_half(half)

    def _pass_half(self, half: str) -> None:
        clause = "" if self.count or self._at_judge else _first_clause(half)
        if clause:
            self._pass(f"{clause}…")
        else:
            self._block("the answer was cut off in the middle of it", "broken off")

    def _pass(self, sentence: str) -> None:
        if self._is_over():
            return
        text = self.unmarked(sentence)
        objection = self._objection(text)
        if objection:
            self._block(f"{objection.label}: {objection.why}", "unspeakable")
            return
        verdict = self.trail.sentence(text)
        if not self.judge or not self._judging or isinstance(verdict, Dropped):
            if admitted := self._admit(verdict):
                self.runtime.stream.publish(admitted)
        elif self._judging.put(partial(self._pass_judge, self.judge, verdict)):
            self._at_judge += 1
        else:
            self._block_the_rest()

    def _objection(self, text: str) -> Unspeakable | None:
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
            written=not self.limits.is_spoken,
        )

    async def _pass_judge(self, judge: Judge, verdict: Pass | Masked) -> None:
        self._at_judge -= 1
        if self._is_over():
            return
        objection = await judge.objection(verdict.text, self.cue)
        decided = self.runtime.guard.decide_objection(verdict.text, objection, where=SPEECH) if objection else verdict
        if admitted := self._admit(decided):
            self.runtime.stream.publish(admitted)

    def _is_over(self) -> bool:
        """Return whether nothing more of this step, or of this turn, is to go out."""
        if self.is_stale or self.repeat:
            return True
        if self.count >= self.limits.sentences:
            self._block_the_rest()
            return True
        return False

    def _admit(self, verdict: Verdict) -> events.SentenceReady | events.SentenceWritten | None:
        """Count a sentence that the guard has passed, comes in time and was not said before; return its event."""
        if isinstance(verdict, Dropped):
            self.is_held = self.is_held or isinstance(verdict, HeldBack)
            self._block(verdict.reason, "guard")
            return None
        text = verdict.text
        if not text or self._comes_late() or self._was_said(text):
            return None
        self.count += 1
        self.first_s = self.first_s if self.first_s is not None else self.runtime.clock.now()
        self.step_text = f"{self.step_text} {text}".lstrip()
        self.repetition.remember(self.limits.turn, text)
        return self._make_event(text)

    def _make_event(self, text: str) -> events.SentenceReady | events.SentenceWritten:
        if not self.limits.is_spoken:
            return events.SentenceWritten(turn=self.limits.turn, text=text)
        return events.SentenceReady(turn=self.limits.turn, text=text, fresh_until_s=self.fresh_until_s)

    def _comes_late(self) -> bool:
        self.is_stale = self.is_late
        if self.is_stale:
            self.first_s = self.runtime.clock.now()
            self._block("its picture was too old before the sentence was ready (turn.freshness_s)", "stale")
            if self._stop_step:
                self._stop_step()
        return self.is_stale

    def _was_said(self, text: str) -> bool:
        if self.repeats:
            return False
        self.repeat = self.repetition.judge(text, self.limits.strictness, opens=not self.count)
        if self.repeat:
            self._repeated = self._repeated or text
            self._block(f"said before: {self.repeat.why}", "said before")
        return self.repeat is not None

    def _block_the_rest(self) -> None:
        self._block(f"more than {self.limits.sentences} sentences in a turn", "length")

    def _block(
        self, reason: str, kind: Literal["guard", "length", "broken off", "stale", "said before", "unspeakable"]
    ) -> None:
        if kind not in ("length", "stale"):
            self.dropped += 1
            self._dropped_here += 1
            self.why_dropped = "said before" if kind == "said before" else events.KEPT_BACK
            self.was_no_line = kind in ("unspeakable", "broken off")
        self.runtime.stream.publish(events.SentenceBlocked(turn=self.limits.turn, reason=reason, kind=kind))


def _first_clause(half: str) -> str:
    """Return what stands before the first comma of a sentence without an end; empty: too little does."""
    clauses = SentenceCutter(first_clause=True).feed(f"{half} ")
    return clauses[0].rstrip(_COMMAS) if clauses else ""
