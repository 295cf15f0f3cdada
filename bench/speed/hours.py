"""`performer bench hours`: whether anything grows while a show goes on, over hours of virtual time.

The understudy performs beside the demo game, and viewers write; an hour takes a minute or two. Every ten minutes of the
show it is noted what they took of the processor, and what the process holds. The later half of a run is compared with
the earlier one, less what the first tenth takes to settle.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

import psutil
from anyio.abc import TaskGroup

from bench.show.ground_truth import ReelSource, draw_game_reel
from bench.show.rig import ShowPlan, apply_plan, record_show
from bench.show.stand_ins import open_model
from bench.show.wiring import TakeStage, wire_show
from bench.speed.report import Series, SpeedReport, Unit, make_series
from bench.speed.rig.sentences import Sentences
from performer.agent.queue.inbox import CueInbox
from performer.config.config import Config
from performer.core.cues import ChatCue, ChatLine

_SAMPLES: Final = 20
_SETTLED: Final = 2
"""The samples at the beginning that do not count: caches fill, and modules are loaded."""
_PEOPLE: Final = 60
_MIB: Final = 2**20


@dataclass(frozen=True, kw_only=True)
class HoursPlan:
    """What is measured."""

    hours: float = 4.0
    """Of virtual time."""
    lines_per_min: float = 10.0
    """The viewers' lines."""
    seed: int = 1

    @property
    def step_s(self) -> float:
        """Return the virtual seconds between two samples."""
        return self.hours * 3600 / _SAMPLES


@dataclass(frozen=True, kw_only=True)
class _Sample:
    cpu_s: float
    memory_mib: float
    objects: int
    tasks: int
    files: int


@dataclass
class _Sampler:
    """Notes what the process holds, every so often."""

    plan: HoursPlan
    samples: list[_Sample] = field(default_factory=list)

    async def run(self, stage: TakeStage) -> None:
        """Measure until the show ends; what the recorder has heard is thrown away at each."""
        process = psutil.Process()
        while True:
            before_s = time.process_time()
            await stage.clock.sleep(self.plan.step_s)
            took_s = time.process_time() - before_s
            stage.recorder.happened.clear()
            gc.collect()
            self.samples.append(
                _Sample(
                    cpu_s=took_s,
                    memory_mib=process.memory_info().rss / _MIB,
                    objects=len(gc.get_objects()),
                    tasks=len(asyncio.all_tasks()),
                    files=count_open_files(process),
                )
            )


def count_open_files(process: psutil.Process) -> int:
    """Count what a process holds open, sockets and pipes among it; on Windows, all its handles."""
    if sys.platform == "win32":
        return process.num_handles()
    return process.num_fds()


async def run(plan: HoursPlan) -> SpeedReport:
    """Perform for so many virtual hours, and compare the later half with the earlier one."""
    show = ShowPlan(minutes=plan.hours * 60, seed=plan.seed)
    config, sampler = apply_plan(Config(), show.talkativeness, show.model), _Sampler(plan)
    async with open_model(config, seed=plan.seed, think_s=show.think_s) as ready:

        async def start(stage: TakeStage, playing: TaskGroup) -> None:
            source = ReelSource(stage.clock, draw_game_reel(plan.seed, config.frames.rate_hz, most_kept=0))
            wired = wire_show(stage, ready.brain, source)
            for service in wired.services:
                await playing.start(service)
            playing.start_soon(_chat, stage, wired.inbox, plan)
            playing.start_soon(sampler.run, stage)

        await record_show(ready, config, show.seconds + 1, start)
    options = {"virtual hours": f"{plan.hours:g}", "chat lines a minute": f"{plan.lines_per_min:g}"}
    return SpeedReport(bench="hours", series=tuple(_make_series(sampler.samples[_SETTLED:])), options=options)


async def _chat(stage: TakeStage, inbox: CueInbox, plan: HoursPlan) -> None:
    """Write as the viewers do."""
    sentences, number = Sentences(plan.seed), 0
    while True:
        await stage.clock.sleep(60 / plan.lines_per_min)
        number += 1
        (words,) = sentences.draw(1)
        person = f"viewer{number % _PEOPLE}"
        line = ChatLine(
            text=" ".join(words), author=person, author_id=person, message=str(number), at_s=stage.clock.now()
        )
        inbox.put(ChatCue(lines=(line,)))


_EARLIER: Final = "the earlier half"
_FIGURES: Final[tuple[tuple[str, str, Unit, Callable[[_Sample], float]], ...]] = (
    ("cpu", "processor of a twentieth of the show", "s", lambda it: it.cpu_s),
    ("memory", "resident memory", "MiB", lambda it: it.memory_mib),
    ("objects", "Python objects", "count", lambda it: it.objects),
    ("tasks", "tasks", "count", lambda it: it.tasks),
    ("files", "open files, sockets and pipes", "count", lambda it: it.files),
)


def _make_series(samples: list[_Sample]) -> Iterator[Series]:
    early, late = samples[: len(samples) // 2], samples[len(samples) // 2 :]
    for key, title, unit, read in _FIGURES:
        earlier, later = ([read(each) for each in half] for half in (early, late))
        yield make_series(f"{key}_early", _EARLIER, earlier, unit, group=title)
        yield make_series(
            f"{key}_late", "the later half", later, unit, floor=f"{key}_early", against=_EARLIER, group=title
        )
