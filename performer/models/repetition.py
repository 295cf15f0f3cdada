"""The ear for a model that has fallen into a loop."""

_LONGEST_UNIT = 160
"""Characters of the longest unit whose repetition is noticed: a long sentence."""
_LEAST = 60
"""Characters that a loop fills before it counts: a chant of three words is still wit."""
_ROUNDS = 3
"""Times in a row that even the longest unit must come."""


class Repetition:
    """Notices when a growing text ends in the same few characters, words or sentences over and over."""

    def __init__(self) -> None:
        self._tail = ""

    def loops(self, piece: str) -> bool:
        """Take the next piece and tell whether the text now ends in a loop."""
        for start in range(0, len(piece), _LEAST):
            self._tail = (self._tail + piece[start : start + _LEAST])[-_LONGEST_UNIT * (_ROUNDS + 1) :]
            if any(self._ends_in(unit) for unit in range(1, _LONGEST_UNIT + 1)):
                return True
        return False

    def _ends_in(self, unit: int) -> bool:
        """Tell whether the tail is made of its last `unit` characters again and again."""
        looped = max(_LEAST, unit * _ROUNDS)
        if len(self._tail) < looped or self._tail[-1] != self._tail[-1 - unit]:
            return False
        end = self._tail[-looped:]
        return end[unit:] == end[:-unit]
