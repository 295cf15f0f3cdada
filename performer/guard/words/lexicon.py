"""The lexicon: the words and phrases of lists in one automaton, which finds all of them in a row of letters at once.

The automaton (Aho-Corasick) takes the same time for ten words and for ten thousand.
"""

import gc
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, NamedTuple

from ahocorasick import Automaton  # type: ignore[import-not-found]

from performer.guard.normalise.look_alikes import LOOKED, find_look_alike
from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import (
    SHORTEST_BENT,
    EntrySpelling,
    WordEntry,
    WordList,
    generate_typos,
    list_inflections,
    load_endings,
    make_word_pattern,
    spell_by_sound,
    split_entry,
)
from performer.guard.words.letters import HIDDEN, unify_letters
from performer.guard.words.script import is_unspaced
from performer.guard.words.similar_words import is_like, is_masking, make_word_keys

_REMEMBERED: Final = 8192
"""The size of the caches of words, most of which come again."""
_SHORTEST_HIDDEN: Final = 4
"""The shortest word of which more than one letter may be hidden."""
SHORTEST_ENDED: Final = 4
"""The shortest word, or stem, that may have endings."""
_SHORTEST_INSIDE: Final = 8
"""The shortest word of a bundled list that is found within a longer one; slurs and swearing may be one shorter, and
English ones another, for hardly a harmless word holds them."""
_SHORTER_INSIDE: Final = {"en": 1}
_MEANT_INSIDE: Final = frozenset({"slurs", "profanity"})
_NEVER_INSIDE: Final = frozenset({"own", "mild"})
_NO_ENDINGS: Final[tuple[frozenset[str], str]] = (frozenset(), "")
_FEWEST_CONSONANTS: Final = 4
_FEWEST_SPELLED: Final = 4
"""The fewest letters of a word that is spelled by the names of letters."""
_SHORTEST_MASKED: Final = 2
"""The fewest characters of a word of a script without blanks of which one may be hidden."""
_MOST_VOWELS: Final = 2
"""The most vowels that a word is recognized without."""
_FEWEST_LETTERS: Final = 2
"""The fewest letters of a word; with fewer an entry is a sign: `<3`."""
_PLAIN: Final = re.compile("[A-Za-z]{2}[A-Za-z ]*")
_KATAKANA: Final = "="
"""The sign before an entry of a bundled list that is meant in katakana alone."""
_BORDER: Final = "⸾"
"""A sign between words that are made plain together; no entry has it."""
_NO_WILDCARDS: Final = dict.fromkeys(map(ord, "*?"))
_NO_VOWELS: Final = dict.fromkeys(map(ord, "aeiou"))
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


_NONE: Final = Keyed(0, is_open=False, is_ended=False, spellings=())


