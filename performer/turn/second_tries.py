"""Second tries: how seldom a reaction may ask twice, for every request takes from the game."""

from typing import Final

_EARNED: Final = 0.08
"""What each reaction earns of a second try; with the first one that makes 1.1 requests a reaction in the long run."""
_MOST: Final = 2.0


class SecondTries:
    """Counts second tries against reactions; what is not used may be used later, as far as two at once."""

    def __init__(self) -> None:
        self._left = 1.0

    def earn(self) -> None:
        """Add what one more reaction earns."""
        self._left = min(self._left + _EARNED, _MOST)

    def take(self) -> bool:
        """Use one, and return whether there was one."""
        has_one = self._left >= 1.0
        self._left -= has_one
        return has_one
