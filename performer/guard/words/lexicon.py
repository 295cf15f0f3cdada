"""A lexicon: the words, phrases and wildcards of lists, found by what a token is looked up by."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from performer.guard.category import Category
from performer.guard.letters import look_alike
from performer.guard.reading import read_plainly
from performer.guard.words.bent import SHORTEST_BENT, as_it_sounds, inflected, mistyped
from performer.guard.words.likeness import LEET, hides, is_like, key, keys

_REMEMBERED: Final = 8192
"""Words, of which most are said again."""
_SHORTEST_HIDDEN: Final = 4
"""Of a word of three letters, one may be hidden."""
_SHORTEST_REVERSED: Final = 5
"""A shorter word has too many honest neighbours when it is read backwards."""
_FEWEST_CONSONANTS: Final = 4
_VOWELS: Final = re.compile("[aeiou]")
_LONG_RUN: Final = re.compile(r"(.)\1\1+")
_LEET_FIRST: Final = str.maketrans({sign: letters[:1] for sign, letters in LEET.items()})
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts whose words stand without blanks between them: Thai, Lao, Chinese, Japanese; and Korean, which glues endings
to them."""


@dataclass(frozen=True, kw_only=True)
class WordList:
    """Words and phrases of one category.

    An entry may begin or end with `*`, for any letters there: `plonk*`, `*bee`, `*onk*`.
    """

    words: Iterable[str]
    category: Category
    rule: str
    """For the log."""
    bent: bool = False
    """Whether simple endings of English are taken for it too (plonks, plonked, plonker), and slips of the keys: two
    letters exchanged, a vowel left out of a long word (polnk, grmble)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A word that is looked for."""

    word: str
    """Plain, without blanks."""
    category: Category
    rule: str
    backwards: bool = False
    parts: tuple[str, ...] = ()
    """The words of a phrase."""

    def fits(self, token: str, *, big_i: bool = False, plainly: bool = False) -> bool:
        """Tell whether a token is this word, or a disguise of it."""
        return is_like(token, self.word, big_i=big_i, plainly=plainly or self.backwards)


