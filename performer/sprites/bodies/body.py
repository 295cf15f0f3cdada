"""A body: clay, spots and a face; and how it moves."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from performer.sprites.bodies.traits import Traits
from performer.sprites.clay import Clay
from performer.sprites.face import Face

HEAD, EXTRA, LIMB, NEAR = 1, 2, 3, 4
"""Groups of clay: a line parts them where one covers another."""


@dataclass(frozen=True, kw_only=True)
class Body:
    """All of it, at one instant."""

    clay: tuple[Clay, ...]
    spots: tuple[Clay, ...] = ()
    face: Face = field(default_factory=Face)


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
