"""A show in real time that can be flooded with chat lines, with a model and a voice that stand in, and its timing.

All else is the product's own: inbox, director, turn, prompt, guard, terminal and, where it is wanted, journal. A
viewer's line comes to the guard when a turn begins that answers it (up to twelve lines with their authors' names), when
the terminal prints that, and when a journal keeps it. The streamer's requests are timed from the instant at which they
are due, so that a show that was held up then is not let off.
"""

import io
import random
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

import anyio

from bench.show.ground_truth import ReelSource, draw_still_reel
from bench.show.microphone import MicTrack
from bench.show.rig import apply_plan
from bench.show.wiring import TakeStage, wire_show
from performer.agent.queue.inbox import CueInbox
from performer.chats.console.output import ConsoleMirror
from performer.config.config import Config
from performer.core import events
from performer.core.clock import Clock, SystemClock, measure_worked_s
from performer.core.cues import ChatCue, ChatLine, OperatorCue
from performer.core.plain_console import PlainConsole
from performer.core.prompt_files import load_prompt_lines
from performer.guard.time_limit import GuardWatch, UncheckedText
from performer.memory.journal.file import JournalWriter
from performer.models.model import FinalAnswer, OnText, Step, StepRequest
from performer.models.selection.build import EndpointFactory, build_model_team

T = TypeVar("T")

THINK_S: Final = 0.3
"""The time to the sentence of the model that stands in: less than a real one takes, so that a stall weighs more."""
_TICK_S: Final = 0.01
_BETWEEN_S: Final = (1.0, 2.0)
"""Seconds between a sentence, which is spoken by then, and the streamer's next request, drawn evenly."""
_PATIENT_S: Final = 10.0
_WARM_UPS: Final = 2
"""Requests before the first one that is timed."""
_MOMENTS: Final = ("calm", "colour", "dark", "bright", "moving", "side")
"""The understudy's lines, of whose words the model makes its own."""
_WORDS_A_LINE: Final = 3
_FEWEST_LETTERS: Final = 4


