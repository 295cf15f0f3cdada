"""How an element comes and goes: the theme's curves, over the server's clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from performer.stage.protocol.theme import Motion

EVERY_FRAME: Final = 0.0
"""The next instant of what looks different in every frame."""
NEVER: Final = float("inf")
"""The next instant of what never looks different."""

_BISECTIONS: Final = 24


@dataclass(frozen=True, kw_only=True)
class MotionState:
    """What the motion does to an element at an instant."""

    scale: float = 1.0
    opacity: float = 1.0
    drop: float = 0.0
    """How far the element has sunk, in its own heights."""


AT_REST: Final = MotionState()


class ElementMotion:
    """One element's way in, its stay and its way out; instants are milliseconds of the server's clock."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._in_ms: float | None = None
        self._out_ms = NEVER

    def enter(self, now_ms: float) -> None:
        """Start the way in, instead of standing there at once."""
        self._in_ms = now_ms

    def leave(self, now_ms: float) -> None:
        """Start the way out, unless the element is leaving already."""
        self._out_ms = min(self._out_ms, now_ms)

    def leave_until(self, until_ms: float | None) -> None:
        """Plan to be gone at an instant, or cancel the plan with None; the newest plan counts."""
        self._out_ms = NEVER if until_ms is None else until_ms - self._motion.out_ms

    def is_over(self, now_ms: float) -> bool:
        """Whether nothing is left to see."""
        return now_ms >= self._out_ms + self._motion.out_ms

    def find_state(self, now_ms: float) -> MotionState:
        """Return the difference from the element at rest, at an instant."""
        if now_ms >= self._out_ms:
            gone = _measure_share(now_ms, self._out_ms, self._motion.out_ms)
            eased = make_bezier_curve(self._motion.out_curve)(gone)
            return MotionState(opacity=_bound(1 - eased), drop=self._motion.out_drop * eased)
        if self._in_ms is not None and now_ms < self._in_ms + self._motion.in_ms:
            eased = make_bezier_curve(self._motion.in_curve)(_measure_share(now_ms, self._in_ms, self._motion.in_ms))
            start = self._motion.in_scale
            return MotionState(scale=max(start + (1 - start) * eased, 0.0), opacity=_bound(eased))
        return AT_REST

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which the element looks different."""
        is_entering = self._in_ms is not None and now_ms < self._in_ms + self._motion.in_ms
        return EVERY_FRAME if is_entering or now_ms >= self._out_ms else self._out_ms


@cache
def make_bezier_curve(handles: Sequence[float]) -> Callable[[float], float]:
    """Make a cubic Bézier timing function, as CSS has them, from x1 y1 x2 y2."""
    x1, y1, x2, y2 = handles

    def ease(at: float) -> float:
        if at <= 0 or at >= 1:
            return min(max(at, 0.0), 1.0)
        low, high = 0.0, 1.0
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            low, high = (middle, high) if _bezier(x1, x2, middle) < at else (low, middle)
        return _bezier(y1, y2, (low + high) / 2)

    return ease


def _bezier(first: float, second: float, at: float) -> float:
    rest = 1 - at
    return 3 * rest * rest * at * first + 3 * rest * at * at * second + at * at * at


def _measure_share(now_ms: float, from_ms: float, lasting_ms: float) -> float:
    return _bound((now_ms - from_ms) / lasting_ms) if lasting_ms > 0 else 1.0


def _bound(value: float) -> float:
    return min(max(value, 0.0), 1.0)
