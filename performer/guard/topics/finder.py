"""Finds topics in a text."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from performer.guard.normalise.readings import NormalizedText
from performer.guard.topics.phrases import Phrases, PlainLine, Topic, list_beginnings, spoken, topic
from performer.guard.verdict import GuardHit

_NAMES: Final = ("denial", "hate", "minors", "self_harm", "threats", "doxxing")


def topics() -> tuple[Topic, ...]:
    """Return all topics; they are read once a process, when the first text is looked at."""
    return tuple(topic(name) for name in _NAMES)


@cache
def _by_beginning() -> dict[str, list[tuple[Topic, Phrases]]]:
    """Sort all phrases by the beginnings of their cues."""
    sorted_by: dict[str, list[tuple[Topic, Phrases]]] = {}
    for each in topics():
        for phrases in each.phrases:
            for beginning in phrases.beginnings:
                sorted_by.setdefault(beginning, []).append((each, phrases))
    return sorted_by


def compile_all() -> None:
    """Make all patterns ready, which takes a quarter of a second: too long for a line that waits."""
    for each in topics():
        for phrases in each.phrases:
            for pattern in filter(None, (*phrases.patterns, phrases.unless)):
                spoken(pattern)


class TopicFinder:
    """Looks for all topics at once; most lines hold no cue of any, and take no time."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the phrases of all topics; a hit goes from the first word of a phrase to its last."""
        by_beginning = _by_beginning()
        near = [each for beginning in list_beginnings(reading) for each in by_beginning.get(beginning, ())]
        if not near:
            return
        line = PlainLine.of(reading)
        for about, phrases in {id(phrases): (about, phrases) for about, phrases in near}.values():
            for span in phrases.spans(line):
                start, end = reading.find_written_span(*line.span(*span))
                yield GuardHit(start=start, end=end, category=about.category, rule=about.rule)
