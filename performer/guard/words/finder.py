"""The finder of the words of lists, which sees through what people do to get a word past a filter."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import GuardHit
from performer.guard.words.disguises import Disguise, find_disguises, find_rereadings, find_spelled_words
from performer.guard.words.entry import WordEntry, WordList
from performer.guard.words.lexicon import Lexicon
from performer.guard.words.similar_words import join_keys, make_keys, make_word_key
from performer.guard.words.word_split import Token, split_words

_MOST_PARTS: Final = 4
"""The most parts of a broken word, unless all but one are single letters or pairs."""
_SHORTEST_IN_RUN: Final = 4
"""The shortest word in a row of single letters; a shorter one must be the whole row, for chords and keys are rows."""
_FEWEST_SINGLES: Final = 3
_PAIR: Final = 2
_RULED: Final = frozenset("|+")
"""Signs between columns, chords and keys: at the end of a row of letters they belong to something else."""
_MOST_SIGNS_A_LETTER: Final = 4
_WORDS_OF_ONE: Final = ("a", "i")
_MOST_WORDS: Final = 12
"""The most words of a phrase."""
_FEWEST_PARTS: Final = 2
_MOST_LETTERS: Final = 40
"""The most letters, or pairs of letters, of a broken word, some of which may be repeated."""
_MOST_BEFORE: Final = 4
"""The most words of a phrase before its disguised word, and after it."""
_STARRED_BEFORE: Final = re.compile(r"\w+[*●•]+\Z")
_STARRED_BEHIND: Final = re.compile(r"[*●•]+\w[\w*●•]*")
_LONGEST_REST: Final = 40
_SHORTEST_ACROSTIC: Final = 5
_VOWELS: Final = frozenset("aeiouy")
_SHORTEST_SPELLED: Final = 4
"""The shortest word of the streamer's list by initials; others of this length come about by chance."""