class Lexicon:
    """The index of the entries of some lists."""

    def __init__(self, lists: Iterable[WordList]) -> None:
        self.longest = 0
        """The number of letters of the longest word."""
        self._spellings: list[EntrySpelling] = []
        self._by_shape: defaultdict[tuple[int, str], list[WordEntry]] = defaultdict(list)
        """Words by their number of letters and their first letter."""
        self._parts: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
        """Words of phrases, likewise."""
        self._patterns: list[tuple[re.Pattern[str], WordEntry]] = []
        """The patterns of entries with wildcards within, or in a phrase."""
        self._literals: dict[str, WordEntry] = {}
        """Signs, and words of several scripts."""
        self._automaton = Automaton()
        with pause_garbage_collection():
            for each in lists:
                self._add_all(each)
            self._index_by_keys()
        self.hidden = lru_cache(maxsize=_REMEMBERED)(self._find_hidden)
        """The word of which letters were left out, if any."""
        self.guess_parts = lru_cache(maxsize=_REMEMBERED)(self._guess_parts)
        """The words of phrases of which letters were left out, a few."""
        self._are_literals_odd = not any(each.isascii() for each in self._literals)
        """Whether no text of plain letters and signs holds a literal."""
        self._literal = re.compile("|".join(map(_make_literal_pattern, sorted(self._literals, key=len, reverse=True))))

    @property
    def is_empty(self) -> bool:
        """Whether the lexicon has no entry."""
        return not (len(self._automaton) or self._patterns or self._literals)

    @property
    def has_phrases(self) -> bool:
        """Whether some entry has several words."""
        return bool(self._parts)

    def iterate(self, key: str) -> Iterator[tuple[int, Keyed]]:
        """Yield the spellings whose keys stand in a row's key, each with the place of its last character."""
        found: Iterator[tuple[int, Keyed]] = self._automaton.iter(key) if self._automaton.kind else iter(())
        return found

    def read(self, token: str) -> WordEntry | None:
        """Find the word that a token is, alone."""
        for key in dict.fromkeys((*make_word_keys([token]), *make_word_keys([token.replace("6", "b")]))):
            keyed: Keyed = self._automaton.get(key, _NONE)
            for spelling in keyed.spellings:
                if not spelling.is_stem and is_like(token, spelling.word, plainly=spelling.backwards):
                    return spelling.of
        return None

    def find_exactly(self, letters: str) -> Iterator[tuple[int, int, WordEntry]]:
        """Find the words that stand letter by letter in a row, with the places of their first and last letters."""
        if len(letters) < _FEWEST_SPELLED:
            return
        (key,) = make_word_keys(["".join(letters)])
        for _, keyed in self.iterate(key):
            for spelling in keyed.spellings:
                first = letters.find(spelling.of.word)
                if len(spelling.of.word) >= _FEWEST_SPELLED and first >= 0:
                    yield first, first + len(spelling.of.word) - 1, spelling.of

    def find_patterns(self, text: str) -> Iterator[tuple[int, int, WordEntry]]:
        """Find the entries with wildcards within a word, or in a phrase, in a plain text."""
        for pattern, entry in self._patterns:
            for match in pattern.finditer(text):
                yield *match.span(), entry

    def find_literals(self, text: str) -> Iterator[tuple[int, int, WordEntry]]:
        """Find signs, and words of several scripts, wherever they stand in a plain text."""
        if self._literals and not (text.isascii() and self._are_literals_odd):
            for match in self._literal.finditer(text):
                yield *match.span(), self._literals[match[0]]

    def _find_hidden(self, hiding: str) -> WordEntry | None:
        known = len(hiding) - hiding.count("*")
        last = hiding[-1]
        for length in range(max(known + 1, min(len(hiding), _SHORTEST_HIDDEN)), len(hiding) + 3):
            for entry in self._by_shape.get((length, hiding[0]), ()):
                if (last in ("*", entry.word[-1])) and is_masking(hiding, entry.word):
                    return entry
        return None

    def _guess_parts(self, hiding: str) -> tuple[str, ...]:
        lengths = range(hiding.count("*") + len(hiding.replace("*", "")), len(hiding) + 2)
        among = (word for length in lengths for word in self._parts.get((length, hiding[0]), ()))
        return tuple(sorted(word for word in among if is_masking(hiding, word)))[:MOST_GUESSES]

    def _add_all(self, of: WordList) -> None:
        """Add the words of a list; those that have more than Latin letters and blanks are made plain all at once."""
        words = [*of.words]
        endings, drops = load_endings().get(of.language, _NO_ENDINGS)
        odd: list[str] = []
        for word in words:
            if not _PLAIN.fullmatch(word):
                odd.append(word.replace(_BORDER, ""))
                continue
            parts = tuple(word.lower().split())
            several = parts if len(parts) > 1 else ()
            self._add_word(WordEntry("".join(parts), of.category, of.rule, several, endings), of, drops)
        reading = normalize_text(_BORDER.join(odd), without_markup=False)
        looked, apart = (text.casefold().split(_BORDER) for text in (reading.text, reading.apart))
        for plain, own in zip(looked, apart, strict=True) if odd else ():
            self._add_odd(plain.strip(), of, endings, drops)
            if own != plain and not plain.isascii():
                self._add_odd(own.strip(), of, endings, drops)

    def _add_odd(self, plain: str, of: WordList, endings: frozenset[str], drops: str) -> None:
        """Add an entry that has more than Latin letters and blanks."""
        words = split_entry(plain)
        bare = filter(None, (word.translate(_NO_WILDCARDS) for word in words))
        parts = tuple(bare)
        if len("".join(parts)) == len(parts):  # alone, letters do not show their script
            parts = tuple(map(find_look_alike, parts))
        sign = plain.strip("* ").removeprefix(_KATAKANA)
        is_sign = len("".join(parts)) < _FEWEST_LETTERS and not is_unspaced(sign)
        if is_sign or (is_unspaced(sign) and re.search("[a-z0-9]", sign)):
            if sign:
                self._literals.setdefault(sign, WordEntry(sign, of.category, of.rule))
            return
        several = parts if len(parts) > 1 else ()
        entry = WordEntry("".join(parts), of.category, of.rule, several, endings, plain.startswith(_KATAKANA))
        if is_unspaced(sign):
            for word in _list_hidden(entry.word, of):
                self._spellings.append(
                    EntrySpelling(unify_letters(word), entry, begins_anywhere=True, ends_anywhere=True)
                )
        elif any(re.search(r"[*?]", word.strip("*")) for word in words) or (len(words) > 1 and "*" in plain):
            self._patterns.append((_compile_phrase(words), entry))
            if "?" not in "".join(words):
                self._add_word(entry, of)
        elif plain.startswith("*") or plain.endswith("*"):
            inside = _is_found_inside(entry, of)
            begins, ends = inside or plain.startswith("*"), inside or plain.endswith("*")
            self._spellings.append(EntrySpelling(entry.word, entry, begins_anywhere=begins, ends_anywhere=ends))
            self._add_shape(entry)
        else:
            self._add_word(entry, of, drops)

    def _add_word(self, entry: WordEntry, of: WordList, drops: str = "") -> None:
        word, add = entry.word, self._spellings.append
        length = len(word)
        inside = _is_found_inside(entry, of)
        add(EntrySpelling(word, entry, False, inside, inside))
        self._add_shape(entry)
        if not word.isascii():
            looked = word.translate(LOOKED)
            if looked.isascii():
                add(EntrySpelling(looked, entry))
        if length > _FEWEST_CONSONANTS:
            bare = word.translate(_NO_VOWELS)
            is_known = len(bare.replace("ph", "f")) >= _FEWEST_CONSONANTS
            if is_known and 0 < length - len(bare) <= _MOST_VOWELS:
                add(EntrySpelling(bare, entry))
        if entry.parts and of.category == "own":
            add(EntrySpelling("".join([part[::-1] for part in entry.parts]), entry, True))
        if length > SHORTEST_ENDED and word[-1] in drops:
            add(EntrySpelling(word[:-1], entry, False, False, False, True))
        if of.bent and length >= SHORTEST_BENT:
            self._add_bent(entry)

    def _add_bent(self, entry: WordEntry) -> None:
        for bent in dict.fromkeys(
            (*list_inflections(entry.word), *generate_typos(entry.word), *spell_by_sound(entry.word))
        ):
            self._spellings.append(EntrySpelling(bent, entry))
        for ending in list_inflections(entry.word):
            self._add_shape(entry._replace(word=ending, parts=()))

    def _add_shape(self, entry: WordEntry) -> None:
        self._by_shape[len(entry.word), entry.word[0]].append(entry)
        for part in entry.parts:
            self._parts[len(part), part[0]].add(part)

    def _index_by_keys(self) -> None:
        words = [spelling.word for spelling in self._spellings]
        self.longest = max(map(len, words), default=0)
        by_key: dict[str, list[EntrySpelling]] = {}
        for key, spelling in zip(make_word_keys(words), self._spellings, strict=True):
            by_key.setdefault(key, []).append(spelling)
        for key, those in by_key.items():
            is_open = is_ended = False
            for word, entry, _, begins_anywhere, ends_anywhere, _ in those:
                is_open = is_open or begins_anywhere or ends_anywhere
                is_ended = is_ended or (len(word) >= SHORTEST_ENDED and bool(entry.endings))
            self._automaton.add_word(key, Keyed(len(key), is_open, is_ended, tuple(those)))
        if by_key:
            self._automaton.make_automaton()
        self._spellings.clear()


