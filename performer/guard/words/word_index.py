"""The index of words: all spellings of the entries of some lists by the beginnings of their keys, as lines of text.

Making one takes some 20 µs an entry, so that of the bundled lists is made when these are edited, and read at the start.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from performer.core.values import dataclass
from performer.guard.normalise.look_alikes import LOOKED, find_look_alike
from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import (
    SHORTEST_BENT,
    SHORTEST_ENDED,
    WordList,
    generate_typos,
    list_inflections,
    load_endings,
    make_word_pattern,
    spell_by_sound,
    split_entry,
)
from performer.guard.words.everyday_words import holds_joined
from performer.guard.words.letters import HIDDEN, unify_letters
from performer.guard.words.packed_lines import PackedLines, join_parts, split_parts
from performer.guard.words.script import BORDER, NATIVE, is_unspaced
from performer.guard.words.similar_words import make_word_keys

BACKWARDS, BEGINS_ANYWHERE, ENDS_ANYWHERE, STEM, GLUED = 1, 2, 4, 8, 16
"""Flags of a spelling."""
BEGINNING: Final = 5
"""The characters of a key by which it is found; its rest is compared when they stand somewhere. Fewer are found too
often, and more make the automaton larger."""
FIELD: Final = "\x1f"
"""The sign between the fields of an entry's line, and of its kind."""
PART: Final = "\x1e"
"""The sign between the words of a phrase."""
_SHORTEST_INSIDE: Final = 8
"""The shortest word of a bundled list that is found within a longer one; slurs and swearing may be one shorter, and
English ones another, for hardly a harmless word holds them."""
_SHORTER_INSIDE: Final = {"en": 1}
_MEANT_INSIDE: Final = frozenset({"slurs", "profanity"})
_NEVER_INSIDE: Final = frozenset({"own", "mild"})
_SHORTEST_GLUED: Final = 4
"""The shortest word that is found between joining words: superplonk; in Cyrillic one may be a letter shorter."""
_GLUED_IN: Final = frozenset({"en", "de", "fr", "es", "pt", "ru"})
"""The languages of the joining words."""
_FEWEST_CONSONANTS: Final = 4
_MOST_VOWELS: Final = 2
"""The most vowels that a word is recognized without."""
_SHORTEST_MASKED: Final = 2
"""The fewest characters of a word of a script without blanks of which one may be hidden."""
_FEWEST_LETTERS: Final = 2
"""The fewest letters of a word; with fewer an entry is a sign: `<3`."""
_PLAIN: Final = re.compile("[A-Za-z]{2}[A-Za-z ]*")
_NO_WILDCARDS: Final = dict.fromkeys(map(ord, "*?"))
_NO_VOWELS: Final = dict.fromkeys(map(ord, "aeiou"))
_PACKED: Final = 7
_SECTION: Final = "\f"


@dataclass(frozen=True, slots=True)
class WordIndex:
    """The lines of an index; a line is made an object when it is first needed."""

    kinds: list[str]
    """The category, rule and language of entries."""
    entries: PackedLines
    """The word, or the words of a phrase, the number of the kind, and a sign if only katakana are meant."""
    beginnings: bytes
    """The first characters of keys, or the whole of a shorter one, a line each: those in plain letters."""
    odd_beginnings: bytes
    """Those in other letters, which most rows need not be searched for."""
    keys: PackedLines
    """For each beginning, the odd ones last, its keys and their spellings, a line each: `key\tword,entry,flags;…`. A
    word that is its key is left out."""
    longest: int
    """The number of characters of the longest key."""
    shapes: dict[str, str]
    """By the number of letters and the first one the entries that may have hidden letters: `word,entry;…`."""
    parts: dict[str, str]
    """Likewise the words of phrases: `word;…`."""
    literals: dict[str, str]
    """Signs, and words of several scripts, with their entries."""
    patterns: dict[str, str]
    """The patterns of entries with wildcards within, or in a phrase, with their entries."""

    def pack(self) -> bytes:
        """Return the index as bytes."""
        tables = (self.kinds, [str(self.longest)], *(map("\t".join, each.items()) for each in self._list_tables()))
        text = _SECTION.join("\n".join(lines) for lines in tables)
        lines = *self.entries.pack(), *self.keys.pack()
        return join_parts((*lines, self.beginnings, self.odd_beginnings, text.encode()))

    @classmethod
    def unpack(cls, packed: bytes) -> "WordIndex":
        """Return the index that was packed; a ValueError for what is none."""
        entry_sizes, entries, key_sizes, keys, beginnings, odd_beginnings, text = split_parts(packed, _PACKED)
        sections = text.decode().split(_SECTION)
        kinds, (longest,), *tables = ([line for line in section.split("\n") if line] for section in sections)
        return cls(
            kinds,
            PackedLines.unpack(entry_sizes, entries),
            beginnings,
            odd_beginnings,
            PackedLines.unpack(key_sizes, keys),
            int(longest),
            *(dict(line.split("\t", 1) for line in table) for table in tables),
        )

    def _list_tables(self) -> tuple[Mapping[str, str], ...]:
        return self.shapes, self.parts, self.literals, self.patterns


