"""Finds topics in a text."""

from collections.abc import Iterator
from typing import Final

from performer.guard.hit import Hit
from performer.guard.reading import Reading
from performer.guard.topics import denial, doxxing, hate, minors, self_harm, threats
from performer.guard.topics.line import Line, beginnings
from performer.guard.topics.topic import Topic

TOPICS: Final[tuple[Topic, ...]] = (
    denial.TOPIC,
    hate.TOPIC,
    minors.TOPIC,
    self_harm.TOPIC,
    threats.TOPIC,
    doxxing.TOPIC,
)


class TopicFinder:
    """Looks for all topics at once; most lines hold no cue of any, and take no time."""

    def find(self, reading: Reading) -> Iterator[Hit]:
        """Find them; a hit goes from the first word of a turn of phrase to its last."""
        begun = beginnings(reading)
        near = [(topic, each) for topic in TOPICS for each in topic.near(begun)]
        if not near:
            return
        line = Line.of(reading)
        for topic, each in near:
            for span in each.spans(line):
                start, end = reading.written_span(*line.span(*span))
                yield Hit(start=start, end=end, category=topic.category, rule=topic.rule)
