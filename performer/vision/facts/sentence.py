"""The sentence about a picture: the few facts that are worth saying, as nouns and figures."""

from collections.abc import Iterable
from typing import Final

from performer.core.values import dataclass

_COUNTS: Final = "no one two three four five six seven eight nine ten eleven twelve".split()
JUST_NOW_S: Final = 4.0
"""What happened so long ago is told as what happens; a turn begins up to 2 s after what it is about."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A fact of a picture: a few words, nouns and figures first."""

    words: str
    weight: float
    """How much a player would want to tell it: 0 to 12; what just happened has 5 and more, what stands there less."""


def spell_number(number: int) -> str:
    """Spell a small number in letters, and a large one in digits."""
    return _COUNTS[number] if 0 <= number < len(_COUNTS) else str(number)


def name_corner(x: float, y: float) -> str:
    """Name the place of a point, in fractions of the picture: `top left`, `at the bottom`, `on the right`."""
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    upright = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    if across and upright:
        return f"{upright} {across}"
    if upright:
        return f"at the {upright}"
    return f"on the {across}" if across else "in the middle"


MOST_WORDS: Final = 25
_MOST_PARTS: Final = 4
NEWS: Final = 5.0
"""Weight from which a part is news."""
_FILLER: Final = 1.0
"""Weight under which a part is told only when there is nothing else."""
_BESIDE_NEWS: Final = 2.5
"""Weight that a part needs beside news."""


def format_facts(parts: Iterable[Fact]) -> str:
    """Join the weightiest facts by semicolons, in at most 25 words; empty when there are none."""
    ordered = sorted(parts, key=lambda part: -part.weight)
    least = _BESIDE_NEWS if ordered and ordered[0].weight >= NEWS else _FILLER
    told: list[str] = []
    room = MOST_WORDS
    for part in ordered:
        words = len(part.words.split())
        if told and (part.weight < least or words > room or len(told) >= _MOST_PARTS):
            continue
        told.append(part.words)
        room -= words
    return "; ".join(told)
