"""Repetition: a recogniser that has lost its way writes the same words again and again."""

import zlib
from typing import Final

_COMPRESSIBLE: Final = 2.4
"""From this ratio on a text says the same again and again; the figure is Whisper's own."""
_LONG: Final = 80
"""Bytes below which the ratio tells nothing: `no, no, no, no` is said by people too."""
_PHRASE: Final = 4
"""Words that nobody says twice in the same breath."""


def is_repetitive(text: str) -> bool:
    """Whether a text repeats itself as nobody speaks: a phrase three times in a row, or a word six times."""
    data = text.encode()
    if len(data) >= _LONG and len(data) / len(zlib.compress(data)) > _COMPRESSIBLE:
        return True
    return _repeats(text, phrase=3, word=6)


def may_be_repetitive(text: str) -> bool:
    """Whether a text may repeat itself because its model has lost its way: a phrase twice, or a word four times."""
    return _repeats(text, phrase=2, word=4)


def _repeats(text: str, *, phrase: int, word: int) -> bool:
    words = [each.strip(".,!?;: ") for each in text.casefold().split()]
    for length in range(1, len(words) // 2 + 1):
        times = phrase if length >= _PHRASE else word
        # The last time is often cut short.
        for cut in range(length if length >= _PHRASE else 1):
            end = len(words) - cut
            if end >= length * times and words[end - length * times : end] == words[end - length : end] * times:
                return True
    return False
