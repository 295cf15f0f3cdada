"""The finder of the words of lists, which sees through what people do to get a word past a filter."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache, partial
from typing import Final

from performer.core.made_late import compile_late
from performer.guard.normalise.budget import SearchBudget, SearchExhausted
from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import GuardHit
from performer.guard.words.ambiguous_word_search import AmbiguousWordSearch
from performer.guard.words.ambiguous_words import find_ambiguous_words
from performer.guard.words.digests import find_digest, list_readable
from performer.guard.words.disguises import Word, find_hidden_parts, find_spelled_rows, list_other_words
from performer.guard.words.entry import WordEntry, WordList
from performer.guard.words.figures import is_figure
from performer.guard.words.harmless import HarmlessWords, fold_harmless
from performer.guard.words.letters import LetterRow
from performer.guard.words.lexicon import MOST_GUESSES, Lexicon
from performer.guard.words.misspelt_words import MisspeltWords
from performer.guard.words.row_search import RowSearch
from performer.guard.words.rows import list_rows, restore_hidden
from performer.guard.words.variants import restore_signs
from performer.guard.words.word_index import WordIndex, make_index

_REMEMBERED: Final = 8192
_MOST_HITS: Final = 36
"""The most hits in a text; one that has more is stopped as a whole, whatever else it holds."""
_MOST_HIDDEN: Final = 12
"""Words with hidden letters that are read as words of phrases."""
_STARRED_BEFORE: Final = re.compile(r"\w+[*●•]+\Z")
_STARRED_BEHIND: Final = re.compile(r"[*●•]+\w[\w*●•]*")
_LONGEST_REST: Final = 40
_SHORTEST_ACROSTIC: Final = 5
_VOWELS: Final = frozenset("aeiouy")
_SHORTEST_SPELLED: Final = 4
"""The shortest word of the streamer's list by initials; others of this length come about by chance."""
_CHINESE: Final = compile_late("[\u4e00-\u9fff]")
_KANA_OR_HANGUL: Final = compile_late("[\u3041-\u30ff\u1100-\u11ff\uac00-\ud7af]")
_TOKEN: Final = re.compile(r"[^\W_]+")

_Found = tuple[int, int, WordEntry]
"""A begin, an end, and what stands there."""


def list_found_ambiguous(reading: NormalizedText) -> set[tuple[int, int]]:
    """Return the written spans of the ambiguous words of a reading that were found so far."""
    return reading.work_out("found ambiguous", lambda: set[tuple[int, int]]())


