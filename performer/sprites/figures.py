"""Figures: which creatures and things can be drawn, what each has by nature, and from where it looks best."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Literal

from performer.sprites.bodies import arms, floaters, goods, treasure, walkers
from performer.sprites.bodies.body import Body, Pace, Plan
from performer.sprites.bodies.traits import Traits
from performer.sprites.molding import shifted
from performer.sprites.plate import Point

Kind = Literal["creature", "item"]
_FRONT, _HALF, _SIDE = 0.0, 38.0, 70.0
"""Degrees."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One sort of creature or thing."""

    plan: Plan
    kind: Kind = "creature"
    traits: Mapping[str, Any] = field(default_factory=dict)
    """What each of its sort has; the rest is chance."""
    body: tuple[str, ...] = ()
    """The colours that it may have by nature; any, where there are none."""
    trim: str = ""
    bone: str = ""
    best: float = _FRONT
    """From where it looks best, in degrees."""
    walks_at: float = 55.0
    """From where its walk looks best; a thing turns all around instead."""

    @property
    def has(self) -> tuple[str, ...]:
        """The names of the parts that its plan has whatever its traits are."""
        return ("wings",) if self.plan is walkers.bird else ()


def thing(make: Callable[[Random], Body], *body: str, trim: str = "", bone: str = "", best: float = _FRONT) -> Figure:
    """Make a figure of a thing: it does not walk, but floats a little."""

    def plan(_traits: Traits, chance: Random, pace: Pace) -> Body:
        made, by = make(chance), Point(0, pace.swing(), 0)
        return Body(clay=tuple(shifted(made.clay, by)), spots=tuple(shifted(made.spots, by)))

    return Figure(plan=plan, kind="item", body=body, trim=trim, bone=bone, best=best)


def _of(
    plan: Plan, *body: str, trim: str = "", bone: str = "", best: float = _FRONT, walks_at: float = 55.0, **traits: Any
) -> Figure:
    return Figure(plan=plan, traits=traits, body=body, trim=trim, bone=bone, best=best, walks_at=walks_at)


_DARK: Final[dict[str, Any]] = {"bone": "black"}
"""Noses."""
_BEAST: Final[dict[str, Any]] = {"best": _HALF, "eyes": "dot", "has_cheeks": False}

CREATURES: Final[dict[str, Figure]] = {
    "slime": _of(floaters.slime, walks_at=20, mouth="smile", ears="none", snout="none", tail="none"),
    "ghost": _of(floaters.ghost, "white", "cyan", walks_at=30, mouth="open", ears="none", snout="none"),
    "bat": _of(floaters.bat, "purple", "black", walks_at=20, ears="pointed", snout="none", tail="none", mouth="fangs"),
    "fish": _of(floaters.fish, "orange", "blue", "teal", "yellow", best=_SIDE, walks_at=_SIDE, horns="none"),
    "octopus": _of(floaters.octopus, "pink", "purple", "red", walks_at=20, ears="none", snout="none", mouth="smile"),
    "dragon": _of(
        walkers.biped, "red", "green", "purple", trim="yellow", best=_HALF, horns="two", snout="long", tail="spiked",
        wings="bat", ears="none", has_belly=True, has_spikes=True, has_cheeks=False, eyes="tall", pattern="none",
    ),
    "cat": _of(walkers.biped, "orange", "grey", "black", "cream", ears="pointed", tail="thin", snout="none",
               horns="none", wings="none", mouth="smile"),
    "bunny": _of(walkers.biped, "white", "brown", "grey", trim="pink", ears="long", tail="stub", snout="none",
                 horns="none", wings="none", mouth="smile", pattern="none"),
    "bear": _of(walkers.biped, "brown", "white", "black", trim="cream", bone="black", ears="round", tail="stub",
                snout="short", horns="none", wings="none", plump=1.0, has_belly=True, pattern="none", eyes="dot"),
    "mouse": _of(walkers.biped, "grey", "brown", trim="pink", ears="round", tail="thin", snout="none", horns="none",
                 wings="none", mouth="smile", plump=0.2, pattern="none"),
    "frog": _of(walkers.biped, "green", "lime", trim="lime", ears="none", snout="none", tail="none", horns="none",
                wings="none", mouth="smile", eyes="dot", has_bulges=True, has_belly=True, plump=0.9, pattern="none"),
    "goblin": _of(walkers.biped, "lime", "green", ears="pointed", tail="none", snout="none", horns="none",
                  wings="none", mouth="fangs", eyes="angry", pattern="none", has_cheeks=False),
    "demon": _of(walkers.biped, "red", "purple", bone="black", ears="pointed", horns="two", tail="thin", wings="bat",
                 snout="none", mouth="fangs", eyes="angry", pattern="none", has_cheeks=False),
    "skeleton": _of(walkers.biped, "white", "cream", trim="grey", ears="none", tail="none", snout="none",
                    horns="none", wings="none", mouth="flat", eyes="hollow", plump=0.0, pattern="none",
                    has_cheeks=False, has_belly=False),
    "alien": _of(walkers.biped, "lime", "teal", "purple", ears="none", tail="none", snout="none", horns="feelers",
                 wings="none", eyes="tall", plump=0.1, headed=1.0, pattern="none"),
    "robot": _of(walkers.robot, "silver", "cyan", "orange", trim="cyan", bone="grey", eyes="dot"),
    "mushroom": _of(walkers.toadstool, "red", "purple", "brown", trim="cream", eyes="dot"),
    "dog": _of(walkers.quadruped, "brown", "cream", "white", trim="cream", ears="floppy", snout="short", tail="thin",
               horns="none", wings="none", **_BEAST, **_DARK),
    "fox": _of(walkers.quadruped, "orange", trim="cream", ears="pointed", snout="short", tail="bushy", horns="none",
               wings="none", pattern="none", **_BEAST, **_DARK),
    "wolf": _of(walkers.quadruped, "grey", "black", trim="white", ears="pointed", snout="short", tail="bushy",
                horns="none", wings="none", pattern="none", **_BEAST, **_DARK),
    "pig": _of(walkers.quadruped, "pink", trim="pink", bone="brown", ears="pointed", snout="pig", tail="curl",
               horns="none", wings="none", plump=1.0, pattern="none", **_BEAST),
    "cow": _of(walkers.quadruped, "white", trim="brown", bone="brown", ears="floppy", snout="short", tail="thin",
               horns="none", wings="none", plump=0.9, pattern="spots", **_BEAST),
    "horse": _of(walkers.quadruped, "brown", "cream", "white", trim="black", bone="black", ears="pointed",
                 snout="none", tail="bushy", horns="none", wings="none", pattern="none", has_mane=True, **_BEAST),
    "unicorn": _of(walkers.quadruped, "white", trim="pink", bone="gold", ears="pointed", snout="none", tail="bushy",
                   horns="one", wings="none", pattern="none", has_mane=True, **_BEAST),
    "deer": _of(walkers.quadruped, "brown", trim="cream", bone="cream", ears="floppy", snout="short", tail="stub",
                horns="antlers", wings="none", pattern="spots", **_BEAST),
    "chick": _of(walkers.bird, "yellow", bone="orange", trim="cream", snout="beak", ears="none", horns="none",
                 eyes="dot", plump=0.8, pattern="none"),
    "duck": _of(walkers.bird, "white", "yellow", "brown", bone="orange", snout="bill", ears="none", horns="none",
                eyes="dot", pattern="none", best=_HALF),
    "bird": _of(walkers.bird, "blue", "red", "teal", "lime", bone="orange", snout="beak", ears="none", horns="none",
                eyes="dot", has_belly=True, pattern="none", best=_HALF),
    "owl": _of(walkers.bird, "brown", "grey", trim="cream", bone="gold", snout="beak", ears="tufts", horns="none",
               eyes="wide", has_belly=True, has_cheeks=False, pattern="none"),
    "penguin": _of(walkers.bird, "navy", "black", trim="white", bone="orange", snout="beak", ears="none",
                   horns="none", eyes="dot", has_belly=True, pattern="none"),
}  # fmt: skip

