"""`performer bench idle`: what a performer takes from a game while nothing happens, and while it is busy.

One performer, with its window and its sound player where they can run, goes through the states one by one; each span
is watched from outside. Beside it run, the same spans long, a program that only sleeps in an event loop, and one that
does nothing but grab the screen twice a second.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

import anyio
from PIL import Image

from bench.speed.process_costs import NOTHING, Cost, ProcessCosts
from bench.speed.report import Series, SpeedReport, Unit, make_series
from bench.speed.rig.module_process import start_module
from bench.speed.rig.screen import BenchScreen, explain_missing_screen, open_screen, paint
from bench.speed.rig.sentences import Sentences
from bench.speed.rig.show_process import Control, connect, start_show
from bench.speed.rig.sink import explain_missing_sink, open_sound_server
from bench.speed.rig.token_server import TokenServer

State = Literal["blind", "moving", "still", "paused", "line_15", "busy"]
_TITLES: Final[Mapping[State, str]] = {
    "blind": "nothing to look at",
    "moving": "nothing happens",
    "still": "nothing happens, the screen stands still",
    "paused": "paused",
    "line_15": "a line each 15 s",
    "busy": "a line each 3 s",
}
"""In the order in which they are measured."""
_LINE_EACH_S: Final[Mapping[State, float]] = {"line_15": 15.0, "busy": 3.0}
_IN_DETAIL: Final[State] = "moving"
"""The state in which each process has figures of its own."""
_SETTINGS: Final = {"PACING__TALKATIVENESS": "silent", "MODEL__MODE": "native"}
_PAINTED_HZ: Final = 30.0
_TINY: Final = (320, 180)
"""Pixels of the picture that stands for nothing to look at: it costs nothing to read."""
_MODULES: Final = {"performer": "performer", "overlay": "window", "sfx": "sound player", "desktop": "tray"}
_LOOKER: Final = "a bare grab twice a second"
_SLEEPER: Final = "an event loop that sleeps"


@dataclass(frozen=True, kw_only=True)
class IdlePlan:
    """What is measured."""

    seconds: float = 30.0
    """Of each span."""
    runs: int = 5
    """Spans of each state."""
    states: tuple[State, ...] = ("blind", "moving", "still", "paused", "line_15", "busy")
    settle_s: float = 22.0
    """Seconds that pass after a start, and in a state, before it is measured: the avatar goes on breathing for 20."""


async def run(plan: IdlePlan) -> SpeedReport:
    """Measure all states; the one with nothing to look at in a performer of its own, before the others."""
    measured = IdleSpans()
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(TokenServer())
        screen = None if explain_missing_screen() else await stack.enter_async_context(open_screen())
        folder = Path(stack.enter_context(TemporaryDirectory()))
        Image.new("RGB", _TINY).save(folder / "black.png")
        if "blind" in plan.states or not screen:
            async with _open_bench(server, screen, f"clip:{folder}", plan, measured) as bench:
                await bench.measure_states(_list_seeing(plan) if not screen else ("blind",))
        if screen and (seeing := _list_seeing(plan)):
            async with _open_bench(server, screen, "screen:1", plan, measured) as bench:
                await bench.measure_states(seeing)
    return SpeedReport(
        bench="idle",
        series=tuple(_list_series(measured)),
        options={"runs": str(plan.runs), "seconds": f"{plan.seconds:g}"},
        notes=tuple(filter(None, (explain_missing_screen(), _explain_missing_player()))),
    )


def _list_seeing(plan: IdlePlan) -> tuple[State, ...]:
    return tuple(each for each in plan.states if each != "blind")


def _explain_missing_player() -> str:
    why = explain_missing_sink()
    return why and f"The sound player did not run. {why}"


@dataclass(frozen=True)
class IdleSpans:
    """The costs of each span, in the order in which they were measured."""

    by_state: dict[State, list[Mapping[str, Cost]]] = field(default_factory=lambda: defaultdict(list))
    """By names of processes."""
    looker: list[Cost] = field(default_factory=list)
    sleeper: list[Cost] = field(default_factory=list)


@dataclass
class _IdleBench:
    """A performer that idles, with all that is watched beside it."""

    server: TokenServer
    screen: BenchScreen | None
    control: Control
    plan: IdlePlan
    measured: IdleSpans
    show: ProcessCosts
    floors: Mapping[str, ProcessCosts]
    _sentences: Sentences = field(default_factory=lambda: Sentences(3), init=False)
    _lines: int = field(default=0, init=False)

    async def measure_states(self, states: Sequence[State]) -> None:
        """Measure each state as often as the plan says, those with lines last: what is spoken has its aftermath."""
        for state in sorted(states, key=list(_TITLES).index):
            async with self._enter(state):
                await anyio.sleep(self.plan.settle_s)
                for _ in range(self.plan.runs):
                    await self._measure(state)

    @asynccontextmanager
    async def _enter(self, state: State) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            if self.screen and state != "blind":
                await stack.enter_async_context(paint(self.screen, 0.0 if state == "still" else _PAINTED_HZ))
            if state == "paused":
                await self.control.ask("pause")
            yield
            if state == "paused":
                await self.control.ask("resume")

    async def _measure(self, state: State) -> None:
        for each in (self.show, *self.floors.values()):
            each.start()
        await self._pass_time(state)
        self.measured.by_state[state].append(self.show.read())
        for name, costs in self.floors.items():
            spent = sum(costs.read().values(), NOTHING)
            (self.measured.looker if name == "look" else self.measured.sleeper).append(spent)

    async def _pass_time(self, state: State) -> None:
        each_s, until_s = _LINE_EACH_S.get(state), anyio.current_time() + self.plan.seconds
        while each_s and (left_s := until_s - anyio.current_time()) > 0:
            await self._say_line()
            await anyio.sleep(min(each_s, left_s))
        await anyio.sleep(max(0.0, until_s - anyio.current_time()))

    async def _say_line(self) -> None:
        self._lines += 1
        mark = f"idle{self._lines}end"
        self.server.expect(mark, self._sentences.draw(1))
        await self.control.send("cue", kind="operator", text=f"Please tell me about {mark} now.")


@asynccontextmanager
async def _open_bench(
    server: TokenServer, screen: BenchScreen | None, frames: str, plan: IdlePlan, measured: IdleSpans
) -> AsyncIterator[_IdleBench]:
    """Start a performer and the floors; they are gone after the block."""
    async with AsyncExitStack() as stack:
        environment = dict(screen.environment) if screen else {}
        has_sound = not explain_missing_sink()
        if has_sound:
            environment |= (await stack.enter_async_context(open_sound_server())).address
        floors = {"sleep": ProcessCosts(await stack.enter_async_context(start_module("plain_idler", "sleep")))}
        if screen:
            floors["look"] = ProcessCosts(
                await stack.enter_async_context(start_module("plain_idler", "look", environment=environment))
            )
        options = ("--model", server.spec, "--frames", frames)
        ends = ("--desktop" if screen else "--no-desktop", "--sound" if has_sound else "--no-sound")
        starting = start_show(*options, *ends, settings=_SETTINGS, environment=environment)
        show = await stack.enter_async_context(starting)
        control, _ = await stack.enter_async_context(connect(show, sounds=not has_sound))
        await anyio.sleep(plan.settle_s)
        yield _IdleBench(server, screen, control, plan, measured, ProcessCosts(show.pid, name_process), floors)


def name_process(command: list[str]) -> str:
    """Return what a process of the performer's is, by its command line."""
    if "-m" in command[:-1]:
        return _MODULES.get(command[command.index("-m") + 1], "others")
    return "voice program" if command and "espeak" in Path(command[0]).name else "others"


