"""Bursts of particles: the same in every client, for their paths follow from the seed alone.

A particle's random numbers are used in the order of `_make_particle`. Lengths are units of the board, times seconds;
with p the part of its life that is over and s = p (2 - p), a particle of a burst is at

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
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPixmap

from overlay.decode import stretch_image
from overlay.element_pictures import PARTICLES, DrawingContext, PlacedPixmap
from overlay.motion import EVERY_FRAME
from overlay.scale import bound_fraction, round_to_pixel
from performer.stage.protocol.elements import SHAPES, Particles, Shape

MOST_ALIVE: Final = 100
"""The most particles of all bursts together; the older bursts come first."""
LONGEST_MS: Final = 60_000
ROWS: Final = 5
"""The variants of a shape, each a row of its sheet."""
PHASES: Final = 8
"""The steps of a turn, each a column of the sheet."""
_SMALLEST: Final = 0.6
_SPREAD: Final = 0.8
_SIDE: Final = 28
_FADE: Final = 0.25
"""The last part of a life, in which a particle fades."""


class FlightStyle(NamedTuple):
    """The flight of a shape, as in the table above; pairs are a least value and what chance adds."""

    angle: float
    spread: float
    reach: tuple[float, float]
    sink: float
    rate: tuple[float, float]


BURSTS: Final[dict[Shape, FlightStyle]] = {
    "confetti": FlightStyle(angle=-90, spread=150, reach=(140, 340), sink=420, rate=(8, 8)),
    "hearts": FlightStyle(angle=-90, spread=80, reach=(160, 340), sink=-40, rate=(6, 4)),
    "sparks": FlightStyle(angle=180, spread=360, reach=(110, 360), sink=60, rate=(12, 10)),
}


class Particle(NamedTuple):
    """One particle."""

    row: int
    first_phase: int
    side: float
    rate: float
    at: Callable[[float, float], tuple[float, float]]
    """Returns the particle's centre after so many seconds and such a part of its life."""

    def find_phase(self, seconds: float) -> int:
        """Return the column of the sheet that shows the particle."""
        return (self.first_phase + math.floor(seconds * self.rate)) % PHASES


def make_particles(element: Particles, count: int, width: float, height: float) -> list[Particle]:
    """Make the first particles of a burst, on a stage of so many units."""
    chance = generate_random_numbers(element.seed)
    return [_make_particle(element, chance, width, height) for _ in range(max(count, 0))]


def compute_lifetime_ms(element: Particles) -> int:
    """Return how long a burst is seen; 0 for a burst that makes no sense."""
    life = 0 if element.until_ms is None else element.until_ms - element.born_ms
    return life if 0 < life <= LONGEST_MS else 0


def compute_opacity(part: float) -> float:
    """Return the opacity of a particle when such a part of its life is over."""
    return 1.0 if part <= 1 - _FADE else max((1 - part) / _FADE, 0.0)


def generate_random_numbers(seed: int) -> Iterator[float]:
    """Yield numbers from 0 to below 1, by mulberry32."""
    state = seed & 0xFFFFFFFF
    while True:
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        mixed = _multiply(state ^ (state >> 15), 1 | state)
        mixed = ((mixed + _multiply(mixed ^ (mixed >> 7), 61 | mixed)) & 0xFFFFFFFF) ^ mixed
        yield (mixed ^ (mixed >> 14)) / 2**32


def _make_particle(element: Particles, chance: Iterator[float], width: float, height: float) -> Particle:
    a, b, c, d, e, f = (next(chance) for _ in range(6))
    row, first_phase, side = int(a * ROWS), int(b * PHASES), (_SMALLEST + _SPREAD * c) * _SIDE
    burst = BURSTS.get(element.shape)
    if burst is None:
        return Particle(row=row, first_phase=first_phase, side=side, rate=3 + 4 * e, at=_make_fall(d * width, e, f))
    angle = math.radians(burst.angle + (d - 0.5) * burst.spread)
    reach = burst.reach[0] + burst.reach[1] * e
    centre = (bound_fraction(element.x) * width, bound_fraction(element.y) * height)
    at = _make_flight(centre, (reach * math.cos(angle), reach * math.sin(angle)), burst.sink)
    return Particle(row=row, first_phase=first_phase, side=side, rate=burst.rate[0] + burst.rate[1] * f, at=at)


