"""Writings: what stands on the screen, since when, and which numbers changed; what has stood for long is a label."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from performer.vision.facts.screen_words import CleanLine, clean_line
from performer.vision.facts.sentence import JUST_NOW_S, Fact, name_corner
from performer.vision.mask import Mask
from performer.vision.ocr.quick_reader import VisibleText

_LABEL_AFTER_S: Final = 12.0
"""What has stood for so long is a label of the game's: nobody reads it out again."""
_STANDS_S: Final = 7.0
"""So long after it was last seen it is taken to stand there still, when nothing was read since."""
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
    """Its number before it changed."""
    fell: bool = False
    is_old: bool = False
    """Whether another scene has begun since: its number is then no change of this one's."""


class TextTracker:
    """Follows lines of text from reading to reading."""

    def __init__(self) -> None:
        self._lines: list[_Standing] = []
        self._read_s = -1e9

    def take(self, read: Sequence[VisibleText], at_s: float) -> None:
        """Take in what was read off one picture."""
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
        """Take in that another scene has begun."""
        for line in self._lines:
            line.is_old = True

    @property
    def places(self) -> tuple[Mask, ...]:
        """Where something was read of late."""
        return tuple(line.place for line in self._lines)

    def parts(self, now_s: float) -> Iterator[Fact]:
        """Tell what appeared, then what changed, then what stands there."""
        there = [line for line in self._lines if self._is_there(line, now_s)]
        new = [line for line in there if now_s - line.first_s <= JUST_NOW_S and not _is_count(line)]
        if new:
            yield _new(sorted(new, key=lambda line: -line.place.height)[:_MOST_NEW])
        for line in there:
            if line in new:
                continue
            name = _name(line)
            if (
                line.now.number is not None
                and name
                and line.before is not None
                and now_s - line.changed_s <= JUST_NOW_S
            ):
                yield _changed(name, line)
            elif line.now.number is not None and name:
                yield Fact(words=f"{name} {line.now.number}", weight=2.6)
            elif line.now.number is not None and line.place.height < _HUGE:
                continue
            elif now_s - line.first_s <= _LABEL_AFTER_S:
                yield Fact(words=f"text {_quoted(line.now.text)}", weight=2.4)
            elif line.place.height >= _HUGE:
                yield Fact(words=f"text {_quoted(line.now.text)}", weight=2.0)

    def _is_there(self, line: _Standing, now_s: float) -> bool:
        return line.seen_s >= self._read_s and now_s - line.seen_s <= _STANDS_S


def _is_count(line: _Standing) -> bool:
    """Tell whether it is a number, which is no news by being there, unless it is written for everybody to see."""
    return line.now.number is not None and line.place.height < _HUGE


def _name(line: _Standing) -> str:
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
    """Take in what the same line says now."""
    if line.is_old:
        line.is_old, line.before = False, None
    elif now.number is not None and line.now.number is not None and now.number != line.now.number:
        line.before, line.changed_s = line.now.number, at_s
        line.fell = line.fell or now.number < line.now.number
    line.now, line.place, line.seen_s = now, place, at_s


def _is_same(line: _Standing, place: Mask, now: CleanLine, at_s: float) -> bool:
    """Tell whether a line stands where another one stood: the same words, or another number of the same name."""
    middle = abs(line.place.y + line.place.height / 2 - place.y - place.height / 2) < place.height / 2
    overlap = min(line.place.x + line.place.width, place.x + place.width) - max(line.place.x, place.x)
    if not middle or overlap <= 0 or at_s - line.seen_s > _KEPT_S:
        return False
    if line.now.text == now.text:
        return at_s - line.seen_s < _STANDS_S or now.number is not None
    return line.now.number is not None and now.number is not None and line.now.label == now.label


def _new(lines: Sequence[_Standing]) -> Fact:
    """Quote lines that appeared, in the order in which they are read; what is tiny beside others is left out."""
    highest = lines[0].place.height
    told = [line for line in lines if line.place.height >= max(_TINY, 0.4 * highest)] or lines[:1]
    inorder = sorted(told, key=lambda line: (line.place.y, line.place.x))
    texts = {line.now.text.casefold(): line.now.text for line in inorder}
    return Fact(words=f"text {', '.join(map(_quoted, texts.values()))}", weight=8.5 + min(2.0, highest * 20))


def _changed(name: str, line: _Standing) -> Fact:
    assert line.now.number is not None
    assert line.before is not None
    if line.now.number > line.before:
        return Fact(words=f"{name} up to {line.now.number}", weight=6.0)
    return Fact(words=f"{name} {line.before} to {line.now.number}", weight=6.5)


def _quoted(text: str) -> str:
    return f'"{text}"'
