"""The lexicon: the words, phrases and wildcards of lists, indexed by the keys of tokens."""

import gc
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from performer.guard.normalise.look_alikes import find_look_alike
from performer.guard.normalise.readings import normalize_text
from performer.guard.words.entry import (
    SHORTEST_BENT,
    EntrySpelling,
    WordEntry,
    WordList,
    compile_word_pattern,
    generate_typos,
    list_inflections,
    simplify_token,
    spell_by_sound,
    split_entry,
)
from performer.guard.words.similar_words import is_like, is_masking, make_keys, make_word_key, make_word_keys
from performer.guard.words.word_split import has_marks, is_unspaced, make_open_ending_pattern, restore_marks

_REMEMBERED: Final = 8192
"""The size of the caches of words, most of which come again."""
_SHORTEST_HIDDEN: Final = 4
"""The shortest word of which more than one letter may be hidden."""
_SHORTEST_REVERSED: Final = 5
"""A shorter word has too many honest neighbours when it is read backwards."""
_FEWEST_CONSONANTS: Final = 4
_FEWEST_LETTERS: Final = 2
"""The fewest letters of a word; with fewer an entry is a sign: `<3`."""
_PLAIN: Final = re.compile("[A-Za-z]{2}[A-Za-z ]*")
_NO_WILDCARDS: Final = dict.fromkeys(map(ord, "*?"))
_NO_VOWELS: Final = dict.fromkeys(map(ord, "aeiou"))


