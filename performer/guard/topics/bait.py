"""Bait: a viewer's line to which an answer that sounds harmless is none; what it is stands in `bait.toml`.

"Did it really happen?" – "I'm not sure that I believe it."
"""

from dataclasses import dataclass
from functools import cache

from performer.guard.normalise.readings import normalize_text
from performer.guard.topics.phrases import Phrases, PlainLine, list_beginnings, phrase_file, spoken, topic
from performer.guard.verdict import Category, GuardHit


@dataclass(frozen=True, kw_only=True)
class BaitTopic:
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
def baits() -> tuple[BaitTopic, ...]:
    """Read all baits, once; those about a whole topic hold for a game too, but not where a viewer only asks."""
    file = phrase_file("bait")
    return tuple(
        BaitTopic(
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


def judge_bait(after: str, sentence: str) -> GuardHit | None:
    """Judge a sentence as the answer to a viewer's line: a doubt where there is none, a yes to hatred.

    Args:
        after: The line that is answered, as it was written.
        sentence: Of the answer.

    Returns:
        A hit in the sentence, or None.
    """
    asked = normalize_text(after)
    begun = list_beginnings(asked)
    lines: list[PlainLine] = []
    for each in baits():
        near = [about for about in each.about if not about.beginnings.isdisjoint(begun)]
        if not near:
            continue
        lines = lines or [PlainLine.of(asked), PlainLine.of(normalize_text(sentence))]
        said, answered = lines
        found = spoken(each.answer).search(answered.text)
        if found and not spoken(each.unless).search(answered.text) and any(any(about.spans(said)) for about in near):
            start, end = normalize_text(sentence).find_written_span(*answered.span(*found.span()))
            return GuardHit(start=start, end=end, category=each.category, rule=each.rule)
    return None


def _of_topic(name: str) -> tuple[Phrases, ...]:
    return tuple(
        Phrases(cues=phrases.cues, patterns=phrases.patterns) for phrases in topic(name).phrases if not phrases.is_asked
    )
