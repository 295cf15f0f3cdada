"""The search for the costliest line: seeded random changes of awkward lines, of which the costliest go on."""

import itertools
import random
import string
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bench.guard_score.judge import draw_shape
from bench.guard_score.shapes import draw_sign, draw_unit, fill, make_starts
from bench.guard_score.stopwatch import Duration, measure
from performer.guard.guard import Guard
from performer.guard.time_limit import GuardWatch

LIMITS_MS: Final = {500: 5.0, 2000: 10.0}
"""The most that a line of so many characters may cost."""
_POOL: Final = 12
"""The costliest lines, which are changed further."""
_TRIES: Final = 3
_PATIENT_S: Final = 30.0
"""The time limit of a search here: one that is broken off would cost less than it does."""
_MARK_CHARS: Final = 4
"""The last letters, which are others in each try: a guard may remember what it has judged."""


@dataclass(frozen=True, kw_only=True)
class WorstLine:
    """The costliest line that was found."""

    text: str
    cost: Duration
    """The least of three tries."""
    in_trail: Duration
    """The same, where it answers a line like itself."""
    tried: int

    @property
    def is_within_limit(self) -> bool:
        """Whether no line of this length costs more than it may; a length without a limit has that of 2,000."""
        return self.cost.worked_us <= 1000 * LIMITS_MS.get(len(self.text), LIMITS_MS[2000])

    @property
    def shape(self) -> str:
        """The line without its words."""
        return draw_shape(self.text)


def find_worst_line(
    guard: Guard, chars: int, *, seconds: float, seed: int = 1, starts: Iterable[str] = ()
) -> WorstLine:
    """Search for so many seconds for the line of so many characters that costs the most.

    Args:
        guard: The guard that judges the lines, which gets a watch that waits for long.
        chars: The length of the lines.
        seconds: The time; all starts are tried, however little it is.
        seed: The seed of the chance; what a line costs is measured, and so two runs differ all the same.
        starts: Texts that are tried too, repeated to the length.
    """
    marks = _make_marks()
    guard.watch = GuardWatch(_PATIENT_S, wary_limit_s=_PATIENT_S)

    def look(text: str) -> Duration:
        marked = text[:-_MARK_CHARS] + next(marks)
        return measure(lambda: guard.check(marked, limit=chars))

    def look_in_trail(text: str) -> Duration:
        trail, marked = guard.trail(after=text[::-1]), text[:-_MARK_CHARS] + next(marks)
        return measure(lambda: trail.sentence(marked, limit=chars))

    until = time.monotonic() + seconds
    search = LineSearch(lambda text: look(text).worked_us, chars, random.Random(seed))
    search.begin([*make_starts(chars), *(fill(text, chars) for text in starts if text)])
    while time.monotonic() < until:
        search.step()
    return WorstLine(
        text=search.worst,
        cost=_find_least(look, search.worst),
        in_trail=_find_least(look_in_trail, search.worst),
        tried=search.tried,
    )


def find_costliest_lines(
    guard: Guard, chars: int, *, seconds: float, seed: int = 1, fold: Callable[[str], str] = str
) -> tuple[tuple[str, float], ...]:
    """Search as `find_worst_line` does; return several lines, the costliest first, and what each costs in microseconds.

    What the guard sees of a line is what `fold` makes of it.
    """
    marks = _make_marks()
    guard.watch = GuardWatch(_PATIENT_S, wary_limit_s=_PATIENT_S)

    def look(text: str) -> float:
        marked = fold(text[:-_MARK_CHARS] + next(marks))
        return measure(lambda: guard.check(marked, limit=chars)).worked_us

    until = time.monotonic() + seconds
    search = LineSearch(look, chars, random.Random(seed))
    search.begin([*make_starts(chars)])
    while time.monotonic() < until:
        search.step()
    return search.costliest


def _make_marks() -> Iterator[str]:
    return map("".join, itertools.cycle(itertools.product(string.ascii_lowercase, repeat=_MARK_CHARS)))


class LineSearch:
    """A search by chance for the line of a length that costs the most."""

    def __init__(self, cost_of: Callable[[str], float], chars: int, chance: random.Random) -> None:
        self.tried = 0
        self._cost_of = cost_of
        self._chars = chars
        self._chance = chance
        self._pool: list[tuple[float, str]] = []

    @property
    def worst(self) -> str:
        """The costliest line so far."""
        return self._pool[0][1]

    @property
    def costliest(self) -> tuple[tuple[str, float], ...]:
        """The costliest lines so far with their costs, the costliest first."""
        return tuple((text, cost) for cost, text in self._pool)

    def begin(self, starts: Sequence[str]) -> None:
        """Try the lines that the search starts from."""
        for text in starts:
            self._try(text)

    def step(self) -> None:
        """Change one of the costliest lines, and try what comes of it."""
        change = self._chance.choice(_CHANGES)
        parent = self._chance.choice(self._pool)[1]
        other = self._chance.choice(self._pool)[1]
        self._try(fill(change(self._chance, parent, other), self._chars))

    def _try(self, text: str) -> None:
        self.tried += 1
        cost = self._cost_of(text)
        if len(self._pool) == _POOL and cost <= self._pool[-1][0]:
            return
        # Once may have been an accident of the machine.
        cost = min(cost, *(self._cost_of(text) for _ in range(_TRIES - 1)))
        others = [entry for entry in self._pool if entry[1] != text]
        self._pool = sorted([*others, (cost, text)], reverse=True)[:_POOL]


def _find_least(look: Callable[[str], Duration], text: str) -> Duration:
    return min((look(text) for _ in range(_TRIES)), key=lambda took: took.worked_us)


def _draw_anew(chance: random.Random, _parent: str, _other: str) -> str:
    return draw_unit(chance)


def _repeat_piece(chance: random.Random, parent: str, _other: str) -> str:
    start = chance.randrange(len(parent))
    return parent[start : start + chance.randint(2, 24)]


def _splice(chance: random.Random, parent: str, other: str) -> str:
    first, last = sorted(chance.choices(range(len(parent) + 1), k=2))
    return parent[:first] + other[first:last] + parent[last:]


def _fill_piece(chance: random.Random, parent: str, _other: str) -> str:
    first, last = sorted(chance.choices(range(len(parent) + 1), k=2))
    return parent[:first] + fill(draw_unit(chance), last - first) + parent[last:]


def _sprinkle(chance: random.Random, parent: str, _other: str) -> str:
    step, sign = chance.randint(2, 16), draw_sign(chance)
    return "".join(sign if place % step == 0 else each for place, each in enumerate(parent))


def _put_between(chance: random.Random, parent: str, _other: str) -> str:
    step, sign = chance.randint(1, 12), draw_sign(chance)
    return sign.join(parent[place : place + step] for place in range(0, len(parent), step))[: len(parent)]


def _change_signs(chance: random.Random, parent: str, _other: str) -> str:
    signs = list(parent)
    for _ in range(chance.randint(1, 1 + len(signs) // 10)):
        signs[chance.randrange(len(signs))] = draw_sign(chance)
    return "".join(signs)


def _shuffle(chance: random.Random, parent: str, _other: str) -> str:
    return "".join(chance.sample(parent, len(parent)))


_CHANGES: Final[tuple[Callable[[random.Random, str, str], str], ...]] = (
    _draw_anew,
    _repeat_piece,
    _splice,
    _fill_piece,
    _sprinkle,
    _put_between,
    _change_signs,
    _shuffle,
)
"""Changes of a line by chance, with another line; what they return is repeated, or cut, to the length."""
