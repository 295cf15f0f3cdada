"""The memory of what was said, by which a line is found to be new or not.

What counts as said before: nearly the same words, much the same words, or the same way to begin. That takes about
0.1 ms a line against thirty.
"""

import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from rapidfuzz import fuzz

from performer.agent.unwanted_lines import UnwantedLines
from performer.core.events.speech import SentenceBlocked, SpeechEnded, SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.events.turns import TurnCut
from performer.core.made_late import compile_late
from performer.core.values import dataclass

_SPACELESS: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Letters of scripts that put no space between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese."""
_UNIT: Final = compile_late(rf"[{_SPACELESS}]|(?:(?![{_SPACELESS}])[^\W_])+(?:['’][^\W\d_]+)?")
_LETTER: Final = compile_late(rf"[{_SPACELESS}]")
_NUMBER: Final = re.compile(r"\d+")
_STOP_WORDS: Final = frozenset(
    "a an the and or but so if then than that this these those there here it its it's is isn't are aren't was were be "
    "been am i i'm i'd i'll i've you you're your he she they them his her their we our us me my of to in on at for "
    "from with by as into out up down off over not no do does did don't have has had can could will would should may "
    "might must just very really too also now again still some any all what which who how why when where well".split()
)
_WORDS_OF_AN_INTERJECTION: Final = 2
_LETTERS_OF_AN_INTERJECTION: Final = 5


@dataclass(frozen=True, kw_only=True)
class ComparableLine:
    """A line as it is compared; words are letters where a script writes no spaces between words."""

    text: str
    """As it was said."""
    plain: str
    """The words in order, without case, width or punctuation; a line without any is its own text."""
    words: frozenset[str]
    """Without order; pairs of letters where there are no spaces."""
    content: frozenset[str]
    """The words that mean something by themselves."""
    grams: frozenset[str]
    """Each three words in a row; four letters where there are no spaces."""
    opener: str
    """The first two words, or the first four letters."""
    numbers: tuple[str, ...]
    """What is written in digits, in order."""
    is_interjection: bool
    """Whether it is no more than a shout: two words at most, or five letters."""


@lru_cache(maxsize=128)
def make_comparable(text: str) -> ComparableLine:
    """Read a line."""
    units = _UNIT.findall(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))
    letters = sum(1 for unit in units if _LETTER.match(unit))
    spaceless = letters * 2 > len(units)
    words = frozenset(_runs(units, 2) if spaceless else units)
    longest = _LETTERS_OF_AN_INTERJECTION if spaceless else _WORDS_OF_AN_INTERJECTION
    plain = " ".join(units)
    return ComparableLine(
        text=text,
        plain=plain or text,
        words=words,
        content=words - _STOP_WORDS,
        grams=frozenset(_runs(units, 4 if spaceless else 3)),
        opener=" ".join(units[: 4 if spaceless else 2]),
        numbers=tuple(_NUMBER.findall(plain)),
        is_interjection=len(units) <= longest,
    )


def _runs(units: Sequence[str], count: int) -> Iterator[str]:
    return (" ".join(units[at : at + count]) for at in range(len(units) - count + 1))


_NEARLY_EQUAL: Final = 85.0
"""Percent of equal letters in order, of two comments."""
_SAME_WORDS: Final = 0.6
"""Share of words that two lines have in common; the usual bound for duplicates."""
_LEAST_CONTENT: Final = 2
_KNOWN_GRAMS: Final = 1 / 3
_LEAST_GRAMS: Final = 2
"""Share, and number, of threes of words that were heard before, in whichever lines."""
_OPENER_APART: Final = 3
_MOST_OPENERS: Final = 4
"""The same two words may not begin any of the last three lines, nor more than 15 % of the last thirty."""
_SHOUT_APART: Final = 20
"""Comments that are shouts may be repeated after so many lines: they are few."""


class Strictness(Enum):
    """The strictness with which a line is judged."""

    COMMENT = auto()
    """By all of the rules: nobody asked for it."""
    ANSWER = auto()
    """Only word for word, and a shout not even then: a time, a name or a `not` makes another answer."""
    OWN = auto()
    """Not at all: the streamer's own words."""


@dataclass(frozen=True, kw_only=True)
class RepeatedLine:
    """A line that would have been said again."""

    said: str
    """The line that was said before."""
    why: str
    """What the two have in common."""
    is_unwanted: bool = False
    """Whether the streamer wants less of it."""


def find_repeat(
    line: ComparableLine, said: Sequence[ComparableLine], strictness: Strictness, *, opens: bool = True
) -> RepeatedLine | None:
    """Return the said line that a line repeats, of those that are given oldest first; None when it is new.

    How it begins only matters where it opens a turn: a sentence that goes on from another may say "I shall" again. A
    comment whose number is another than a line's does not repeat that line, however alike they are; it may still begin
    the same way.
    """
    if strictness is Strictness.OWN or not said:
        return None
    if strictness is Strictness.ANSWER:
        return None if line.is_interjection else _same(line, said, why="the very same line")
    if line.is_interjection:
        return _same(line, said[-_SHOUT_APART:], why="the same shout")
    old = [each for each in said if not line.numbers or line.numbers == each.numbers]
    told = _nearly_equal(line, old) or _alike(line, old) or _grams(line, old)
    return told or (_opener(line, said) if opens else None)