class WordFinder:
    """The finder of the words of some lists.

    Allowed are spellings, with their accents, that are no hits; those in a script without blanks also around a hit.
    An index and folded harmless words may be given that were made before.
    """

    def __init__(
        self,
        *lists: WordList,
        allowed: Iterable[str] = (),
        index: WordIndex | None = None,
        harmless: Iterable[str] | None = None,
        misspelt: MisspeltWords | None = None,
    ) -> None:
        self._lexicon = Lexicon(make_index(lists) if index is None else index)
        self._given_allowed = tuple(allowed)
        self._harmless = HarmlessWords(fold_harmless(self._allowed) if harmless is None else harmless)
        self._misspelt = misspelt
        self._decorated = lru_cache(maxsize=_REMEMBERED)(self._find_decorated)

    def read_all(self) -> None:
        """Read and index what is read when it is first needed, so that no text has to wait for it."""
        self._lexicon.index_odd()
        self._harmless.index_all()
        _ = self._allowed

    @cached_property
    def _allowed(self) -> frozenset[str]:
        return frozenset(each.casefold() for each in self._given_allowed)

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the words of the lists; raises SearchExhausted for a text that takes far too long."""
        if self._lexicon.is_empty:
            return
        seen: set[tuple[int, int, str]] = set()
        for begin, end, entry in self._search(reading):
            if (begin, end, entry.category) in seen or (entry.is_chinese and not _is_chinese(reading)):
                continue
            if entry.word != reading.written[begin:end].casefold() and is_figure(reading.written, begin, end):
                continue
            if self._is_chance(entry, find_digest(reading.written, begin, end)):
                continue
            if len(seen) == _MOST_HITS:
                raise SearchExhausted
            seen.add((begin, end, entry.category))
            if not self._is_allowed(reading.written, begin, end):
                begin, end = _include_starred_rest(reading.written, begin, end)
                yield GuardHit(start=begin, end=end, category=entry.category, rule=entry.rule)

    def _is_chance(self, entry: WordEntry, digest: str) -> bool:
        """Whether an entry stands in a digest by chance: neither as it is, nor where somebody would read a word."""
        if not digest or entry.word in digest or any(self._lexicon.find_patterns(digest)):
            return False
        return not any(map(self._lexicon.read, list_readable(digest)))

    def _is_allowed(self, text: str, begin: int, end: int) -> bool:
        """Whether a part of a text is an allowed spelling."""
        return text[begin:end].casefold() in self._allowed

    def find_spelled(self, initials: str) -> Iterator[GuardHit]:
        """Find the words that the last of these initials spell; the spans count in the initials."""
        for length in range(_SHORTEST_SPELLED, len(initials) + 1):
            word = initials[-length:]
            entry = self._lexicon.read(word)
            is_meant = length > _SHORTEST_SPELLED or (entry and entry.category == "own")
            if entry and entry.word == word and is_meant:
                rule = f"{entry.rule}, by first letters"
                yield GuardHit(start=len(initials) - length, end=len(initials), category=entry.category, rule=rule)

    def _search(self, reading: NormalizedText) -> Iterator[_Found]:
        search = partial(self._search_rows, reading.budget)
        yield from search(list_rows(reading))
        for start, end, entry in self._search_text(reading):
            yield *reading.find_written_span(start, end), entry
        yield from search(self._restore_hidden(reading))
        yield from self._find_ambiguous(reading)

    def _find_ambiguous(self, reading: NormalizedText) -> Iterator[_Found]:
        search = AmbiguousWordSearch(self._lexicon, reading.budget)
        for word in find_ambiguous_words(reading):
            if not reading.budget.has_tries:
                return
            for start, end, entry in search.find(word):
                span = reading.find_written_span(start, end)
                list_found_ambiguous(reading).add(span)
                yield *span, entry

    def _search_rows(self, budget: SearchBudget, rows: Iterable[LetterRow]) -> Iterator[_Found]:
        for row in rows:
            search = RowSearch(self._lexicon, row, budget, self._harmless)
            for begin, end, entry in search.find_all():
                yield *row.find_written_span(begin, end), entry
            if search.may_be_backwards():
                yield from self._search_rows(budget, [row.mirror()])

    def _search_text(self, reading: NormalizedText) -> Iterator[_Found]:
        """Find what is no matter of letters in a row; spans count in the reading's text."""
        words = reading.work_out("words", lambda: _list_words(reading))
        for word, start, end in words:
            entry = self._decorated(word)
            if entry:
                yield start, end, entry
        for part in reading.work_out("hidden", lambda: [*find_hidden_parts(restore_signs(reading, reading.text))]):
            entry = self._lexicon.hidden(part.text)
            if entry:
                yield part.start, part.end, entry
        for row in reading.work_out("spelled", lambda: [*find_spelled_rows(words)]):
            for first, last, entry in self._lexicon.find_exactly("".join(letter for letter, _, _ in row)):
                yield row[first][1], row[last][2], entry
        yield from self._lexicon.find_patterns(reading.text)
        yield from self._lexicon.find_literals(reading.text)
        yield from self._find_acrostic(words)

    def _find_decorated(self, word: str) -> WordEntry | None:
        return next(filter(None, map(self._lexicon.read, list_other_words(word))), None) or self._find_misspelt(word)

    def _find_misspelt(self, word: str) -> WordEntry | None:
        category = self._misspelt.find(word) if self._misspelt else None
        return WordEntry(word, category, f"{category}, misspelt") if category else None

    def _restore_hidden(self, reading: NormalizedText) -> Iterator[LetterRow]:
        """Make the rows in which words of phrases have their hidden letters again."""
        if not self._lexicon.has_phrases:
            return
        hidden = reading.worked_out["hidden"][:_MOST_HIDDEN]
        parts = [each for each in hidden if self._lexicon.guess_parts(each.text)]
        for guess in range(MOST_GUESSES if parts else 0):
            words = {each: self._lexicon.guess_parts(each.text) for each in parts}
            if any(len(those) > guess for those in words.values()):
                yield from restore_hidden(
                    reading, {part: those[min(guess, len(those) - 1)] for part, those in words.items()}
                )

    def _find_acrostic(self, words: list[Word]) -> Iterator[_Found]:
        """Find the word that the initials of all words spell."""
        if _SHORTEST_ACROSTIC <= len(words) <= self._lexicon.longest:
            initials = "".join(word[0] for word, _, _ in words)
            is_spelled_out = not initials.isascii() or not _VOWELS.isdisjoint(initials)  # not a word without its vowels
            entry = self._lexicon.read(initials) if is_spelled_out else None
            if entry and entry.word == initials:
                yield words[0][1], words[-1][2], entry


def _is_chinese(reading: NormalizedText) -> bool:
    """Whether a text holds Chinese characters, and no kana or Korean letters."""
    return _CHINESE.search(reading.written) is not None and _KANA_OR_HANGUL.search(reading.written) is None


def _list_words(reading: NormalizedText) -> list[Word]:
    return [(match[0], *match.span()) for match in _TOKEN.finditer(reading.text)]


def _include_starred_rest(written: str, start: int, end: int) -> tuple[int, int]:
    """Widen a part by letters that stars connect with it: they are the rest of a half hidden word."""
    before = _STARRED_BEFORE.search(written, max(0, start - _LONGEST_REST), start)
    behind = _STARRED_BEHIND.match(written, end, end + _LONGEST_REST)
    return before.start() if before else start, behind.end() if behind else end
