"""The ruling: what becomes of a text by what was found in it, as the streamer's level and actions have it.

The allow list: what the streamer lets pass, whatever finder finds it.

Instead: the lines that stand for what the guard stopped, where the streamer wants that rather than silence.

The search: all that all finders find in a text, and in a text together with what stands before it.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, assert_never

from performer.core.redact.redact import cover_spans
from performer.guard.normalise.look_alikes import has_markup
from performer.guard.normalise.readings import NormalizedText, normalize_text
from performer.guard.review_log import GuardReviewLog
from performer.guard.settings import GuardSettings
from performer.guard.topics.bait import judge_bait
from performer.guard.topics.finder import TopicFinder
from performer.guard.verdict import (
    ALWAYS,
    SEVERITY,
    SPEECH,
    Action,
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
from performer.guard.words.word_split import is_unspaced


class AllowList:
    """Knows the places in a text that may stand.

    Args:
        entries: Words and phrases, with wildcards as in block lists.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        self._patterns = tuple(filter(None, map(_pattern, entries)))

    def without_allowed(self, hits: list[GuardHit], readings: Sequence[NormalizedText]) -> list[GuardHit]:
        """Leave out the hits that an allowed word or phrase covers, or reaches into from outside.

        What never passes stays. An entry that is no more than a part of a hit lets nothing pass: `bee` may be said, and
        `grumble bee` not.
        """
        if not hits or not self._patterns:
            return hits
        allowed = [span for reading in readings for span in self._spans(reading)]
        written = readings[0].written
        return [
            hit
            for hit in hits
            if hit.category in ALWAYS or not any(_is_allowed(span, _strip_signs(written, hit)) for span in allowed)
        ]

    def _spans(self, reading: NormalizedText) -> Iterator[tuple[int, int]]:
        for pattern in self._patterns:
            for match in pattern.finditer(reading.text):
                if match[0]:
                    yield reading.find_written_span(*match.span())


def _is_allowed(allowed: tuple[int, int], hit: tuple[int, int]) -> bool:
    touches = allowed[0] < hit[1] and hit[0] < allowed[1]
    return touches and (allowed == hit or allowed[0] < hit[0] or hit[1] < allowed[1])


def _strip_signs(written: str, hit: GuardHit) -> tuple[int, int]:
    """Give the place of a hit without the signs at its edges, if it has anything else."""
    found = written[hit.start : hit.end]
    edges = "".join(each for each in set(found) if not each.isalnum())
    if len(set(found)) == len(edges):
        return hit.start, hit.end
    start = hit.start + len(found) - len(found.lstrip(edges))
    return start, start + len(found.strip(edges))


def _pattern(entry: str) -> re.Pattern[str] | None:
    """Give the pattern of all that an entry lets pass, in a plain text; none for an empty one."""
    plain = normalize_text(entry.strip(), without_markup=False).text.casefold()
    words = split_entry(plain)
    if not words or is_unspaced(plain):
        return re.compile(re.escape(plain.strip("* "))) if plain.strip("* ") else None
    spelled = r"[\W_]+".join(map(make_word_pattern, words))
    return re.compile(rf"(?<![^\W_]){spelled}(?![^\W_])")


class ReplacementLines:
    """A deck of lines: none comes again before all others have come, and none twice in a row.

    Args:
        lines: In the performer's voice.
        chance: Shuffles them.
        fits: Whether a line may be said itself; the streamer's list may hold a word of it.
    """

    def __init__(self, lines: Sequence[str], chance: random.Random, fits: Callable[[str], bool]) -> None:
        self._lines = lines
        self._chance = chance
        self._fits = fits
        self._deck: list[str] = []
        self._last = ""

    def line(self) -> str:
        """Give the next; empty when there is none that may be said."""
        if not self._deck:
            self._deck = self._shuffled()
        self._last = self._deck.pop() if self._deck else ""
        return self._last

    def _shuffled(self) -> list[str]:
        deck = [line for line in self._lines if self._fits(line)]
        self._chance.shuffle(deck)
        if len(deck) > 1 and deck[-1] == self._last:
            deck.reverse()
        return deck


_HEAD_CHARS: Final = 60
_FILLERS: Final = r"(?:u+h+m*|u+m+|h+m+|e+r+m*|e+u*h+m*|a+h+|ä+h+m*|o+h+|well|so|like)"
"""Words that one says while one thinks; what was begun before them goes on behind them."""
_FILLED_BEFORE: Final = re.compile(rf"(?:\W+{_FILLERS})+\W*\Z", re.IGNORECASE)
_FILLED_AFTER: Final = re.compile(rf"\W*(?:{_FILLERS}\W+)+", re.IGNORECASE)


