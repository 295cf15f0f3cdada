"""Speech: the way of a turn's words from the model to the event stream, cut into sentences, each past the guard.

A sentence must also be new, and the first one in time for its picture. Where a judge is asked, sentences wait for its
answer one behind the other, while the model goes on.

A lane: things that take a while, done one after the other beside whoever puts them in.
"""

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Final, Literal

import anyio

from performer.agent.repetition import RepeatedLine, Repetition, Strictness
from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import Cue
from performer.core.errors import PerformerError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard, GuardedTrail
from performer.guard.settings import Judge
from performer.guard.speakable.speakable import Speakable, Unspeakable
from performer.guard.verdict import SPEECH, Dropped, Masked, Pass, Verdict
from performer.speech.sentences.cutter import SentenceCutter

Job = Callable[[], Awaitable[None]]


class SerialQueue:
    """Does what is put in, in its order; only while it is open.

    Args:
        most: How many may wait.
    """

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


class TurnOutput:
    """What one turn says; nothing reaches anybody but through `guard`.

    Args:
        clock: Whose instants freshness is told in.
        stream: Where sentences go.
        guard: Decides of each.
        novelty: Knows what was said before, and is told what will be.
        turn: Whose words they are.
        manner: How strictly they are held against what was said before.
        most_sentences: How many may go out.
        first_clause: Let the first sentence of a step go out in two parts, each judged by itself.
        after: What somebody else said right before: the chat line that is answered.
        before: The trail of the turn before.
        judge: Asked about what the guard lets pass, if there is one; then `flowing` is where the turn speaks.
        cue: Why the turn speaks, for the judge.
        aloud: Whether what is let through is spoken; else it is only written where the cue comes from.
        speakable: Knows what no performer would say; None: these are no model's words.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        guard: Guard,
        novelty: Repetition,
        *,
        turn: int,
        manner: Strictness,
        most_sentences: int,
        first_clause: bool = False,
        after: str = "",
        before: GuardedTrail | None = None,
        judge: Judge | None = None,
        cue: Cue | None = None,
        aloud: bool = True,
        speakable: Speakable | None = None,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._guard = guard
        self.trail = guard.trail(after, before=before)
        """What the guard let pass of this turn; also what was then held back by a judge, or for another reason."""
        self._judge = judge
        self._cue = cue
        self._aloud = aloud
        self._speakable = speakable
        self._at_judge = 0
        self._lane = SerialQueue(_SPARE * most_sentences) if judge else None
        self._novelty = novelty
        self._turn = turn
        self._manner = manner
        self._most_sentences = most_sentences
        self._cutter = SentenceCutter(first_clause=first_clause)
        self.fresh_until_s: float | None = None
        """Until when the first sentence must be ready, for its picture is then too old; None: it keeps."""
        self._keeps_s = 0.0
        self.unmarked: Callable[[str], str] = str
        """Leaves out the marks around others' words, should the model have copied them."""
        self.count = 0
        """How many sentences were let through."""
        self.step_text = ""
        """What was let through of this step."""
        self.repeat: RepeatedLine | None = None
        """What this step began to say again; the rest of it is dropped."""
        self.is_stale = False
        """Whether the first sentence came too late; nothing more of this turn is said."""
        self.told: tuple[str, ...] = ()
        """What this turn's model was told of its gestures, which is not to be read out."""
        self.examples: tuple[str, ...] = ()
        """The example lines that it was told, which are not to be recited."""
        self.absent: frozenset[str] = frozenset()
        """What these name and nobody sees or spoke of now, as folded words: it is not to be spoken of."""
        self.tools: tuple[str, ...] = ()
        """The names of the tools that it may call, which are not to be spoken of."""
        self.dropped = 0
        """How many sentences were not let through, but for their number or their age."""
        self.why_dropped = ""
        """Why the last of them was not."""
        self.was_no_line = False
        """Whether the last of them was nothing that a performer says, or half a sentence: another try may be better."""
        self.first_s: float | None = None
        """When the first sentence could have been heard, an instant of the clock: also one that came too late."""

    @property
    def is_late(self) -> bool:
        """Whether a first sentence that came now would be too late."""
        return not self.count and self.fresh_until_s is not None and self._clock.now() > self.fresh_until_s

    @property
    def is_full(self) -> bool:
        """Whether nothing more of this step would go out."""
        return self.is_stale or self.repeat is not None or self.count + self._at_judge >= self._most_sentences

    def open_output(self) -> AbstractAsyncContextManager[None]:
        """Speak in this block; it ends when all that was said in it is judged, or at once when it is cut off."""
        return self._lane.open() if self._lane else nullcontext()

    async def settled(self) -> None:
        """Return when all sentences so far are judged."""
        if self._lane:
            await self._lane.wait_until_empty()

    def keeps(self, since_s: float, for_s: float) -> None:
        """Drop the output unless its first sentence is ready within so many seconds of an instant."""
        self._keeps_s = for_s
        self.fresh_until_s = since_s + for_s

    def taken_over(self) -> None:
        """Count that time anew: what comes now is another's, about this moment."""
        if self.fresh_until_s is not None:
            self.fresh_until_s = self._clock.now() + self._keeps_s

    def begin_step(self) -> None:
        """Forget what the last step wanted to say again."""
        self.step_text = ""
        self.repeat = None

    def hear(self, piece: str) -> None:
        """Read a piece of streamed text; sentences that are finished for certain go out now, or to the judge."""
        for sentence in self._cutter.feed(piece):
            self._pass(sentence)

    def end_step(self, *, cut: bool = False) -> None:
        """Pass the rest of a step; of an answer that was cut off, the last sentence is half.

        Of that one the first clause goes out if it is all that there is.
        """
        rest = self._cutter.finish()
        if self.is_full:
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
        if not self._judge or not self._lane or isinstance(verdict, Dropped):
            self._go_by(verdict)
        elif self._lane.put(partial(self._pass_judge, self._judge, verdict)):
            self._at_judge += 1
        else:
            self._block_the_rest()

    def _objection(self, text: str) -> Unspeakable | None:
        if self._speakable is None:
            return None
        answers = self._manner is Strictness.ANSWER
        return self._speakable.objection(
            text,
            told=self.told,
            examples=self.examples,
            absent=self.absent,
            tools=self.tools,
            answers=answers,
            written=not self._aloud,
        )

    async def _pass_judge(self, judge: Judge, verdict: Pass | Masked) -> None:
        self._at_judge -= 1
        if self._is_over():
            return
        objection = await judge.objection(verdict.text, self._cue)
        self._go_by(self._guard.decide_objection(verdict.text, objection, where=SPEECH) if objection else verdict)

    def _is_over(self) -> bool:
        """Return whether nothing more of this step, or of this turn, is to go out."""
        if self.is_stale or self.repeat:
            return True
        if self.count >= self._most_sentences:
            self._block_the_rest()
            return True
        return False

    def _go_by(self, verdict: Verdict) -> None:
        if isinstance(verdict, Dropped):
            self._block(verdict.reason, "guard")
        elif verdict.text and not self._comes_late() and not self._was_said(verdict.text):
            self._let_through(verdict.text)

    def _comes_late(self) -> bool:
        self.is_stale = self.is_late
        if self.is_stale:
            self.first_s = self._clock.now()
            self._block("its picture was too old before the sentence was ready (turn.freshness_s)", "stale")
        return self.is_stale

    def _was_said(self, text: str) -> bool:
        self.repeat = self._novelty.judge(text, self._manner, opens=not self.count)
        if self.repeat:
            self._block(f"said before: {self.repeat.why}", "said before")
        return self.repeat is not None

    def _let_through(self, text: str) -> None:
        self.count += 1
        self.first_s = self.first_s if self.first_s is not None else self._clock.now()
        self.step_text = f"{self.step_text} {text}".lstrip()
        self._novelty.remember(self._turn, text)
        if self._aloud:
            self._stream.publish(events.SentenceReady(turn=self._turn, text=text, fresh_until_s=self.fresh_until_s))
        else:
            self._stream.publish(events.SentenceWritten(turn=self._turn, text=text))

    def _block_the_rest(self) -> None:
        self._block(f"more than {self._most_sentences} sentences in a turn", "length")

    def _block(
        self, reason: str, kind: Literal["guard", "length", "broken off", "stale", "said before", "unspeakable"]
    ) -> None:
        if kind not in ("length", "stale"):
            self.dropped += 1
            self.why_dropped = "said before" if kind == "said before" else events.KEPT_BACK
            self.was_no_line = kind in ("unspeakable", "broken off")
        self._stream.publish(events.SentenceBlocked(turn=self._turn, reason=reason, kind=kind))


def _first_clause(half: str) -> str:
    """Return what stands before the first comma of a sentence without an end; empty: too little does."""
    clauses = SentenceCutter(first_clause=True).feed(f"{half} ")
    return clauses[0].rstrip(_COMMAS) if clauses else ""