def make_index(lists: Iterable[WordList], allowed: Iterable[str] = ()) -> WordIndex:
    """Return the index of some lists; no entry is glued to others that is so in an allowed word, or is one."""
    maker = _IndexMaker(allowed)
    for each in lists:
        maker.add_all(each)
    return maker.finish()


@dataclass(frozen=True, slots=True)
class _Entry:
    number: int
    word: str
    parts: tuple[str, ...]


class _IndexMaker:
    def __init__(self, allowed: Iterable[str]) -> None:
        plain = normalize_text("\n".join(allowed), without_markup=False).apart.casefold()
        self._allowed = frozenset(filter(str.isalpha, plain.split("\n")))
        self._kinds: dict[str, int] = {}
        self._entries: list[str] = []
        self._spellings: list[tuple[str, int, int]] = []
        self._shapes: dict[str, list[str]] = {}
        self._parts: dict[str, dict[str, None]] = {}
        self._literals: dict[str, str] = {}
        self._patterns: dict[str, str] = {}

    def add_all(self, of: WordList) -> None:
        """Add the words of a list; those that have more than Latin letters and blanks are made plain all at once."""
        odd: list[str] = []
        for word in of.words:
            if _PLAIN.fullmatch(word):
                self._add_word(self._add_entry(tuple(word.lower().split()), of), of)
            else:
                odd.append(word.replace(BORDER, ""))
        if odd:
            reading = normalize_text(BORDER.join(odd), without_markup=False)
            looked, apart = (text.casefold().split(BORDER) for text in (reading.text, reading.apart))
            for plain, own in zip(looked, apart, strict=True):
                self._add_odd(plain.strip(), of)
                if own != plain and not plain.isascii():
                    self._add_odd(own.strip(), of)

    def finish(self) -> WordIndex:
        """Return the index of all that was added."""
        spellings: dict[str, list[str]] = {}
        words = make_word_keys(word for word, _, _ in self._spellings)
        for key, (word, number, flags) in zip(words, self._spellings, strict=True):
            spellings.setdefault(key, []).append(f"{'' if word == key else word},{number},{flags}")
        begun: dict[str, list[str]] = {}
        for key, those in sorted(spellings.items(), key=lambda each: not each[0][:BEGINNING].isascii()):
            begun.setdefault(key[:BEGINNING], []).append(f"{key}\t{';'.join(those)}")
        return WordIndex(
            kinds=[*self._kinds],
            entries=PackedLines.of(self._entries),
            beginnings="\n".join(filter(str.isascii, begun)).encode(),
            odd_beginnings="\n".join(each for each in begun if not each.isascii()).encode(),
            keys=PackedLines.of(map("\n".join, begun.values())),
            longest=max(map(len, spellings), default=0),
            shapes={shape: ";".join(those) for shape, those in self._shapes.items()},
            parts={shape: ";".join(those) for shape, those in self._parts.items()},
            literals=self._literals,
            patterns=self._patterns,
        )

    def _add_entry(self, parts: tuple[str, ...], of: WordList, *, is_native: bool = False) -> _Entry:
        word = "".join(parts)
        several = parts if len(parts) > 1 else ()
        mark = NATIVE if is_native else ""
        kind = self._kinds.setdefault(FIELD.join((of.category, of.rule, of.language)), len(self._kinds))
        self._entries.append(FIELD.join((PART.join(parts), str(kind), mark)))
        return _Entry(len(self._entries) - 1, word, several)

    def _add_odd(self, plain: str, of: WordList) -> None:
        """Add an entry that has more than Latin letters and blanks."""
        words = split_entry(plain)
        parts = tuple(filter(None, (word.translate(_NO_WILDCARDS) for word in words)))
        if len("".join(parts)) == len(parts):  # alone, letters do not show their script
            parts = tuple(map(find_look_alike, parts))
        sign = plain.strip("* ").removeprefix(NATIVE)
        is_sign = len("".join(parts)) < _FEWEST_LETTERS and not is_unspaced(sign)
        if is_sign or (is_unspaced(sign) and re.search("[a-z0-9]", sign)):
            if sign:
                self._literals.setdefault(sign, str(self._add_entry((sign,), of).number))
            return
        entry = self._add_entry(parts, of, is_native=plain.startswith(NATIVE))
        if is_unspaced(sign):
            for word in _list_hidden(entry.word, of):
                self._spellings.append((unify_letters(word), entry.number, BEGINS_ANYWHERE | ENDS_ANYWHERE))
        elif any(re.search(r"[*?]", word.strip("*")) for word in words) or (len(words) > 1 and "*" in plain):
            self._patterns[_make_phrase_pattern(words)] = str(entry.number)
            if "?" not in "".join(words):
                self._add_word(entry, of)
        elif plain.startswith("*") and plain.endswith("*"):
            self._add_word(entry, of, BEGINS_ANYWHERE | ENDS_ANYWHERE)
        elif plain.startswith("*") or plain.endswith("*"):
            ends = BEGINS_ANYWHERE * plain.startswith("*") | ENDS_ANYWHERE * plain.endswith("*")
            flags = _find_inside_flags(entry, of) | ends | GLUED * self._is_glued(entry, of)
            self._spellings.append((entry.word, entry.number, flags))
            self._add_shape(entry.word, entry)
        else:
            self._add_word(entry, of)

    def _add_word(self, entry: _Entry, of: WordList, ends: int = 0) -> None:
        word, number, length = entry.word, entry.number, len(entry.word)
        flags = _find_inside_flags(entry, of) | ends
        self._spellings.append((word, number, flags or GLUED * self._is_glued(entry, of)))
        self._add_shape(word, entry)
        looked = "" if word.isascii() else word.translate(LOOKED)
        if looked and looked.isascii():
            self._spellings.append((looked, number, 0))
        bare = word.translate(_NO_VOWELS)
        is_known = len(bare.replace("ph", "f")) >= _FEWEST_CONSONANTS
        if is_known and 0 < length - len(bare) <= _MOST_VOWELS:
            self._spellings.append((bare, number, 0))
        if entry.parts and of.category == "own":
            self._spellings.append(("".join(part[::-1] for part in entry.parts), number, BACKWARDS))
        if length > SHORTEST_ENDED and word[-1] in load_endings(of.language)[1]:
            self._spellings.append((word[:-1], number, STEM))
        if of.bent and length >= SHORTEST_BENT:
            self._add_bent(entry)

    def _is_glued(self, entry: _Entry, of: WordList) -> bool:
        """Whether a word is found between joining words too, as no harmless word is."""
        if entry.parts or of.category in _NEVER_INSIDE or of.language not in _GLUED_IN:
            return False
        if len(entry.word) < _SHORTEST_GLUED - (not entry.word.isascii()):
            return False
        return not any(
            entry.word in each and (entry.word == each or holds_joined(each, entry.word)) for each in self._allowed
        )

    def _add_bent(self, entry: _Entry) -> None:
        inflected = list_inflections(entry.word)
        for bent in dict.fromkeys((*inflected, *generate_typos(entry.word), *spell_by_sound(entry.word))):
            self._spellings.append((bent, entry.number, 0))
        for ending in inflected:
            self._add_shape(ending, entry)

    def _add_shape(self, word: str, entry: _Entry) -> None:
        self._shapes.setdefault(f"{len(word)}{word[0]}", []).append(f"{word},{entry.number}")
        for part in entry.parts:
            self._parts.setdefault(f"{len(part)}{part[0]}", {})[part] = None


