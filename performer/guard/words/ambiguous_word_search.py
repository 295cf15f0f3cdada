"""The search for the listed words that ambiguous words are.

A b among Cyrillic letters is a б, a в or a ь, and a drawn w may be an l and an n. Which it is only the lists can tell,
so the signs are read one by one for as long as some listed word begins so.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from performer.guard.normalise.budget import SearchBudget
from performer.guard.normalise.look_alikes import (
    AMBIGUOUS,
    AMBIGUOUS_CYRILLIC,
    AMBIGUOUS_KEYS,
    AMBIGUOUS_SOUNDS,
    AMBIGUOUS_TURNED,
    AMBIGUOUS_TURNED_CYRILLIC,
    find_look_alike,
    is_mirrored,
    is_turned,
)
from performer.guard.words.ambiguous_words import (
    CYRILLIC,
    DRAWN,
    EDGES,
    MOST_WORDS,
    WESTERN,
    AmbiguousWord,
    Oddness,
    Word,
)
from performer.guard.words.entry import SHORTEST_ENDED, WordEntry
from performer.guard.words.lexicon import Lexicon
from performer.guard.words.similar_words import is_like, translate_key

_EDGE: Final = re.compile(r"(?:[\W_](?!\s)){0,4}")
_INNER_SIGN: Final = re.compile(
    r"[^\W_](?:_|[^\w\s.,:;'\"-])+[^\W_]|[a-z][0-9]+[a-z]|[0-9][a-z]+[0-9]|[a-z]{2,}[69]\Z|\A[34689][a-z]{2,}"
    r"|[|\\/\[\](){}<>][-|\\/\[\](){}<>_~^'\"*0-9]|['`\"]/"
)
"""A sign or digit between letters."""
_SHORTEST_FOREIGN: Final = 5
_SURELY_CYRILLIC: Final = re.compile("[бджзйлфщъыэюя]")
"""Letters that hardly anyone writes for a Latin one."""
_SHORTEST_WORD: Final = 3
_STEPS_A_PLACE: Final = 6
_STEPS_A_WALK: Final = 8

Letters = Mapping[str, str]
"""Signs and the letters that each may stand for."""
_LATIN: Final[Letters] = AMBIGUOUS
_KEYS: Final[Letters] = AMBIGUOUS_KEYS
_SOUNDS: Final[Letters] = AMBIGUOUS_SOUNDS
_OF_CYRILLIC: Final[Letters] = AMBIGUOUS_CYRILLIC
_TURNED: Final[Letters] = AMBIGUOUS_TURNED
_TURNED_CYRILLIC: Final[Letters] = AMBIGUOUS_TURNED_CYRILLIC


def _index_lengths(*tables: Letters) -> dict[str, list[int]]:
    """Return the lengths of the signs that begin with a character, the longest first."""
    lengths: dict[str, set[int]] = {}
    for sign in (sign for table in tables for sign in table):
        lengths.setdefault(sign[0], set()).add(len(sign))
    return {first: sorted(those, reverse=True) for first, those in lengths.items()}


_LENGTHS: Final = _index_lengths(_LATIN, _KEYS, _OF_CYRILLIC, _SOUNDS, _TURNED, _TURNED_CYRILLIC)


class AmbiguousWordSearch:
    """The search for the entries of a lexicon, in the words of one text."""

    def __init__(self, lexicon: Lexicon, budget: SearchBudget) -> None:
        self._lexicon = lexicon
        self._budget = budget

    def find(self, word: AmbiguousWord) -> Iterator[tuple[int, int, WordEntry]]:
        """Find the entry that a word is, with its begin and end in the text."""
        if not any(odd >= Oddness.FOREIGN for _, _, odd in word.words):
            return
        for tables in _list_ways(word.text, word.words[0][2], is_reversed=word.is_reversed):
            walk = _Walk(self._lexicon, word.text, word.words, tables, self._budget.tries)
            found = walk.find()
            self._budget.spend_tries(walk.spent + _STEPS_A_WALK)
            if found:
                begin, end, entry = found
                if word.is_reversed:
                    length = len(word.text)
                    begin, end = length - end, length - begin
                yield word.start + begin, word.start + end, entry
                return
            if not self._budget.has_tries:
                return


def _list_ways(text: str, odd: int, *, is_reversed: bool) -> list[tuple[Letters, ...]]:
    """Return the tables by which a word can be read, the likeliest first."""
    is_odd = is_turned(text) or is_mirrored(text)
    has_cyrillic = CYRILLIC.search(text) is not None
    latin: list[tuple[Letters, ...]] = []
    cyrillic: list[tuple[Letters, ...]] = []
    if is_reversed and odd == Oddness.FOREIGN and not is_odd:
        return []
    if is_reversed:
        latin += [(_TURNED,)] if is_odd else []
        cyrillic += [(_TURNED_CYRILLIC,)] if is_odd or has_cyrillic else []
    elif is_odd:
        latin, cyrillic = [(_LATIN, _TURNED)], [(_OF_CYRILLIC, _TURNED_CYRILLIC)]
    elif odd == Oddness.FOREIGN:
        latin = [(_LATIN,)] if DRAWN.search(text) else []
        cyrillic = [(_KEYS,), (_SOUNDS,)]
    else:
        latin += [(_LATIN,)] if not text.isascii() or DRAWN.search(text) else []
        cyrillic.append((_OF_CYRILLIC,))
        cyrillic.append((_OF_CYRILLIC, _SOUNDS, _TURNED_CYRILLIC) if has_cyrillic else (_SOUNDS,))
    return [*cyrillic, *latin] if _SURELY_CYRILLIC.search(text) else [*latin, *cyrillic]


class _Walk:
    """The walk through the letters that a text may be, along the listed words."""

    def __init__(
        self, lexicon: Lexicon, text: str, words: Sequence[Word], tables: tuple[Letters, ...], most: int
    ) -> None:
        self._lexicon, self._text, self._tables = lexicon, text, tables
        self._most = most
        self._options: dict[int, list[tuple[int, str, str]]] = {}
        self._begins = lexicon.begins
        self._begin = words[0][0]
        self._has_cyrillic = CYRILLIC.search(text) is not None
        self._nexts: dict[int, int] = {}
        """By the places where a word may end the begin of the next one."""
        self._odd = [word for word in words if word[2] > Oddness.PLAIN]
        self._first_odd = next(begin for begin, _, odd in words if odd >= Oddness.FOREIGN)
        for word, (begin, end, _) in enumerate(words):
            core = begin + len(text[begin:end].rstrip(EDGES))
            following = words[word + 1][0] if word + 1 < len(words) else -1
            self._nexts |= dict.fromkeys(range(max(core, begin + 1), end + 1), following)
        self.spent = 0

    def find(self) -> tuple[int, int, WordEntry] | None:
        """Return the begin and the end of the listed word in the text, and the word."""
        edge = _EDGE.match(self._text, self._begin)
        for begin in range(self._begin, (edge.end() if edge else self._begin) + 1):
            found = self._walk(begin, begin, "", "")
            if found:
                return begin, *found
        return None

    def _walk(self, begin: int, place: int, key: str, letters: str) -> tuple[int, WordEntry] | None:
        if self.spent > self._most:
            return None
        found = self._read_here(begin, place, key, letters)
        following = self._nexts.get(place, -1)
        if not found and following > 0 and letters[-1:] not in ("", " ") and letters.count(" ") < MOST_WORDS - 1:
            found = self._walk(begin, following, key, letters + " ")
        if found:
            return found
        options = self._list_options(place)
        self.spent += len(options) + 1
        before = key[-1:]
        for end, letter, group in options:
            longer = key if before == group else key + group
            if before == group or self._begins(longer):
                found = self._walk(begin, end, longer, letters + letter)
                if found:
                    return found
        return None

    def _read_here(self, begin: int, place: int, key: str, letters: str) -> tuple[int, WordEntry] | None:
        """Return the listed word that letters are, and where it ends, here or with an ending."""
        if len(letters) < _SHORTEST_WORD or place <= self._first_odd:
            return None
        entry = self._read(key, letters, begin, place) if place in self._nexts else None
        if entry:
            return place, entry
        return self._read_ended(key, letters, begin, place) if len(letters) >= SHORTEST_ENDED else None

    def _list_options(self, place: int) -> list[tuple[int, str, str]]:
        """Return the letters that may stand at a place, each with its end and its class."""
        if place not in self._options:
            self.spent += _STEPS_A_PLACE
            options = dict.fromkeys(self._iterate_options(place))
            self._options[place] = [(end, letter, translate_key(letter)) for end, letter in options]
        return self._options[place]

    def _iterate_options(self, place: int) -> Iterator[tuple[int, str]]:
        letter = self._text[place : place + 1]
        if letter.isalpha():
            yield place + 1, letter
        if not any(begin <= place < end for begin, end, _ in self._odd):
            return
        for table in self._tables:
            for length in _LENGTHS.get(letter, ()):
                sign = self._text[place : place + length]
                yield from ((place + len(sign), each) for each in table.get(sign, ""))
            if letter and not letter.isascii():
                look = find_look_alike(letter)
                looks = look if table is _LATIN else table.get(look, "") + look
                yield from ((place + 1, each) for each in looks if look != letter)

    def _read(self, key: str, letters: str, begin: int, place: int) -> WordEntry | None:
        parts = letters.split()
        for spelling in self._lexicon.list_spellings(key):
            entry = spelling.of
            if spelling.backwards or spelling.is_stem or spelling.word != entry.word or entry.category == "mild":
                continue
            if len(parts) > 1:
                if len(parts) == len(entry.parts) and all(map(is_like, parts, entry.parts)):
                    return entry
            elif is_like(parts[0], spelling.word, plainly=True) and self._is_meant(spelling.word, begin, place):
                return entry
        return None

    def _is_meant(self, word: str, begin: int, place: int) -> bool:
        """Whether a part of the text cannot stand there by chance."""
        written = self._text[begin:place]
        if self._has_cyrillic and CYRILLIC.search(written):
            return True
        if len(word) <= _SHORTEST_WORD:
            return False
        oddest = self._find_oddest(begin, place)
        if oddest in (Oddness.FOREIGN, Oddness.HUMPED):
            return oddest == Oddness.HUMPED or len(word) >= _SHORTEST_FOREIGN
        return (
            not WESTERN.fullmatch(written)
            or is_turned(written)
            or is_mirrored(written)
            or _INNER_SIGN.search(written) is not None
        )

    def _find_oddest(self, begin: int, place: int) -> int:
        """Return how odd the oddest word of a part of the text is."""
        return max((odd for start, end, odd in self._odd if start < place and begin < end), default=Oddness.PLAIN)

    def _read_ended(self, key: str, letters: str, begin: int, place: int) -> tuple[int, WordEntry] | None:
        """Return the listed word that has an ending here, or anything else that it may have."""
        if " " in letters:
            return None
        for spelling in self._lexicon.list_spellings(key):
            entry = spelling.of
            if spelling.backwards or entry.category == "mild" or not is_like(letters, spelling.word, plainly=True):
                continue
            if not self._is_meant(spelling.word, begin, place) or self._find_oddest(begin, place) == Oddness.FOREIGN:
                continue
            if spelling.ends_anywhere and spelling.word == entry.word and self._may_go_on(spelling.word, begin, place):
                return min(end for end in self._nexts if end >= place), entry
            end = self._find_ending(place, entry.endings) if entry.endings else 0
            if end:
                return end, entry
        return None

    def _may_go_on(self, word: str, begin: int, place: int) -> bool:
        """Whether anything may stand behind a word."""
        written = self._text[begin:place]
        return CYRILLIC.search(written) is not None or (len(word) > SHORTEST_ENDED and word.isascii())

    def _find_ending(self, place: int, endings: frozenset[str], before: str = "") -> int:
        """Return the end of an ending that begins here; 0 if there is none."""
        if before in endings and place in self._nexts:
            return place
        self.spent += 1
        if self.spent > self._most:
            return 0
        ends = (
            self._find_ending(end, endings, before + letter)
            for end, letter, _ in self._list_options(place)
            if before + letter in _list_begins(endings)
        )
        return next(filter(None, ends), 0)


@cache
def _list_begins(endings: frozenset[str]) -> frozenset[str]:
    return frozenset(ending[:length] for ending in endings for length in range(1, len(ending) + 1))
