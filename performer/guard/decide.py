"""The steps of a decision: the search of all finders, the allow list, the verdict, and lines that replace a text."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import lru_cache
from typing import Final, assert_never

from performer.core.redact.redact import count_known_secrets, cover_spans
from performer.core.values import dataclass
from performer.guard.normalise.budget import SearchExhausted
from performer.guard.normalise.readings import NormalizedText, list_readings, normalize_text
from performer.guard.review_log import GuardReviewLog, StopReason
from performer.guard.search_memory import SearchMemory
from performer.guard.settings import GuardSettings
from performer.guard.topics.finder import TopicFinder, judge_bait
from performer.guard.verdict import (
    ALWAYS,
    SEVERITY,
    SPEECH,
    Action,
    Category,
    Dropped,
    Finder,
    GuardHit,
    HeldBack,
    Masked,
    Pass,
    Verdict,
    resolve_action,
)
from performer.guard.words.entry import make_word_pattern, split_entry
from performer.guard.words.finder import WordFinder
from performer.guard.words.script import is_unspaced


class AllowList:
    """The words and phrases, with wildcards, that the streamer lets pass, whichever finder finds them."""

    def __init__(self, entries: Iterable[str]) -> None:
        self._patterns = tuple(filter(None, map(_compile_entry, entries)))

    def remove_allowed(self, hits: list[GuardHit], readings: Sequence[NormalizedText]) -> list[GuardHit]:
        """Return the hits without those that an allowed word or phrase covers, or reaches into from outside.

        Hits that never pass stay. An entry that is only a part of a hit lets nothing pass: `bee` may be said, and
        `grumble bee` not.
        """
        if not hits or not self._patterns:
            return hits
        allowed = [span for reading in readings for span in self._find_allowed(reading)]
        written = readings[0].written
        return [
            hit
            for hit in hits
            if hit.category in ALWAYS or not any(_is_allowed(span, _strip_signs(written, hit)) for span in allowed)
        ]

    def _find_allowed(self, reading: NormalizedText) -> Iterator[tuple[int, int]]:
        for pattern in self._patterns:
            for match in pattern.finditer(reading.text):
                if match[0]:
                    yield reading.find_written_span(*match.span())


def _is_allowed(allowed: tuple[int, int], hit: tuple[int, int]) -> bool:
    touches = allowed[0] < hit[1] and hit[0] < allowed[1]
    return touches and (allowed == hit or allowed[0] < hit[0] or hit[1] < allowed[1])


def _strip_signs(written: str, hit: GuardHit) -> tuple[int, int]:
    """Return the span of a hit without the signs at its edges, unless it consists of signs."""
    found = written[hit.start : hit.end]
    edges = "".join(each for each in set(found) if not each.isalnum())
    if len(set(found)) == len(edges):
        return hit.start, hit.end
    start = hit.start + len(found) - len(found.lstrip(edges))
    return start, start + len(found.strip(edges))


def _compile_entry(entry: str) -> re.Pattern[str] | None:
    """Return the pattern of what an entry lets pass in a plain text; None for an empty entry."""
    plain = normalize_text(entry.strip(), without_markup=False).text.casefold()
    words = split_entry(plain)
    if not words or is_unspaced(plain):
        return re.compile(re.escape(plain.strip("* "))) if plain.strip("* ") else None
    spelled = r"[\W_]+".join(map(make_word_pattern, words))
    return re.compile(rf"(?<![^\W_]){spelled}(?![^\W_])")


@dataclass
class ReplacementLines:
    """A shuffled deck of lines that replace a stopped text: none comes twice before all others, or twice in a row."""

    _lines: Sequence[str]
    """The lines, in the performer's voice."""
    _chance: random.Random
    _fits: Callable[[str], bool]
    """Whether a line itself may be said; the streamer's list may hold a word of it."""
    _deck: list[str] = field(default_factory=list)
    _last: str = ""

    def draw(self) -> str:
        """Return the next line; empty when there is none that may be said."""
        if not self._deck:
            self._deck = [line for line in self._lines if self._fits(line)]
            self._chance.shuffle(self._deck)
            if len(self._deck) > 1 and self._deck[-1] == self._last:
                self._deck.reverse()
        self._last = self._deck.pop() if self._deck else ""
        return self._last


