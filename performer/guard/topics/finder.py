"""Finders of topics, and of bait: a viewer's line to which an answer is not as harmless as it sounds.

"Did it really happen?" – "I'm not sure that I believe it." The baits stand in `bait.toml`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from performer.guard.normalise.readings import NormalizedText, normalize_text
from performer.guard.topics.index import PhraseIndex
from performer.guard.topics.line import PlainLine
from performer.guard.topics.phrases import (
    Topic,
    TopicPhrases,
    compile_phrase,
    list_beginnings,
    load_phrase_file,
    load_topic,
)
from performer.guard.verdict import Category, GuardHit

_NAMES: Final = ("denial", "hate", "minors", "self_harm", "threats", "doxxing")


def load_topics() -> tuple[Topic, ...]:
    """Return all topics; each is read once a process, when the first text is looked at."""
    return tuple(load_topic(name) for name in _NAMES)


@cache
def _load_index() -> tuple[tuple[tuple[Topic, TopicPhrases], ...], PhraseIndex]:
    """Return all phrases with their topics, and their index."""
    phrases = tuple((topic, phrases) for topic in load_topics() for phrases in topic.phrases)
    return phrases, PhraseIndex([each for _, each in phrases])


def compile_all() -> None:
    """Compile all patterns, which takes a quarter of a second: too long for a line that waits."""
    for topic in load_topics():
        for phrases in topic.phrases:
            for pattern in filter(None, (*phrases.patterns, phrases.unless)):
                compile_phrase(pattern)


class TopicFinder:
    """The finder of all topics; most lines hold no cue of any, and take no time."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the phrases of all topics; a hit goes from the first word of a phrase to its last."""
        groups, index = _load_index()
        near = index.find_near(list_beginnings(reading))
        if not near:
            return
        line = PlainLine.of(reading)
        for number, *span in index.find(line, near):
            topic, phrases = groups[number]
            start, end = line.sentence(*span)
            if not phrases.excuses(line.text[start:end]):
                start, end = reading.find_written_span(*line.span(*span))
                yield GuardHit(start=start, end=end, category=topic.category, rule=topic.rule)


@dataclass(frozen=True, kw_only=True)
class _Bait:
    """A viewer's question or claim, and the answer that is not harmless to it."""

    category: Category
    about: tuple[TopicPhrases, ...]
    answer: str
    unless: str


@cache
def _load_baits() -> tuple[_Bait, ...]:
    """Read all baits; those about a whole topic hold for a game too, but not where a viewer only asks."""
    file = load_phrase_file("bait")
    return tuple(
        _Bait(
            category=each["category"],
            about=(
                *(_load_claims(each["topic"]) if "topic" in each else ()),
                *(file.phrases(about) for about in each.get("about", ())),
            ),
            answer=file.pattern(each["answer"]),
            unless=file.pattern(each["unless"]),
        )
        for each in file.tree["bait"]
    )


def _load_claims(name: str) -> Iterator[TopicPhrases]:
    for phrases in load_topic(name).phrases:
        if not phrases.is_asked:
            yield TopicPhrases(cues=phrases.cues, patterns=phrases.patterns)


def judge_bait(after: str, sentence: str) -> GuardHit | None:
    """Return what is wrong with a sentence as the answer to a viewer's line, such as a yes to hatred, if anything."""
    asked = normalize_text(after)
    beginnings = list_beginnings(asked)
    near = [
        (bait, [about for about in bait.about if not about.beginnings.isdisjoint(beginnings)]) for bait in _load_baits()
    ]
    if not any(abouts for _, abouts in near):
        return None
    reading = normalize_text(sentence)
    said, answered = PlainLine.of(asked), PlainLine.of(reading)
    for bait, abouts in near:
        found = compile_phrase(bait.answer).search(answered.text) if abouts else None
        if not found or compile_phrase(bait.unless).search(answered.text):
            continue
        if any(any(about.spans(said)) for about in abouts):
            start, end = reading.find_written_span(*answered.span(*found.span()))
            rule = f"topic: answer to bait ({bait.category})"
            return GuardHit(start=start, end=end, category=bait.category, rule=rule)
    return None
