"""A body: clay, spots and a face; and how it moves."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from performer.sprites.bodies.traits import Traits
from performer.sprites.clay import Clay
from performer.sprites.face import Face
from performer.sprites.plate import Point

GROUND: Final = 30.2
"""How far down things stand."""
_TOP: Final = 2.0
_REACH: Final = 15.0
HEAD, EXTRA, LIMB, NEAR, WORN, HELD = range(1, 7)
"""Groups of clay: a line parts them where one covers another."""


@dataclass(frozen=True, kw_only=True)
class Body:
    """All of it, at one instant."""

    clay: tuple[Clay, ...]
    spots: tuple[Clay, ...] = ()
    face: Face = field(default_factory=Face)

    def fit(self) -> float:
        """Tell how much smaller it has to be for its square, with room for its line, its steps and its wings' beat."""
        spans = [each.spans() for each in self.clay]
        high = GROUND - min(top for top, _ in spans)
        return min(1.0, (GROUND - _TOP) / high, _REACH / max(reach for _, reach in spans))

    def sized(self, by: float) -> "Body":
        """Make a larger or smaller one that stands where it stood."""
        down = Point(0, GROUND * (1 - by), 0)
        return Body(
            clay=tuple(each.sized(by).moved(down) for each in self.clay),
            spots=tuple(each.sized(by).moved(down) for each in self.spots),
            face=self.face.sized(by).moved(down),
        )


@dataclass(frozen=True, kw_only=True)
class Pace:
    """Where in its walk it is; a body that stands has none."""

    phase: float = 0.0
    """How much of its walk is behind it, 0 to 1."""
    walks: bool = False

    def swing(self, ahead: float = 0.0) -> float:
        """Tell how far something swings that is ahead of the walk by so much of it, -1 to 1; 0 for who stands."""
        return math.sin(2 * math.pi * (self.phase + ahead)) if self.walks else 0.0

    def lift(self, ahead: float = 0.0) -> float:
        """Tell how far a foot is off the ground, 0 to 1: it is while it swings to the front."""
        return max(math.cos(2 * math.pi * (self.phase + ahead)), 0.0) if self.walks else 0.0


STANDS = Pace()
Plan = Callable[[Traits, Random, Pace], Body]
"""Makes a body; the chance is the same at every pace, so that it is the same body."""