_HEAD_CHARS: Final = 60
_FRAGMENT: Final = re.compile(r"\s*[^\W_]{1,4}[.!?…]?\s*")
_FRAGMENTS: Final = re.compile(r"(?:(?<!\S)[^\W_]{1,4}(?:\s+|$)){1,6}\Z")
"""Short words at the end of earlier texts, without a sign."""
_REMEMBERED: Final = 256
"""Texts whose hits are remembered."""
UNREADABLE: Final = "far too much like listed words"
"""The rule by which a text is stopped that cannot be read to its end."""
_WHATEVER: Final[tuple[Category, ...]] = ("slurs", "private")
"""The categories of a text that is not read to its end: as bad as words can be, and never let out."""
_FILLERS: Final = r"(?:u+h+m*|u+m+|h+m+|e+r+m*|e+u*h+m*|a+h+|ä+h+m*|o+h+|well|so|like)"
"""Words of hesitation: what was begun before them goes on behind them."""
_FILLED_BEFORE: Final = re.compile(rf"(?:\W+{_FILLERS})+\W*\Z", re.IGNORECASE)
_FILLED_AFTER: Final = re.compile(rf"\W*(?:{_FILLERS}\W+)+", re.IGNORECASE)


class GuardSearch:
    """The search of all finders; what the allow list has is no hit."""

    def __init__(
        self, finders: Sequence[Finder], allowed: AllowList | None = None, own: Sequence[WordFinder] = ()
    ) -> None:
        self._others = tuple(finders)
        self._own = tuple(own)
        self._finders = (*own, *finders)
        self.allowed = allowed or AllowList(())
        self.memory = SearchMemory()
        """What the guard found in texts by this search."""
        self._find_cached = lru_cache(_REMEMBERED)(self._find_hits)

    def with_lists(self, own: Sequence[WordFinder], allowed: AllowList) -> "GuardSearch":
        """Return a search with other finders of the streamer's words, and another allow list."""
        return GuardSearch(self._others, allowed, own)

    def forgetful(self) -> "GuardSearch":
        """Return the same search without what it remembers of texts: a finder has changed."""
        return self.with_lists(self._own, self.allowed)

    def read_all(self) -> None:
        """Read the lists that a finder reads when it first finds something, so that no text has to wait for it."""
        for finder in self._finders:
            if isinstance(finder, WordFinder):
                finder.read_all()

    def find_hits(self, text: str) -> list[GuardHit]:
        """Find all hits in a text, in any order; they may overlap. A hit that is no part of it is a ValueError.

        A line comes to several places one after the other, and is searched once.
        """
        return [*self._find_cached(text, count_known_secrets())]

    def _find_hits(self, text: str, _secrets: int) -> Sequence[GuardHit]:
        readings = list_readings(text)
        try:
            hits = [hit for finder in self._finders for reading in readings for hit in finder.find(reading)]
        except SearchExhausted:
            return [GuardHit(start=0, end=len(text), category=each, rule=UNREADABLE) for each in _WHATEVER]
        for hit in hits:
            if not 0 <= hit.start < hit.end <= len(text):
                raise ValueError(f"{hit.start} to {hit.end} is no part of a text of {len(text)} characters")
        return self.allowed.remove_allowed(hits, readings)

    def find_hits_across(self, before: str, text: str) -> Iterator[GuardHit]:
        """Find hits that begin in one text and end in the next, also behind an "uh"; each is the part in the next."""
        filled = _FILLED_AFTER.match(text)
        after = filled.end() if filled else 0
        yield from self._find_over_border(before, text, 0)
        thought_before = _FILLED_BEFORE.sub("", before)
        if after or thought_before != before:
            yield from self._find_over_border(thought_before, text, after)

    def find_hits_in_fragments(self, before: str, text: str) -> Iterator[GuardHit]:
        """Find a word that texts of a few letters spell together, one after the other; a hit is the whole text."""
        fragment = _FRAGMENT.fullmatch(text)
        tail = _FRAGMENTS.search(before) if fragment else None
        pieces = tail[0].split() if tail else []
        for count in range(1, len(pieces) + 1):
            for hit in self.find_hits("".join(pieces[-count:]) + text.strip()):
                if hit.start < len("".join(pieces[-count:])) < hit.end:
                    yield replace(hit, start=0, end=len(text))

    def _find_over_border(self, before: str, text: str, begin: int) -> Iterator[GuardHit]:
        if not before:
            return
        is_unparted = is_unspaced(before[-1]) and is_unspaced(text[begin : begin + 1])
        between = "" if is_unparted else " "
        border = len(before) + len(between)
        for hit in self.find_hits(f"{before}{between}{_cut_head(text[begin:])}"):
            if hit.start < len(before) and hit.end > border:
                yield replace(hit, start=0, end=hit.end - border + begin)

    def find_spelled(self, initials: str, text: str) -> Iterator[GuardHit]:
        """Find words that the last of these initials spell; a hit is the whole text, whose initial is the last."""
        for finder in self._finders:
            if isinstance(finder, WordFinder):
                yield from (replace(hit, start=0, end=len(text)) for hit in finder.find_spelled(initials))

    def find_bait(self, asked: str, text: str) -> Iterator[GuardHit]:
        """Find what is wrong with a text only as the answer to somebody's line."""
        if asked and any(isinstance(finder, TopicFinder) for finder in self._finders):
            hit = judge_bait(asked, text)
            if hit:
                yield hit


