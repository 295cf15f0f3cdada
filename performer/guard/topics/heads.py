"""Heads of phrases: the words that a phrase can begin with, worked out from how it is written.

A phrase is tried only where such words stand. The heads may promise more than the phrase keeps, never less.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

ANY: Final = "*"
"""At the end of a word: whatever it goes on with."""
_SIGN: Final = re.compile(
    r"(?P<look>\(\?(?:[=!]|<[=!]))|(?P<open>\((?:\?:)?)|(?P<border> … |[ .,])"
    r"|(?P<set>\[[^\]]*\])|(?P<nothing>\\b|[\^$])|(?P<odd>\\.|[~…])"
    r"|(?P<letters>\w+?(?=\w[?*+{])|\w+)"
)
_REPEAT: Final = re.compile(r"(?:[?*+]|\{(?P<least>\d*),?(?P<most>\d*)\})\??")
_BRACKET: Final = re.compile(r"[()|]|\[[^\]]*\]|\\.")
_PLAIN: Final = re.compile(r"[\w ]++(?=[|)]|\Z)(?:\|[\w ]++(?=[|)]|\Z))*+")
"""Alternatives that are only words."""
_LETTERS: Final = re.compile(r"\w+")
_DIGITS: Final = {f"{first}-{last}": "0123456789"[first : last + 1] for first in range(10) for last in range(10)}
_MOST_LETTERS: Final = 8
"""The most letters of a set that are told apart."""


_EMPTY: Final = frozenset({""})


class Way(NamedTuple):
    """Ways to begin with two words or more: each first word goes with each second one."""

    firsts: frozenset[str]
    seconds: frozenset[str]
    """Whole second words."""
    begun: frozenset[str]
    """Second words of which the end is not there yet."""


class Head(NamedTuple):
    """What a part of a phrase begins with."""

    words: frozenset[str] = _EMPTY
    """What it can be when there is no border of words in it."""
    ways: tuple[Way, ...] = ()

    def then(self, other: "Head") -> "Head":
        """Return the head of this and what comes next."""
        ways = [each if not each.begun else _go_on(each, other) for each in self.ways]
        if self.words:
            ways += [way._replace(firsts=_join(self.words, way.firsts)) for way in other.ways]
        return Head(_join(self.words, other.words), tuple(ways))

    @property
    def is_settled(self) -> bool:
        """Whether nothing that comes next changes it."""
        return not self.words and not any(way.begun for way in self.ways)

    def repeated(self, *, least: int, most: int) -> "Head":
        """Return the head of this, repeated."""
        none = (NOTHING,) if not least else ()
        if most == 1:
            return unite((*none, self))
        again = self
        if any(self.words):
            again = Head(frozenset({ANY, *self.words}), self.ways)
        return unite((*none, again, again.then(again)))


NOTHING: Final = Head()
_BORDER: Final = Head(frozenset(), (Way(frozenset({""}), frozenset(), frozenset({""})),))
_GAP: Final = Head(frozenset(), (Way(frozenset({""}), frozenset({ANY}), frozenset()),))
_ANYTHING: Final = Head(frozenset({ANY}))


def unite(heads: Iterable[Head]) -> Head:
    """Return the head of alternatives."""
    words: set[str] = set()
    ways: dict[tuple[frozenset[str], frozenset[str]], frozenset[str]] = {}
    for head in heads:
        words |= head.words
        for firsts, seconds, begun in head.ways:
            ways[seconds, begun] = ways.get((seconds, begun), frozenset()) | firsts
    return Head(frozenset(words), tuple(Way(firsts, *rest) for rest, firsts in ways.items()))


def _join(before: frozenset[str], after: frozenset[str]) -> frozenset[str]:
    if after == _EMPTY:
        return before
    if before == _EMPTY:
        return after
    return frozenset(one if one.endswith(ANY) else one + other for one, other in product(before, after))


def _go_on(way: Way, other: Head) -> Way:
    ended = (_join(way.begun, each.firsts) for each in other.ways)
    return Way(way.firsts, way.seconds.union(*ended), _join(way.begun, other.words))


@lru_cache(maxsize=64)
def find_head(pattern: str) -> Head:
    """Return the head of a pattern; one that is not understood is a ValueError."""
    return _Reader(pattern).read()


def list_first_letters(pattern: str, letters: int) -> frozenset[str]:
    """Return the first letters of all that a pattern can be, with ANY behind them where it goes on."""
    head = _Reader(pattern, letters).read()
    return head.words.union(*(way.firsts for way in head.ways))


class _Reader:
    """A reader of one pattern, from left to right."""

    def __init__(self, pattern: str, most: int | None = None) -> None:
        self._pattern = pattern.replace("'", "")
        self._most = most
        """The letters of the first word that are looked at; None for all of both words."""
        self._at = 0

    def read(self) -> Head:
        head = self._read_alternatives()
        if self._at < len(self._pattern):
            raise ValueError(f"a bracket is closed that is not open: {self._pattern[self._at :]}")
        return head

    def _read_alternatives(self) -> Head:
        heads: list[Head] = []
        while True:
            plain = _PLAIN.match(self._pattern, self._at)
            if plain:
                heads += _read_plain(plain[0])
                self._at = plain.end()
            else:
                heads.append(self._read_sequence())
            if not self._pattern.startswith("|", self._at):
                return unite(heads) if len(heads) > 1 else heads[0]
            self._at += 1

    def _read_sequence(self) -> Head:
        head = NOTHING
        pattern, end = self._pattern, len(self._pattern)
        while self._at < end and pattern[self._at] not in "|)":
            if head.is_settled or (self._most is not None and all(word.endswith(ANY) for word in head.words)):
                self._skip()
                break
            part = self._read_part()
            if self._at < end and pattern[self._at] in "?*+{":
                part = self._repeat(part)
            head = part if head is NOTHING else head.then(part)
            if self._most is not None and max(map(len, head.words), default=0) > self._most:
                head = Head(frozenset(_cut(word, self._most) for word in head.words), head.ways)
        return head

    def _skip(self) -> None:
        depth = 0
        for sign in _BRACKET.finditer(self._pattern, self._at):
            each = sign[0]
            if each == "(":
                depth += 1
            elif not depth and each in "|)":
                self._at = sign.start()
                return
            elif each == ")":
                depth -= 1
        self._at = len(self._pattern)

    def _read_part(self) -> Head:
        sign = _SIGN.match(self._pattern, self._at)
        if not sign:
            raise ValueError(f"this is not understood: {self._pattern[self._at :]}")
        self._at = sign.end()
        match sign.lastgroup:
            case "letters":
                return Head(frozenset({sign[0]}))
            case "border":
                return _GAP if sign[0] == " … " else _BORDER
            case "nothing":
                return NOTHING
            case "open" | "look":
                inside = self._read_alternatives()
                self._at += 1
                return NOTHING if sign.lastgroup == "look" else inside
            case "set" if _is_short(sign[0]):
                return _read_set(sign[0][1:-1])
            case _:
                return _ANYTHING

    def _repeat(self, part: Head) -> Head:
        sign = _REPEAT.match(self._pattern, self._at)
        if not sign:
            raise ValueError(f"this is not understood: {self._pattern[self._at :]}")
        self._at = sign.end()
        if sign[0].startswith("{"):
            return part.repeated(least=int(sign["least"] or 0), most=int(sign["most"] or sign["least"] or 9))
        return part.repeated(least=int(sign[0][0] == "+"), most=1 if sign[0][0] == "?" else 9)


def _read_plain(alternatives: str) -> Iterator[Head]:
    """Yield the heads of alternatives that are only words."""
    alone: set[str] = set()
    for each in alternatives.split("|"):
        first, *others = each.split(" ", 2)
        match others:
            case []:
                alone.add(first)
            case [second]:
                yield Head(frozenset(), (Way(frozenset({first}), frozenset(), frozenset({second})),))
            case [second, *_]:
                yield Head(frozenset(), (Way(frozenset({first}), frozenset({second}), frozenset()),))
    yield Head(frozenset(alone))


def _cut(word: str, most: int) -> str:
    return word if len(word) <= most else word[:most].rstrip(ANY) + ANY


def _is_short(written: str) -> bool:
    return len(written) <= _MOST_LETTERS + 2 and (not set("-^").intersection(written) or written[1:-1] in _DIGITS)


def _read_set(written: str) -> Head:
    letters = _DIGITS.get(written, written)
    borders = [_BORDER] if any(each in " .," for each in letters) else []
    return unite([*(Head(frozenset({each})) for each in letters if _LETTERS.match(each)), *borders])
