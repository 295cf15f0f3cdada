"""Descriptions: what words say of a sprite: which icon, in which colours, how it looks, and what it wears and holds."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Final

from performer.core.made_late import compile_late
from performer.core.text import find_nearest
from performer.core.values import dataclass
from performer.tools.pixel_art import atlas
from performer.tools.pixel_art.atlas import EXACT, KINDS, TAG, Dyed, Match

_PHRASE: Final = 4
"""Words of the longest name that is looked for."""
_MOST: Final = 40
"""Words that are read of a description."""
_WORD: Final = compile_late(r"[^\W_]+(?:'[^\W\d_]+)?")
_NO_SPACES: Final = compile_late(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_ELIDED: Final = re.compile(r"^(?:d|l|un|dell|qu|s|c|n|j|m|t)'|'s$")
_LINKS: Final = ("", "s", "n", "en", "es", "e")
"""What may stand between the two words of a German compound."""


@dataclass(frozen=True, kw_only=True)
class Looks:
    """The looks of a sprite, whatever it is."""

    colours: tuple[str, ...] = ()
    """Of what is seen most, then of the next; what is left out is its own."""
    looks: tuple[str, ...] = ()
    """The names of looks and parts; the last of a kind wins."""
    dyes: Mapping[Dyed, str] = field(default_factory=dict)
    """Colours that are not the body's, but those of a part."""
    held: tuple[str, ...] = ()
    """The names of the icons that it has with it."""


@dataclass(frozen=True, kw_only=True)
class Said(Looks):
    """The things that were understood of a description."""

    choices: tuple[str, ...] = ()
    """The icons that its noun may mean, the surest first; empty: none that is known."""
    others: int = 0
    """How many words of it say nothing that is known."""
    is_open: bool = False
    """Whether it asks for nothing in particular."""


class _Reading:
    """One description, word by word; each word is used once. `is_known`: the thing that it describes is known."""

    def __init__(self, description: str, *, is_known: bool) -> None:
        self._words, joins = split_words(description), atlas.load_meanings("joins")
        self._is_known = is_known
        self._joins = [joins.get(word, "nothing" if word.isdigit() else "") for word in self._words]
        means = [{} if join else find_meanings(word) for word, join in zip(self._words, self._joins, strict=True)]
        self._colours, self._looks, self._parts = (
            {at: each[kind] for at, each in enumerate(means) if kind in each} for kind in KINDS
        )
        self._end = self._find_join("then", len(self._words))
        self._used: set[int] = set()

    def read(self) -> Said:
        noun = self._find_noun()
        held = tuple(dict.fromkeys(self._find_held()))[:2]
        free = {at: hue for at, hue in self._colours.items() if at not in self._used}
        worn = {at: name for at, name in self._parts.items() if at not in self._used}
        on = {at: self._find_dyed(at) for at in free}
        dyes = {at: atlas.load_parts()[worn[to]].dyed for at, to in on.items() if to in worn}
        looks = [name for at, name in sorted({**worn, **self._looks}.items()) if at not in self._used]
        silent = {*self._used, *self._parts, *self._looks, *free}
        return Said(
            choices=tuple(atlas.get_icon(match.number).key for match in noun if match.tier < TAG or match == noun[0]),
            colours=tuple(dict.fromkeys(free[at] for at in free if on[at] is None))[:2],
            looks=tuple(dict.fromkeys(looks)),
            dyes={paint: free[at] for at, paint in dyes.items() if paint},
            held=held,
            others=sum(at not in silent and not join for at, join in enumerate(self._joins))
            + sum(to is not None and not dyes.get(at) for at, to in on.items()),
            is_open=not noun and self._is_open(),
        )

    def _find_noun(self) -> tuple[Match, ...]:
        """Return what the noun may mean: a whole name, else the last thing before a `with`, else what comes near."""
        for start, stop in self._list_spans(len(self._words)):
            if stop - start > 1 and start < self._end and (found := self._take(start, stop, EXACT)):
                return found
        for start, stop in (*self._list_spans(self._find_join("of", self._end)), *self._list_spans(self._end)):
            is_name = stop - start > 1 or (self._is_plain(start) and not (self._is_known and start in self._parts))
            if is_name and (found := self._take(start, stop, TAG - 1)):
                return found
        for at in sorted({*self._colours, *self._looks}, reverse=True) if not self._is_known else ():
            if at < self._end and (found := self._take(at, at + 1, EXACT)):
                return found
        rest = [at for at in range(len(self._words)) if self._is_plain(at)]
        # A keyword is unsure: alone it may stand for the icon, beside words that nobody knows it may not.
        tags = [] if self._is_open() else [each for each in rest if each < self._end]
        if len(tags) == 1 and (found := self._take(tags[0], tags[0] + 1, 99)):
            return found
        if self._is_known or any(self._is_plain(at) for at in range(self._end)):
            return ()
        return next((found for at in rest if at >= self._end and (found := self._take(at, at + 1, TAG - 1))), ())

    def _find_held(self) -> Iterator[str]:
        """Yield what it has with it: things named behind a `with`, of names that overlap the longest."""
        for start, stop in sorted(self._list_spans(len(self._words)), key=lambda span: (span[0], -span[1])):
            is_free = all(at not in self._used and at not in self._parts for at in range(start, stop))
            is_name = start >= self._end and is_free and (stop - start > 1 or self._is_plain(start))
            if found := self._take(start, stop, TAG - 1) if is_name else ():
                yield atlas.get_icon(found[0].number).key

    def _take(self, start: int, stop: int, last_tier: int) -> tuple[Match, ...]:
        """Return what words mean, and use them, if they mean it as surely as that."""
        span = set(range(start, stop))
        found = () if span & self._used else atlas.look_up(" ".join(self._words[start:stop]))
        if not found or found[0].tier > last_tier or (len(span) > 1 and self._joins[start]):
            return ()
        self._used |= span
        return found

    def _list_spans(self, end: int) -> Iterator[tuple[int, int]]:
        """Yield what may be a name before some word: the last first, and of those the longest."""
        for stop in range(end, 0, -1):
            yield from ((start, stop) for start in range(max(0, stop - _PHRASE), stop))

    def _is_plain(self, at: int) -> bool:
        is_letter = len(self._words[at]) == 1 and self._words[at].isascii()
        return not (self._joins[at] or at in self._looks or at in self._colours or is_letter)

    def _is_open(self) -> bool:
        plain = filter(self._is_plain, range(len(self._words)))
        return "any" in self._joins or not set(plain) - self._parts.keys()

    def _find_join(self, join: str, end: int) -> int:
        """Return where the first small word of a sort stands; what stands between two colours or looks is none."""
        joins = [at for at in range(1, end) if self._joins[at] == join]
        described = {*self._colours, *self._looks}
        return next((at for at in joins if not {at - 1, at + 1} <= described), end)

    def _find_dyed(self, colour: int) -> int | None:
        """Return which word names the part or the thing that has a colour: one of the next three, behind the noun."""
        behind = range(max(colour + 1, self._end), min(colour + 4, len(self._words)))
        return next((at for at in behind if colour >= self._end and (at in self._parts or at in self._used)), None)


