"""Words: what a description says of a sprite. A small vocabulary; what is not in it changes nothing but the chance."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from performer.sprites.figures import FIGURES
from performer.sprites.palette import HUES

_OTHER_NAMES: Final = {
    "slime": "blob jelly ooze goo",
    "ghost": "spirit spectre phantom boo",
    "bat": "vampire",
    "fish": "shark goldfish whale piranha",
    "octopus": "squid kraken jellyfish",
    "dragon": "drake wyvern dino dinosaur lizard kaiju",
    "cat": "kitten kitty tiger lion",
    "bunny": "rabbit hare",
    "bear": "panda teddy koala",
    "mouse": "rat hamster",
    "frog": "toad",
    "goblin": "orc gremlin troll imp zombie",
    "demon": "devil",
    "skeleton": "skull lich",
    "alien": "monster martian",
    "robot": "bot mech android golem",
    "mushroom": "toadstool shroom",
    "dog": "puppy doggo hound corgi",
    "wolf": "werewolf husky",
    "cow": "bull ox",
    "horse": "pony donkey",
    "unicorn": "pegasus",
    "deer": "reindeer moose stag",
    "pig": "boar piggy",
    "chick": "chicken chickling",
    "duck": "duckling goose",
    "bird": "parrot raven crow phoenix eagle",
    "sword": "blade katana dagger knife",
    "hammer": "mallet",
    "wand": "staff rod",
    "potion": "flask bottle elixir vial",
    "coin": "money token",
    "gem": "diamond crystal jewel ruby emerald sapphire amethyst stone",
    "chest": "treasure box",
    "book": "spellbook tome grimoire",
    "scroll": "map letter",
    "hat": "cap tophat",
    "cake": "cupcake pie muffin",
    "flower": "rose daisy tulip",
    "star": "comet",
    "lantern": "lamp torch light",
    "apple": "fruit",
}
_OTHER_COLOURS: Final = {
    "red": "crimson scarlet ruby fire fiery lava flaming blood cherry",
    "orange": "amber pumpkin",
    "yellow": "lemon electric sun sunny",
    "gold": "golden",
    "lime": "acid toxic poison poisonous",
    "green": "emerald forest leaf grass nature",
    "teal": "turquoise mint",
    "cyan": "ice icy frost frozen crystal diamond snow",
    "blue": "azure water sea ocean sapphire sky",
    "purple": "violet magic magical amethyst lilac",
    "pink": "rose magenta candy bubblegum",
    "brown": "wooden wood chocolate mud earth",
    "white": "pale holy snowy",
    "silver": "iron steel metal",
    "grey": "gray stone",
    "black": "dark shadow night obsidian",
    "cream": "vanilla beige sand",
}
_LOOKS: Final[Mapping[str, Mapping[str, Any]]] = {
    "angry evil mad fierce grumpy": {"eyes": "angry", "mouth": "fangs", "has_cheeks": False},
    "sleepy tired": {"eyes": "sleepy", "mouth": "flat"},
    "sleeping": {"eyes": "shut", "mouth": "none"},
    "happy cheerful smiling": {"eyes": "happy", "mouth": "smile"},
    "sad crying": {"mouth": "sad"},
    "surprised shocked": {"eyes": "wide", "mouth": "open"},
    "cute kawaii": {"eyes": "tall", "has_cheeks": True},
    "spotted spots dotted": {"pattern": "spots"},
    "striped stripes tiger": {"pattern": "stripes"},
    "winged wings flying angel angelic pegasus": {"wings": "feathers"},
    "horned horns": {"horns": "two"},
    "spiky spikes": {"has_spikes": True},
    "royal king queen prince princess crowned crown": {"has_crown": True},
    "fat chubby round big giant plump": {"plump": 1.0},
    "thin slim skinny": {"plump": 0.0},
    "baby tiny little small chibi": {"headed": 1.0},
    "glowing possessed": {"eyes": "glow"},
}
_AND_THEN: Final = frozenset("with wearing holding in on from of and who that".split())
"""What stands behind one of these is no longer what the thing is."""
_MOST_WORDS: Final = 40


def _by_word(names: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, words in names.items() for word in words.split()}


_THINGS: Final = {**_by_word(_OTHER_NAMES), **{name: name for name in FIGURES}}
_COLOURS: Final = {**_by_word(_OTHER_COLOURS), **{name: name for name in HUES}}
_TRAITS: Final = {word: looks for words, looks in _LOOKS.items() for word in words.split()}


@dataclass(frozen=True, kw_only=True)
class Said:
    """What was understood of a description."""

    thing: str = ""
    """The name of a figure; empty: none that is known."""
    colours: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    """The words of it that say how it looks."""


def understood(description: str, *, of: str = "") -> Said:
    """Read a description: the last thing before a `with`, its colours in their order, and how it looks.

    Args:
        description: In anybody's words.
        of: What it is already, if it is known: then nothing behind a `with` is.
    """
    words = re.findall(r"[^\W\d_]+", description.lower())[:_MOST_WORDS]
    words = [_singular(word) for word in words]
    noun = _noun(words, is_known=bool(of))
    colours = (_COLOURS[word] for at, word in enumerate(words) if word in _COLOURS and at != noun)
    looks = [word for at, word in enumerate(words) if word in _TRAITS and (at, word) != (noun, "crown")]
    thing = _THINGS[words[noun]] if noun is not None else ""
    return Said(thing=thing, colours=tuple(colours), looks=tuple(dict.fromkeys(looks)))


def traits_of(looks: Iterable[str]) -> dict[str, Any]:
    """Tell what words of looks mean; the last that says a thing wins, and what is no such word says nothing."""
    found: dict[str, Any] = {}
    for word in looks:
        found |= _TRAITS.get(word, {})
    return found


def _noun(words: Sequence[str], *, is_known: bool) -> int | None:
    """Find the word that says what it is."""
    nouns = [at for at, word in enumerate(words) if word in _THINGS]
    end = next((at for at, word in enumerate(words) if word in _AND_THEN), len(words))
    before = [at for at in nouns if at < end]
    if before:
        return before[-1]
    return nouns[-1] if nouns and not is_known else None


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and word not in _TRAITS and word[:-1] in _THINGS else word
