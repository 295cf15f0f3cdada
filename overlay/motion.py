"""The motion of elements that come and go, by the theme's curves, and of the avatar; all over the server's clock.

In each window of 4 s the avatar blinks once, for 140 ms, at an instant that follows from the window's number. While it
speaks the mouth follows the sounds that it makes where they are known, else the loudness. Every 3.2 s it rises and
sinks by four units, one at a time; some time after it has spoken it stands still and blinks in one window of four, for
even small movements cost a browser without a graphics card more than all the rest.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from performer.core.audio import ENVELOPE_STEP_MS
from performer.stage.protocol.elements import Pose
from performer.stage.protocol.messages import Mouth
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


WINDOW_MS: Final = 4_000
BLINK_MS: Final = 140
_LATEST_BLINK_MS: Final = 3_400
CALM_WINDOWS: Final = 4
"""A calm avatar blinks once in so many windows."""
BREATH_STEP_MS: Final = 400
LIFTS: Final = (0, 1, 2, 3, 4, 3, 2, 1)
"""How far the avatar has risen in each step of a breath, in units of the board."""
BREATHES_MS: Final = 20_000
"""The avatar breathes for so long after it has come, or spoken; the breath it is in then is its last."""
_TALKS: Final[tuple[tuple[float, Pose], ...]] = ((0.12, "talk1"), (0.35, "talk2"), (0.65, "talk3"))
"""The openness, or the loudness, from which on the mouth is seen so far open."""
_OPENNESS: Final = {"c": 0.0, "t": 0.2, "w": 0.5, "r": 0.6, "o": 1.0}
"""How far the mouth opens for each shape of MOUTHS, by its first letter, when the voice is loud."""
_LOUD: Final = 0.4
"""The loudness from which on a shape is seen in full."""
_MOST_PIECES: Final = 32


class MouthEnvelope:
    """The loudness of the voice, and the shape of the mouth, at any instant."""

    def __init__(self) -> None:
        self._pieces: list[Mouth] = []

    def hear(self, piece: Mouth) -> None:
        """Add a piece of the loudness: from its instant on it replaces all that came before."""
        self._pieces = [*self._pieces, piece][-_MOST_PIECES:]

    def shut(self) -> None:
        """Forget all pieces."""
        self._pieces = []

    @property
    def ended_ms(self) -> float:
        """The instant at which the voice ends, or has ended; long ago if it was never heard."""
        ends = (each.at_ms + len(each.envelope) * ENVELOPE_STEP_MS for each in self._pieces)
        return max(ends, default=-NEVER)

    def find_openness(self, now_ms: float) -> float:
        """Return how far the mouth is open at an instant, from 0 to 1."""
        piece, step = self._find_step(now_ms)
        return _find_openness(piece, step) if piece else 0.0

    def find_shape(self, now_ms: float) -> str:
        """Return the first letter of the mouth's shape at an instant; empty if that is not known."""
        piece, step = self._find_step(now_ms)
        return _find_shape(piece, step) if piece else ""

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which the mouth looks different."""
        return min((self._find_turn(piece, now_ms) for piece in self._pieces), default=NEVER)

    def _find_step(self, now_ms: float) -> tuple[Mouth | None, int]:
        piece = next((each for each in reversed(self._pieces) if each.at_ms <= now_ms), None)
        return piece, math.floor((now_ms - piece.at_ms) / ENVELOPE_STEP_MS) if piece else 0

    def _find_turn(self, piece: Mouth, now_ms: float) -> float:
        """Find the first instant after now at which a piece begins, ends, or asks for another picture."""
        if piece.at_ms > now_ms:
            return piece.at_ms
        begun = math.floor((now_ms - piece.at_ms) / ENVELOPE_STEP_MS)
        looks = (_describe_look(piece, step) for step in range(begun, len(piece.envelope) + 1))
        changes = (number for number, (one, other) in enumerate(pairwise(looks), begun + 1) if one != other)
        return next((piece.at_ms + number * ENVELOPE_STEP_MS for number in changes), NEVER)


def _describe_look(piece: Mouth, step: int) -> tuple[Pose | None, str]:
    return _find_talk_pose(_find_openness(piece, step)), _find_shape(piece, step)


def _find_openness(piece: Mouth, step: int) -> float:
    loudness = piece.envelope[step] if step < len(piece.envelope) else 0.0
    widest = _OPENNESS.get(_find_shape(piece, step))
    return loudness if widest is None else widest * min(loudness / _LOUD, 1.0)


def _find_shape(piece: Mouth, step: int) -> str:
    return piece.shapes[step] if step < min(len(piece.shapes), len(piece.envelope)) else ""


def choose_pose(now_ms: float, openness: float, since_ms: float) -> Pose:
    """Return the pose of the avatar, with its mouth so far open, if it came or spoke last at `since_ms`."""
    return _find_talk_pose(openness) or ("blink" if _is_blinking(now_ms, since_ms) else "idle")


def compute_breathing_lift(now_ms: float, since_ms: float) -> int:
    """Return how far breathing lifts the avatar, in units of the board, if it came or spoke last at `since_ms`."""
    if _is_calm(now_ms, since_ms):
        return 0
    return LIFTS[math.floor(now_ms / BREATH_STEP_MS) % len(LIFTS)]


def find_next_breath_ms(now_ms: float, since_ms: float) -> float:
    """Return the next instant at which the avatar rises or sinks."""
    if _is_calm(now_ms, since_ms):
        return NEVER
    return (math.floor(now_ms / BREATH_STEP_MS) + 1) * BREATH_STEP_MS


def _is_calm(now_ms: float, since_ms: float) -> bool:
    breath_ms = len(LIFTS) * BREATH_STEP_MS
    return math.floor(now_ms / breath_ms) * breath_ms > since_ms + BREATHES_MS


def find_next_blink_ms(now_ms: float, since_ms: float) -> float:
    """Return the next instant at which the avatar's eyes shut or open."""
    window = math.floor(now_ms / WINDOW_MS)
    windows = (number for number in range(window, window + CALM_WINDOWS + 1) if _has_blink(number, since_ms))
    starts = map(find_blink_start_ms, windows)
    return min(each for start in starts for each in (start, start + BLINK_MS) if each > now_ms)


def _is_blinking(now_ms: float, since_ms: float) -> bool:
    window = math.floor(now_ms / WINDOW_MS)
    start_ms = find_blink_start_ms(window)
    return _has_blink(window, since_ms) and start_ms <= now_ms < start_ms + BLINK_MS


def _has_blink(window: int, since_ms: float) -> bool:
    """Whether the avatar blinks in a window: in each, but for most of those in which it is calm."""
    return window % CALM_WINDOWS == 0 or window * WINDOW_MS <= since_ms + BREATHES_MS


def find_blink_start_ms(window: int) -> int:
    """Return the instant at which the blink of a window begins."""
    return window * WINDOW_MS + hash32(window) % _LATEST_BLINK_MS


def hash32(number: int) -> int:
    """Mix a number's bits, by murmur3's finaliser."""
    number &= 0xFFFFFFFF
    number = ((number ^ (number >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    number = ((number ^ (number >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return number ^ (number >> 16)


def _find_talk_pose(openness: float) -> Pose | None:
    reached: Sequence[Pose] = [shown for least, shown in _TALKS if openness >= least]
    return reached[-1] if reached else None