def understand(description: str, *, is_known: bool = False) -> Said:
    """Return what a description says: the last thing before a `with`, its colours, its looks, and what is with it.

    Of a thing that `is_known` already, nothing behind a `with` is one.
    """
    return _Reading(description, is_known=is_known).read()


def find_near_names(description: str) -> list[str]:
    """Return names of icons that are written much like a word of a description; maybe none."""
    long = (word for word in split_words(description) if len(word) >= 4)
    alike = (find_nearest(word, atlas.list_names(), likely=80.0) for word in long)
    return list(dict.fromkeys(name for found in alike for name in found))[:4]


def split_words(description: str) -> list[str]:
    """Return the folded words of a description, at most the first 40; two words that name a part are one.

    Of a compound, the first word counts only if it says how something looks.
    """
    found: list[str] = []
    pieces = _WORD.findall(atlas.fold(description[: _MOST * 12]))
    for word in [each for piece in pieces for each in _split_unspaced(piece)][:_MOST]:
        halves = None if _is_known(word) or atlas.look_up(word) else split_compound(word)
        if found and found[-1] + word in atlas.load_meanings("parts"):
            found[-1] += word
        else:
            found += [half for half in halves or (word,) if not halves or half == halves[1] or find_meanings(half)]
    return found


def find_meanings(word: str) -> dict[str, str]:
    """Return what a word means besides an icon, by kinds; in another number or case only if it names no icon: slime."""
    found = atlas.look_up_exactly(word)
    for form in [word] if found and found[0].tier <= EXACT else atlas.generate_forms(word):
        said = ((kind, atlas.load_meanings(kind).get(form)) for kind in KINDS)
        if meant := {kind: name for kind, name in said if name}:
            return meant
    return {}


def split_compound(word: str) -> tuple[str, str] | None:
    """Return the two words that a compound is put together of, the second as long as it can be; None if it is none."""
    for at in range(3, len(word) - 3):
        found = atlas.look_up(word[at:])
        for link in _LINKS if found and found[0].tier < TAG else ():
            first = word[:at].removesuffix(link)
            if word[:at].endswith(link) and len(first) >= 3 and _is_known(first):
                return first, word[at:]
    return None


def _is_known(word: str) -> bool:
    found = atlas.look_up(word)
    return bool((found and found[0].tier < TAG) or find_meanings(word) or word in atlas.load_meanings("joins"))


def _split_unspaced(run: str) -> Iterator[str]:
    """Yield the longest known words, one after the other; what is unknown stays together, and so do other scripts."""
    if not _NO_SPACES.search(run):
        yield run if run in atlas.load_meanings("colours") else _ELIDED.sub("", run)
        return
    unknown = ""
    while run:
        ends = range(min(8, len(run)), 0, -1)
        known = next((run[:end] for end in ends if _is_known(run[:end]) or (end > 1 and atlas.look_up(run[:end]))), "")
        if known:
            yield from filter(None, (unknown, known))
        unknown = "" if known else unknown + run[0]
        run = run[len(known) or 1 :]
    yield from filter(None, (unknown,))