@dataclass(kw_only=True)
class ShowTiming:
    """What was measured of one show, or of several alike."""

    sentences_s: list[float] = field(default_factory=list)
    """From each request of the streamer's to its first sentence past the guard, with the model's time."""
    late_s: list[float] = field(default_factory=list)
    """By how much each tick of the show's loop came late."""
    lost: int = 0
    """Requests that got no sentence."""
    lines: int = 0
    """Chat lines that came."""
    turns: int = 0
    """Turns that answered them."""
    unread: int = 0
    """Texts that were dropped because their search broke or took too long."""
    looks: int = 0
    """Searches of the guard, for all of the show's texts."""
    guard_s: float = 0.0
    """What the processor worked for these."""
    longest_s: float = 0.0
    """The longest one."""
    seconds: float = 0.0
    """The length of the show."""

    def add(self, other: "ShowTiming") -> None:
        """Add what was measured of a show like this one."""
        self.sentences_s += other.sentences_s
        self.late_s += other.late_s
        for name in ("lost", "lines", "turns", "unread", "looks", "guard_s", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest_s = max(self.longest_s, other.longest_s)


class CountingWatch(GuardWatch):
    """The guard's watch, which also counts what its searches work, in whatever thread they run."""

    def __init__(self, timing: ShowTiming) -> None:
        super().__init__()
        self._timing = timing
        self._lock = threading.Lock()
        self._inside = threading.local()

    def over(self, look: Callable[[], T], *, limited: bool = True) -> T:
        """Run a search as the guard's watch does."""
        try:
            return super().over(lambda: self._count(look), limited=limited)
        except UncheckedText:
            with self._lock:
                self._timing.unread += 1
            raise

    def _count(self, look: Callable[[], T]) -> T:
        if getattr(self._inside, "is_on", False):
            return look()
        self._inside.is_on, began_s = True, measure_worked_s()
        try:
            return look()
        finally:
            self._inside.is_on, took_s = False, measure_worked_s() - began_s
            with self._lock:
                self._timing.looks += 1
                self._timing.guard_s += took_s
                self._timing.longest_s = max(self._timing.longest_s, took_s)


class BriefModel:
    """A model that answers whatever it is asked with three words, after the same time."""

    name = "three words"
    sees = True

    def __init__(self, clock: Clock, think_s: float = THINK_S) -> None:
        self._clock = clock
        self._think_s = think_s
        lines = (line for moment in _MOMENTS for line in load_prompt_lines(f"understudy/{moment}"))
        self._words = sorted({word for line in lines for word in line.split() if _is_plain(word)})

    async def step(self, request: StepRequest, on_text: OnText) -> Step:  # noqa: ARG002  the question does not matter
        """Wait, and hand on a line."""
        await self._clock.sleep(self._think_s)
        text = f"{' '.join(self._clock.chance.sample(self._words, _WORDS_A_LINE)).capitalize()}."
        on_text(text)
        return FinalAnswer(text=text)


def _is_plain(word: str) -> bool:
    return word.isalpha() and word.islower() and len(word) >= _FEWEST_LETTERS


async def time_show(
    seconds: float, lines: Iterator[ChatLine], *, every_s: float, seed: int = 1, keeps_journal: bool = False
) -> ShowTiming:
    """Time a show of so many seconds, into which chat lines come from the beginning on.

    Args:
        seconds: The time after the warm-up.
        lines: The chat lines; without one the show is calm.
        every_s: The time between two of them.
        seed: The seed of the instants at which the streamer asks.
        keeps_journal: Whether a journal is written.
    """
    clock = SystemClock(seed)
    async with _open_show(clock, keeps_journal=keeps_journal) as (stage, inbox), anyio.create_task_group() as running:
        probe = _Probe(stage, inbox, random.Random(seed))
        for _ in range(_WARM_UPS):
            await probe.ask()
        timing = probe.timing = ShowTiming(seconds=seconds)
        stage.guard.watch = CountingWatch(timing)
        running.start_soon(probe.tick)
        running.start_soon(probe.flood, lines, every_s)
        until_s = clock.now() + seconds
        while clock.now() < until_s:
            await probe.ask()
        running.cancel_scope.cancel()
    return timing


class _Probe:
    """Asks as the streamer, writes as the viewers, and looks at the clock."""

    def __init__(self, stage: TakeStage, inbox: CueInbox, chance: random.Random) -> None:
        self.timing = ShowTiming()
        self._clock = stage.clock
        self._inbox = inbox
        self._chance = chance
        self._heard = stage.stream.whole("flood", events.CueTaken, events.SentenceReady)

    async def ask(self) -> None:
        """Ask for a reaction after a while, and wait for its first sentence."""
        due_s = self._clock.now() + self._chance.uniform(*_BETWEEN_S)
        await self._clock.sleep(due_s - self._clock.now())
        self._inbox.put(OperatorCue(text="What do you say?", at_s=due_s))
        said_s: float | None = None
        with self._clock.move_on_after(_PATIENT_S):
            said_s = await self._find_sentence()
        if said_s is None:
            self.timing.lost += 1
        else:
            self.timing.sentences_s.append(said_s - due_s)

    async def _find_sentence(self) -> float | None:
        """Return when the first sentence came of the turn that answers the streamer; None when the show ended."""
        asked: int | None = None
        async for published in self._heard:
            match published.event:
                case events.CueTaken(kind="operator", turn=turn):
                    asked = turn
                case events.CueTaken(kind="chat"):
                    self.timing.turns += 1
                case events.SentenceReady(turn=turn) if asked is not None and turn == asked:
                    return published.t
        return None

    async def flood(self, lines: Iterator[ChatLine], every_s: float) -> None:
        """Put chat lines into the inbox, each at its instant."""
        began_s = self._clock.now()
        for number, line in enumerate(lines):
            due_s = began_s + number * every_s
            await self._clock.sleep(max(0.0, due_s - self._clock.now()))
            self._inbox.put(ChatCue(lines=(replace(line, at_s=due_s),)))
            self.timing.lines += 1

    async def tick(self) -> None:
        """Measure how late the loop comes to what is due."""
        while True:
            due_s = self._clock.now() + _TICK_S
            await self._clock.sleep(_TICK_S)
            self.timing.late_s.append(self._clock.now() - due_s)


@asynccontextmanager
async def _open_show(clock: Clock, *, keeps_journal: bool) -> AsyncIterator[tuple[TakeStage, CueInbox]]:
    """Run a show whose performer says nothing of its own accord."""
    config = apply_plan(Config(), "silent", "understudy")
    stage = TakeStage(clock, config, MicTrack())
    stage.guard.warm_up()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        mirror = ConsoleMirror(stage.stream, stage.guard, PlainConsole(file=io.StringIO()))
        team = await build_model_team(EndpointFactory(clock, stack), stage.stream, config.model)
        brain = replace(team, model=BriefModel(clock))
        reel = draw_still_reel("frozen", 1, config.frames.rate_hz)
        readers = await stack.enter_async_context(anyio.create_task_group())
        await readers.start(mirror.run)
        if keeps_journal:
            await readers.start(JournalWriter(stage.stream, folder / "journal.jsonl", stage.guard).run)
        stack.callback(stage.stream.close)  # which ends the readers, once all is written
        running = await stack.enter_async_context(anyio.create_task_group())
        await stage.open(running)
        wired = wire_show(stage, brain, ReelSource(clock, reel))
        for run in wired.services:
            await running.start(run)
        yield stage, wired.inbox
        running.cancel_scope.cancel()