def _is_found_inside(entry: WordEntry, of: WordList) -> bool:
    """Whether a word of a bundled list is found within a longer word too."""
    if entry.parts or of.category in _NEVER_INSIDE:
        return False
    shorter = (of.category in _MEANT_INSIDE) + (_SHORTER_INSIDE.get(of.language, 0))
    return len(entry.word) >= _SHORTEST_INSIDE - shorter


def _list_hidden(word: str, of: WordList) -> Iterator[str]:
    """Yield a word of a script without blanks, and the same with each of its characters hidden."""
    yield word
    whole = unicodedata.normalize("NFC", word)
    if len(whole) < _SHORTEST_MASKED:
        return
    first = 0 if len(whole) > _SHORTEST_MASKED or of.category in _MEANT_INSIDE else 1
    for place in range(first, len(whole)):
        yield _decompose(whole[:place] + HIDDEN + whole[place + 1 :])


def _decompose(word: str) -> str:
    """Return a word with Korean syllables as their letters, as readings have them."""
    return "".join(unicodedata.normalize("NFD", each) if "가" <= each <= "힣" else each for each in word)


def _compile_phrase(words: list[str]) -> re.Pattern[str]:
    spelled = r"(?:(?![.,;:!?]\s)[\W_]){1,4}".join(map(make_word_pattern, words))
    return re.compile(rf"(?<![^\W_]){spelled}(?![^\W_])")


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


def _make_literal_pattern(sign: str) -> str:
    """Return the pattern of a sign that begins and ends where it should: `:d` not in `std:dir`."""
    begin = r"(?<![^\W_])" if sign[0].isascii() and sign[0].isalnum() else ""
    end = r"(?![^\W_])" if sign[-1].isascii() and sign[-1].isalnum() else ""
    return begin + re.escape(sign) + end
