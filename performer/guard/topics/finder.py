"""Finds topics in a text."""

from collections.abc import Iterator
from typing import Final

from performer.guard.hit import Hit
from performer.guard.reading import Reading
from performer.guard.topics import denial, doxxing, hate, minors, self_harm, threats
from performer.guard.topics.line import Line, beginnings
from performer.guard.topics.topic import Topic
from performer.guard.topics.turns import Turns, spoken

TOPICS: Final[tuple[Topic, ...]] = (
    denial.TOPIC,
    hate.TOPIC,
    minors.TOPIC,
    self_harm.TOPIC,
    threats.TOPIC,
    doxxing.TOPIC,
)


def _by_beginning() -> dict[str, list[tuple[Topic, Turns]]]:
    """Sort all turns by the beginnings of their cues."""
    sorted_by: dict[str, list[tuple[Topic, Turns]]] = {}
    for topic in TOPICS:
        for turns in topic.turns:
            for beginning in turns.beginnings:
                sorted_by.setdefault(beginning, []).append((topic, turns))
    return sorted_by


_TURNS: Final = _by_beginning()


def compile_all() -> None:
    """Make all patterns ready, which takes a quarter of a second: too long for a line that waits."""
    for topic in TOPICS:
        for each in topic.turns:
            for pattern in filter(None, (*each.patterns, each.unless)):
                spoken(pattern)


class TopicFinder:
    """Looks for all topics at once; most lines hold no cue of any, and take no time."""

    def find(self, reading: Reading) -> Iterator[Hit]:
        """Find them; a hit goes from the first word of a turn of phrase to its last."""
        near = [each for beginning in beginnings(reading) for each in _TURNS.get(beginning, ())]
        if not near:
            return
        line = Line.of(reading)
        for topic, each in {id(turns): (topic, turns) for topic, turns in near}.values():
            for span in each.spans(line):
                start, end = reading.written_span(*line.span(*span))
                yield Hit(start=start, end=end, category=topic.category, rule=topic.rule)