ITEMS: Final[dict[str, Figure]] = {
    "sword": thing(arms.sword, "brown", "red", "blue", trim="gold", bone="silver"),
    "axe": thing(arms.axe, "red", "gold", trim="brown", bone="silver"),
    "hammer": thing(arms.hammer, "gold", "grey", trim="brown", bone="silver"),
    "wand": thing(arms.wand, "yellow", "cyan", "pink", trim="brown", bone="gold"),
    "shield": thing(arms.shield, "blue", "red", "green", trim="gold", bone="silver"),
    "bomb": thing(arms.bomb, "black", trim="orange", bone="silver"),
    "key": thing(treasure.key, "gold", "silver", trim="red"),
    "coin": thing(treasure.coin, "gold", trim="yellow", bone="gold"),
    "heart": thing(treasure.heart, "red", "pink"),
    "gem": thing(treasure.gem, "cyan", "pink", "lime", "purple", "red", best=20.0),
    "crown": thing(treasure.crown, "gold", trim="red", bone="red"),
    "ring": thing(treasure.ring, "gold", "silver", trim="cyan"),
    "chest": thing(treasure.chest, "brown", "orange", trim="gold", bone="gold", best=-24.0),
    "book": thing(treasure.book, "green", "red", "navy", "purple", trim="cream", bone="gold"),
    "scroll": thing(treasure.scroll, "cream", trim="brown"),
    "potion": thing(treasure.potion, "pink", "green", "blue", "purple", "orange", trim="brown", bone="white"),
    "hat": thing(treasure.hat, "purple", "navy", "black", trim="gold", bone="gold"),
    "apple": thing(goods.apple, "red", "lime", trim="green", bone="brown"),
    "cake": thing(goods.cake, "pink", "white", "brown", trim="cream", bone="red"),
    "egg": thing(goods.egg, "cream", "white", "cyan"),
    "flower": thing(goods.flower, "pink", "red", "purple", "white", trim="yellow", bone="green"),
    "bone": thing(goods.bone, "cream"),
    "star": thing(goods.shining_star, "yellow"),
    "moon": thing(goods.moon, "yellow", "silver"),
    "lantern": thing(goods.lantern, "yellow", "orange", bone="grey"),
}

FIGURES: Final = {**CREATURES, **ITEMS}
STRANGE: Final = (walkers.biped, walkers.quadruped, floaters.slime, walkers.bird, floaters.bat, floaters.octopus)
"""The plans that something nobody knows may have."""
