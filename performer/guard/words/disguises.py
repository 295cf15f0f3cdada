"""Disguises: other ways to read a part of a text, or the whole text, and words that are spelled by letters' names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from performer.guard.normalise.look_alikes import (
    DRAWN,
    LEET,
    NAMES,
    find_look_alike,
    is_mirrored,
    is_turned,
    transliterate,
    turn_upright,
    unmirror,
)
from performer.guard.normalise.readings import NormalizedText
from performer.guard.words.word_split import Token, restore_underscores


@dataclass(frozen=True, slots=True)
class Rereading:
    """Another reading of a text, as long as the first."""

    reading: NormalizedText
    is_backwards: bool = False

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the first reading of a part of this one."""
        if not self.is_backwards:
            return start, end
        length = len(self.reading.text)
        return length - end, length - start


def find_rereadings(reading: NormalizedText) -> tuple[Rereading, ...]:
    """Return the other readings of a text, none for plain letters; made once a reading."""
    if reading.text.isascii():
        return ()
    return reading.work_out("rereadings", lambda: tuple(_iterate_rereadings(reading)))


def _iterate_rereadings(reading: NormalizedText) -> Iterator[Rereading]:
    text = reading.text
    looked = "".join(map(find_look_alike, text))
    if looked != text:
        yield Rereading(replace(reading, text=looked))
    aloud = transliterate(text)
    if aloud not in (text, looked):
        yield Rereading(replace(reading, text=aloud))
    if is_turned(text):
        small, capital = turn_upright(text)
        yield _reverse(reading, small)
        yield _reverse(reading, capital)
        yield Rereading(replace(reading, text=small))
    if is_mirrored(text):
        yield _reverse(reading, unmirror(text))


def _reverse(reading: NormalizedText, text: str) -> Rereading:
    origins, ends = reading.origins[::-1], reading.ends[::-1]
    return Rereading(replace(reading, text=text[::-1], origins=origins, ends=ends), is_backwards=True)


