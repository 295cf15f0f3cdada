"""Words and what they mean, whatever the language: `погода`, `Wetter` and `天気` are about the weather.

The meanings stand in `meanings.toml`. A text of a script without blanks is parted where a word of a meaning begins.
"""

import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from rapidfuzz import fuzz, process

from performer.core.values import dataclass

_WORD: Final = re.compile(r"[^\W_]+")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ACCENTS: Final = re.compile("[\u0300-\u036f]")
_UNPARTED: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\u30fc]+")
"""Kana and Chinese characters, between which no blanks stand."""
_NAMING: Final = re.compile("[\u30a0-\u30ff]{2,}|[\u3400-\u9fff]{2,4}")
"""Parts of such a text that may name something: katakana, or a few characters."""
_SHORTEST_IN_COMPOUND: Final = 4
"""Letters of a word that counts within a longer one: `Wetter` in `Wetterbericht`, `bericht` too."""
_MISSPELT: Final = 6
"""Letters of a word that may be misspelt."""
_ALIKE: Final = 88.0
"""Percent from which two words are one, misspelt."""
_NO_MEANING: Final[frozenset[str]] = frozenset()


@lru_cache(maxsize=1024)
def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, small and without accents; a name is split at its dots, signs and humps."""
    return tuple(part for word in _WORD.findall(_fold(_HUMP.sub(" ", text))) for part in _part(word))


@lru_cache(maxsize=4096)
def list_meanings(word: str) -> frozenset[str]:
    """Return what a word of `split_words` may mean; nothing where that is not known."""
    known = _load()
    found = known.meant_by(word)
    if not found and len(word) >= 2 * _SHORTEST_IN_COMPOUND:
        ends = (word[at:] for at in range(_SHORTEST_IN_COMPOUND, len(word) - _SHORTEST_IN_COMPOUND + 1))
        found = frozenset[str]().union(*map(known.meant_by, ends))
    if not found and len(word) >= _MISSPELT:
        near = process.extractOne(word, known.long_words, scorer=fuzz.ratio, score_cutoff=_ALIKE)
        return known.meant_by(near[0]) if near else _NO_MEANING
    return found


def _fold(text: str) -> str:
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", text.casefold())).replace("ł", "l")
    return unicodedata.normalize("NFC", plain)


def _part(word: str) -> Iterator[str]:
    """Yield the word; of an unparted one the words of meanings in it, and what else may name something."""
    if not _UNPARTED.search(word):
        yield word
        return
    known = [each for each in _load().unparted if each in word]
    # `天` says nothing beside `天気`.
    yield from (each for each in known if not any(each != other and each in other for other in known))
    yield from (part for part in _NAMING.findall(word) if part not in known)


@dataclass(frozen=True)
class _Known:
    """The words of all meanings."""

    whole: Mapping[str, frozenset[str]]
    begun: Mapping[str, frozenset[str]]
    """Beginnings of words."""
    unparted: tuple[str, ...]
    long_words: tuple[str, ...]

    def meant_by(self, word: str) -> frozenset[str]:
        """Return the meanings of a word, and of its longest beginning that has any: `новини` is not `нов`."""
        begins = (self.begun.get(word[:length]) for length in range(len(word), 0, -1))
        return self.whole.get(word, _NO_MEANING) | next(filter(None, begins), _NO_MEANING)


@cache
def _load() -> _Known:
    tables: Mapping[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))[
        "meanings"
    ]
    whole, begun = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for meaning, words in tables.items():
        for word in map(_fold, words.replace("|", " ").split()):
            (begun if word.endswith("*") else whole)[word.rstrip("*")].add(meaning)
    return _Known(
        whole={word: frozenset(means) for word, means in whole.items()},
        begun={word: frozenset(means) for word, means in begun.items()},
        unparted=tuple(word for word in whole if _UNPARTED.search(word)),
        long_words=tuple(word for word in (*whole, *begun) if len(word) >= _MISSPELT),
    )
