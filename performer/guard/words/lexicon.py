"""The lexicon: the words and phrases of lists in one automaton, which finds all of them in a row of letters at once.

The automaton (Aho-Corasick) takes the same time for ten words and for ten thousand. It knows how keys begin.
"""

import gc
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from ahocorasick import STORE_INTS, Automaton  # type: ignore[import-not-found]

from performer.guard.words.entry import SHORTEST_ENDED, EntrySpelling, WordEntry, load_endings
from performer.guard.words.similar_words import is_like, is_masking, make_word_key
from performer.guard.words.word_index import (
    BACKWARDS,
    BEGINNING,
    BEGINS_ANYWHERE,
    ENDS_ANYWHERE,
    FIELD,
    GLUED,
    PART,
    STEM,
    WordIndex,
)

_PLAIN_LETTERS: Final = re.compile(rb"^[\x01-\x09\x0b-\x7f]+", re.MULTILINE)
_REMEMBERED: Final = 8192
"""The size of the caches of words, most of which come again."""
_SHORTEST_HIDDEN: Final = 4
"""The shortest word of which more than one letter may be hidden."""
_FEWEST_SPELLED: Final = 4
"""The fewest letters of a word that is spelled by the names of letters."""
MOST_GUESSES: Final = 3
"""The most guesses at a word of a phrase of which letters were left out."""


class Keyed(NamedTuple):
    """The spellings with one key."""

    length: int
    is_open: bool
    """Whether one of them may stand within a word."""
    is_ended: bool
    """Whether one of them may have an ending."""
    spellings: tuple[EntrySpelling, ...]


