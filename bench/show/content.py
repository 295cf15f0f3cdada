"""Measures of content: tool calls, repetition, and whether lines name what is on the screen."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from bench.figures import compute_share
from bench.show.ground_truth import LOOKS, find_content_words, list_looks, list_numbers, list_things
from bench.show.take import Take, TakeLine
from performer.vision.demo_game.game import DemoGame

_REPEATED_WITHIN_S: Final = 30.0


@dataclass(frozen=True, kw_only=True)
class ToolUse:
    """The measures of tool calls."""

    calls_per_min: float | None
    identical: int
    """Calls with the tool and arguments of one in the 30 s before."""


def measure_tool_use(take: Take) -> ToolUse:
    """Count a take's calls."""
    return ToolUse(
        calls_per_min=compute_share(len(take.calls), take.minutes),
        identical=sum(
            any(
                (before.tool, before.arguments) == (call.tool, call.arguments)
                and call.at_s - before.at_s <= _REPEATED_WITHIN_S
                for before in take.calls[:number]
            )
            for number, call in enumerate(take.calls)
        ),
    )


_REMEMBERED: Final = 20
"""The number of lines that a listener remembers."""
_DUPLICATE: Final = 0.6
"""The Jaccard similarity of two lines' words from which on they are the same."""
_HUNDRED: Final = 100
_WORD = re.compile(r"\w+(?:['’]\w+)*")


@dataclass(frozen=True, kw_only=True)
class RepetitionShares:
    """The measures of repetition, as shares from 0 to 1."""

    rep_3: float | None
    """Runs of three words that one of the last 20 lines had too."""
    seq_rep_3: float | None
    """Runs of three words that the same line had before (Welleck et al. 2019)."""
    duplicates: float | None
    """Lines with nearly the words of one of the last 20."""
    openers: float | None
    """Lines that begin with the commonest first two words."""
    distinct_2: float | None
    """Different pairs of words by all pairs, in a hundred lines."""


def measure_repetition(take: Take) -> RepetitionShares:
    """Measure the repetition in a take's lines."""
    return measure_repetition_of_lines([line.text for line in take.lines if line.text])


def measure_repetition_of_lines(lines: Sequence[str]) -> RepetitionShares:
    """Measure the repetition in lines, which stand in the order in which they were said."""
    said = [split_words(line) for line in lines]
    openers = Counter(tuple(line[:2]) for line in said if line)
    threes = [_list_runs(line, 3) for line in said]
    every = sum(len(each) for each in threes)
    return RepetitionShares(
        rep_3=_measure_seen_before(said),
        seq_rep_3=compute_share(every - sum(len(set(each)) for each in threes), every),
        duplicates=compute_share(sum(_is_duplicate(line, before) for line, before in _iterate_past(said)), len(said)),
        openers=compute_share(max(openers.values(), default=0), len(said)),
        distinct_2=_measure_distinct(said),
    )


def split_words(line: str) -> list[str]:
    """Split a line into its words, in small letters."""
    return [word.lower() for word in _WORD.findall(line)]


def _list_runs(line: Sequence[str], n: int) -> list[tuple[str, ...]]:
    return list(zip(*(islice(line, start, None) for start in range(n)), strict=False))


def _iterate_past(said: Sequence[list[str]]) -> Iterator[tuple[list[str], Sequence[list[str]]]]:
    for number, line in enumerate(said):
        yield line, said[max(0, number - _REMEMBERED) : number]


def _measure_seen_before(said: Sequence[list[str]]) -> float | None:
    seen = every = 0
    for line, before in _iterate_past(said):
        past = set(chain.from_iterable(_list_runs(each, 3) for each in before))
        runs = _list_runs(line, 3)
        seen += sum(run in past for run in runs)
        every += len(runs)
    return compute_share(seen, every)


def _is_duplicate(line: Sequence[str], before: Sequence[list[str]]) -> bool:
    own, others = set(line), map(set, before)
    return any(len(own & each) / len(own | each) >= _DUPLICATE for each in others if own | each)


def _measure_distinct(said: Sequence[list[str]]) -> float | None:
    """Measure a hundred lines at a time, for a longer text has fewer new pairs by nature."""
    different = every = 0
    for start in range(0, len(said), _HUNDRED):
        pairs = list(chain.from_iterable(_list_runs(line, 2) for line in said[start : start + _HUNDRED]))
        different += len(set(pairs))
        every += len(pairs)
    return compute_share(different, every)


_AHEAD_S: Final = 6.0
_DIGITS = re.compile(r"\d+(?:[ ,.]\d{3})*")
_NUMBER_WORDS: Final = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty"
).split()
"""From two on: one is a pronoun more often than a number."""


@dataclass(frozen=True, kw_only=True)
class Grounding:
    """The measures against the game's own state, when the picture was taken and when the line began."""

    grounded: float | None
    """Share of lines that name a thing, word, colour or number on the screen, or of what has just happened."""
    invented_numbers: int
    """Lines with a number, in digits or words, that is not on the screen."""
    premature: float | None
    """Share of lines that name what is not on the screen but will be a part of an event within 6 s."""


def measure_grounding(take: Take) -> Grounding:
    """Measure a take beside the demo game; beside anything else there is nothing to compare with."""
    game = take.game
    if game is None:
        return Grounding(grounded=None, invented_numbers=0, premature=None)
    return Grounding(
        grounded=compute_share(sum(is_grounded(line, game) for line in take.lines), len(take.lines)),
        invented_numbers=sum(_is_invented(line, game) for line in take.lines),
        premature=compute_share(sum(_is_premature(line, game) for line in take.lines), len(take.lines)),
    )


def list_instants(line: TakeLine) -> list[float]:
    """List the instants that a line may be about: when its picture was taken, and when it began."""
    return [at_s for at_s in (line.picture_s, line.span.begin_s) if at_s is not None]


def is_grounded(line: TakeLine, game: DemoGame) -> bool:
    """Return whether a line names a thing, word, colour or number on the screen, or of what has just happened."""
    named = find_content_words(line.text)
    if any(named & list_things(game, at_s) for at_s in list_instants(line)):
        return True
    if named & LOOKS and any(named & list_looks(game, at_s) for at_s in list_instants(line)):
        return True
    return any(find_numbers(line.text) & list_numbers(game, at_s) for at_s in list_instants(line))


def _is_invented(line: TakeLine, game: DemoGame) -> bool:
    true = frozenset[int]().union(*(list_numbers(game, at_s) for at_s in list_instants(line)))
    return bool(find_numbers(line.text) - true)


def _is_premature(line: TakeLine, game: DemoGame) -> bool:
    start_s = line.span.begin_s
    coming = (find_content_words(event.text) for event in game.events_between(start_s, start_s + _AHEAD_S))
    named = find_content_words(line.text) & frozenset[str]().union(*coming)
    return bool(named.difference(*(list_things(game, at_s) for at_s in list_instants(line))))


def find_numbers(text: str) -> set[int]:
    """Find the numbers of a text, in digits (`1,234`) or in words from two to twenty."""
    digits = {int(re.sub(r"\D", "", each)) for each in _DIGITS.findall(text)}
    found = re.findall(r"[a-z]+", text.lower())
    return digits | {value for value, word in enumerate(_NUMBER_WORDS, 2) if word in found}