class Lexicon:
    """Finds entries; it never looks at a text by itself."""

    def __init__(self, lists: Iterable[WordList]) -> None:
        self.longest = 0
        """Letters of the longest word."""
        self._words: defaultdict[str, list[Entry]] = defaultdict(list)
        self._prefixes: set[str] = set()
        self._phrases: defaultdict[str, defaultdict[str, list[Entry]]] = defaultdict(lambda: defaultdict(list))
        """By the keys of their first and their second word."""
        self._phrases_by_second: defaultdict[str, list[Entry]] = defaultdict(list)
        self._phrase_parts: set[str] = set()
        self._by_shape: defaultdict[tuple[int, str], list[Entry]] = defaultdict(list)
        """By how many letters a word has, and its first."""
        self._begins: dict[str, Entry] = {}
        self._ends: dict[str, Entry] = {}
        self._within: dict[str, Entry] = {}
        self._literals: dict[str, Entry] = {}
        for each in lists:
            for word in each.words:
                self._add(word, each)
        self.wild = lru_cache(maxsize=_REMEMBERED)(self._wild)
        """Finds the wildcard that takes a token."""
        self.hidden = lru_cache(maxsize=_REMEMBERED)(self._hidden)
        """Finds the word of which letters were left out."""
        self._begin_lengths = sorted({len(each) for each in self._begins})
        self._end_lengths = sorted({len(each) for each in self._ends})
        self._literal = re.compile("|".join(map(re.escape, sorted(self._literals, key=len, reverse=True))))

    def word(self, token: str, among: Iterable[str], *, big_i: bool = False, plainly: bool = False) -> Entry | None:
        """Find the word that a token is, by its keys."""
        for each in among:
            for entry in self._words.get(each, ()):
                if entry.fits(token, big_i=big_i, plainly=plainly):
                    return entry
        return None

    def knows(self, among: Iterable[str]) -> bool:
        """Whether some word might be a token with these keys."""
        return any(each in self._words for each in among)

    def begins(self, joined: str) -> bool:
        """Whether some word's key begins so."""
        return joined in self._prefixes

    def read(self, token: str) -> Entry | None:
        """Find the word that a token is, whatever its keys."""
        return self.word(token, keys(token)) or self.wild(token)

    def _wild(self, token: str) -> Entry | None:
        if not (self._begins or self._ends or self._within):
            return None
        simple = _LONG_RUN.sub(r"\1", token.translate(_LEET_FIRST) if not token.isdigit() else token)
        heads = (self._begins.get(simple[:length]) for length in self._begin_lengths if length <= len(simple))
        tails = (self._ends.get(simple[-length:]) for length in self._end_lengths if length <= len(simple))
        inner = (entry for part, entry in self._within.items() if part in simple)
        return next(filter(None, (*heads, *tails, *inner)), None)

    def phrases(self, first: tuple[str, ...], second: tuple[str, ...] = ()) -> Iterator[Entry]:
        """Give the phrases that two tokens with these keys can begin; one without any can be whatever word there is."""
        if not first:
            for each in second:
                yield from self._phrases_by_second.get(each, ())
        for each in first:
            by_second = self._phrases.get(each)
            if by_second:
                for following in second or tuple(by_second):
                    yield from by_second.get(following, ())

    def has_part(self, among: Iterable[str]) -> bool:
        """Whether a token with these keys can be a word of some phrase; without any, whether there are phrases."""
        among = tuple(among)
        return not self._phrase_parts.isdisjoint(among) if among else bool(self._phrase_parts)

    def literals(self, text: str) -> Iterator[tuple[int, int, Entry]]:
        """Find signs, and words of scripts without blanks, wherever they stand in a plain text."""
        if self._literals:
            for match in self._literal.finditer(text):
                yield *match.span(), self._literals[match[0]]

    def _hidden(self, hiding: str) -> Entry | None:
        known = len(hiding) - hiding.count("*")
        for length in range(max(known + 1, min(len(hiding), _SHORTEST_HIDDEN)), len(hiding) + 3):
            for entry in self._by_shape.get((length, hiding[0]), ()):
                if hides(hiding, entry.word):
                    return entry
        return None

    def _add(self, written: str, of: WordList) -> None:
        stem = written.strip("* ")
        plain = read_plainly(stem).text.casefold()
        parts = tuple(look_alike(part) if len(part) == 1 else part for part in re.findall(r"[^\W_]+", plain))
        if not parts or _UNSPACED.search(plain):
            if plain.strip():
                self._literals[plain.strip()] = Entry(plain.strip(), of.category, of.rule)
            return
        entry = Entry("".join(parts), of.category, of.rule, parts=parts if len(parts) > 1 else ())
        if "*" in (written[:1], written[-1:]):
            self._add_wild(written, entry)
        self._add_word(entry)
        if of.bent and len(entry.word) >= SHORTEST_BENT:
            others = (*inflected(entry.word), *mistyped(entry.word), *as_it_sounds(entry.word))
            for bent in dict.fromkeys(others):
                self._add_key(replace(entry, word=bent, parts=()))
            for ending in inflected(entry.word):
                self._by_shape[len(ending), ending[0]].append(replace(entry, word=ending, parts=()))

    def _add_wild(self, written: str, entry: Entry) -> None:
        if written.startswith("*") and written.endswith("*"):
            self._within[entry.word] = entry
        elif written.startswith("*"):
            self._ends[entry.word] = entry
        else:
            self._begins[entry.word] = entry

    def _add_word(self, entry: Entry) -> None:
        word = entry.word
        self._add_key(entry)
        self._by_shape[len(word), word[0]].append(entry)
        looked = word if word.isascii() else "".join(map(look_alike, word))
        if looked != word:
            self._add_key(Entry(looked, entry.category, entry.rule))
        if len(word) >= _SHORTEST_REVERSED and word != word[::-1]:
            self._add_key(Entry(word[::-1], entry.category, entry.rule, backwards=True))
        bare = _VOWELS.sub("", word)
        if len(bare) >= _FEWEST_CONSONANTS and bare != word:
            self._add_key(Entry(bare, entry.category, entry.rule))
        if entry.parts:
            backwards = tuple(part[::-1] for part in reversed(entry.parts))
            self._add_phrase(entry)
            self._add_phrase(Entry(word[::-1], entry.category, entry.rule, backwards=True, parts=backwards))
            self._add_phrase(Entry(word[::-1], entry.category, entry.rule, backwards=True, parts=backwards[::-1]))

    def _add_phrase(self, entry: Entry) -> None:
        self._phrases[key(entry.parts[0])][key(entry.parts[1])].append(entry)
        self._phrases_by_second[key(entry.parts[1])].append(entry)
        self._phrase_parts.update(map(key, entry.parts))

    def _add_key(self, entry: Entry) -> None:
        by = key(entry.word)
        self._words[by].append(entry)
        while by and by not in self._prefixes:
            self._prefixes.add(by)
            by = by[:-1]
        self.longest = max(self.longest, len(entry.word))