class GuardSearch:
    """Has a text looked at by every finder.

    Args:
        finders: Who looks.
        allowed: What may be said all the same, whoever finds it; but not what never passes.
    """

    def __init__(self, finders: Sequence[Finder], allowed: Iterable[str] = ()) -> None:
        self._finders = tuple(finders)
        self._allowed = AllowList(allowed)

    def with_lists(self, own: Finder, allowed: Iterable[str]) -> "GuardSearch":
        """Give one with another first finder, and other words that may be said."""
        return GuardSearch((own, *self._finders[1:]), allowed)

    def hits(self, text: str) -> list[GuardHit]:
        """Find all there is in a text, in any order; hits may overlap.

        Raises:
            ValueError: when one is no part of it: then nobody knows what was found.
        """
        readings = [normalize_text(text)]
        if has_markup(text):
            readings.append(normalize_text(text, without_markup=False))
        hits = [hit for reading in readings for finder in self._finders for hit in finder.find(reading)]
        for hit in hits:
            if not 0 <= hit.start < hit.end <= len(text):
                raise ValueError(f"{hit.start} to {hit.end} is no part of a text of {len(text)} characters")
        return self._allowed.without_allowed(hits, readings)

    def find_hits_across(self, before: str, text: str) -> Iterator[GuardHit]:
        """Find what begins in a text and ends in the next, an "uh" between or none; of each the part in the next."""
        filled = _FILLED_AFTER.match(text)
        after = filled.end() if filled else 0
        yield from self._over_border(before, text, 0)
        thought_before = _FILLED_BEFORE.sub("", before)
        if after or thought_before != before:
            yield from self._over_border(thought_before, text, after)

    def _over_border(self, before: str, text: str, begin: int) -> Iterator[GuardHit]:
        border = len(before) + 1
        for hit in self.hits(f"{before} {_head(text[begin:])}") if before else ():
            if hit.start < border - 1 and hit.end > border:
                yield replace(hit, start=0, end=hit.end - border + begin)

    def spelled(self, initials: str, text: str) -> Iterator[GuardHit]:
        """Find the words that the last of these first letters spell; a hit is the whole text, whose letter is last."""
        for finder in self._finders:
            if isinstance(finder, WordFinder):
                yield from (replace(hit, start=0, end=len(text)) for hit in finder.spelled(initials))

    def answered(self, asked: str, text: str) -> Iterator[GuardHit]:
        """Find what is wrong with a text only as the answer to what somebody asked, or said."""
        if asked and any(isinstance(finder, TopicFinder) for finder in self._finders):
            hit = judge_bait(asked, text)
            if hit:
                yield hit


def _head(text: str) -> str:
    """Give the first words of a text, in which what was begun before it can end."""
    return text if len(text) <= _HEAD_CHARS else text[:_HEAD_CHARS].rpartition(" ")[0] or text[:_HEAD_CHARS]


MASK: Final = "●●●"


class VerdictMaker:
    """Turns hits into a verdict, and writes down what did not simply pass.

    Args:
        settings: Level, actions, and whether it is a dry run.
        log: Takes in what is stopped.
        instead: Gives the lines that stand for what is replaced.
    """

    def __init__(self, settings: GuardSettings, log: GuardReviewLog, instead: ReplacementLines) -> None:
        self._settings = settings
        self._log = log
        self._instead = instead

    def of(self, text: str, hits: Iterable[GuardHit], *, where: str = SPEECH) -> Verdict:
        """Decide of a text.

        Args:
            text: As it would go out; what the spans of the hits count in.
            hits: All that was found in it, in any order; they may overlap.
            where: Where it is to go.
        """
        stopped = [hit for hit in hits if self._action(hit, where) != "pass"]
        spared = [hit for hit in stopped if self._is_spared(hit)]
        felt = [hit for hit in stopped if not self._is_spared(hit)]
        if spared:
            self._write_down(text, spared, where, only_reported=True)
        return self._verdict(text, felt, where) if felt else Pass(text=text)

    def stops(self, hit: GuardHit, where: str) -> bool:
        """Tell whether anything becomes of a text for this hit."""
        return self._action(hit, where) != "pass" and not self._is_spared(hit)

    def _verdict(self, text: str, hits: Sequence[GuardHit], where: str) -> Verdict:
        number = self._write_down(text, hits, where)
        worst = self._worst(hits, where)
        action = self._action(worst, where)
        match action:
            case "pass" | "mask":
                return Masked(text=mask_spans(text, ((hit.start, hit.end) for hit in hits)), reason=worst.rule)
            case "replace":
                line = self._instead.line()
                if not line:
                    return Dropped(reason=worst.rule)
                return Masked(text=line, reason=worst.rule, is_replaced=True)
            case "hold":
                return HeldBack(reason=worst.rule, number=number)
            case "drop":
                return Dropped(reason=worst.rule)
            case _:
                assert_never(action)

    def _write_down(self, text: str, hits: Sequence[GuardHit], where: str, *, only_reported: bool = False) -> int:
        worst = self._worst(hits, where)
        return self._log.take(
            text,
            category=worst.category,
            rule=worst.rule,
            action=self._action(worst, where),
            where=where,
            only_reported=only_reported,
        )

    def _worst(self, hits: Sequence[GuardHit], where: str) -> GuardHit:
        return max(hits, key=lambda hit: SEVERITY.index(self._action(hit, where)))

    def _action(self, hit: GuardHit, where: str) -> Action:
        return resolve_action(self._settings.action(hit.category), where, hit.category)

    def _is_spared(self, hit: GuardHit) -> bool:
        return self._settings.dry_run and hit.category not in ALWAYS


def mask_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Put the guard's mask over parts of a text; raises as `covered` does."""
    return cover_spans(text, spans, MASK)