def _find_inside_flags(entry: _Entry, of: WordList) -> int:
    """Return the flags of a word of a bundled list that is found within a longer word too; 0 for one that is not."""
    if entry.parts or of.category in _NEVER_INSIDE:
        return 0
    shorter = (of.category in _MEANT_INSIDE) + _SHORTER_INSIDE.get(of.language, 0)
    return BEGINS_ANYWHERE | ENDS_ANYWHERE if len(entry.word) >= _SHORTEST_INSIDE - shorter else 0


def _list_hidden(word: str, of: WordList) -> Iterator[str]:
    """Yield a word of a script without blanks, and the same with each of its characters hidden."""
    yield word
    whole = unicodedata.normalize("NFC", word)
    if len(whole) < _SHORTEST_MASKED or HIDDEN in whole:
        return
    first = 0 if len(whole) > _SHORTEST_MASKED or of.category in _MEANT_INSIDE else 1
    for place in range(first, len(whole)):
        yield _decompose(whole[:place] + HIDDEN + whole[place + 1 :])


def _decompose(word: str) -> str:
    """Return a word with Korean syllables as their letters, as readings have them."""
    return "".join(unicodedata.normalize("NFD", each) if "가" <= each <= "힣" else each for each in word)


def _make_phrase_pattern(words: list[str]) -> str:
    spelled = r"(?:(?![.,;:!?]\s)[\W_]){1,4}".join(map(make_word_pattern, words))
    return rf"(?<![^\W_]){spelled}(?![^\W_])"
