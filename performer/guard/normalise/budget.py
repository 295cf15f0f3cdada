"""The work that may be spent on one line, over all its readings and by all finders of words.

So no line can stall the guard: one that needs far more than what people write is stopped whole.
"""

from typing import Final

_STEPS: Final = 300.0
_STEPS_A_CHAR: Final = 1.0
"""The steps that making rows of letters may take; 500 characters of the busiest harmless text take 725 of 800."""
_STEPS_A_ROW: Final = 12
_LETTERS_A_STEP: Final = 6
_CANDIDATES: Final = 100.0
_CANDIDATES_A_CHAR: Final = 0.4
"""The candidates that may be looked at closely; 500 harmless characters have 220 of 300, everyday ones a dozen."""
_TRIES: Final = 1000
"""How often a letter of an ambiguous word may be tried, which takes 1 µs; beyond that the word is none of the lists."""


class SearchExhausted(Exception):
    """Raised when a text can be read in far too many ways, or looks far too often like entries."""


class SearchBudget:
    """What is left of the work for a text of so many characters."""

    def __init__(self, chars: int) -> None:
        self._steps = _STEPS + chars * _STEPS_A_CHAR
        self._candidates = _CANDIDATES + chars * _CANDIDATES_A_CHAR
        self.tries = _TRIES
        """The tries that are left; none or fewer than none when they are spent."""

    def spend_row(self, words: int, letters: int) -> None:
        """Count a row of so many words and letters; raises SearchExhausted when there were too many."""
        self._steps -= _STEPS_A_ROW + words + letters / _LETTERS_A_STEP
        self.check()

    def spend_candidates(self, number: int) -> None:
        """Count candidates; raises SearchExhausted when there were too many."""
        self._candidates -= number
        self.check()

    def spend_tries(self, number: int) -> None:
        """Count letters of an ambiguous word that were tried."""
        self.tries -= number

    @property
    def has_tries(self) -> bool:
        """Whether a letter may still be tried."""
        return self.tries > 0

    def check(self) -> None:
        """Raise SearchExhausted when nothing is left."""
        if self._steps < 0 or self._candidates < 0:
            raise SearchExhausted
