"""Instead: the lines that stand for what the guard stopped, where the streamer wants that rather than silence."""

import random
from collections.abc import Callable, Sequence


class Instead:
    """A deck of lines: none comes again before all others have come, and none twice in a row.

    Args:
        lines: In the performer's voice.
        chance: Shuffles them.
        fits: Whether a line may be said itself; the streamer's list may hold a word of it.
    """

    def __init__(self, lines: Sequence[str], chance: random.Random, fits: Callable[[str], bool]) -> None:
        self._lines = lines
        self._chance = chance
        self._fits = fits
        self._deck: list[str] = []
        self._last = ""

    def line(self) -> str:
        """Give the next; empty when there is none that may be said."""
        if not self._deck:
            self._deck = self._shuffled()
        self._last = self._deck.pop() if self._deck else ""
        return self._last

    def _shuffled(self) -> list[str]:
        deck = [line for line in self._lines if self._fits(line)]
        self._chance.shuffle(deck)
        if len(deck) > 1 and deck[-1] == self._last:
            deck.reverse()
        return deck
