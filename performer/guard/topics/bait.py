"""Bait: a viewer's line to which an answer that sounds harmless is none; what it is stands in `bait.toml`.

"Did it really happen?" – "I'm not sure that I believe it."
"""

from dataclasses import dataclass
from functools import cache

from performer.guard.category import Category
from performer.guard.hit import Hit
from performer.guard.reading import read_plainly
from performer.guard.topics.line import Line, beginnings
from performer.guard.topics.phrases import Phrases, phrase_file, spoken, topic


@dataclass(frozen=True, kw_only=True)
class Bait:
    """What a viewer asks or says, and the answer that is none."""

    category: Category
    about: tuple[Phrases, ...]
    answer: str
    unless: str

    @property
    def rule(self) -> str:
        """For the log."""
        return f"topic: answer to bait ({self.category})"


@cache
def baits() -> tuple[Bait, ...]:
    """Read all baits, once; those about a whole topic hold for a game too, but not where a viewer only asks."""
    file = phrase_file("bait")
    return tuple(
        Bait(
            category=each["category"],
            about=(
                *(_of_topic(each["topic"]) if "topic" in each else ()),
                *(file.phrases(about) for about in each.get("about", ())),
            ),
            answer=file.pattern(each["answer"]),
            unless=file.pattern(each["unless"]),
        )
        for each in file.tree["bait"]
    )


def bait(after: str, sentence: str) -> Hit | None:
    """Judge a sentence as the answer to a viewer's line: a doubt where there is none, a yes to hatred.

    Args:
        after: The line that is answered, as it was written.
        sentence: Of the answer.

    Returns:
        A hit in the sentence, or None.
    """
    asked = read_plainly(after)
    begun = beginnings(asked)
    lines: list[Line] = []
    for each in baits():
        near = [about for about in each.about if not about.beginnings.isdisjoint(begun)]
        if not near:
            continue
        lines = lines or [Line.of(asked), Line.of(read_plainly(sentence))]
        said, answered = lines
        found = spoken(each.answer).search(answered.text)
        if found and not spoken(each.unless).search(answered.text) and any(any(about.spans(said)) for about in near):
            start, end = read_plainly(sentence).written_span(*answered.span(*found.span()))
            return Hit(start=start, end=end, category=each.category, rule=each.rule)
    return None


def _of_topic(name: str) -> tuple[Phrases, ...]:
    return tuple(
        Phrases(cues=phrases.cues, patterns=phrases.patterns) for phrases in topic(name).phrases if not phrases.is_asked
    )