def _list_series(measured: IdleSpans) -> list[Series]:
    """List the figures of all that was measured: first the processor of each, then the wake-ups, then the memory."""
    groups = [shown for _, shown, _, _ in _FIGURES]
    return sorted(_make_series(measured), key=lambda it: groups.index(it.group))


def _make_series(measured: IdleSpans) -> Iterator[Series]:
    """Make the figures: the floors, each state as a whole, and each process of one state."""
    floors = {"sleeper": (_SLEEPER, measured.sleeper), "looker": (_LOOKER, measured.looker)}
    for key, (title, costs) in floors.items():
        yield from _make_figures(key, title, costs)
    against = {key: title for key, (title, costs) in floors.items() if costs}
    for state, title in _TITLES.items():
        spans = measured.by_state.get(state, [])
        yield from _make_figures(state, title, [sum(each.values(), NOTHING) for each in spans], against)
        if state == _IN_DETAIL:
            for name in sorted({name for span in spans for name in span}):
                costs = [span.get(name, NOTHING) for span in spans]
                key = f"{state}_{name.replace(' ', '_')}"
                yield from _make_figures(key, f"{title}: the {name}", costs, against)


def _make_figures(
    key: str, title: str, costs: Sequence[Cost], against: Mapping[str, str] | None = None
) -> Iterator[Series]:
    """Make the figures of something; `against` holds the titles of the floors that were measured."""
    for name, shown, unit, floor in _FIGURES if costs else ():
        values = [float(getattr(each, name)) for each in costs]
        what = (against or {}).get(floor, "")
        beside = f"{floor}_{name}" if what else ""
        yield make_series(f"{key}_{name}", title, values, unit, floor=beside, against=what, group=shown)


_FIGURES: Final[tuple[tuple[str, str, Unit, str], ...]] = (
    ("percent", "processor, of a core", "%", "looker"),
    ("wake_ups", "wake-ups", "/s", "looker"),
    ("memory_mib", "memory", "MiB", "sleeper"),
)
