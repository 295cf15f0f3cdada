"""The ways of particles: the same for every client, for they follow from the seed alone.

A piece's numbers are drawn in the order of `_piece`. Lengths are units of the board, times seconds; with p the
part of its life that is over and s = p (2 - p), a piece of a burst is at

    x = x0 + reach cos(angle) s        y = y0 + reach sin(angle) s + sink p²

    shape       angle in degrees, 90 is down    reach       sink    phases a second
    confetti    -90 + (d - 0.5) 150             140 + 340 e  420     8 +  8 f
    hearts      -90 + (d - 0.5)  80             160 + 340 e  -40     6 +  4 f
    sparks      360 d                           110 + 360 e   60    12 + 10 f

and a flake of snow, on a stage of width w, is at

    x = d w + 40 sin(2π (f + t (0.15 + 0.2 e)))    y = -40 - 600 f + (200 + 220 e) t    3 + 4 e phases a second
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from performer.messages import Particles, Shape

MOST_ALIVE: Final = 100
"""Of all bursts together: the older ones come first."""
LONGEST_MS: Final = 60_000
ROWS: Final = 5
"""Variants of a shape, a row of its sheet each."""
PHASES: Final = 8
"""Steps of its turning, a column each."""
_SMALLEST: Final = 0.6
_SPREAD: Final = 0.8
_SIDE: Final = 28
_FADE: Final = 0.25
"""The last part of a life, in which a piece fades."""


@dataclass(frozen=True, kw_only=True)
class Burst:
    """How a shape flies, as in the table above; pairs are a least and what chance adds."""

    angle: float
    spread: float
    reach: tuple[float, float]
    sink: float
    rate: tuple[float, float]


BURSTS: Final[dict[Shape, Burst]] = {
    "confetti": Burst(angle=-90, spread=150, reach=(140, 340), sink=420, rate=(8, 8)),
    "hearts": Burst(angle=-90, spread=80, reach=(160, 340), sink=-40, rate=(6, 4)),
    "sparks": Burst(angle=180, spread=360, reach=(110, 360), sink=60, rate=(12, 10)),
}


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One particle."""

    row: int
    first_phase: int
    side: float
    rate: float
    at: Callable[[float, float], tuple[float, float]]
    """Its centre after so many seconds and such a part of its life."""

    def phase(self, seconds: float) -> int:
        """Tell which column of the sheet shows it."""
        return (self.first_phase + math.floor(seconds * self.rate)) % PHASES


def pieces(element: Particles, count: int, width: float, height: float) -> list[Piece]:
    """Draw the lots of a burst's first pieces, on a stage of that many units."""
    chance = lots(element.seed)
    return [_piece(element, chance, width, height) for _ in range(max(count, 0))]


def lifetime_ms(element: Particles) -> int:
    """Tell how long a burst is seen; 0 for one that makes no sense."""
    life = 0 if element.until_ms is None else element.until_ms - element.born_ms
    return life if 0 < life <= LONGEST_MS else 0


def opacity(part: float) -> float:
    """Tell how much of a piece is seen when such a part of its life is over."""
    return 1.0 if part <= 1 - _FADE else max((1 - part) / _FADE, 0.0)


def lots(seed: int) -> Iterator[float]:
    """Yield numbers from 0 to below 1, by mulberry32."""
    state = seed & 0xFFFFFFFF
    while True:
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        mixed = _times(state ^ (state >> 15), 1 | state)
        mixed = ((mixed + _times(mixed ^ (mixed >> 7), 61 | mixed)) & 0xFFFFFFFF) ^ mixed
        yield (mixed ^ (mixed >> 14)) / 2**32


def _piece(element: Particles, chance: Iterator[float], width: float, height: float) -> Piece:
    a, b, c, d, e, f = (next(chance) for _ in range(6))
    row, first_phase, side = int(a * ROWS), int(b * PHASES), (_SMALLEST + _SPREAD * c) * _SIDE
    burst = BURSTS.get(element.shape)
    if burst is None:
        return Piece(row=row, first_phase=first_phase, side=side, rate=3 + 4 * e, at=_fall(d * width, e, f))
    angle = math.radians(burst.angle + (d - 0.5) * burst.spread)
    reach = burst.reach[0] + burst.reach[1] * e
    centre = (_bounded(element.x) * width, _bounded(element.y) * height)
    at = _flight(centre, (reach * math.cos(angle), reach * math.sin(angle)), burst.sink)
    return Piece(row=row, first_phase=first_phase, side=side, rate=burst.rate[0] + burst.rate[1] * f, at=at)


def _flight(
    centre: tuple[float, float], way: tuple[float, float], sink: float
) -> Callable[[float, float], tuple[float, float]]:
    def at(_seconds: float, part: float) -> tuple[float, float]:
        out = part * (2 - part)
        return centre[0] + way[0] * out, centre[1] + way[1] * out + sink * part * part

    return at


def _fall(x: float, e: float, f: float) -> Callable[[float, float], tuple[float, float]]:
    swing, start, speed = 0.15 + 0.2 * e, -40 - 600 * f, 200 + 220 * e

    def at(seconds: float, _part: float) -> tuple[float, float]:
        return x + 40 * math.sin(2 * math.pi * (f + seconds * swing)), start + speed * seconds

    return at


def _times(one: int, other: int) -> int:
    return (one * other) & 0xFFFFFFFF


def _bounded(fraction: float) -> float:
    """Keep a place near the stage; what is no number is its middle."""
    return min(max(fraction, -1.0), 2.0) if math.isfinite(fraction) else 0.5