def _same(line: ComparableLine, said: Sequence[ComparableLine], *, why: str) -> RepeatedLine | None:
    same = [each for each in said if each.plain == line.plain]
    return RepeatedLine(said=same[-1].text, why=why) if same else None


def _nearly_equal(line: ComparableLine, said: Sequence[ComparableLine]) -> RepeatedLine | None:
    same = (each for each in reversed(said) if fuzz.ratio(line.plain, each.plain, score_cutoff=_NEARLY_EQUAL))
    return next((RepeatedLine(said=each.text, why="nearly the same line") for each in same), None)


def _alike(line: ComparableLine, said: Sequence[ComparableLine]) -> RepeatedLine | None:
    same = (each for each in reversed(said) if _has_same_words(line, each))
    return next((RepeatedLine(said=each.text, why="much the same words") for each in same), None)


def _has_same_words(line: ComparableLine, other: ComparableLine) -> bool:
    has_content = min(len(line.content), len(other.content)) >= _LEAST_CONTENT
    same_content = has_content and _shared(line.content, other.content) >= _SAME_WORDS
    return same_content or _shared(line.words, other.words) >= _SAME_WORDS


def _grams(line: ComparableLine, said: Sequence[ComparableLine]) -> RepeatedLine | None:
    known = line.grams.intersection(frozenset().union(*(each.grams for each in said)))
    if len(known) < _LEAST_GRAMS or len(known) < _KNOWN_GRAMS * len(line.grams):
        return None
    most = max(said, key=lambda each: len(line.grams & each.grams))
    return RepeatedLine(said=most.text, why="the same turns of phrase")


def _opener(line: ComparableLine, said: Sequence[ComparableLine]) -> RepeatedLine | None:
    same = [each for each in said if each.opener == line.opener]
    if len(same) >= _MOST_OPENERS or any(each.opener == line.opener for each in said[-_OPENER_APART:]):
        return RepeatedLine(said=same[-1].text, why="the same way to begin")
    return None


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of what is in either that is in both."""
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0


KEPT = 30
"""Lines that a new one is compared with."""


@dataclass
class _Line:
    turn: int | None
    text: str
    sentence: str = ""
    """The sentence's id once it sounds."""


class Repetition:
    """Remembers the last lines that were heard, and those that are on their way to be.

    It reads the stream whenever it is asked, so nobody has to run it. What is `unwanted` counts as said just now.
    """

    def __init__(self, stream: EventStream, unwanted: UnwantedLines | None = None) -> None:
        self._reader = stream.whole("novelty", SpeechStarted, SpeechEnded, SentenceBlocked, TurnCut)
        self._said: deque[_Line] = deque(maxlen=KEPT)
        self._coming: deque[_Line] = deque(maxlen=KEPT)
        self._unwanted = unwanted or UnwantedLines()

    @property
    def lines(self) -> list[str]:
        """The last lines, oldest first, with those that are on their way."""
        self._catch_up()
        return [line.text for line in (*self._said, *self._coming)][-KEPT:]

    def judge(self, text: str, strictness: Strictness, *, opens: bool = True) -> RepeatedLine | None:
        """Return the said line that a line would repeat; None when it is new. `opens`: it is the first of its turn."""
        line = make_comparable(text)
        unwanted = find_repeat(line, [make_comparable(each) for each in self._unwanted.lines], strictness, opens=False)
        if unwanted:
            return replace(unwanted, is_unwanted=True)
        return find_repeat(line, [make_comparable(each) for each in self.lines], strictness, opens=opens)

    def remember(self, turn: int, text: str) -> None:
        """Remember a line that will be said."""
        self._coming.append(_Line(turn=turn, text=text))

    def _catch_up(self) -> None:
        for published in self._reader.taken():
            match published.event:
                case SpeechStarted(turn=turn, sentence=sentence, text=text):
                    self._begin(turn, sentence, text)
                case SpeechEnded(sentence=sentence, heard=heard, cut=True):
                    self._end_early(sentence, heard)
                case SentenceBlocked(turn=turn, kind="stale") | TurnCut(turn=turn):
                    self._coming = deque((line for line in self._coming if line.turn != turn), maxlen=KEPT)

    def _begin(self, turn: int | None, sentence: str, text: str) -> None:
        """Move a line from what is coming to what was said; the streamer's own never was among the former."""
        line = next((line for line in self._coming if (line.turn, line.text) == (turn, text)), None)
        if line is None:
            line = _Line(turn=turn, text=text)
        else:
            self._coming.remove(line)
        line.sentence = sentence
        self._said.append(line)

    def _end_early(self, sentence: str, heard: str) -> None:
        """Remember of a line that was cut what was heard of it, maybe nothing."""
        for line in [line for line in self._said if line.sentence == sentence]:
            if heard:
                line.text = heard
            else:
                self._said.remove(line)
