"""Expression: which emote and which mood a sentence asks for, read from its words and from what is on the screen."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from performer.agent.expression.vocabulary import Feeling, FeelingHit, Vocabulary, load_feelings, load_vocabularies
from performer.core.moods import Mood
from performer.core.values import dataclass

_FALLBACK: Final = "en"
"""The language of an unknown one, and of the writing on most screens."""
_QUOTED: Final = re.compile(r"[\"“„«]([^\"”“»]+)[\"”“»]")
_MARKS: Final = {"!": "surprise", "?": "wondering"}
"""What a sentence feels whose words say nothing, by its last mark."""


@dataclass(frozen=True, kw_only=True)
class Expression:
    """What a line shows; without an emote it shows nothing."""

    emote: str = ""
    mood: Mood = "neutral"
    why: str = ""
    """Where it was read: `line: won`, `screen: heart` or `mark: !`; empty: nowhere."""
    others: tuple[str, ...] = ()
    """Emotes that show the same, the best first, where that one is not on offer."""
    is_strong: bool = False
    """Whether it is of the moments that nobody leaves without a gesture: victory, defeat, danger."""


class Expressions:
    """Reads expressions in one language.

    Args:
        language: Its code, such as `de` or `pt-BR`; of an unknown one only lines in English are understood, and those
            in a script that a known language has for itself.
    """

    def __init__(self, language: str = _FALLBACK) -> None:
        self._code = re.split(r"[-_]", language.lower())[0]

    @cached_property
    def _known(self) -> list[Vocabulary]:
        """The own language, then the fallback."""
        known = load_vocabularies()
        own = known.get(self._code, known[_FALLBACK])
        return [own] if own.language == _FALLBACK else [own, known[_FALLBACK]]

    @cached_property
    def _by_letters(self) -> list[tuple[Vocabulary, re.Pattern[str]]]:
        own = self._known[0]
        return [(each, each.letters) for each in load_vocabularies().values() if each.letters and each is not own]

    def of(self, line: str, seen: str = "") -> Expression:
        """Read what a line shows: its own words, then what is on the screen, then its last mark.

        `seen` is what is on the screen, in words; what is written there stands in quotes.
        """
        said = _strongest(self._hits(line))
        if said and said.feeling.weight != "weak":
            return _shown(said.feeling, f"line: {said.text.lower()}")
        there = _strongest(self._hits_on_screen(seen))
        if said and not (there and there.feeling.weight == "strong"):
            return _shown(said.feeling, f"line: {said.text.lower()}")
        if there:
            return _shown(there.feeling, f"screen: {there.text.lower()}")
        mark = line.rstrip(" \"'”»)")[-1:]
        return _shown(load_feelings()[_MARKS[mark]], f"mark: {mark}") if mark in _MARKS else Expression()

    def _hits_on_screen(self, seen: str) -> Iterator[FeelingHit]:
        yield from self._hits(seen)
        for written in _QUOTED.findall(seen):
            yield from self._hits(written)

    def _hits(self, text: str) -> list[FeelingHit]:
        """Find what a text feels in the language that it is in; in the first that finds anything where that is open."""
        candidates = [*self._known, *(each for each, letters in self._by_letters if letters.search(text))]
        for each in _likeliest(candidates, text):
            if hits := each.hits(text):
                return hits
        return []


def _likeliest(candidates: list[Vocabulary], text: str) -> list[Vocabulary]:
    """Keep those languages of which a text has the most common words."""
    if len(candidates) == 1:
        return candidates
    counts = [each.commonness(text) for each in candidates]
    most = max(counts)
    return [each for each, count in zip(candidates, counts, strict=True) if count == most]


def _strongest(hits: Iterable[FeelingHit]) -> FeelingHit | None:
    return min(hits, key=lambda hit: hit.feeling.rank, default=None)


def _shown(feeling: Feeling, why: str) -> Expression:
    emote, *others = feeling.emotes
    return Expression(
        emote=emote, mood=feeling.mood, why=why, others=tuple(others), is_strong=feeling.weight == "strong"
    )
