"""Descriptions: what words say of a sprite: which icon, in which colours, how it looks, and what it wears and holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from performer.core.text import find_nearest
from performer.tools.pixel_art.atlas import get_icon, list_names
from performer.tools.pixel_art.dictionary import EXACT, TAG, Dyed, Match, load_meanings, load_parts, look_up
from performer.tools.pixel_art.tokens import find_meanings, split_compound, split_words

_PHRASE: Final = 4
"""Words of the longest name that is looked for."""
_TO_ITS_PART: Final = 3
"""How many words may stand between a colour and what has it, and one."""
_MOST_HELD: Final = 2
_LIKELY: Final = 80.0
"""Percent of likeness above which a name may be what an unknown word means."""
_SHORT: Final = 4
"""Letters of a word that may be like a name."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """What was understood of a description."""

    choices: tuple[str, ...] = ()
    """The icons that its noun may mean, the surest first; empty: none that is known."""
    colours: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    """The names of looks and parts."""
    dyes: Mapping[Dyed, str] = field(default_factory=dict)
    """Colours that are not its body's, but those of a part."""
    held: tuple[str, ...] = ()
    """The icons of what it has with it."""
    others: int = 0
    """How many words of it say nothing that is known."""
    is_open: bool = False
    """Whether it asks for nothing in particular."""


class _Reading:
    """One description, word by word; each word is used once.

    Args:
        description: In anybody's words.
        is_known: Whether what it is is known already.
    """

    def __init__(self, description: str, *, is_known: bool) -> None:
        self._words = split_words(description)
        self._is_known = is_known
        self._joins = [load_meanings("joins").get(word, "nothing" if word.isdigit() else "") for word in self._words]
        means = [{} if join else find_meanings(word) for word, join in zip(self._words, self._joins, strict=True)]
        self._colours = {at: each["colours"] for at, each in enumerate(means) if "colours" in each}
        self._looks = {at: each["looks"] for at, each in enumerate(means) if "looks" in each}
        self._parts = {at: each["parts"] for at, each in enumerate(means) if "parts" in each}
        self._all = range(len(self._words))
        self._end = self._find_join("then", len(self._words))
        self._used: set[int] = set()
        self._halves: list[str] = []

    def result(self) -> Said:
        """Return all that was understood."""
        noun = self._find_noun()
        held = tuple(dict.fromkeys(self._find_held()))[:_MOST_HELD]
        halves = [find_meanings(first) for first in self._halves]
        free = {at: hue for at, hue in self._colours.items() if at not in self._used}
        worn = {at: name for at, name in self._parts.items() if at not in self._used}
        on = {at: self._find_dyed(at) for at in free}
        dyes = {at: load_parts()[worn[to]].dyed for at, to in on.items() if to in worn}
        looks = [name for at, name in sorted({**worn, **self._looks}.items()) if at not in self._used]
        hues = [*(half.get("colours", "") for half in halves), *(free[at] for at in free if on[at] is None)]
        silent = {*self._used, *self._parts, *self._looks, *free}
        return Said(
            choices=tuple(get_icon(match.number).key for match in noun if match.tier < TAG or match == noun[0]),
            colours=tuple(dict.fromkeys(filter(None, hues)))[:2],
            looks=tuple(dict.fromkeys(filter(None, (*looks, *(half.get("looks", "") for half in halves))))),
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
            if found := self._take(start, stop, TAG - 1) if stop - start > 1 else self._take_single(start):
                return found
        for at in sorted({*self._colours, *self._looks}, reverse=True) if not self._is_known else ():
            if at < self._end and (found := self._take(at, at + 1, EXACT)):
                return found
        rest = [at for at in self._all if self._is_plain(at)]
        # A keyword is unsure: alone it may stand for the icon, beside words that nobody knows it may not.
        tags = [] if self._is_open() else [each for each in rest if each < self._end]
        if len(tags) == 1 and (found := self._take(tags[0], tags[0] + 1, 99)):
            return found
        if self._is_known or any(self._is_plain(at) for at in range(self._end)):
            return ()
        return next((found for at in rest if at >= self._end and (found := self._take(at, at + 1, TAG - 1))), ())

    def _find_held(self) -> Iterator[str]:
        """Yield what it has with it: things named behind a `with`."""
        for start, stop in reversed(list(self._list_spans(len(self._words)))):
            is_free = all(at not in self._used and at not in self._parts for at in range(start, stop))
            is_name = start >= self._end and is_free and (stop - start > 1 or self._is_plain(start))
            if found := self._take(start, stop, TAG - 1) if is_name else ():
                yield get_icon(found[0].number).key

    def _take_single(self, at: int) -> tuple[Match, ...]:
        if not self._is_plain(at) or (self._is_known and at in self._parts):
            return ()
        if not look_up(self._words[at]) and (halves := split_compound(self._words[at])):
            self._words[at] = halves[1]
            self._halves.append(halves[0])
        return self._take(at, at + 1, TAG - 1)

    def _take(self, start: int, stop: int, last_tier: int) -> tuple[Match, ...]:
        """Return what words mean, and use them, if they mean it as surely as that."""
        span = set(range(start, stop))
        found = () if span & self._used else look_up(" ".join(self._words[start:stop]))
        if not found or found[0].tier > last_tier or (len(span) > 1 and self._joins[start]):
            return ()
        self._used |= span
        return found

    def _list_spans(self, end: int) -> Iterator[tuple[int, int]]:
        """Yield what may be a name before some word: the last first, and of those the longest."""
        for stop in range(end, 0, -1):
            yield from ((start, stop) for start in range(max(0, stop - _PHRASE), stop))

    def _is_plain(self, at: int) -> bool:
        word = self._words[at]
        is_letter = len(word) == 1 and word.isascii()
        return not (self._joins[at] or at in self._looks or at in self._colours or is_letter)

    def _is_open(self) -> bool:
        return "any" in self._joins or not any(self._is_plain(at) and at not in self._parts for at in self._all)

    def _find_join(self, join: str, end: int) -> int:
        """Return where the first small word of a sort stands; what stands between two colours or looks is none."""
        joins = [at for at in range(1, end) if self._joins[at] == join]
        described = {*self._colours, *self._looks}
        return next((at for at in joins if not {at - 1, at + 1} <= described), end)

    def _find_dyed(self, colour: int) -> int | None:
        """Return which word names the part or the thing that has a colour: the next one, behind the noun."""
        behind = range(max(colour + 1, self._end), min(colour + 1 + _TO_ITS_PART, len(self._words)))
        return next((at for at in behind if colour >= self._end and (at in self._parts or at in self._used)), None)


def understand(description: str, *, of: str = "") -> Said:
    """Return what a description says: the last thing before a `with`, its colours, its looks, and what is with it.

    Args:
        description: In anybody's words.
        of: What it is already, if it is known: then nothing behind a `with` is.
    """
    return _Reading(description, is_known=bool(of)).result()


def find_near_names(description: str) -> list[str]:
    """Return names of icons that are written much like a word of a description; maybe none."""
    alike = (
        find_nearest(word, list_names(), likely=_LIKELY) for word in split_words(description) if len(word) >= _SHORT
    )
    return list(dict.fromkeys(name for found in alike for name in found))[:4]
