"""Letters replaced: by digits and signs, by others that sound or look alike, by stars; and letters left out."""

import re
from collections.abc import Callable

from tests.performer.guard.disguises.disguise import Disguise

_LEET = {
    "a": "4@",
    "b": "8",
    "c": "¢",
    "d": (),
    "e": "3€",
    "g": "96",
    "h": "#",
    "i": "1!|¡",
    "k": ("|<",),
    "l": "1|!£",
    "m": ("|\\/|",),
    "n": ("|\\|",),
    "o": ("0", "()", "[]"),
    "p": ("|>",),
    "s": "5$§",
    "t": "7+",
    "u": ("|_|", "(_)", "v"),
    "v": ("\\/",),
    "w": ("vv", "\\/\\/"),
    "y": "¥",
    "z": "2",
}
_SOUNDS = (
    ("c", "k"),
    ("k", "c"),
    ("k", "q"),
    ("ck", "k"),
    ("s", "z"),
    ("i", "y"),
    ("u", "v"),
    ("f", "ph"),
    ("m", "rn"),
)
_STARS = "*#_.-?•●%~"


def _swap(word: str, old: str, new: str, times: int = -1) -> str | None:
    return word.replace(old, new, times) if old in word else None


def _swapped(old: str, new: str, shortest: int = 0) -> Callable[[str], str | None]:
    """Swap in words of so many letters."""
    return lambda word: _swap(word, old, new) if len(word) >= shortest else None


def _leet() -> list[Disguise]:
    one = [
        Disguise("leet", f"{sign} for {letter}", _swapped(letter, sign))
        for letter, signs in _LEET.items()
        for sign in signs
    ]
    first = {letter: signs[0] for letter, signs in _LEET.items() if signs and len(signs[0]) == 1}
    digits = dict(zip("abegilostz", "4839110572", strict=True))
    return [
        *one,
        Disguise("leet", "all there are", lambda word: _by_table(word, first)),
        Disguise("leet", "all digits", lambda word: _by_table(word, digits)),
        Disguise("leet", "capitals and digits", lambda word: _by_table(word, digits, upper=True)),
        Disguise("leet", "spaced", lambda word: (leet := _by_table(word, digits)) and " ".join(leet)),
        Disguise("leet", "dotted", lambda word: (leet := _by_table(word, digits)) and ".".join(leet)),
        Disguise("leet", "big I for l", lambda word: _swap(word, "l", "I")),
    ]


def _by_table(word: str, table: dict[str, str], *, upper: bool = False) -> str | None:
    """Replace, unless nothing or hardly a letter would be left."""
    leet = "".join(table.get(each, each) for each in word)
    if leet == word or sum(each.isalpha() for each in leet) < 2:
        return None
    return leet.upper() if upper else leet


def _sounds() -> list[Disguise]:
    return [Disguise("sound", f"{new} for {old}", _swapped(old, new, shortest=5)) for old, new in _SOUNDS]


def _hidden() -> list[Disguise]:
    """Hide the first vowel, or two letters in the middle, behind stars."""
    vowel = [Disguise("hidden", f"{star} for a vowel", _without_a_vowel(star)) for star in _STARS]
    two = [Disguise("hidden", f"{star}{star} amid", _without_two(star)) for star in "*#_"]
    bare = Disguise("left out", "all vowels", _without_vowels)
    return [*vowel, *two, bare]


def _without_a_vowel(star: str) -> Callable[[str], str]:
    return lambda word: word[0] + re.sub("[aeiou]", lambda _: star, word[1:], count=1)


def _without_two(star: str) -> Callable[[str], str | None]:
    return lambda word: f"{word[:2]}{star}{star}{word[4:]}" if len(word) > 5 else None


def _without_vowels(word: str) -> str | None:
    bare = re.sub("[aeiou]", "", word)
    return bare if len(bare) >= 4 else None


REPLACED = (*_leet(), *_sounds(), *_hidden())
