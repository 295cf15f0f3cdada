"""Finders of topics, and of bait: a viewer's line to which an answer is not as harmless as it sounds.

"Did it really happen?" – "I'm not sure that I believe it." The baits stand in `bait.toml`.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from performer.core.made_late import once
from performer.core.values import dataclass
from performer.guard.normalise.readings import NormalizedText, normalize_text
from performer.guard.topics.index import TooManyTries
from performer.guard.topics.known_heads import format_heads
from performer.guard.topics.line import PlainLine
from performer.guard.topics.mending import PhraseWords, mend, part_glued
from performer.guard.topics.phrases import (
    Topic,
    TopicPhrases,
    compile_phrase,
    list_beginnings,
    load_phrase_file,
    load_topic,
)
from performer.guard.topics.search import PhraseSearch, find_near, index_by_cue
from performer.guard.topics.unspaced import UnspacedLine, UnspacedSearch, compile_unspaced, list_keys
from performer.guard.verdict import Category, GuardHit

_TOO_MANY: Final = "topic: too many phrases begin"
"""The rule for a text that only a machine can have made."""
_NAMES: Final = ("denial", "hate", "minors", "self_harm", "threats", "doxxing")


def load_topics() -> tuple[Topic, ...]:
    """Return all topics; each is read once a process, when the first text is looked at."""
    return tuple(load_topic(name) for name in _NAMES)


@once
def _load_groups() -> tuple[tuple[Topic, TopicPhrases], ...]:
    """Return all groups of phrases of scripts with blanks, each with its topic."""
    return _list_groups(is_unspaced=False)


@once
def _load_unspaced_groups() -> tuple[tuple[Topic, TopicPhrases], ...]:
    """Return those of scripts without."""
    return _list_groups(is_unspaced=True)


def _list_groups(*, is_unspaced: bool) -> tuple[tuple[Topic, TopicPhrases], ...]:
    every = ((topic, phrases) for topic in load_topics() for phrases in topic.phrases)
    return tuple((topic, phrases) for topic, phrases in every if phrases.is_unspaced == is_unspaced)


@once
def _index_by_cue() -> dict[str, tuple[int, ...]]:
    """Return the numbers of groups by the beginnings of their cues."""
    return index_by_cue(enumerate(phrases for _, phrases in _load_groups()))


@once
def _load_words() -> PhraseWords:
    return PhraseWords(pattern for _, phrases in _load_groups() for pattern in phrases.patterns)


@once
def _load_search() -> PhraseSearch:
    return PhraseSearch([phrases for _, phrases in _load_groups()])


@once
def _load_unspaced_search() -> UnspacedSearch:
    return UnspacedSearch([phrases for _, phrases in _load_unspaced_groups()])


def format_all_heads() -> str:
    """Return the heads of all phrases, worked out anew; see `known_heads`."""
    groups = (*(phrases for _, phrases in _load_groups()), *_load_baits().groups)
    patterns = (pattern for phrases in groups for pattern in (*phrases.patterns, phrases.unless) if pattern)
    unspaced = [phrases for _, phrases in _load_unspaced_groups()]
    unspaced += (phrases for bait in _load_unspaced_baits() for phrases in bait.groups)
    letters = (pattern for phrases in unspaced for pattern in phrases.patterns)
    return format_heads(patterns, ((pattern, list_keys(pattern)) for pattern in letters))


def index_phrases() -> None:
    """Index the phrases of scripts with blanks, and their words, which many lines need."""
    _load_words()
    _load_search()


def index_all() -> None:
    """Index all phrases, what excuses them, and the words that they consist of."""
    _load_words().index_beginnings()
    _load_unspaced_search()
    _load_search().index_excuses()
    _load_baits()
    _load_unspaced_baits()


def compile_all() -> None:
    """Compile the patterns that most lines need, which takes too long for a line that waits.

    What excuses phrases, and phrases of scripts without blanks, take a millisecond each when they are first needed.
    """
    index_all()
    for _, phrases in _load_groups():
        for pattern in phrases.patterns:
            compile_phrase(pattern)


class TopicFinder:
    """The finder of all topics; most lines hold no cue of any, and take no time."""

    def find(self, reading: NormalizedText) -> Iterator[GuardHit]:
        """Find the phrases of all topics; a hit goes from the first word of a phrase to its last."""
        groups = _load_groups()
        try:
            yield from _find_spaced(reading)
            groups = _load_unspaced_groups()
            yield from _find_unspaced(reading)
        except TooManyTries as error:
            topic, _ = groups[error.group]
            yield GuardHit(start=0, end=len(reading.written), category=topic.category, rule=_TOO_MANY)


def _find_spaced(reading: NormalizedText) -> Iterator[GuardHit]:
    """Find phrases, and those of which some words are written as one."""
    mended = mend(reading, _load_words)
    for group, span in _find_groups_near(mended):
        yield _make_hit(_load_groups()[group][0], reading, span)
    parted, blanks = part_glued(mended, _load_words)
    for group, span in _find_groups_near(parted) if blanks else ():
        before, until = (bisect_left(blanks, place) for place in span)
        if before < until:
            yield _make_hit(_load_groups()[group][0], reading, (span[0] - before, span[1] - until))


def _find_groups_near(text: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Find phrases of groups of which a cue is there: the number of the group, and the place in the text."""
    near = find_near(_index_by_cue(), list_beginnings(text))
    if near:
        line = PlainLine(text)
        for group, *span in _load_search().find(line, near):
            yield group, line.span(*span)


