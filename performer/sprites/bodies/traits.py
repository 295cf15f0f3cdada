"""Traits: what a creature has, by its words and by chance."""

from dataclasses import dataclass
from random import Random
from typing import Literal

from performer.sprites.face import Eyes, Glasses, Mouth

Ears = Literal["none", "round", "pointed", "long", "floppy", "tufts"]
Horns = Literal["none", "two", "one", "antlers", "feelers"]
Snout = Literal["none", "short", "long", "beak", "bill", "pig"]
Tail = Literal["none", "thin", "bushy", "stub", "spiked", "curl"]
Wings = Literal["none", "bat", "feathers"]
Pattern = Literal["none", "spots", "stripes", "back"]
Hat = Literal["none", "pointed", "top"]
Held = Literal["none", "sword", "wand"]


@dataclass(frozen=True, kw_only=True)
class Traits:
    """Of one creature."""

    ears: Ears = "none"
    horns: Horns = "none"
    snout: Snout = "none"
    tail: Tail = "none"
    wings: Wings = "none"
    pattern: Pattern = "none"
    has_belly: bool = False
    has_spikes: bool = False
    has_crown: bool = False
    has_mane: bool = False
    has_bulges: bool = False
    """Whether its eyes stand on top of its head, as a frog's do."""
    eyes: Eyes = "tall"
    mouth: Mouth = "none"
    has_cheeks: bool = True
    hat: Hat = "none"
    glasses: Glasses = "none"
    held: Held = "none"
    has_bow: bool = False
    has_cape: bool = False
    has_shield: bool = False
    plump: float = 0.5
    """0: slender, 1: stout."""
    headed: float = 0.5
    """How large its head is, 0 to 1."""


def any_traits(chance: Random) -> Traits:
    """Choose what a creature has that nobody knows."""
    return Traits(
        ears=chance.choice(("none", "round", "pointed", "long", "floppy")),
        horns=chance.choice(("none", "none", "two", "one", "feelers")),
        snout=chance.choice(("none", "none", "short")),
        tail=chance.choice(("none", "thin", "bushy", "stub", "curl", "spiked")),
        wings=chance.choice(("none", "none", "none", "bat", "feathers")),
        pattern=chance.choice(("none", "spots", "stripes", "back")),
        has_belly=chance.random() < 0.6,
        has_spikes=chance.random() < 0.2,
        eyes=chance.choice(("dot", "tall", "tall", "wide")),
        mouth=chance.choice(("none", "smile", "open", "fangs")),
        has_cheeks=chance.random() < 0.6,
        plump=chance.random(),
        headed=chance.random(),
    )


def some_traits(chance: Random) -> Traits:
    """Choose what differs between two of a sort that everybody knows."""
    return Traits(
        plump=chance.random(),
        headed=chance.random(),
        pattern=chance.choice(("none", "none", "none", "spots", "stripes", "back")),
        eyes=chance.choice(("dot", "tall", "tall")),
        has_belly=chance.random() < 0.5,
        has_cheeks=chance.random() < 0.8,
    )