def _cut_head(text: str) -> str:
    """Return the first words of a text, in which a hit that began before it can end."""
    return text if len(text) <= _HEAD_CHARS else text[:_HEAD_CHARS].rpartition(" ")[0] or text[:_HEAD_CHARS]


MASK: Final = "●●●"


@dataclass(frozen=True)
class VerdictMaker:
    """The step that turns hits into a verdict, and logs every text that does not simply pass."""

    _settings: GuardSettings
    _log: GuardReviewLog
    _instead: ReplacementLines

    def decide(self, text: str, hits: Iterable[GuardHit], *, where: str = SPEECH) -> Verdict:
        """Return the verdict on a text as it would go out to a place; its hits come in any order, and may overlap."""
        stopped = [hit for hit in hits if self._choose_action(hit, where) != "pass"]
        spared = [hit for hit in stopped if self._is_spared(hit)]
        felt = [hit for hit in stopped if not self._is_spared(hit)]
        if spared:
            self._log_stop(text, spared, where, only_reported=True)
        return self._make_verdict(text, felt, where) if felt else Pass(text=text)

    def stops(self, hit: GuardHit, where: str) -> bool:
        """Whether a text does not pass unchanged because of this hit."""
        return self._choose_action(hit, where) != "pass" and not self._is_spared(hit)

    def _make_verdict(self, text: str, hits: Sequence[GuardHit], where: str) -> Verdict:
        number = self._log_stop(text, hits, where)
        worst = self._find_worst(hits, where)
        action = self._choose_action(worst, where)
        match action:
            case "pass" | "mask":
                masked = cover_spans(text, ((hit.start, hit.end) for hit in hits), MASK)
                return Masked(text=masked, reason=worst.rule)
            case "replace":
                line = self._instead.draw()
                if not line:
                    return Dropped(reason=worst.rule)
                return Masked(text=line, reason=worst.rule, is_replaced=True)
            case "hold":
                return HeldBack(reason=worst.rule, number=number)
            case "drop":
                return Dropped(reason=worst.rule)
            case _:
                assert_never(action)

    def _log_stop(self, text: str, hits: Sequence[GuardHit], where: str, *, only_reported: bool = False) -> int:
        worst = self._find_worst(hits, where)
        action, kind = self._choose_action(worst, where), worst.category
        others = {hit.category: hit for hit in reversed(hits) if hit.category != kind}.values()
        return self._log.take(
            text,
            category=kind,
            rule=worst.rule,
            action=action,
            where=where,
            others=tuple(
                StopReason(category=hit.category, rule=hit.rule, action=self._choose_action(hit, where))
                for hit in sorted(others, key=lambda hit: hit.start)
            ),
            only_reported=only_reported,
        )

    def _find_worst(self, hits: Sequence[GuardHit], where: str) -> GuardHit:
        return max(hits, key=lambda hit: SEVERITY.index(self._choose_action(hit, where)))

    def _choose_action(self, hit: GuardHit, where: str) -> Action:
        return resolve_action(self._settings.action(hit.category), where, hit.category)

    def _is_spared(self, hit: GuardHit) -> bool:
        return self._settings.dry_run and hit.category not in ALWAYS
