"""`performer bench capture`: from the screen to a JPEG, stage by stage, beside a bare grab and the two usual ways.

On displays of the bench's own with a moving picture; where those cannot be had, on the screen that is there. The share
of a core is that of the product's own source in a process of its own, at several looks a second.
"""

import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import anyio

from bench.speed.process_costs import NOTHING, ProcessCosts
from bench.speed.report import Series, SpeedReport, make_series
from bench.speed.rig.module_process import run_module, start_module
from bench.speed.rig.plain_idler import LOOKS_HZ
from bench.speed.rig.screen import explain_missing_screen, open_screen
from performer.core.errors import PerformerError
from performer.vision.settings import ScreenSpec
from performer.vision.sources.screen import find_screen

_PAINTED_HZ: Final = 10.0
"""Of the moving picture; to paint 4K more often would keep a core busy beside what is measured."""
_BARE: Final = "the bare grab"
_BARE_LOOKER: Final = "a bare grab twice a second"


@dataclass(frozen=True, kw_only=True)
class CapturePlan:
    """What is measured."""

    runs: int = 30
    """Pictures by each way."""
    sizes: tuple[str, ...] = ("1920x1080", "2560x1440", "3840x2160")
    rates_hz: tuple[float, ...] = (1.0, 2.0, 5.0)
    seconds: float = 10.0
    """Of each span in which the share of a core is measured."""
    spans: int = 3


@dataclass(frozen=True, kw_only=True)
class _Ways:
    """What a picture takes on one screen, in milliseconds by stage or way."""

    size: tuple[int, int]
    wall: Mapping[str, Sequence[float]]
    cpu: Mapping[str, Sequence[float]]


async def run(plan: CapturePlan) -> SpeedReport:
    """Measure one screen after the other."""
    series: list[Series] = []
    sizes = _list_sizes(plan)
    for size in sizes:
        async with _open_display(size) as environment:
            ways = await _take_pictures(plan.runs, environment)
            series += _list_ways(ways)
            series += _list_shares(ways, await _measure_shares(plan, environment))
    missing = explain_missing_screen()
    return SpeedReport(
        bench="capture",
        series=tuple(series),
        options={"runs": str(plan.runs), "seconds": f"{plan.seconds:g}"},
        notes=((f"Only the screen that is there was measured. {missing}" if sizes else missing),) if missing else (),
    )


def _list_sizes(plan: CapturePlan) -> tuple[str, ...]:
    """Return the sizes of the screens to measure; an empty one for the screen that is there, none without any."""
    if not explain_missing_screen():
        return plan.sizes
    try:
        find_screen(ScreenSpec())
    except PerformerError:
        return ()
    return ("",)


@asynccontextmanager
async def _open_display(size: str) -> AsyncIterator[Mapping[str, str]]:
    """Open a display with a moving picture, and yield the variables that name it; of no size: what is there."""
    if not size:
        yield {}
        return
    async with open_screen(size, rate_hz=_PAINTED_HZ) as screen:
        yield screen.environment


async def _take_pictures(runs: int, environment: Mapping[str, str]) -> _Ways:
    values = json.loads(await run_module("picture_program", str(runs), environment=environment))
    width, height = values["size"]
    return _Ways(size=(width, height), wall=values["wall"], cpu=values["cpu"])


async def _measure_shares(plan: CapturePlan, environment: Mapping[str, str]) -> Mapping[str, Sequence[float]]:
    """Measure what share of a core each looking process takes, all in the same spans."""
    programs: dict[str, tuple[str, ...]] = {"bare": ("plain_idler", "look")}
    for rate_hz in plan.rates_hz:
        programs |= {f"{what}_{rate_hz:g}": ("looking_program", f"{rate_hz:g}", what) for what in ("look", "picture")}
    shares: dict[str, list[float]] = {key: [] for key in programs}
    async with AsyncExitStack() as stack:
        costs = {
            key: ProcessCosts(await stack.enter_async_context(start_module(*words, environment=environment)))
            for key, words in programs.items()
        }
        for _ in range(plan.spans):
            for each in costs.values():
                each.start()
            await anyio.sleep(plan.seconds)
            for key, each in costs.items():
                shares[key].append(sum(each.read().values(), NOTHING).percent)
    return shares


def _list_ways(ways: _Ways) -> Iterator[Series]:
    name, prefix = _name_size(ways)
    for kind, keys, values in (("", tuple(_TITLES), ways.wall), ("_cpu", _WITH_CPU, ways.cpu)):
        for key in keys:
            part = "processor" if kind else "time, in all" if key in _IN_ALL else "time, by stage"
            floor = "" if key in _FLOORS else f"{prefix}_bare_grab{kind}"
            against, group = _BARE if floor else "", f"{name}: {part}"
            yield make_series(
                f"{prefix}_{key}{kind}", _TITLES[key], values[key], floor=floor, against=against, group=group
            )


def _list_shares(ways: _Ways, shares: Mapping[str, Sequence[float]]) -> Iterator[Series]:
    name, prefix = _name_size(ways)
    group = f"{name}: share of a core"
    for key, values in shares.items():
        what, _, rate = key.partition("_")
        if not rate:
            yield make_series(f"{prefix}_share_bare", _BARE_LOOKER, values, "%", group=group)
            continue
        floor = f"{prefix}_share_bare" if float(rate) == LOOKS_HZ else ""
        title, against = f"{rate} {what}{'' if rate == '1' else 's'} a second", _BARE_LOOKER if floor else ""
        yield make_series(f"{prefix}_share_{key}", title, values, "%", floor=floor, against=against, group=group)


def _name_size(ways: _Ways) -> tuple[str, str]:
    """Return a screen's name for people, and for keys."""
    width, height = ways.size
    name = {2160: "4K"}.get(height, f"{height}p")
    return name, "x".join(map(str, (width, height)))


_TITLES: Final[Mapping[str, str]] = {
    "copy": "the pixels copied once in memory",
    "bare_grab": "a bare grab by mss",
    "grab": "grab",
    "measure": "small grey pictures, to see what changed",
    "reduce": "reduce",
    "encode": "JPEG",
    "base64": "Base64",
    "look": "a look, without a picture",
    "whole": "screen → JPEG in Base64",
    "pillow": "the same by Pillow: ImageGrab, LANCZOS, JPEG",
    "mss": "the same by mss: rgb, JPEG at full size",
}
_FLOORS: Final = ("copy", "bare_grab")
_IN_ALL: Final = ("look", "whole", "pillow", "mss")
_WITH_CPU: Final = (*_FLOORS, *_IN_ALL)