class Lexicon:
    """The index of the entries of some lists."""

    def __init__(self, lists: Iterable[WordList]) -> None:
        self.longest = 0
        """The number of letters of the longest word."""
        self._words: defaultdict[str, list[EntrySpelling]] = defaultdict(list)
        self._keys: list[str] = []
        """The keys of all spellings, sorted."""
        self._phrases: defaultdict[str, defaultdict[str, list[WordEntry]]] = defaultdict(lambda: defaultdict(list))
        """Phrases by the keys of their first and their second word."""
        self._phrases_by_second: defaultdict[str, list[WordEntry]] = defaultdict(list)
        self._phrase_parts: set[str] = set()
        self._by_shape: defaultdict[tuple[int, str], list[WordEntry]] = defaultdict(list)
        """Words by their number of letters and their first letter."""
        self._begins: dict[str, WordEntry] = {}
        self._ends: dict[str, WordEntry] = {}
        self._within: dict[str, WordEntry] = {}
        self._patterns: list[tuple[re.Pattern[str], WordEntry]] = []
        """The patterns of words with wildcards elsewhere."""
        self._wild_phrases: defaultdict[str, list[WordEntry]] = defaultdict(list)
        """Phrases with wildcards by the key of their first word; by an empty one if that has a wildcard."""
        self._literals: defaultdict[str, list[WordEntry]] = defaultdict(list)
        self._spellings: list[EntrySpelling] = []
        self._new_phrases: list[WordEntry] = []
        """Phrases that are not indexed yet: the keys of all are made at once."""
        with _pause_garbage_collection():
            for each in lists:
                for word in each.words:
                    self._add(word, each)
            self._index_by_keys()
        self.begins = lru_cache(maxsize=_REMEMBERED)(self._is_begin)
        """Whether some word's key begins so."""
        self.wild = lru_cache(maxsize=_REMEMBERED)(self._find_wild)
        """The entry whose wildcard matches a token, if any."""
        self.hidden = lru_cache(maxsize=_REMEMBERED)(self._find_hidden)
        """The word of which letters were left out, if any."""
        self._begin_lengths = sorted({len(each) for each in self._begins})
        self._end_lengths = sorted({len(each) for each in self._ends})
        self._are_literals_odd = not any(each.isascii() for each in self._literals)
        """Whether no text of plain letters and signs holds a literal."""
        self._literal = re.compile("|".join(map(_make_literal_pattern, sorted(self._literals, key=len, reverse=True))))

    @property
    def is_empty(self) -> bool:
        """Whether the lexicon has no entry."""
        return not (self._words or self._patterns or self._wild_phrases or self._literals)

    def word(self, token: str, among: Iterable[str], *, big_i: bool = False, plainly: bool = False) -> WordEntry | None:
        """Find the word that a token is, by its keys."""
        for each in among:
            for spelling in self._words.get(each, ()):
                if is_like(token, spelling.word, big_i=big_i, plainly=plainly or spelling.backwards):
                    return spelling.entry()
        return None

    def knows(self, among: Iterable[str]) -> bool:
        """Whether a token with these keys might be some word."""
        return any(each in self._words for each in among)

    def _is_begin(self, joined: str) -> bool:
        place = bisect_left(self._keys, joined)
        return place < len(self._keys) and self._keys[place].startswith(joined)

    def read(self, token: str) -> WordEntry | None:
        """Find the word that a token is, whatever its keys."""
        return self.word(token, make_keys(token)) or self.wild(token)

    def _find_wild(self, token: str) -> WordEntry | None:
        if not (self._begins or self._ends or self._within or self._patterns):
            return None
        simple = simplify_token(token)
        heads = (self._begins.get(simple[:length]) for length in self._begin_lengths if length <= len(simple))
        tails = (self._ends.get(simple[-length:]) for length in self._end_lengths if length <= len(simple))
        inner = (entry for part, entry in self._within.items() if part in simple)
        others = (entry for pattern, entry in self._patterns if pattern.fullmatch(simple))
        return next(filter(None, (*heads, *tails, *inner, *others)), None)

    def phrases(self, first: tuple[str, ...], second: tuple[str, ...] = ()) -> Iterator[WordEntry]:
        """Yield the phrases that two tokens with these keys can begin; a token without keys can be any word."""
        if not first:
            for each in second:
                yield from self._phrases_by_second.get(each, ())
        for each in first:
            by_second = self._phrases.get(each)
            if by_second:
                for following in second or tuple(by_second):
                    yield from by_second.get(following, ())
        if self._wild_phrases:
            for each in ("", *first):
                yield from self._wild_phrases.get(each, ())

    def has_part(self, among: Iterable[str]) -> bool:
        """Whether a token with these keys can be a word of some phrase; without keys, whether there are phrases."""
        among = tuple(among)
        if self._wild_phrases:
            return True
        return not self._phrase_parts.isdisjoint(among) if among else bool(self._phrase_parts)

    def literals(self, text: str) -> Iterator[tuple[int, int, WordEntry]]:
        """Find signs, and words of scripts without blanks, wherever they stand in a plain text."""
        if self._literals and not (text.isascii() and self._are_literals_odd):
            for match in self._literal.finditer(text):
                for entry in self._literals[match[0]]:
                    yield *match.span(), entry

    def _find_hidden(self, hiding: str) -> WordEntry | None:
        known = len(hiding) - hiding.count("*")
        for length in range(max(known + 1, min(len(hiding), _SHORTEST_HIDDEN)), len(hiding) + 3):
            for entry in self._by_shape.get((length, hiding[0]), ()):
                if is_masking(hiding, entry.word):
                    return entry
        return None

    def _add(self, written: str, of: WordList) -> None:
        if not _PLAIN.fullmatch(written):
            self._add_odd(written, of)
            return
        parts = tuple(written.lower().split())
        entry = WordEntry("".join(parts), of.category, of.rule, parts=parts if len(parts) > 1 else ())
        self._add_word(entry)
        if of.bent and len(entry.word) >= SHORTEST_BENT:
            self._add_bent(entry)

    def _add_odd(self, written: str, of: WordList) -> None:
        """Add an entry that has more than Latin letters and blanks."""
        plain = normalize_text(written.strip(), without_markup=False).text.casefold()
        words = split_entry(plain)
        bare = filter(None, (word.translate(_NO_WILDCARDS) for word in words))
        parts = tuple(
            find_look_alike(part) if len(part) == 1 else part for part in bare
        )  # alone, no letter shows its script
        sign = plain.strip("* ")
        is_sign = len("".join(parts)) < _FEWEST_LETTERS and sign not in parts
        if is_sign or is_unspaced(plain, with_korean=of.category == "own"):
            if sign:
                exact = restore_marks(written.strip("* ")) if has_marks(written) else ""
                self._literals[sign].append(WordEntry(sign, of.category, of.rule, exact=exact))
            return
        entry = WordEntry("".join(parts), of.category, of.rule, parts=parts if len(parts) > 1 else ())
        if "*" in plain or "?" in "".join(words):
            self._add_wild(words, entry)
        if "?" not in "".join(words):
            self._add_word(entry)
        if of.bent and len(entry.word) >= SHORTEST_BENT and not any(re.search(r"\w[*?]+\w", word) for word in words):
            self._add_bent(entry)

    def _add_bent(self, entry: WordEntry) -> None:
        others = (*list_inflections(entry.word), *generate_typos(entry.word), *spell_by_sound(entry.word))
        self._spellings += [EntrySpelling(bent, entry) for bent in dict.fromkeys(others)]
        for ending in list_inflections(entry.word):
            self._by_shape[len(ending), ending[0]].append(entry._replace(word=ending, parts=()))

    def _add_wild(self, words: list[str], entry: WordEntry) -> None:
        word = words[0]
        if len(words) > 1:
            patterns = tuple(compile_word_pattern(each) if re.search(r"[*?]", each) else None for each in words)
            first = "" if patterns[0] else make_word_key(entry.parts[0])
            self._wild_phrases[first].append(entry._replace(patterns=patterns))
        elif word.strip("*") != entry.word:
            self._patterns.append((compile_word_pattern(word), entry))
        elif word.startswith("*") and word.endswith("*"):
            self._within[entry.word] = entry
        elif word.startswith("*"):
            self._ends[entry.word] = entry
        else:
            self._begins[entry.word] = entry

    def _add_word(self, entry: WordEntry) -> None:
        word = entry.word
        self._spellings.append(EntrySpelling(word, entry))
        self._by_shape[len(word), word[0]].append(entry)
        looked = word if word.isascii() else "".join(map(find_look_alike, word))
        if looked != word:
            self._spellings.append(EntrySpelling(looked, entry))
        if len(word) >= _SHORTEST_REVERSED and word != word[::-1]:
            self._spellings.append(EntrySpelling(word[::-1], entry, backwards=True))
        bare = word.translate(_NO_VOWELS)
        if len(bare) >= _FEWEST_CONSONANTS and bare != word:
            self._spellings.append(EntrySpelling(bare, entry))
        if entry.parts:
            backwards = tuple(part[::-1] for part in reversed(entry.parts))
            turned = WordEntry(word[::-1], entry.category, entry.rule, backwards=True, parts=backwards)
            self._new_phrases += (entry, turned, turned._replace(parts=backwards[::-1]))

    def _index_by_keys(self) -> None:
        words = [spelling.word for spelling in self._spellings]
        for by, spelling in zip(make_word_keys(words), self._spellings, strict=True):
            self._words[by].append(spelling)
        self._keys = sorted(self._words)
        self.longest = max(map(len, words), default=0)
        parts = list({part for entry in self._new_phrases for part in entry.parts})
        key_of = dict(zip(parts, make_word_keys(parts), strict=True))
        self._phrase_parts.update(key_of.values())
        for entry in self._new_phrases:
            first, second = key_of[entry.parts[0]], key_of[entry.parts[1]]
            self._phrases[first][second].append(entry)
            self._phrases_by_second[second].append(entry)
        self._spellings.clear()
        self._new_phrases.clear()


@contextmanager
def _pause_garbage_collection() -> Iterator[None]:
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
    return begin + re.escape(sign) + end + make_open_ending_pattern(sign)
