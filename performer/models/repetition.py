"""The ear for a model that has fallen into a loop."""

from collections.abc import Iterator
from typing import Final

_LONGEST_UNIT: Final = 160
"""Characters of the longest unit whose repetition is noticed: a long sentence."""
_LEAST: Final = 60
"""Characters that a loop fills before it counts: a chant of three words is still wit."""
_LEAST_OF_A_WORD: Final = 120
"""The same for one word or for signs: laughter may be long, and a ruler is as wide as a page."""
_ROUNDS: Final = 3
"""Times in a row that even the longest unit must come."""
_KEPT: Final = _LONGEST_UNIT * _ROUNDS
_LAST: Final = 20
"""Characters that are looked for further up: of a unit that is repeated they stand one unit before."""


class Repetition:
    """Notices when a growing text ends in the same few characters, words or sentences over and over."""

    def __init__(self) -> None:
        self._tail = ""

    def loops(self, piece: str) -> bool:
        """Take the next piece and tell whether the text now ends in a loop; takes some 3 µs."""
        for start in range(0, len(piece), _LEAST):
            self._tail = (self._tail + piece[start : start + _LEAST].casefold())[-_KEPT:]
            if len(self._tail) >= _LEAST and any(self._ends_in(unit) for unit in self._units()):
                return True
        return False

    def _units(self) -> Iterator[int]:
        """Yield how long the repeated unit may be, the shortest first; nothing, for nearly any text."""
        last = self._tail[-_LAST:]
        here = len(self._tail) - _LAST
        furthest = max(0, here - _LONGEST_UNIT)
        at = self._tail.rfind(last, furthest, here + _LAST - 1)
        while at >= 0:
            yield here - at
            at = self._tail.rfind(last, furthest, at + _LAST - 1)

    def _ends_in(self, length: int) -> bool:
        """Tell whether the tail is made of its last `length` characters again and again."""
        unit = self._tail[-length:]
        twice = unit + unit
        if twice.find(unit, 1) < length:
            return False  # it repeats a shorter one, which has been looked at
        is_sentence = len(twice.split()) // 2 > 1 and any(map(str.isalnum, unit))
        looped = max(_LEAST if is_sentence else _LEAST_OF_A_WORD, length * _ROUNDS)
        end = self._tail[-looped:]
        return len(end) == looped and end[length:] == end[:-length]