def _find_unspaced(reading: NormalizedText) -> Iterator[GuardHit]:
    if not reading.apart.isascii():
        line = UnspacedLine(reading.apart)
        for group, span in _load_unspaced_search().find(line) if line.text else ():
            yield _make_hit(_load_unspaced_groups()[group][0], reading, line.span(*span))


def _make_hit(topic: Topic, reading: NormalizedText, span: tuple[int, int]) -> GuardHit:
    start, end = reading.find_written_span(*span)
    return GuardHit(start=start, end=end, category=topic.category, rule=topic.rule)


@dataclass(frozen=True, kw_only=True)
class _Bait:
    """A viewer's question or claim, and the answer that is not harmless to it."""

    category: Category
    claims: frozenset[int]
    """The numbers of groups of a topic, whose phrases are bait too."""
    about: range
    """The numbers of its own groups of phrases."""
    answer: int
    """The number of the group that is the answer."""


@dataclass(frozen=True, kw_only=True)
class _Baits:
    """All baits, with the search for their own phrases and answers."""

    each: tuple[_Bait, ...]
    groups: tuple[TopicPhrases, ...]
    search: PhraseSearch
    by_cue: dict[str, tuple[int, ...]]


@once
def _load_baits() -> _Baits:
    """Read all baits; those about a whole topic hold for a game too, but not where a viewer only asks."""
    file = load_phrase_file("bait")
    groups: list[TopicPhrases] = []
    baits: list[_Bait] = []
    for each in file.tree["bait"]:
        if each.get("unspaced"):
            continue
        before = len(groups)
        groups += (file.phrases(about) for about in each.get("about", ()))
        about = range(before, len(groups))
        answer = TopicPhrases(cues="", patterns=(file.pattern(each["answer"]),), unless=file.pattern(each["unless"]))
        groups.append(answer)
        claims = _number_claims(each["topic"]) if "topic" in each else frozenset()
        baits.append(_Bait(category=each["category"], claims=claims, about=about, answer=about.stop))
    by_cue = index_by_cue(enumerate(groups))
    return _Baits(each=tuple(baits), groups=tuple(groups), search=PhraseSearch(groups), by_cue=by_cue)


def _number_claims(name: str) -> frozenset[int]:
    topic = load_topic(name)
    groups = enumerate(_load_groups())
    return frozenset(number for number, (of, phrases) in groups if of is topic and not phrases.is_asked)