class Lexicon:
    """The entries of an index."""

    def __init__(self, index: WordIndex) -> None:
        self._index, self._shapes, self._parts = index, index.shapes, index.parts
        self._literals = index.literals
        self._plain = _make_number_automaton(index.beginnings.decode().split("\n"), 0)
        self._begun = lru_cache(maxsize=_REMEMBERED)(self._read_begun)
        self.begins = lru_cache(maxsize=_REMEMBERED)(self._begins)
        """Whether the key of some spelling begins so."""
        self._keyed = lru_cache(maxsize=_REMEMBERED)(self._read_keyed)
        self._entry = lru_cache(maxsize=_REMEMBERED)(self._read_entry)
        self.hidden = lru_cache(maxsize=_REMEMBERED)(self._find_hidden)
        """The word of which letters were left out, if any."""
        self.guess_parts = lru_cache(maxsize=_REMEMBERED)(self._guess_parts)
        """The words of phrases of which letters were left out, a few."""
        self._patterns = [(re.compile(pattern), int(number)) for pattern, number in index.patterns.items()]
        self._literal_automaton = make_automaton((sign, sign) for sign in index.literals)

    def index_odd(self) -> None:
        """Make the automaton of odd letters, which is made when the first row with some comes."""
        _ = self._odd

    @cached_property
    def _odd(self) -> Automaton:
        """The automaton of beginnings in other letters than plain ones, made when the first row with some comes."""
        plain = self._index.beginnings.count(b"\n") + 1 if self._index.beginnings else 0
        return _make_number_automaton(self._index.odd_beginnings.decode().split("\n"), plain)

    @cached_property
    def _mixed(self) -> frozenset[str]:
        """The plain letters with which keys begin that go on in others."""
        begins = (letters.decode() for letters in _PLAIN_LETTERS.findall(self._index.odd_beginnings))
        return frozenset(letters[:length] for letters in begins for length in range(1, len(letters) + 1))

    @property
    def longest(self) -> int:
        """The number of letters of the longest key."""
        return self._index.longest

    @property
    def is_empty(self) -> bool:
        """Whether the lexicon has no entry."""
        return not len(self._index.entries)

    @property
    def has_phrases(self) -> bool:
        """Whether some entry has several words."""
        return bool(self._parts)

    def iterate(self, key: str) -> Iterator[tuple[int, Keyed]]:
        """Yield the spellings whose keys stand in a row's key, each with the place of its last character, in order."""
        found: list[tuple[int, int, Keyed]] = []
        for automaton in (self._plain,) if key.isascii() else (self._plain, self._odd):
            for last, number in iterate_automaton(automaton, key):
                for rest, line in self._begun(number):
                    if not rest or key.startswith(rest, last + 1):
                        keyed = self._keyed(line)
                        found.append((last + len(rest), -keyed.length, keyed))
        found.sort()
        for last, _, keyed in found:
            yield last, keyed

    def list_spellings(self, key: str) -> tuple[EntrySpelling, ...]:
        """Return the spellings with a key."""
        line = self._find_line(key)
        return self._keyed(line).spellings if line else ()

    def read(self, token: str) -> WordEntry | None:
        """Find the word that a token is, alone."""
        for key in dict.fromkeys((make_word_key(token), make_word_key(token.replace("6", "b")))):
            line = self._find_line(key)
            for spelling in self._keyed(line).spellings if line else ():
                if not spelling.is_stem and is_like(token, spelling.word, plainly=spelling.backwards):
                    return spelling.of
        return None

    def find_exactly(self, letters: str) -> Iterator[tuple[int, int, WordEntry]]:
        """Find the words that stand letter by letter in a row, with the places of their first and last letters."""
        if len(letters) < _FEWEST_SPELLED:
            return
        for _, keyed in self.iterate(make_word_key(letters)):
            for spelling in keyed.spellings:
                first = letters.find(spelling.of.word)
                if len(spelling.of.word) >= _FEWEST_SPELLED and first >= 0:
                    yield first, first + len(spelling.of.word) - 1, spelling.of

    def find_patterns(self, text: str) -> Iterator[tuple[int, int, WordEntry]]:
        """Find the entries with wildcards within a word, or in a phrase, in a plain text."""
        for pattern, number in self._patterns:
            for match in pattern.finditer(text):
                yield *match.span(), self._entry(number)

    def find_literals(self, text: str) -> Iterator[tuple[int, int, WordEntry]]:
        """Find signs, and words of several scripts, wherever they stand in a plain text."""
        for last, sign in iterate_automaton(self._literal_automaton, text):
            start, end = last + 1 - len(sign), last + 1
            if not (_goes_on(text[start - 1 : start], sign[0]) or _goes_on(sign[-1], text[end : end + 1])):
                yield start, end, self._entry(int(self._literals[sign]))

    def _find_line(self, key: str) -> str:
        """Return the line of a key; empty if there is none."""
        automaton = self._plain if key[:BEGINNING].isascii() else self._odd
        number = automaton.get(key[:BEGINNING], -1)
        begun = self._begun(number) if number >= 0 else ()
        return next((line for rest, line in begun if rest == key[BEGINNING:]), "")

    def _begins(self, letters: str) -> bool:
        if len(letters) < BEGINNING and letters.isascii():
            return bool(self._plain.match(letters)) or letters in self._mixed
        automaton = self._plain if letters[:BEGINNING].isascii() else self._odd
        if len(letters) < BEGINNING:
            return bool(automaton.match(letters))
        number = automaton.get(letters[:BEGINNING], -1)
        return number >= 0 and any(rest.startswith(letters[BEGINNING:]) for rest, _ in self._begun(number))

    def _read_begun(self, number: int) -> tuple[tuple[str, str], ...]:
        """Return the keys that begin so: the rest of each, and its line."""
        lines = self._index.keys[number].split("\n")
        return tuple((line.partition("\t")[0][BEGINNING:], line) for line in lines)

    def _read_keyed(self, line: str) -> Keyed:
        key, _, those = line.partition("\t")
        spellings = tuple(self._read_spelling(key, each) for each in those.split(";"))
        is_open = any(each.begins_anywhere or each.ends_anywhere or each.is_glued for each in spellings)
        is_ended = any(each.of.endings and len(each.word) >= SHORTEST_ENDED for each in spellings)
        return Keyed(len(key), is_open, is_ended, spellings)

    def _read_spelling(self, key: str, line: str) -> EntrySpelling:
        word, number, flags = line.split(",")
        has = int(flags).__and__
        return EntrySpelling(
            word or key,
            self._entry(int(number)),
            backwards=bool(has(BACKWARDS)),
            begins_anywhere=bool(has(BEGINS_ANYWHERE)),
            ends_anywhere=bool(has(ENDS_ANYWHERE)),
            is_stem=bool(has(STEM)),
            is_glued=bool(has(GLUED)),
        )

    def _read_entry(self, number: int) -> WordEntry:
        written, kind, native = self._index.entries[number].split(FIELD)
        category, rule, language = self._index.kinds[int(kind)].split(FIELD)
        parts = tuple(written.split(PART))
        endings = load_endings(language)[0]
        return WordEntry("".join(parts), category, rule, parts if len(parts) > 1 else (), endings, bool(native))  # type: ignore[arg-type]

    def _find_hidden(self, hiding: str) -> WordEntry | None:
        known = len(hiding) - hiding.count("*")
        last = hiding[-1]
        for length in range(max(known + 1, min(len(hiding), _SHORTEST_HIDDEN)), len(hiding) + 3):
            for line in self._shapes.get(f"{length}{hiding[0]}", "").split(";"):
                word, _, number = line.partition(",")
                if word and last in ("*", word[-1]) and is_masking(hiding, word):
                    return self._entry(int(number))
        return None

    def _guess_parts(self, hiding: str) -> tuple[str, ...]:
        lengths = range(hiding.count("*") + len(hiding.replace("*", "")), len(hiding) + 2)
        among = (word for length in lengths for word in self._parts.get(f"{length}{hiding[0]}", "").split(";"))
        return tuple(sorted(word for word in among if word and is_masking(hiding, word)))[:MOST_GUESSES]


def _make_number_automaton(words: Iterable[str], first: int) -> Automaton:
    """Return the automaton that finds these words, and yields their numbers."""
    automaton = Automaton(STORE_INTS)
    for number, word in enumerate(words, first):
        automaton.add_word(word, number)
    if len(automaton):
        automaton.make_automaton()
    return automaton


def make_automaton(words: Iterable[tuple[str, str]]) -> Automaton:
    """Return the automaton that finds these words, and yields what they stand for."""
    automaton = Automaton()
    for word, meant in words:
        automaton.add_word(word, meant)
    if len(automaton):
        automaton.make_automaton()
    return automaton


def iterate_automaton(automaton: Automaton, text: str) -> Iterator[tuple[int, Any]]:
    """Yield what the words of an automaton in a text stand for, each with the place of its last character."""
    found: Iterator[tuple[int, Any]] = automaton.iter(text) if len(automaton) else iter(())
    return found


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause garbage collection: there is no garbage among the entries, and the search for it takes half of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _goes_on(before: str, behind: str) -> bool:
    """Whether a Latin word goes on from one character to the next: `:d` does not stand in `std:dir`."""
    return before.isascii() and behind.isascii() and before.isalnum() and behind.isalnum()
