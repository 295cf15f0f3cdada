"""How many requests with a picture a gate avoids, and how many marked events it lets through all the same.

The baseline asks a vision model about each look, at the rate at which the gates are asked. An event is recalled when a
look that the gate let through was taken within TOLERANCE_S after it: later, no line would be about it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bench.figures import compute_share
from bench.show.ground_truth import TOLERANCE_S
from bench.speed.gate.gates import GATES, LookGate
from bench.speed.gate.scenes import KINDS, MarkedScene, SceneKind, make_scene

TUNED_ON: Final = (101, 102)
"""The seeds by which thresholds were chosen."""
HELD_OUT: Final = (201, 202, 203)


@dataclass(frozen=True, kw_only=True)
class GatePlan:
    """What to look at, how long, and how often."""

    seeds: tuple[int, ...] = HELD_OUT
    minutes: float = 5.0
    """Of each scene, in virtual time; the game takes about 6 s of a core a minute, the other scenes 1 s."""
    rate_hz: float = 2.0
    kinds: tuple[SceneKind, ...] = KINDS


@dataclass(frozen=True, kw_only=True)
class GatePoint:
    """What a gate does in one kind of scene, or in all, at one threshold."""

    threshold: float
    looks: int
    calls: int
    """Looks that cost a request with a picture."""
    events: int
    recalled: int

    @property
    def avoided(self) -> float | None:
        """The share of the looks that cost nothing; None of no looks."""
        return compute_share(self.looks - self.calls, self.looks)

    @property
    def recall(self) -> float | None:
        """The share of the marked events that a request saw in time; None of no events."""
        return compute_share(self.recalled, self.events)


@dataclass(frozen=True, kw_only=True)
class GateFigures:
    """The figures of one gate."""

    gate: str
    chosen: GatePoint
    """All kinds together, at the gate's own threshold."""
    by_kind: tuple[tuple[SceneKind, GatePoint], ...]
    curve: tuple[GatePoint, ...]
    """All kinds together, by rising threshold."""


@dataclass(frozen=True, kw_only=True)
class GateOutcome:
    """What came of a plan, a gate after the other; the product's is the first."""

    plan: GatePlan
    gates: tuple[GateFigures, ...]


def measure(plan: GatePlan) -> GateOutcome:
    """Show all gates the same looks at the same scenes, and count."""
    looked = [_look(make_scene(kind, seed, plan.minutes * 60), plan) for kind in plan.kinds for seed in plan.seeds]
    return GateOutcome(plan=plan, gates=tuple(_sum_gate(gate, place, looked) for place, gate in enumerate(GATES)))


@dataclass(frozen=True, kw_only=True)
class _Looked:
    scene: MarkedScene
    instants_s: tuple[float, ...]
    signals: tuple[list[float], ...]
    """Of each gate."""


def _look(scene: MarkedScene, plan: GatePlan) -> _Looked:
    frames = list(scene.frames(plan.rate_hz))
    return _Looked(
        scene=scene,
        instants_s=tuple(frame.at_s for frame in frames),
        signals=tuple(gate.measure(frames) for gate in GATES),
    )


def _sum_gate(gate: LookGate, place: int, looked: Sequence[_Looked]) -> GateFigures:
    def count(threshold: float, kind: SceneKind | None = None) -> GatePoint:
        chosen = [each for each in looked if kind in (None, each.scene.kind)]
        return add_points(count_calls(each.scene, each.instants_s, each.signals[place], threshold) for each in chosen)

    kinds = dict.fromkeys(each.scene.kind for each in looked)
    return GateFigures(
        gate=gate.name,
        chosen=count(gate.chosen),
        by_kind=tuple((kind, count(gate.chosen, kind)) for kind in kinds),
        curve=tuple(count(threshold) for threshold in gate.thresholds),
    )


def count_calls(
    scene: MarkedScene, instants_s: Sequence[float], signals: Sequence[float], threshold: float
) -> GatePoint:
    """Count calls and recalled events of one scene; an event too near to its end counts for nothing."""
    calls_s = [at_s for at_s, signal in zip(instants_s, signals, strict=True) if signal >= threshold]
    events_s = [each for each in scene.events_s if each + TOLERANCE_S <= scene.seconds]
    return GatePoint(
        threshold=threshold,
        looks=len(instants_s),
        calls=len(calls_s),
        events=len(events_s),
        recalled=sum(_is_seen(each, calls_s) for each in events_s),
    )


def _is_seen(event_s: float, calls_s: Sequence[float]) -> bool:
    after = bisect_left(calls_s, event_s)
    return after < len(calls_s) and calls_s[after] <= event_s + TOLERANCE_S


def add_points(points: Iterable[GatePoint]) -> GatePoint:
    """Add up points of one threshold; raises ValueError where there are none."""
    listed = list(points)
    if not listed:
        raise ValueError("There are no points to add up. Name at least one kind and one seed.")
    return GatePoint(
        threshold=listed[0].threshold,
        looks=sum(each.looks for each in listed),
        calls=sum(each.calls for each in listed),
        events=sum(each.events for each in listed),
        recalled=sum(each.recalled for each in listed),
    )