@dataclass(frozen=True, kw_only=True)
class _UnspacedBait:
    """A bait in scripts without blanks."""

    category: Category
    topic: Topic | None
    groups: tuple[TopicPhrases, ...]
    about: UnspacedSearch
    answer: str
    unless: str


@once
def _load_unspaced_baits() -> tuple[_UnspacedBait, ...]:
    file = load_phrase_file("bait")
    baits: list[_UnspacedBait] = []
    for each in file.tree["bait"]:
        if each.get("unspaced"):
            groups = tuple(file.phrases(about) for about in each.get("about", ()))
            bait = _UnspacedBait(
                category=each["category"],
                topic=load_topic(each["topic"]) if "topic" in each else None,
                groups=groups,
                about=UnspacedSearch(groups),
                answer=file.pattern(each["answer"]),
                unless=file.pattern(each["unless"]),
            )
            baits.append(bait)
    return tuple(baits)


def judge_bait(after: str, sentence: str) -> GuardHit | None:
    """Return what is wrong with a sentence as the answer to a viewer's line, such as a yes to hatred, if anything."""
    asked, answer = normalize_text(after), normalize_text(sentence)
    return _judge_spaced(asked, answer) or _judge_unspaced(asked, answer)


def _judge_unspaced(asked: NormalizedText, answer: NormalizedText) -> GuardHit | None:
    said, line = UnspacedLine(asked.apart), UnspacedLine(answer.apart)
    if asked.apart.isascii() or not said.text or not line.text:
        return None
    for bait in _load_unspaced_baits():
        found = compile_unspaced(bait.answer).search(line.text)
        if found and not compile_unspaced(bait.unless).search(line.text) and _is_about(bait, said):
            start, end = answer.find_written_span(*line.span(*found.span()))
            return _make_bait_hit(bait.category, start, end)
    return None


def _is_about(bait: _UnspacedBait, said: UnspacedLine) -> bool:
    """Whether a line is such bait; it is when that is unclear."""
    try:
        claims = {_load_unspaced_groups()[group][0] for group, _ in _load_unspaced_search().find(said)}
        return bait.topic in claims or bool(bait.about.find(said))
    except TooManyTries:
        return True


def _judge_spaced(said_before: NormalizedText, answer: NormalizedText) -> GuardHit | None:
    asked = mend(said_before, _load_words)
    beginnings = list_beginnings(asked)
    baits = _load_baits()
    about, claims = find_near(baits.by_cue, beginnings), find_near(_index_by_cue(), beginnings)
    near = [bait for bait in baits.each if not (about.isdisjoint(bait.about) and claims.isdisjoint(bait.claims))]
    if not near:
        return None
    said = PlainLine(asked)
    about = _find_groups(baits.search, said, about)
    claims = _find_groups(_load_search(), said, claims)
    taken = [bait for bait in near if not (about.isdisjoint(bait.about) and claims.isdisjoint(bait.claims))]
    return _judge_answer(taken, answer) if taken else None


def _find_groups(search: PhraseSearch, line: PlainLine, among: set[int]) -> set[int]:
    """Return those of some groups of which a phrase stands in a line, whatever excuses it; all when that is unclear."""
    try:
        return {found.group for found in search.find(line, among, with_excused=True)}
    except TooManyTries:
        return among


def _judge_answer(baits: Sequence[_Bait], reading: NormalizedText) -> GuardHit | None:
    line = PlainLine(mend(reading, _load_words))
    try:
        found = _load_baits().search.find(line, {bait.answer for bait in baits}, all_of_line=True)
    except TooManyTries:
        return GuardHit(start=0, end=len(reading.written), category=baits[0].category, rule=_TOO_MANY)
    for bait in baits:
        for group, *span in found:
            if group == bait.answer:
                start, end = reading.find_written_span(*line.span(*span))
                return _make_bait_hit(bait.category, start, end)
    return None


def _make_bait_hit(category: Category, start: int, end: int) -> GuardHit:
    return GuardHit(start=start, end=end, category=category, rule=f"topic: answer to bait ({category})")
