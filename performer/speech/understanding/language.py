"""What is said to somebody in a language, and how its letters sound, read from `languages.toml`."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from performer.core.made_late import once
from performer.core.values import dataclass
from performer.speech.understanding.latin import write_latin

ENGLISH: Final = "en"
_FILE: Final = Path(__file__).with_name("languages.toml")
_load = once(lambda: tomllib.loads(_FILE.read_text(encoding="utf-8")))
_WORD: Final = re.compile(r"[^\W_]+(?:['’ʼ-][^\W_]+)*")
_APOSTROPHES: Final = re.compile(r"['’ʼ-]")
_UMLAUTS: Final = "äöüß"
_LONGEST_PHRASE: Final = 8
"""Words of an order."""


def split_plain_words(text: str) -> list[str]:
    """Return the words of a text without capitals, apostrophes and hyphens, as the lists of a language have them."""
    return [_APOSTROPHES.sub("", each) for each in _WORD.findall(unicodedata.normalize("NFKC", text).casefold())]


@dataclass(frozen=True, kw_only=True)
class SpokenLanguage:
    """The words by which one tells in a language to whom something is said."""

    code: str
    greetings: frozenset[str] = frozenset()
    crowd: frozenset[str] = frozenset()
    leads: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset()
    third: frozenset[str] = frozenset()
    he: frozenset[str] = frozenset()
    wh: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    me: frozenset[str] = frozenset()
    you: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    before_end: frozenset[str] = frozenset()
    polite: frozenset[str] = frozenset()
    fillers: frozenset[str] = frozenset()
    thanks: tuple[tuple[str, ...], ...] = ()
    orders: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """The phrases of each order, by the order's name."""
    sounds: Sequence[tuple[re.Pattern[str], str]] = ()
    """What letters sound like; the first that fits at a place holds."""


def find_language(code: str) -> SpokenLanguage:
    """Return what is known of a language by its code (`en-gb`, `de`); one without a section has no words at all."""
    return _read(re.split(r"[-_]", code.casefold(), maxsplit=1)[0])


def list_languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a section."""
    return tuple(_load())


@cache
def _read(code: str) -> SpokenLanguage:
    section: Mapping[str, Any] | None = _load().get(code)
    if section is None:
        return SpokenLanguage(code=code)
    lists = {name: words for name, words in section.items() if isinstance(words, str) and name != "thanks"}
    return SpokenLanguage(
        code=code,
        **{name: frozenset(words.split()) for name, words in lists.items()},
        thanks=_read_phrases(section["thanks"]),
        orders={name: _read_phrases(phrases) for name, phrases in section["orders"].items()},
        sounds=tuple((re.compile(letters), sound) for letters, sound in section["sounds"].items()),
    )


def _read_phrases(written: str) -> tuple[tuple[str, ...], ...]:
    phrases = tuple(tuple(each.split()) for each in written.split("/"))
    assert all(0 < len(each) <= _LONGEST_PHRASE for each in phrases), "a phrase of languages.toml is empty or long"
    return phrases


@lru_cache(maxsize=4096)
def spell_sound(word: str, code: str) -> str:
    """Return what a word sounds like by the spelling of a language: one letter a sound, as `measure_distance` knows it.

    A word of another script is read letter by letter, as far as it can be written in Latin ones.
    """
    rules = find_language(code).sounds
    text = write_latin(word.casefold(), keep=_UMLAUTS if code == "de" else "")
    found: list[str] = []
    place = 0
    while place < len(text):
        match, sound = next(
            ((match, sound) for rule, sound in rules if (match := rule.match(text, place)) and match.end() > place),
            (None, text[place]),
        )
        place = match.end() if match else place + 1
        found += [each for each in sound if each.isalpha()]
    return "".join(each for at, each in enumerate(found) if at == 0 or found[at - 1] != each)


_VOWELS: Final = frozenset("aeiou")
_SOFT: Final = frozenset("hwy")
_ALIKE: Final[Mapping[frozenset[str], float]] = {
    frozenset(pair): cost
    for cost, pairs in {
        0.2: "pb td kg fv sz SC Cj xk",
        0.3: "ao ei ou xS sS zs jy wv wu yi",
        0.5: "mn lr pk kt pt bd gd wf xh fp bv",
    }.items()
    for pair in pairs.split()
}
"""What it costs to take one sound for another; a vowel for another costs _VOWEL, anything else 1."""
_VOWEL: Final = 0.5


def measure_distance(one: str, other: str) -> float:
    """Return how unlike two words sound, from 0 to 1, both as `spell_sound` returns them."""
    row = [0.0]
    for letter in other:
        row.append(row[-1] + _find_weight(letter))
    for letter in one:
        above, row = row, [row[0] + _find_weight(letter)]
        for at, beside in enumerate(other):
            row.append(
                min(
                    above[at] + _find_cost(letter, beside),
                    above[at + 1] + _find_weight(letter),
                    row[at] + _find_weight(beside),
                )
            )
    return min(1.0, row[-1] / max(len(one), len(other), 1))


def _find_weight(letter: str) -> float:
    """Return what it costs to hear a sound that is not there, or to miss one that is."""
    return 0.5 if letter in _VOWELS or letter in _SOFT else 1.0


def _find_cost(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if one in _VOWELS and other in _VOWELS:
        return min(_VOWEL, _ALIKE.get(frozenset((one, other)), _VOWEL))
    return _ALIKE.get(frozenset((one, other)), 1.0)
