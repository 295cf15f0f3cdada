"""Guises: what else a part of a reading can be read as."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from performer.guard.alphabets import DRAWN, LEET
from performer.guard.reading import Reading
from performer.guard.words.tokens import Token, with_underscores

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
class Guise:
    """A part of a reading that can also be read as another word."""

    text: str
    start: int
    end: int
    hides: bool = False
    """Whether its `*` stand for letters that were left out."""


def guises_of(reading: Reading, tokens: list[Token]) -> tuple[Guise, ...]:
    """Give what else parts of a reading can be read as; of plain prose that is nothing. Done once a reading."""
    if "guises" not in reading.worked_out:
        reading.worked_out["guises"] = tuple(_all(reading, tokens))
    guises: tuple[Guise, ...] = reading.worked_out["guises"]
    return guises


def _all(reading: Reading, tokens: list[Token]) -> Iterator[Guise]:
    for token in tokens:
        for word in _other_words(token.text):
            yield Guise(word, token.start, token.end)
    if _HUMPED.search(reading.written):
        for token in tokens:
            yield from _humps(reading, token)
    for match in _PART.finditer(with_underscores(reading)):
        if _DRESSED.search(match[0]):
            yield from _undressed(match)


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


def _humps(reading: Reading, token: Token) -> Iterator[Guise]:
    """Read the words of which one was made by capitals: BigPlonkEnergy."""
    written = reading.written[slice(*reading.written_span(token.start, token.end))]
    if len(written) != len(token.text) or len(written) > _LONGEST or not _HUMPED.search(written):
        return
    for cut in _HUMPS:
        humps = [hump.span() for hump in cut.finditer(written)]
        for first, (begin, _) in enumerate(humps):
            for _, end in humps[first : first + _MOST_HUMPS]:
                if end - begin >= _SHORTEST_HUMP:
                    yield Guise(written[begin:end].lower(), token.start + begin, token.start + end)


def _undressed(part: re.Match[str]) -> Iterator[Guise]:
    """Read a part with signs in it: signs as letters, between letters, or in the place of letters left out."""
    whole, begin = part[0], part.start()
    if "/" in whole.strip("/"):
        for each in _BETWEEN_SLASHES.finditer(whole):
            yield from _readings(each[0], begin + each.start())
    closing = _OPEN_AS_C.get(whole[0])
    if closing and whole[1:2].isalnum() and closing not in part.string[begin:]:
        yield Guise("c" + whole[1:].rstrip(_EDGES), begin, part.end())
    yield from _readings(whole, begin)


def _readings(whole: str, begin: int) -> Iterator[Guise]:
    core = whole.strip(_EDGES + "@_")
    start = begin + whole.find(core) if core else begin
    wide = whole.lstrip(_OPENING).rstrip(_EDGES + "_")
    letters = dict.fromkeys((*_drawn(wide), *_drawn(whole), *_drawn(core), *_drawn(_without_most_common(core))))
    for word in letters:
        if word != whole or not word.isalnum():
            yield Guise(word, begin, begin + len(whole))
        for other in _other_words(word):
            yield Guise(other, begin, begin + len(whole))
    for text in (core, _without_most_common(core)):
        if _is_hiding(text):
            hidden = "".join(each if each.isalnum() else "*" for each in text)
            yield Guise(hidden, start, start + len(core), hides=True)
            bare = hidden.strip("0123456789")
            if bare != hidden and len(bare) > _SHORTEST_HIDDEN:
                yield Guise(bare, start, start + len(core), hides=True)


def _is_hiding(text: str) -> bool:
    if len(text) == _SHORTEST_HIDDEN:
        return text[1] in _STARS
    return _SHORTEST_HIDDEN < len(text) <= _LONGEST_HIDDEN and not text.isalnum()


def _drawn(text: str) -> Iterator[str]:
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
