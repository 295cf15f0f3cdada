"""Questions that no model answers: a short true sentence at once, and the answer once a model is back.

The sentences are the performer's own, from `prompts/unanswered/`, and go past the guard like any other.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import KW_ONLY, field, replace
from typing import Final, Literal, Protocol

import anyio
from anyio import TASK_STATUS_IGNORED
from anyio.abc import TaskStatus

from performer.agent.queue.inbox import CueInbox
from performer.agent.turn.spoken_output import TurnOutput
from performer.core.clock import Clock
from performer.core.cues import (
    CONSOLE,
    AnswerCue,
    ChatCue,
    Cue,
    OperatorCue,
    StreamerCue,
    collect_lines,
    find_reply_place,
)
from performer.core.errors import PerformerError
from performer.core.prompt_files import load_prompt_lines
from performer.core.recent_dict import RecentDict
from performer.core.values import dataclass
from performer.models.load.line_time import LineTime

LATE_S: Final = 3.0
"""Seconds after which whoever asked is told that the answer takes long, where it usually takes less."""
_REACHED_S: Final = 1.0
"""The last of these seconds: a server that does not even say which models it has is not only slow."""
_LATE: Final = 3.0
"""Usual times that an answer may take to begin: a machine that needs 4 s for one is late after 12 s."""
_SEEK_S: Final = 5.0
"""Seconds between two looks for a model while a question is held."""
_STREAMER_EVERY_S: Final = 10.0
"""Seconds between two sentences to the streamer for the same reason: who types three questions in a row needs one."""
_MOST_FAILURES: Final = 2
"""Times that a model may fail at the same question: what breaks it is not asked for ever."""
_MOST_KNOWN: Final = 200
_APART: Final = 4
"""Lines before one of them comes again."""

_Why = Literal["away", "missing", "missing-typed", "late", "lost", "failed", "nothing"]
"""The file of the sentences: no model is there, none ever was (told to viewers, or in the terminal), it takes long to
begin, it gave no answer, its tool failed, or it found no words."""


class Brain(Protocol):
    """The models that may lead."""

    @property
    def is_away(self) -> bool:
        """Whether a question has to wait."""
        ...

    @property
    def is_missing(self) -> bool:
        """Whether no model was ever there, and none is being loaded: nobody can say that there will be one."""
        ...

    def seek(self) -> None:
        """Look for a model now."""
        ...

    async def wait_until_back(self) -> None:
        """Return when a model is there."""
        ...

    async def is_reached(self) -> bool:
        """Return whether the server of the model that is asked says anything at all."""
        ...

    def rest(self) -> None:
        """Note that nobody performs now."""
        ...


@dataclass(eq=False)
class UnansweredQuestions:
    """The answer to whoever asked, not at each question of viewers, and what is held to be answered later."""

    clock: Clock
    inbox: CueInbox
    brain: Brain
    _: KW_ONLY
    every_s: float
    """Seconds between two sentences to a viewer, or in a channel where they are heard, that say for the same reason
    that an answer has to wait."""
    line_time: LineTime = field(default_factory=LineTime)
    """Knows how long a line takes here."""
    _told_s: RecentDict[tuple[str, str, _Why], float] = field(
        default_factory=lambda: RecentDict(_MOST_KNOWN), init=False
    )
    """When it was told last that an answer has to wait: in which channel, to whom where people read, and why."""
    _answer_time: LineTime = field(default_factory=LineTime, init=False)
    """Knows how long the last answers took to begin."""
    _failures: RecentDict[object, int] = field(default_factory=lambda: RecentDict(_MOST_KNOWN), init=False)
    """How often a model has failed at a question."""
    _promised_s: RecentDict[object, float] = field(default_factory=lambda: RecentDict(_MOST_KNOWN), init=False)
    """When questions were held: who asked them does not expect an answer at once."""
    _said: list[str] = field(default_factory=list, init=False)
    _held: anyio.Event = field(default_factory=anyio.Event, init=False)

    def await_brain(self, cue: Cue, output: TurnOutput) -> bool:
        """Return whether a question has to wait for a model; it is held then, and whoever asked is told."""
        if self.brain.is_away:
            self._hold(cue, output)
            return True
        return False

    def fail(self, cue: Cue, output: TurnOutput) -> None:
        """Hold a question at which the model failed without a word, tell whoever asked; the next time let it go."""
        key = _identify(cue)
        self._failures[key] = failures = self._failures.get(key, 0) + 1
        if failures < _MOST_FAILURES:
            self._hold(cue, output)
        else:
            self.tell(output, "lost")

    def tell(self, output: TurnOutput, why: _Why) -> None:
        """Publish why there is no answer."""
        lines = load_prompt_lines(f"unanswered/{why}")
        line = self.clock.chance.choice([each for each in lines if each not in self._said] or lines)
        self._said = [*self._said, line][-_APART:]
        output.tell(line)

    @asynccontextmanager
    async def telling_when_late(
        self, cue: Cue, output: TurnOutput, has_begun: Callable[[], bool]
    ) -> AsyncIterator[None]:
        """Publish an excuse to whoever asked, should the model not have begun in time while the block lasts.

        The time counts from the question on, which may have waited behind another turn; of one that was held, from now.
        A PerformerError of the block goes up as it is.
        """
        failure: PerformerError | None = None
        began_s = self.clock.now()
        since_s = began_s if _identify(cue) in self._promised_s else _find_asked_s(cue)

        async def tell() -> None:
            await self._sleep_until(since_s + LATE_S - _REACHED_S)
            if has_begun():
                return
            await self._wait_until_late(since_s)
            if not has_begun():
                self._tell_sometimes(cue, output, "late")

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(tell)
            try:
                yield
            except PerformerError as error:
                failure = error
            tasks.cancel_scope.cancel()
        if output.first_s is not None:
            self._answer_time.took(output.first_s - began_s)
        if failure:
            raise failure

    async def run(self, *, task_status: TaskStatus[None] = TASK_STATUS_IGNORED) -> None:
        """Put questions back to the inbox once a model is there, and look for one while any is held; for ever."""
        task_status.started()
        while True:
            await self._held.wait()
            self._held = anyio.Event()
            while self.inbox.has_held:
                with self.clock.move_on_after(_SEEK_S):
                    await self.brain.wait_until_back()
                if self.brain.is_away:
                    self.brain.seek()
                else:
                    self.inbox.release()

    async def _wait_until_late(self, since_s: float) -> None:
        """Return when an answer is later than answers are here, or in LATE_S where the model's server says nothing."""
        is_there = False
        with self.clock.move_on_after(_REACHED_S):
            is_there = await self.brain.is_reached()
        if is_there:
            usual_s = max(self.line_time.line_s or 0.0, self._answer_time.line_s or 0.0)
            await self._sleep_until(since_s + max(LATE_S, _LATE * usual_s))

    async def _sleep_until(self, at_s: float) -> None:
        await self.clock.sleep(max(0.0, at_s - self.clock.now()))

    def _hold(self, cue: Cue, output: TurnOutput) -> None:
        self._tell_sometimes(cue, output, self._find_absence(cue))
        self._promised_s[_identify(cue)] = self.clock.now()
        self.inbox.hold(_forget_row(cue))
        self._held.set()

    def _find_absence(self, cue: Cue) -> _Why:
        """Return why no model answers; the way to one is told where the streamer types, and to no viewer."""
        if not self.brain.is_missing:
            return "away"
        return "missing-typed" if find_reply_place(cue)[0] == CONSOLE else "missing"

    def _tell_sometimes(self, cue: Cue, output: TurnOutput, why: _Why) -> None:
        """Publish why there is no answer, unless that was told of late; the streamer is told anew after seconds."""
        lines = collect_lines(cue)
        person = lines[-1].author if lines and output.limits.is_written else ""
        told, now_s = (find_reply_place(cue)[0], person, why), self.clock.now()
        every_s = _STREAMER_EVERY_S if isinstance(cue, OperatorCue | StreamerCue) else self.every_s
        if now_s - self._told_s.get(told, -every_s) >= every_s:
            self._told_s[told] = now_s
            self.tell(output, why)


def _identify(cue: Cue) -> object:
    """Return what makes a question the same one when it is asked again, though lines may have joined it."""
    lines = collect_lines(cue)
    return (lines[0].channel, lines[0].message, lines[0].at_s) if lines else _forget_row(cue)


def _forget_row(cue: Cue) -> Cue:
    """Return a cue without the id of its row, which was taken out of the database when its turn began."""
    return replace(cue, id="") if isinstance(cue, OperatorCue | AnswerCue) else cue


def _find_asked_s(cue: Cue) -> float:
    """Return when the first question of a cue was asked; lines that speak to nobody may have waited for longer."""
    lines = cue.lines if isinstance(cue, ChatCue) else ()
    return min((line.at_s for line in lines if line.direct), default=cue.at_s)
