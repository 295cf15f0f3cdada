"""Parts of a sentence about a picture, and the words that they share."""

from dataclasses import dataclass
from typing import Final

_COUNTS: Final = "no one two three four five six seven eight nine ten eleven twelve".split()
JUST_NOW_S: Final = 4.0
"""What happened so long ago is told as what happens; a turn begins up to 2 s after what it is about."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """What could be told: a few words, nouns and figures first."""

    words: str
    weight: float
    """How much a player would want to tell it: 0 to 12; what just happened has 5 and more, what stands there less."""


def count(number: int) -> str:
    """Write a small number in letters, and a large one in digits."""
    return _COUNTS[number] if 0 <= number < len(_COUNTS) else str(number)


def corner(x: float, y: float) -> str:
    """Name the place of a point, in fractions of the picture: `top left`, `at the bottom`, `on the right`."""
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    upright = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    if across and upright:
        return f"{upright} {across}"
    if upright:
        return f"at the {upright}"
    return f"on the {across}" if across else "in the middle"
