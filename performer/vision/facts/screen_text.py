"""Text on the screen: which lines stand there since when, and which numbers changed.

Of what is read, scraps are dropped, and numbers keep the words that name them. A line that stands for long is a label.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from performer.core.values import dataclass
from performer.vision.facts.sentence import JUST_NOW_S, Fact, name_corner
from performer.vision.frame import Mask
from performer.vision.ocr.quick_reader import VisibleText

_GROUPS: Final = re.compile(r"(?<=\d)[ .,](?=\d{3}(?!\d))")
_VOWEL: Final = re.compile(r"[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]", re.IGNORECASE)
_ASCII_LETTER: Final = re.compile(r"[a-z]", re.IGNORECASE)
_THRICE: Final = re.compile(r"(.)\1\1", re.IGNORECASE)
_SHORT: Final = frozenset(
    "go ko hp mp xp sp up ok no on off vs win lv lvl nr hp fps gg new you 1up 2x 3x x2 x3 pts npc".split()
)
"""What games write that has no vowel, or fewer letters than a word."""
_WORD_LETTERS: Final = 3
_MOST_WORDS: Final = 8
_SHORT_WORDS: Final = frozenset(
    "a i an as at be by do he if in is it me my of or so to us we de la le el du un au am im zu".split()
)
_LABEL_WORDS: Final = 2
_AROUND: Final = "-x×:"
"""Signs at a count: `x3`, `Lives: 3`."""


@dataclass(frozen=True, kw_only=True)
class CleanLine:
    """A line as a player would read it out."""

    text: str
    """The line's words and numbers; empty when there is nothing to be read out."""
    number: int | None = None
    """The line's only number, if there is one, such as 2250 of `Score 2 250`."""
    label: str = ""
    """What names the number, such as `score`; empty for a number alone."""


def clean_line(line: str) -> CleanLine:
    """Clean a line that was read: numbers in one piece, no scraps; at most eight words."""
    words = _GROUPS.sub("", line).split()
    kept = [word for word in words if _is_word(word)]
    if not any(_has_meaning(word) for word in kept):
        return CleanLine(text="")
    text = " ".join(kept[:_MOST_WORDS])
    number = next((word for word in (kept[-1], kept[0]) if word.strip(_AROUND).isdecimal()), None)
    others = [word for word in kept if word is not number]
    is_count = number is not None and len(others) <= _LABEL_WORDS and not any(map(_has_digit, others))
    if number is None or not is_count or text.endswith("!") or text.startswith("+"):
        return CleanLine(text=text)
    return CleanLine(text=text, number=int(number.strip(_AROUND)), label=" ".join(others).strip(" :").lower())


def _has_digit(word: str) -> bool:
    return any(sign.isdecimal() for sign in word)


def _is_word(word: str) -> bool:
    bare = word.strip("!?.,:;+-%/×")
    if _has_digit(bare):
        return sum(sign.isdecimal() for sign in bare) * 2 >= len(bare) or bare.lower() in _SHORT
    small = bare.lower()
    return small in _SHORT or small in _SHORT_WORDS or _is_long_word(bare)


def _is_long_word(bare: str) -> bool:
    if len(bare) < _WORD_LETTERS and _ASCII_LETTER.search(bare):
        return False
    if not bare.replace("'", "").replace("’", "").replace("-", "").isalpha() or _THRICE.search(bare):
        return False
    has_case = bare.isupper() or bare[1:].islower() or not _ASCII_LETTER.search(bare)
    return has_case and bool(_VOWEL.search(bare) or not _ASCII_LETTER.search(bare))


def _has_meaning(word: str) -> bool:
    bare = word.strip("!?.,:;+-%/×")
    return bare.lower() in _SHORT or _has_digit(bare) or _is_long_word(bare)


_LABEL_AFTER_S: Final = 12.0
"""What has stood for so long is a label of the game's: nobody reads it out again."""
_STANDS_S: Final = 7.0
"""The time for which a line is taken to stand there still, when nothing was read since it was seen."""
_KEPT_S: Final = 60.0
_HUGE: Final = 0.06
"""Height of a line, in heights of the picture, that was written for everybody to see."""
_TINY: Final = 0.028
_MOST_NEW: Final = 3
"""Lines that are told at once."""
_EDGE: Final = 0.2
"""Share of the picture, from above or below, in which a HUD keeps its count."""
_A_SCORE: Final = 100
"""A count near an edge that never fell and is this large is what players call the score."""


@dataclass(kw_only=True)
class _Standing:
    """A line in its place."""

    now: CleanLine
    place: Mask
    first_s: float
    seen_s: float
    changed_s: float
    before: int | None = None
    """The line's number before it changed."""
    fell: bool = False
    is_old: bool = False
    """Whether another scene has begun since: its number is then no change of this one's."""