_PART: Final = re.compile(r"\S+")
_DRESSED: Final = re.compile(r"[^\w\s.,!?'’:;\"…-]|\w(?:[^\w\s]|_)+\w|^[!|@$]\w")
"""Signs in a part of a text, other than pauses at its end."""
_EDGES: Final = "\"'`´.,;:!?…¿¡()[]{}<>«»„“”‚‘’*~-–—|/\\^=&%#+"
_OPENING: Final = "\"'`´.,;:?…¿¡([{<«»„“”‚‘’*~-–—=&%#+"
_EDGES_DRAWN: Final = "\"'`´.,;:!?…¿¡()[]{}<>«»„“”‚‘’*~-–—_=&%^/\\"
_GROUP: Final = re.compile("|".join(re.escape(signs) for signs in sorted(DRAWN, key=len, reverse=True)))
_HUMPED: Final = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_HUMPS: Final = (re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+"), re.compile(r"[A-Z]+|[a-z]+"))
"""Parts of a word by its capitals: BigPlonkEnergy, and bigPLONKenergy."""
_SHORTEST_HUMP: Final = 3
_MOST_HUMPS: Final = 3
"""The most parts of a phrase."""
_ALSO: Final = (("rn", "m"), ("vv", "w"), ("uu", "w"), ("kw", "qu"), ("13", "b"), ("12", "r"))
"""Two signs that look, or sound, like others."""
_LONGEST_NUMBER: Final = 3
"""The most digits behind a word in which digits stand for letters."""
_OPEN_AS_C: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
"""Opening brackets, which are a c when nothing closes them."""
_STARS: Final = frozenset("*#●•")
"""Signs that may hide the middle of a word of three letters."""
_DECORATED: Final = re.compile(r"(?:x+|\d+)?([a-z].*[a-z])(?:x+|\d+)?")
_REPEATED: Final = re.compile(r"(.{3,}?)\1+")
_BETWEEN_SLASHES: Final = re.compile(r"[^/]+")
_FEWEST_BETWEEN: Final = 2
_LONGEST: Final = 60
"""The most letters of a word; a longer row is noise, unless it repeats one word."""
_SAID_AGAIN: Final = re.compile(r"(.{3,20}?)\1{2,}")
_LONGEST_HIDDEN: Final = 24
_SHORTEST_HIDDEN: Final = 3


@dataclass(frozen=True, slots=True)
class Disguise:
    """A part of a reading that can also be read as another word."""

    text: str
    start: int
    end: int
    hides: bool = False
    """Whether each `*` of the text stands for letters that were left out."""


def find_disguises(reading: NormalizedText, tokens: list[Token]) -> tuple[Disguise, ...]:
    """Return the other words as which parts of a reading can be read, none for plain prose; made once a reading."""
    return reading.work_out("disguises", lambda: tuple(_iterate_disguises(reading, tokens)))


def _iterate_disguises(reading: NormalizedText, tokens: list[Token]) -> Iterator[Disguise]:
    for token in tokens:
        for word in _list_other_words(token.text):
            yield Disguise(word, token.start, token.end)
    if _HUMPED.search(reading.written):
        for token in tokens:
            yield from _split_humps(reading, token)
    for match in _PART.finditer(restore_underscores(reading)):
        if _DRESSED.search(match[0]):
            yield from _undress(match)


@lru_cache(maxsize=8192)
def _list_other_words(word: str) -> tuple[str, ...]:
    """Return a word without decoration, once if it is repeated, and with letters for signs that look or sound alike."""
    others: list[str] = []
    if len(word) > _LONGEST:
        again = _SAID_AGAIN.match(word)
        return (again[1],) if again else ()
    decorated = _DECORATED.fullmatch(word)
    if decorated and decorated[1] != word:
        others.append(decorated[1])
    if word.endswith("x") or word.startswith("x"):
        others.append(word.strip("x"))
    repeated = _REPEATED.fullmatch(word)
    if repeated:
        others.append(repeated[1])
    others += [word.replace(signs, letters) for signs, letters in _ALSO if signs in word]
    if word.endswith("ie"):
        others.append(word.removesuffix("ie") + "y")
    if word[-1:].isdigit() and not word.isdigit():
        others += [word[:-cut] for cut in range(1, _LONGEST_NUMBER + 1) if word[-cut:].isdigit()]
    return tuple(filter(None, others))


def _split_humps(reading: NormalizedText, token: Token) -> Iterator[Disguise]:
    """Yield the words that capitals join to one: BigPlonkEnergy."""
    written = reading.written[slice(*reading.find_written_span(token.start, token.end))]
    if len(written) != len(token.text) or len(written) > _LONGEST or not _HUMPED.search(written):
        return
    for cut in _HUMPS:
        humps = [hump.span() for hump in cut.finditer(written)]
        for first, (begin, _) in enumerate(humps):
            for _, end in humps[first : first + _MOST_HUMPS]:
                if end - begin >= _SHORTEST_HUMP:
                    yield Disguise(written[begin:end].lower(), token.start + begin, token.start + end)


def _undress(part: re.Match[str]) -> Iterator[Disguise]:
    """Read a part with signs: signs as letters, between letters, or in the place of letters that were left out."""
    whole, begin = part[0], part.start()
    if "/" in whole.strip("/"):
        for each in _BETWEEN_SLASHES.finditer(whole):
            yield from _read_signs(each[0], begin + each.start())
    closing = _OPEN_AS_C.get(whole[0])
    if closing and whole[1:2].isalnum() and closing not in part.string[begin:]:
        yield Disguise("c" + whole[1:].rstrip(_EDGES), begin, part.end())
    yield from _read_signs(whole, begin)


def _read_signs(whole: str, begin: int) -> Iterator[Disguise]:
    core = whole.strip(_EDGES + "@_")
    start = begin + whole.find(core) if core else begin
    wide = whole.lstrip(_OPENING).rstrip(_EDGES + "_")
    letters = dict.fromkeys(
        (*_read_drawn(wide), *_read_drawn(whole), *_read_drawn(core), *_read_drawn(_remove_separator(core)))
    )
    for word in letters:
        if word != whole or not word.isalnum():
            yield Disguise(word, begin, begin + len(whole))
        for other in _list_other_words(word):
            yield Disguise(other, begin, begin + len(whole))
    for text in (core, _remove_separator(core)):
        if _is_hiding(text):
            hidden = "".join(each if each.isalnum() else "*" for each in text)
            yield Disguise(hidden, start, start + len(core), hides=True)
            bare = hidden.strip("0123456789")
            if bare != hidden and len(bare) > _SHORTEST_HIDDEN:
                yield Disguise(bare, start, start + len(core), hides=True)


def _is_hiding(text: str) -> bool:
    if len(text) == _SHORTEST_HIDDEN:
        return text[1] in _STARS
    return _SHORTEST_HIDDEN < len(text) <= _LONGEST_HIDDEN and not text.isalnum()


def _read_drawn(text: str) -> Iterator[str]:
    """Read signs as letters, first those that several signs draw; then once more without signs that are no letters."""
    drawn = _GROUP.sub(lambda signs: DRAWN[signs[0]], text).strip(_EDGES_DRAWN)
    for each in (drawn, "".join(sign for sign in drawn if sign.isalnum() or sign in LEET)):
        if each and all(sign.isalnum() or sign in LEET for sign in each):
            yield each


def _remove_separator(text: str) -> str:
    """Remove the sign that stands between all letters, if one does."""
    signs = [sign for sign in text if not sign.isalnum()]
    if len(signs) < _FEWEST_BETWEEN:
        return text
    return text.replace(max(signs, key=signs.count), "")


_TIMES: Final = {"double": 2, "triple": 3}
_BETWEEN_LETTERS: Final = frozenset("and then as in for like letter space dash".split())
"""Words between letters: p as in papa, l for lima, then i, and m."""
_FEWEST_NAMED: Final = 4
_MOST_NAMED: Final = 16


def find_spelled_words(tokens: list[Token]) -> Iterator[tuple[str, int, int]]:
    """Yield the words that rows of letters' names spell, with their begin and end in the reading."""
    row: list[tuple[str, Token]] = []
    times = 1
    explained = False
    for token, following in zip_longest(tokens, tokens[1:]):
        letter = NAMES.get(token.text) or (token.text if len(token.text) == 1 and _is_in_row(row, following) else "")
        if letter and explained and row and row[-1][0] == letter:
            explained = False  # the name of the letter before: p for papa
        elif letter:
            explained = False
            row.append((letter * times, token))
            times = 1
        elif token.text in _BETWEEN_LETTERS:
            explained = True
        elif token.text in _TIMES:
            times = _TIMES[token.text]
        else:
            yield from _join_letters(row)
            row, times = [], 1
    yield from _join_letters(row)


def _is_in_row(row: list[tuple[str, Token]], following: Token | None) -> bool:
    return bool(row) or (following is not None and following.text in _BETWEEN_LETTERS)


def _join_letters(row: list[tuple[str, Token]]) -> Iterator[tuple[str, int, int]]:
    """Yield every part of a row that is long enough for a word."""
    for begin in range(len(row)):
        for end in range(begin + _FEWEST_NAMED, min(len(row), begin + _MOST_NAMED) + 1):
            part = row[begin:end]
            yield "".join(letter for letter, _ in part), part[0][1].start, part[-1][1].end
