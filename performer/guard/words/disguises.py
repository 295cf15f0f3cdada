"""Guises: what else a part of a reading can be read as.

Rereadings: a whole text read in another way, sign by sign.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from performer.guard.normalise.look_alikes import (
    DRAWN,
    LEET,
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
    """Another reading of the same text, as long as the first."""

    reading: NormalizedText
    is_backwards: bool = False

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Tell where in the first reading a part of this one is."""
        if not self.is_backwards:
            return start, end
        length = len(self.reading.text)
        return length - end, length - start


def find_rereadings(reading: NormalizedText) -> tuple[Rereading, ...]:
    """Give how else a text can be read: none for one in plain letters. Done once a reading."""
    if reading.text.isascii():
        return ()
    if "rereadings" not in reading.worked_out:
        reading.worked_out["rereadings"] = tuple(_iterate_rereadings(reading))
    rereadings: tuple[Rereading, ...] = reading.worked_out["rereadings"]
    return rereadings


def _iterate_rereadings(reading: NormalizedText) -> Iterator[Rereading]:
    text = reading.text
    looked = "".join(map(find_look_alike, text))
    if looked != text:
        yield Rereading(replace(reading, text=looked, worked_out={}))
    aloud = transliterate(text)
    if aloud not in (text, looked):
        yield Rereading(replace(reading, text=aloud, worked_out={}))
    if is_turned(text):
        small, capital = turn_upright(text)
        yield _backwards(reading, small)
        yield _backwards(reading, capital)
        yield Rereading(replace(reading, text=small, worked_out={}))
    if is_mirrored(text):
        yield _backwards(reading, unmirror(text))


def _backwards(reading: NormalizedText, text: str) -> Rereading:
    origins, ends = reading.origins[::-1], reading.ends[::-1]
    return Rereading(replace(reading, text=text[::-1], origins=origins, ends=ends, worked_out={}), is_backwards=True)


_PART: Final = re.compile(r"\S+")
_DRESSED: Final = re.compile(r"[^\w\s.,!?'’:;\"…-]|\w(?:[^\w\s]|_)+\w|^[!|@$]\w")
"""Is found in what holds signs, other than pauses at its end."""
_EDGES: Final = "\"'`´.,;:!?…¿¡()[]{}<>«»„“”‚‘’*~-–—|/\\^=&%#+"
_OPENING: Final = "\"'`´.,;:?…¿¡([{<«»„“”‚‘’*~-–—=&%#+"
_EDGES_DRAWN: Final = "\"'`´.,;:!?…¿¡()[]{}<>«»„“”‚‘’*~-–—_=&%^/\\"
_GROUP: Final = re.compile("|".join(re.escape(signs) for signs in sorted(DRAWN, key=len, reverse=True)))
_HUMPED: Final = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_HUMPS: Final = (re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+"), re.compile(r"[A-Z]+|[a-z]+"))
"""How capitals part a word: BigPlonkEnergy, and bigPLONKenergy."""
_SHORTEST_HUMP: Final = 3
_MOST_HUMPS: Final = 3
"""Of a phrase."""
_ALSO: Final = (("rn", "m"), ("vv", "w"), ("uu", "w"), ("kw", "qu"), ("13", "b"), ("12", "r"))
"""Two signs that look, or sound, like others."""
_LONGEST_NUMBER: Final = 3
"""Behind a word in which digits stand for letters."""
_OPEN_AS_C: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
"""What is a c where nothing closes it."""
_STARS: Final = frozenset("*#●•")
"""What may hide the middle of a word of three letters."""
_DECORATED: Final = re.compile(r"(?:x+|\d+)?([a-z].*[a-z])(?:x+|\d+)?")
_REPEATED: Final = re.compile(r"(.{3,}?)\1+")
_BETWEEN_SLASHES: Final = re.compile(r"[^/]+")
_FEWEST_BETWEEN: Final = 2
_LONGEST: Final = 60
"""A longer row of letters is noise, unless it says one word again and again."""
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
    """Whether its `*` stand for letters that were left out."""


def find_disguises(reading: NormalizedText, tokens: list[Token]) -> tuple[Disguise, ...]:
    """Give what else parts of a reading can be read as; of plain prose that is nothing. Done once a reading."""
    if "guises" not in reading.worked_out:
        reading.worked_out["guises"] = tuple(_iterate_disguises(reading, tokens))
    guises: tuple[Disguise, ...] = reading.worked_out["guises"]
    return guises


def _iterate_disguises(reading: NormalizedText, tokens: list[Token]) -> Iterator[Disguise]:
    for token in tokens:
        for word in _other_words(token.text):
            yield Disguise(word, token.start, token.end)
    if _HUMPED.search(reading.written):
        for token in tokens:
            yield from _humps(reading, token)
    for match in _PART.finditer(restore_underscores(reading)):
        if _DRESSED.search(match[0]):
            yield from _undress(match)


@lru_cache(maxsize=8192)
def _other_words(word: str) -> tuple[str, ...]:
    """Read a word without its decoration, once where it is said again and again, in our letters, on its head."""
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


def _humps(reading: NormalizedText, token: Token) -> Iterator[Disguise]:
    """Read the words of which one was made by capitals: BigPlonkEnergy."""
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
    """Read a part with signs in it: signs as letters, between letters, or in the place of letters left out."""
    whole, begin = part[0], part.start()
    if "/" in whole.strip("/"):
        for each in _BETWEEN_SLASHES.finditer(whole):
            yield from _readings(each[0], begin + each.start())
    closing = _OPEN_AS_C.get(whole[0])
    if closing and whole[1:2].isalnum() and closing not in part.string[begin:]:
        yield Disguise("c" + whole[1:].rstrip(_EDGES), begin, part.end())
    yield from _readings(whole, begin)


def _readings(whole: str, begin: int) -> Iterator[Disguise]:
    core = whole.strip(_EDGES + "@_")
    start = begin + whole.find(core) if core else begin
    wide = whole.lstrip(_OPENING).rstrip(_EDGES + "_")
    letters = dict.fromkeys(
        (*_read_drawn(wide), *_read_drawn(whole), *_read_drawn(core), *_read_drawn(_without_most_common(core)))
    )
    for word in letters:
        if word != whole or not word.isalnum():
            yield Disguise(word, begin, begin + len(whole))
        for other in _other_words(word):
            yield Disguise(other, begin, begin + len(whole))
    for text in (core, _without_most_common(core)):
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
    """Read signs as letters, those first that are drawn with several; and leave out those that are none."""
    drawn = _GROUP.sub(lambda signs: DRAWN[signs[0]], text).strip(_EDGES_DRAWN)
    for each in (drawn, "".join(sign for sign in drawn if sign.isalnum() or sign in LEET)):
        if each and all(sign.isalnum() or sign in LEET for sign in each):
            yield each


def _without_most_common(text: str) -> str:
    """Leave out the sign that stands between all letters, if one does."""
    signs = [sign for sign in text if not sign.isalnum()]
    if len(signs) < _FEWEST_BETWEEN:
        return text
    return text.replace(max(signs, key=signs.count), "")
