"""`performer bench start`: how soon the performer is there, speaks and is gone, and what its short commands take.

A line is typed into its terminal at once, and a model's server that loses no time answers it. Beside it, turn about,
Python itself is started, bare and with three large packages: no program in Python that serves HTTP starts sooner.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from bench.speed.process_costs import measure_cpu_s
from bench.speed.report import Series, SpeedReport, make_series
from bench.speed.rig.command_cost import run_command
from bench.speed.rig.screen import explain_missing_screen, open_screen
from bench.speed.rig.sentences import Sentences
from bench.speed.rig.show_process import READY, connect, make_environment, start_show
from bench.speed.rig.token_server import TokenServer

_SETTINGS: Final = {"PACING__TALKATIVENESS": "silent", "MODEL__MODE": "native"}
_FLOORS: Final[Mapping[str, Sequence[str]]] = {
    "python": ("-c", "pass"),
    "imports": ("-c", "import aiohttp, pydantic, anyio"),
}
_COMMANDS: Final[Mapping[str, str]] = {"help": "--help", "status": "status", "hush": "hush"}
_ASKING: Final = ("status", "hush")
"""Those that ask a performer, and do so beside one that runs as well."""
_PER_START: Final = 3
"""Runs of each short command for each start: they take little, and scatter more."""
_AGAINST: Final = "Python with the imports"


@dataclass(frozen=True, kw_only=True)
class StartPlan:
    """What is measured."""

    runs: int = 10
    """Starts; three times as many runs of each short command."""
    seed: int = 1


async def run(plan: StartPlan) -> SpeedReport:
    """Measure all of it, in an order drawn anew for each round."""
    chance = Random(plan.seed)
    async with AsyncExitStack() as stack:
        bench = await _prepare(stack, plan)
        for number in range(plan.runs):
            jobs = [partial(bench.start_show, number)]
            for _ in range(_PER_START):
                jobs += [partial(bench.run_python, key, words) for key, words in _FLOORS.items()]
                jobs += [partial(bench.run_performer, key, bench.empty_home) for key in _COMMANDS]
            for job in chance.sample(jobs, len(jobs)):
                await job()
    return SpeedReport(
        bench="start",
        series=tuple(_list_series(bench.values)),
        options={"runs": str(plan.runs)},
        notes=() if bench.display else (f"The performer looked at what it found: {explain_missing_screen()}",),
    )


@dataclass(frozen=True)
class _StartBench:
    """What is started, and the values so far by the keys of their series."""

    server: TokenServer
    empty_home: Path
    """Where no performer runs."""
    sentences: Sentences
    display: Mapping[str, str]
    """The variables of a display of the bench's own; empty where there is none."""
    values: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    async def run_python(self, key: str, words: Sequence[str], home: Path | None = None) -> None:
        """Run Python once, and keep what it took."""
        cost = await run_command([sys.executable, *words], make_environment(home or self.empty_home))
        self.values[f"{key}_wall"].append(1000 * cost.wall_s)
        if cost.cpu_s is not None:
            self.values[f"{key}_cpu"].append(1000 * cost.cpu_s)

    async def run_performer(self, key: str, home: Path, suffix: str = "") -> None:
        """Run a short command once, and keep what it took."""
        await self.run_python(key + suffix, ("-m", "performer", _COMMANDS[key]), home)

    async def start_show(self, number: int) -> None:
        """Start a performer, wait for its first words, ask it something, and end it."""
        mark = f"mark{number}end"
        answer = self.server.expect(mark, self.sentences.draw(1))
        voice_and_eyes = ("--frames", "screen:1" if self.display else "auto", "--no-desktop", "--no-sound")
        starting = start_show(
            "--model", self.server.spec, *voice_and_eyes, settings=_SETTINGS, environment=self.display, waits=False
        )
        async with starting as show:
            await show.type_line(f"Please tell me about {mark} now.")
            await show.wait_for_stage()
            async with connect(show) as (_, client):
                ready_at = await show.wait_for(READY)
                self.values["ready_cpu"].append(1000 * measure_cpu_s(show.pid))
                first = await client.wait(answer.find_first_stop, 1)
                for key in _ASKING:
                    await self.run_performer(key, show.home, "_running")
            ending_at = time.time()
            self.values["ended"].append(1000 * (await show.end() - ending_at))
        self.values["ready"].append(1000 * (ready_at - show.began_at))
        self.values["first_words"].append(1000 * (first[0].at - show.began_at))


async def _prepare(stack: AsyncExitStack, plan: StartPlan) -> _StartBench:
    server = await stack.enter_async_context(TokenServer(first_s=0.0, token_s=0.0))
    display: Mapping[str, str] = {}
    if not explain_missing_screen():
        display = (await stack.enter_async_context(open_screen())).environment
    return _StartBench(server, Path(stack.enter_context(TemporaryDirectory())), Sentences(plan.seed), display)


def _list_series(values: Mapping[str, Sequence[float]]) -> Iterator[Series]:
    for group, key, title, floor in _FIGURES:
        if values.get(key):
            against = _AGAINST if floor else ""
            yield make_series(key, title, values[key], floor=floor, against=against, group=group)


def _list_figures() -> Iterator[tuple[str, str, str, str]]:
    """Yield groups, with the keys, titles and floors of their figures."""
    for kind, group in (("cpu", "a short command: processor"), ("wall", "a short command: time")):
        yield group, f"python_{kind}", "Python alone", ""
        yield group, f"imports_{kind}", f"{_AGAINST}: aiohttp, pydantic, anyio", ""
        for key, word in _COMMANDS.items():
            yield group, f"{key}_{kind}", f"performer {word}", f"imports_{kind}"
        for key in _ASKING:
            yield group, f"{key}_running_{kind}", f"performer {_COMMANDS[key]}, a show runs", f"imports_{kind}"
    yield "a show: processor", "ready_cpu", "start → ready", "imports_cpu"
    yield "a show: time", "ready", "start → ready", "imports_wall"
    yield "a show: time", "first_words", "start → first words, of a line typed at once", "imports_wall"
    yield "a show: time", "ended", "asked to end → gone", "imports_wall"


_FIGURES: Final = tuple(_list_figures())
