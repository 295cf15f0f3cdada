"""Words: what a description says of a sprite. A small vocabulary; what is not in it changes nothing but the chance."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from performer.sprites.figures import FIGURES
from performer.sprites.palette import HUES
from performer.sprites.parts import PARTS, Dyed, Part

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
    "hat": "cap tophat wizardhat witchhat partyhat pointyhat",
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
    "fat chubby round big giant plump": {"plump": 1.0},
    "thin slim skinny": {"plump": 0.0},
    "baby tiny little small chibi": {"headed": 1.0},
    "glowing possessed": {"eyes": "glow"},
}
_AND_THEN: Final = frozenset("with wearing holding in on from of and who that".split())
"""What stands behind one of these is no longer what the thing is."""
_SAYS_NOTHING: Final = _AND_THEN | frozenset("a an the some one his her its their is are to as it me for".split())
_TO_ITS_PART: Final = 3
"""How many words may stand between a colour and the part that has it, and one."""
_MOST_WORDS: Final = 40


def _by_word(names: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, words in names.items() for word in words.split()}


_THINGS: Final = {**_by_word(_OTHER_NAMES), **{name: name for name in FIGURES}}
_COLOURS: Final = {**_by_word(_OTHER_COLOURS), **{name: name for name in HUES}}
_TRAITS: Final = {
    **{word: looks for words, looks in _LOOKS.items() for word in words.split()},
    **{word: part.traits for word, part in PARTS.items()},
}


@dataclass(frozen=True, kw_only=True)
class Said:
    """What was understood of a description."""

    thing: str = ""
    """The name of a figure; empty: none that is known."""
    colours: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    """The words of it that say how it looks, and what it has."""
    dyes: Mapping[Dyed, str] = field(default_factory=dict)
    """Colours that are not its body's, but those of a part."""
    others: int = 0
    """How many words of it say nothing that is known."""


def understood(description: str, *, of: str = "") -> Said:
    """Read a description: the last thing before a `with`, its colours in their order, and how it looks.

    Args:
        description: In anybody's words.
        of: What it is already, if it is known: then nothing behind a `with` is.
    """
    words = re.findall(r"[^\W\d_]+", description.lower())[:_MOST_WORDS]
    words = [_singular(word) for word in _joined(words)]
    noun = _noun(words, is_known=bool(of))
    thing = _THINGS[words[noun]] if noun is not None else ""
    looks = {at: word for at, word in enumerate(words) if word in _TRAITS and not (at == noun and _is_itself(word))}
    hues = {at: _COLOURS[word] for at, word in enumerate(words) if word in _COLOURS and at != noun}
    dyed = {at: part.dyed for at in hues if (part := _dyed(words, at, noun))}
    return Said(
        thing=thing,
        colours=tuple(hue for at, hue in hues.items() if at not in dyed),
        looks=tuple(dict.fromkeys(looks.values())),
        dyes={paint: hues[at] for at, paint in dyed.items() if paint},
        others=sum(
            at != noun and at not in looks and at not in hues and word not in _SAYS_NOTHING
            for at, word in enumerate(words)
        )
        + sum(paint is None for paint in dyed.values()),
    )


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


def _joined(words: Sequence[str]) -> list[str]:
    """Take two words for one where they name a part together: a wizard hat, a top hat."""
    found: list[str] = []
    for word in words:
        if found and found[-1] + word in PARTS:
            found[-1] += word
        else:
            found.append(word)
    return found


def _is_itself(word: str) -> bool:
    """Tell whether a word names a part that is also a thing, such as a crown, which then has none."""
    return word in PARTS and word in _THINGS and _THINGS[word] in PARTS


def _dyed(words: Sequence[str], colour: int, noun: int | None) -> Part | None:
    """Find the part that has a colour: the next one behind it, where the thing itself was named before."""
    if noun is not None and noun > colour:
        return None
    for at in range(colour + 1, min(colour + 1 + _TO_ITS_PART, len(words))):
        if words[at] in _AND_THEN or at == noun:
            return None
        if words[at] in PARTS:
            return PARTS[words[at]]
    return None


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and word not in _TRAITS and word[:-1] in _THINGS else word