class WordFinder:
    """The finder of the words of some lists; allowed spellings, with their accents, are no hits."""

    def __init__(self, *lists: WordList, allowed: Iterable[str] = ()) -> None:
        self._lexicon = Lexicon(lists)
        self._allowed = frozenset(each.casefold() for each in allowed)

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the words of the lists."""
        if self._lexicon.is_empty:
            return
        for start, end, entry in self._search(reading):
            begin, finish = reading.find_written_span(start, end)
            written = reading.written[begin:finish]
            if written.casefold() not in self._allowed and entry.is_spelled_in(written):
                whole = _include_starred_rest(reading.written, begin, finish)
                yield GuardHit(start=whole[0], end=whole[1], category=entry.category, rule=entry.rule)

    def _search(self, reading: NormalizedText) -> Iterator["_Found"]:
        yield from _Search(self._lexicon, reading).find_all()
        for other in find_rereadings(reading):
            for start, end, entry in _Search(self._lexicon, other.reading).find_all():
                yield *other.place(start, end), entry

    def find_spelled(self, initials: str) -> Iterator[GuardHit]:
        """Find the words that the last of these initials spell; the spans count in the initials."""
        for length in range(_SHORTEST_SPELLED, len(initials) + 1):
            word = initials[-length:]
            entry = self._lexicon.word(word, (make_word_key(word),), plainly=True)
            is_meant = length > _SHORTEST_SPELLED or (entry and entry.category == "own")
            if entry and entry.word == word and not entry.backwards and is_meant:
                rule = f"{entry.rule}, by first letters"
                yield GuardHit(start=len(initials) - length, end=len(initials), category=entry.category, rule=rule)


_Found = tuple[int, int, WordEntry]


class _Search:
    """The search of one reading."""

    def __init__(self, lexicon: Lexicon, reading: NormalizedText) -> None:
        self._lexicon = lexicon
        self._reading = reading
        self._tokens = split_words(reading)

    def find_all(self) -> Iterator[_Found]:
        """Find words, phrases, broken words and disguised ones; some of them twice."""
        for index, token in enumerate(self._tokens):
            entry = self._find_word(token)
            if entry:
                yield token.start, token.end, entry
            yield from self._find_phrases(self._tokens[index : index + _MOST_WORDS])
        yield from self._find_broken(self._tokens)
        letters = [token for token in self._tokens if token.text[0].isalnum()]
        if len(letters) < len(self._tokens):
            yield from self._find_broken(letters)  # signs that stand alone are letters, or part them
        disguises = find_disguises(self._reading, self._tokens)
        for disguise in disguises:
            entry = self._lexicon.hidden(disguise.text) if disguise.hides else self._lexicon.read(disguise.text)
            if entry:
                yield disguise.start, disguise.end, entry
            yield from self._find_phrases_around(disguise)
        yield from self._find_disguised_phrases(disguises)
        yield from self._lexicon.literals(self._reading.text)
        for word, start, end in self._reading.work_out("spelled", lambda: tuple(find_spelled_words(self._tokens))):
            entry = self._lexicon.word(word, (make_word_key(word),), plainly=True)
            if entry and entry.word == word and not entry.backwards:
                yield start, end, entry
        yield from self._find_acrostic()

    def _find_word(self, token: Token) -> WordEntry | None:
        if self._lexicon.knows(token.keys):
            entry = self._lexicon.word(token.text, token.keys, big_i=self._has_big_i(token))
            if entry:
                return entry
        return self._lexicon.wild(token.text)

    def _has_big_i(self, token: Token) -> bool:
        """Whether an i of a token was a capital among small letters."""
        written = self._reading.written[slice(*self._reading.find_written_span(token.start, token.end))]
        return "I" in written and not written.isupper()

    def _find_phrases(self, row: list[Token]) -> Iterator[_Found]:
        """Find the phrases with which a row of tokens begins."""
        if len(row) < _FEWEST_PARTS:
            return
        for entry in self._lexicon.phrases(row[0].keys, row[1].keys):
            words = row[: len(entry.parts)]
            alike = all(entry.has_part(place, token.text) for place, token in enumerate(words))
            if alike and len(words) == len(entry.parts) and not any(token.is_after_pause for token in words[1:]):
                yield words[0].start, words[-1].end, entry

    def _find_phrases_around(self, disguise: Disguise) -> Iterator[_Found]:
        """Find the phrases of which one word is a disguise."""
        keys = () if disguise.hides else make_keys(disguise.text)
        if not self._lexicon.has_part(keys):
            return
        place = bisect_left(self._tokens, disguise.start, key=lambda token: token.end - 1)
        after = bisect_left(self._tokens, disguise.end, key=lambda token: token.start)
        disguised = Token(disguise.text, disguise.start, disguise.end, keys, " ")
        before = self._tokens[max(0, place - _MOST_BEFORE) : place]
        row = [*before, disguised, *self._tokens[after : after + _MOST_BEFORE]]
        for begin in range(len(before) + 1):
            yield from self._find_phrases(row[begin:])

    def _find_disguised_phrases(self, disguises: tuple[Disguise, ...]) -> Iterator[_Found]:
        """Find the phrases of which several words are disguises: at each place the longest."""
        open_ones = (each for each in disguises if not each.hides)
        longest = {each.start: each for each in sorted(open_ones, key=lambda each: len(each.text))}
        if len(longest) < _FEWEST_PARTS or not self._lexicon.has_part(()):
            return
        taken = {place for each in longest.values() for place in range(each.start, each.end)}
        bare = (token for token in self._tokens if token.start not in taken)
        dressed = (Token(each.text, each.start, each.end, make_keys(each.text), " ") for each in longest.values())
        row = sorted((*bare, *dressed), key=lambda token: token.start)
        for begin in range(len(row)):
            yield from self._find_phrases(row[begin : begin + _MOST_WORDS])

    def _find_broken(self, tokens: list[Token]) -> Iterator[_Found]:
        """Find the words into which a token can be joined with those after it."""
        for begin, first in enumerate(tokens):
            text, joined, larger = first.text, first.keys[0], int(first.letters > _PAIR)
            if first.is_after_apostrophe or not self._lexicon.begins(joined):
                continue
            for end, token in enumerate(tokens[begin + 1 : begin + _MOST_LETTERS], start=begin + 2):
                text += token.text
                joined = join_keys(joined, token.keys[0])
                larger += token.letters > _PAIR
                if not self._lexicon.begins(joined) or (larger > 1 and end - begin > _MOST_PARTS):
                    break
                big_i = "i" in text and any(map(self._has_big_i, tokens[begin:end]))
                entry = self._lexicon.word(text, (joined,), big_i=big_i, plainly=end == begin + 2)
                if entry and _is_on_purpose(tokens, begin, end, entry):
                    yield first.start, tokens[_find_row_end(tokens, begin, end) - 1].end, entry

    def _find_acrostic(self) -> Iterator[_Found]:
        """Find the word that the initials of all words spell."""
        if _SHORTEST_ACROSTIC <= len(self._tokens) <= self._lexicon.longest:
            initials = "".join(token.text[0] for token in self._tokens)
            entry = self._lexicon.word(initials, (make_word_key(initials),), plainly=True)
            is_spelled_out = not initials.isascii() or not _VOWELS.isdisjoint(initials)  # not a word without its vowels
            if entry and entry.word == initials and is_spelled_out:
                yield self._tokens[0].start, self._tokens[-1].end, entry


def _has_letters(row: list[Token]) -> bool:
    """Whether a row has enough letters among its digits and signs, unlike code, scores and dates."""
    text = "".join(token.text for token in row)
    return sum(map(str.isalpha, text)) * _MOST_SIGNS_A_LETTER >= len(text)


def _include_starred_rest(written: str, start: int, end: int) -> tuple[int, int]:
    """Widen a part by letters that stars connect with it: they are the rest of a half hidden word."""
    before = _STARRED_BEFORE.search(written, max(0, start - _LONGEST_REST), start)
    behind = _STARRED_BEHIND.match(written, end, end + _LONGEST_REST)
    return before.start() if before else start, behind.end() if behind else end


def _find_row_end(tokens: list[Token], begin: int, end: int) -> int:
    """Return the end of a row of single letters, with those that follow: a reader reads them together."""
    if any(token.letters > 1 for token in tokens[begin:end]):
        return end
    following = tokens[end : end + _MOST_LETTERS]
    rest = takewhile(lambda token: token.letters == 1 and token.text.isalpha() and not token.is_after_pause, following)
    row = [token.text for token in rest]
    while row and row[-1] in _WORDS_OF_ONE:
        row.pop()
    return end + len(row)


def _is_on_purpose(tokens: list[Token], begin: int, end: int, entry: WordEntry) -> bool:
    """Whether parts of a word stand together on purpose, and are not everyday words in a row."""
    row = tokens[begin:end]
    following = tokens[end] if end < len(tokens) else None
    if following and following.is_after_apostrophe:
        return False
    if tuple(token.text for token in row) == entry.parts:
        return False  # a phrase is found as one, or not meant: there is a pause in it
    if row[0].text in _RULED or row[-1].text in _RULED or not _has_letters(row):
        return False
    if all(token.letters == 1 for token in row):
        before = tokens[begin - 1] if begin and tokens[begin - 1].text not in _WORDS_OF_ONE else None
        is_whole_row = not any(each and each.letters == 1 for each in (before, following))
        return len(row) >= _SHORTEST_IN_RUN or (len(row) >= _FEWEST_SINGLES and is_whole_row)
    if all(token.is_close and not token.is_after_apostrophe for token in row[1:]):
        return True
    if len(row) == _FEWEST_PARTS and any(token.text.isdigit() for token in row):
        return False  # it counts something: lol 12
    return not all(token.is_everyday or token.letters == 1 for token in row)