class TextTracker:
    """The lines of text on the screen, from one reading to the next."""

    def __init__(self) -> None:
        self._lines: list[_Standing] = []
        self._read_s = -1e9

    def take(self, read: Sequence[VisibleText], at_s: float) -> None:
        """Note what was read off one picture."""
        self._read_s = at_s
        for writing in read:
            now = clean_line(writing.text)
            if not now.text:
                continue
            known = next((line for line in self._lines if _is_same(line, writing.place, now, at_s)), None)
            if known is None:
                line = _Standing(now=now, place=writing.place, first_s=at_s, seen_s=at_s, changed_s=at_s)
                self._lines.append(line)
            else:
                _follow(known, now, writing.place, at_s)
        self._lines = [line for line in self._lines if at_s - line.seen_s < _KEPT_S]

    def begin_anew(self) -> None:
        """Note that another scene has begun."""
        for line in self._lines:
            line.is_old = True

    @property
    def places(self) -> tuple[Mask, ...]:
        """The places where something was read of late."""
        return tuple(line.place for line in self._lines)

    def list_facts(self, now_s: float) -> Iterator[Fact]:
        """Yield what appeared, then what changed, then what stands there."""
        there = [line for line in self._lines if line.seen_s >= self._read_s and now_s - line.seen_s <= _STANDS_S]
        new = [line for line in there if now_s - line.first_s <= JUST_NOW_S and not _is_count(line)]
        if new:
            yield _quote_new(sorted(new, key=lambda line: -line.place.height)[:_MOST_NEW])
        for line in there:
            if line in new:
                continue
            name = "" if line.now.number is None else _name_number(line)
            if name and line.before is not None and now_s - line.changed_s <= JUST_NOW_S:
                yield _describe_change(name, line)
            elif name:
                yield Fact(words=f"{name} {line.now.number}", weight=2.6)
            elif _is_count(line):
                continue
            elif now_s - line.first_s <= _LABEL_AFTER_S:
                yield Fact(words=f"text {_quote(line.now.text)}", weight=2.4)
            elif line.place.height >= _HUGE:
                yield Fact(words=f"text {_quote(line.now.text)}", weight=2.0)


def _is_count(line: _Standing) -> bool:
    """Whether a line is a number, which is no news by being there, unless it is written for everybody to see."""
    return line.now.number is not None and line.place.height < _HUGE


def _name_number(line: _Standing) -> str:
    """Name a number as players do; empty for one that nobody could name."""
    if line.now.label:
        return line.now.label
    is_at_edge = line.place.y < _EDGE or line.place.y + line.place.height > 1 - _EDGE
    if line.now.number is None or not is_at_edge:
        return ""
    if not line.fell and line.now.number >= _A_SCORE:
        return "score"
    return f"the number {name_corner(line.place.x + line.place.width / 2, line.place.y)}"


def _follow(line: _Standing, now: CleanLine, place: Mask, at_s: float) -> None:
    """Note what the same line says now."""
    if line.is_old:
        line.is_old, line.before = False, None
    elif now.number is not None and line.now.number is not None and now.number != line.now.number:
        line.before, line.changed_s = line.now.number, at_s
        line.fell = line.fell or now.number < line.now.number
    line.now, line.place, line.seen_s = now, place, at_s


def _is_same(line: _Standing, place: Mask, now: CleanLine, at_s: float) -> bool:
    """Whether a line stands where another one stood: the same words, or another number of the same name."""
    middle = abs(line.place.y + line.place.height / 2 - place.y - place.height / 2) < place.height / 2
    overlap = min(line.place.x + line.place.width, place.x + place.width) - max(line.place.x, place.x)
    if not middle or overlap <= 0 or at_s - line.seen_s > _KEPT_S:
        return False
    if line.now.text == now.text:
        return at_s - line.seen_s < _STANDS_S or now.number is not None
    return line.now.number is not None and now.number is not None and line.now.label == now.label


def _quote_new(lines: Sequence[_Standing]) -> Fact:
    """Quote lines that appeared, in the order in which they are read; what is tiny beside others is left out."""
    highest = lines[0].place.height
    told = [line for line in lines if line.place.height >= max(_TINY, 0.4 * highest)] or lines[:1]
    in_order = sorted(told, key=lambda line: (line.place.y, line.place.x))
    texts = {line.now.text.casefold(): line.now.text for line in in_order}
    return Fact(words=f"text {', '.join(map(_quote, texts.values()))}", weight=8.5 + min(2.0, highest * 20))


def _describe_change(name: str, line: _Standing) -> Fact:
    assert line.now.number is not None
    assert line.before is not None
    if line.now.number > line.before:
        return Fact(words=f"{name} up to {line.now.number}", weight=6.0)
    return Fact(words=f"{name} {line.before} to {line.now.number}", weight=6.5)


def _quote(text: str) -> str:
    return f'"{text}"'