def _make_flight(
    centre: tuple[float, float], way: tuple[float, float], sink: float
) -> Callable[[float, float], tuple[float, float]]:
    def at(_seconds: float, part: float) -> tuple[float, float]:
        out = part * (2 - part)
        return centre[0] + way[0] * out, centre[1] + way[1] * out + sink * part * part

    return at


def _make_fall(x: float, e: float, f: float) -> Callable[[float, float], tuple[float, float]]:
    swing, start, speed = 0.15 + 0.2 * e, -40 - 600 * f, 200 + 220 * e

    def at(seconds: float, _part: float) -> tuple[float, float]:
        return x + 40 * math.sin(2 * math.pi * (f + seconds * swing)), start + speed * seconds

    return at


def _multiply(one: int, other: int) -> int:
    return (one * other) & 0xFFFFFFFF


_CELL: Final = 32
"""The side of a square of the sheet; the sheet of twice the size is for larger particles."""

Cells = Callable[[int, int, int], QPixmap]


class ParticleDrawing:
    """The particles of a burst in flight; they fade by themselves."""

    layer = PARTICLES
    origin = (0.0, 0.0)
    height = 0.0

    def __init__(self, element: Particles, particles: list[Particle], cells: Cells, setup: DrawingContext) -> None:
        self._born_ms = element.born_ms
        self._life_ms = compute_lifetime_ms(element)
        self._unit = setup.scale.unit
        self._particles = [(each, max(round_to_pixel(each.side * self._unit), 1)) for each in particles]
        self._cells = cells
        self._room = QRect(0, 0, setup.scale.width, setup.scale.height)

    def __len__(self) -> int:
        return len(self._particles)

    def find_pixmaps(self, now_ms: float) -> tuple[PlacedPixmap, ...]:
        """Return the pixmaps of the particles that can be seen at an instant."""
        seconds, part = (now_ms - self._born_ms) / 1000, (now_ms - self._born_ms) / self._life_ms
        if not 0 <= part < 1:
            return ()
        seen = compute_opacity(part)
        flying = (self._place(particle, side, seconds, part, seen) for particle, side in self._particles)
        return tuple(each for each in flying if self._room.intersects(each.rect))

    def find_next_ms(self, _now_ms: float) -> float:
        """Return that the particles are always on the move."""
        return EVERY_FRAME

    def _place(self, particle: Particle, side: int, seconds: float, part: float, seen: float) -> PlacedPixmap:
        x, y = particle.at(seconds, part)
        left, top = round_to_pixel(x * self._unit - side / 2), round_to_pixel(y * self._unit - side / 2)
        return PlacedPixmap(self._cells(particle.row, particle.find_phase(seconds), side), left, top, side, side, seen)


class SpriteSheets:
    """The particles' pixmaps, cut out of their sheets when they are needed, and kept."""

    def __init__(self) -> None:
        self._sheets: dict[str, QImage] = {}
        self._cells: dict[tuple[str, int, int, int], QPixmap] = {}

    def draw_burst(self, element: Particles, setup: DrawingContext, alive: int) -> ParticleDrawing | None:
        """Draw a burst beside so many other particles; None as long as its sheets are not there, and without sense."""
        srcs = (f"/particles/{element.shape}.png", f"/particles/{element.shape}@2x.png")
        if element.shape not in SHAPES or compute_lifetime_ms(element) == 0:
            return None
        fetched = [self._fetch(src, setup) for src in srcs]  # both are asked for, whether or not one is there
        if not all(fetched):
            return None

        count = min(element.count, MOST_ALIVE - alive)
        unit = setup.scale.unit
        particles = make_particles(element, count, setup.scale.width / unit, setup.scale.height / unit)
        return ParticleDrawing(element, particles, partial(self._cut_cell, srcs), setup)

    def forget(self) -> None:
        """Forget all sheets."""
        self._sheets.clear()
        self._cells.clear()

    def _fetch(self, src: str, setup: DrawingContext) -> bool:
        sheet = self._sheets.get(src) or setup.pictures.find_image(src)
        if sheet is not None:
            self._sheets[src] = sheet
        return sheet is not None

    def _cut_cell(self, srcs: tuple[str, str], row: int, phase: int, side: int) -> QPixmap:
        src = srcs[side > _CELL]
        known = self._cells.get((src, row, phase, side))
        if known is None:
            sheet = self._sheets[src]
            square = sheet.height() // ROWS
            cut = sheet.copy(phase * square, row * square, square, square)
            known = self._cells[src, row, phase, side] = QPixmap.fromImage(stretch_image(cut, side))
        return known
