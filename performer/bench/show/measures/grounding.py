"""Grounding: whether what it names is on the screen."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from performer.bench.show.measures.share import share
from performer.bench.show.sights import LOOKS, content, looks, numbers, things
from performer.bench.show.take import Line, Take
from performer.frames.arcade.game import Arcade

_SOON_S: Final = 6.0
_DIGITS = re.compile(r"\d+(?:[ ,.]\d{3})*")
_NUMBER_WORDS: Final = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty"
).split()
"""From two on: one is a pronoun more often than a number."""


@dataclass(frozen=True, kw_only=True)
class Grounding:
    """Against the game's own state, when the picture was taken and when the line began."""

    grounded: float | None
    """Share of lines that name a thing, word, colour or number on the screen, or of what has just happened."""
    invented_numbers: int
    """Lines with a number, in digits or words, that is not on the screen."""
    premature: float | None
    """Share of lines that name what is not on the screen but will be a part of an event within 6 s."""


def grounding(take: Take) -> Grounding:
    """Measure a take beside the arcade; beside anything else there is nothing to compare with."""
    arcade = take.arcade
    if arcade is None:
        return Grounding(grounded=None, invented_numbers=0, premature=None)
    return Grounding(
        grounded=share(sum(is_grounded(line, arcade) for line in take.lines), len(take.lines)),
        invented_numbers=sum(_invents(line, arcade) for line in take.lines),
        premature=share(sum(_is_premature(line, arcade) for line in take.lines), len(take.lines)),
    )


def instants(line: Line) -> Iterator[float]:
    """Give the instants that a line may be about: when its picture was taken, and when it began."""
    if line.picture_s is not None:
        yield line.picture_s
    yield line.span.begin_s


def is_grounded(line: Line, arcade: Arcade) -> bool:
    """Tell whether a line names a thing, word, colour or number on the screen, or of what has just happened."""
    named = content(line.text)
    if any(named & things(arcade, at_s) for at_s in instants(line)):
        return True
    if named & LOOKS and any(named & looks(arcade, at_s) for at_s in instants(line)):
        return True
    return any(numbers_in(line.text) & numbers(arcade, at_s) for at_s in instants(line))


def _invents(line: Line, arcade: Arcade) -> bool:
    true = frozenset[int]().union(*(numbers(arcade, at_s) for at_s in instants(line)))
    return bool(numbers_in(line.text) - true)


def _is_premature(line: Line, arcade: Arcade) -> bool:
    start_s = line.span.begin_s
    coming = (content(event.text) for event in arcade.events_between(start_s, start_s + _SOON_S))
    named = content(line.text) & frozenset[str]().union(*coming)
    return bool(named.difference(*(things(arcade, at_s) for at_s in instants(line))))


def numbers_in(text: str) -> set[int]:
    """Find the numbers of a text, in digits (`1,234`) or in words from two to twenty."""
    digits = {int(re.sub(r"\D", "", each)) for each in _DIGITS.findall(text)}
    found = re.findall(r"[a-z]+", text.lower())
    return digits | {value for value, word in enumerate(_NUMBER_WORDS, 2) if word in found}
