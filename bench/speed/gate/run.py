"""`performer bench gate`: how many questions about a picture are saved, and which marked events that misses.

The baseline asks about each look, two a second. Beside the product's gate stand what a simple program would do: any
difference, and the mean difference of coarse greys. Each value is of one seed, none of which the thresholds were
chosen by.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bench.speed.gate.gates import GATES
from bench.speed.gate.measure import GateFigures, GateOutcome, GatePlan, GatePoint, measure
from bench.speed.gate.scenes import SceneKind
from bench.speed.report import Series, SpeedReport, make_series

_EVERY_LOOK: Final = "no gate"
_TITLES: Final[dict[SceneKind, str]] = {
    "game": "the demo game",
    "camera": "a moving camera",
    "noise": "strong grain",
    "light": "changing light",
    "chat": "a scrolling chat",
    "menu": "a menu",
    "still": "a still picture",
}
_SHOWN: Final = {
    "ours": "the performer's gate",
    "mean difference": "mean difference of greys",
    "any difference": "any difference",
    _EVERY_LOOK: _EVERY_LOOK,
}
"""The gates' names for the table."""


async def run(plan: GatePlan) -> SpeedReport:
    """Measure each seed by itself."""
    outcomes = [measure(replace(plan, seeds=(seed,))) for seed in plan.seeds]
    return SpeedReport(
        bench="gate",
        series=tuple(_list_series(plan, outcomes)),
        options={"minutes": f"{plan.minutes:g}", "seeds": ", ".join(map(str, plan.seeds))},
        notes=(_describe_curve(outcomes[0].gates[0]),),
    )


def _list_series(plan: GatePlan, outcomes: list[GateOutcome]) -> Iterator[Series]:
    for kind in plan.kinds:
        for place, gate in enumerate(GATES):
            points = [dict(outcome.gates[place].by_kind)[kind] for outcome in outcomes]
            yield _make_asked(kind, gate.name, points)
            if any(point.events for point in points):
                yield _make_missed(kind, gate.name, points)


def _make_asked(kind: SceneKind, gate: str, points: list[GatePoint]) -> Series:
    """Make the figure of how many of all looks cost a question."""
    floor = "" if gate == _EVERY_LOOK else _make_key(kind, _EVERY_LOOK, "asked")
    values = [100 * point.calls / point.looks for point in points]
    title, against = f"{_SHOWN[gate]}: looks that the model is asked about", _EVERY_LOOK if floor else ""
    key, group = _make_key(kind, gate, "asked"), _TITLES[kind]
    return make_series(key, title, values, "%", floor=floor, against=against, group=group)


def _make_missed(kind: SceneKind, gate: str, points: list[GatePoint]) -> Series:
    values = [100 * (1 - point.recalled / point.events) for point in points if point.events]
    return make_series(
        _make_key(kind, gate, "missed"), f"{_SHOWN[gate]}: events missed", values, "%", group=_TITLES[kind]
    )


def _make_key(kind: SceneKind, gate: str, figure: str) -> str:
    return f"{kind}_{gate.replace(' ', '_')}_{figure}"


def _describe_curve(figures: GateFigures) -> str:
    points = (
        f"{point.threshold:g}: {100 * (point.avoided or 0):.0f} % saved, {100 * (point.recall or 0):.0f} % seen"
        for point in figures.curve
    )
    return "\n  ".join(("All scenes, by the threshold of the performer's gate: questions saved, events seen", *points))
