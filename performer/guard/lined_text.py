"""The judgement of a text that keeps its lines, such as a block of code: a verdict by itself makes one line of it."""

from collections.abc import Iterator
from typing import Final

from performer.core.text import is_unseen
from performer.guard.decide import UNREADABLE
from performer.guard.guard import Guard, GuardedTrail
from performer.guard.verdict import Dropped, Pass

_AT_ONCE: Final = 240
"""Characters that are judged together: the time limit of a search is made for a few sentences."""
_KEPT: Final = "\n\t\u200d\ufe0e\ufe0f"
"""Invisible characters of use: lines, indentation, and what joins emoji."""
_OVER_LINES: Final = "what is to be masked goes over several lines"


def check_lines(guard: Guard, trail: GuardedTrail, text: str, *, where: str) -> Pass | Dropped:
    """Judge a text of several lines as the next of a trail; what passes keeps its line breaks and indentation.

    What cannot be masked within its lines is dropped as a whole.
    """
    seen = "".join(each for each in text if each in _KEPT or not is_unseen(each))
    passed: list[str] = []
    for lines in _group_lines(seen):
        verdict = _check_group(guard, trail, lines, where)
        if isinstance(verdict, Dropped):
            return verdict
        passed.append(verdict.text)
    return Pass(text="\n".join(passed))


def _check_group(guard: Guard, trail: GuardedTrail, lines: list[str], where: str) -> Pass | Dropped:
    """Judge lines together; in halves where there is too much in them to be read together."""
    group = "\n".join(lines)
    verdict = trail.sentence(group, limit=len(group) + 1, where=where)
    if not isinstance(verdict, Dropped):
        return Pass(text=group) if verdict.text == _fold(group) else _mask_lines(guard, lines, where)
    if verdict.reason != UNREADABLE or len(lines) == 1:
        return verdict
    middle = len(lines) // 2
    halves = [_check_group(guard, trail, half, where) for half in (lines[:middle], lines[middle:])]
    dropped = next((half for half in halves if isinstance(half, Dropped)), None)
    return dropped or Pass(text="\n".join(half.text for half in halves if isinstance(half, Pass)))


def _group_lines(text: str) -> Iterator[list[str]]:
    """Yield lines that are judged together; one by itself may be longer."""
    group: list[str] = []
    for line in text.split("\n"):
        if group and sum(map(len, group)) + len(line) > _AT_ONCE:
            yield group
            group = []
        group.append(line)
    yield group


def _mask_lines(guard: Guard, lines: list[str], where: str) -> Pass | Dropped:
    """Mask each line by itself, and see whether all is masked by that: a word may be split over two lines."""
    masked: list[str] = []
    for line in lines:
        verdict = guard.check(line, limit=len(line) + 1, where=where)
        if isinstance(verdict, Dropped):
            return verdict
        indent = line[: len(line) - len(line.lstrip())]
        masked.append(line if verdict.text == _fold(line) else indent + verdict.text)
    folded = _fold("\n".join(masked))
    verdict = guard.check(folded, limit=len(folded) + 1, where=where)
    is_masked = not isinstance(verdict, Dropped) and verdict.text == folded
    return Pass(text="\n".join(masked)) if is_masked else Dropped(reason=_OVER_LINES)


def _fold(text: str) -> str:
    return " ".join(text.split())
