"""Wrong words: how many words of a text a recogniser has got wrong, left out or added."""

import re
from collections.abc import Sequence
from typing import Final

_LEFT_OUT: Final = re.compile(r"[^\w\s]")


def split_spoken_words(text: str) -> Sequence[str]:
    """Return the words of a text without case and punctuation."""
    return _LEFT_OUT.sub("", text.lower()).split()


def count_wrong_words(said: str, heard: str) -> int:
    """Return the least number of words to change, add or leave out that makes one text of the other."""
    wanted = split_spoken_words(said)
    row = list(range(len(wanted) + 1))
    for count, word in enumerate(split_spoken_words(heard), start=1):
        before, row = row, [count]
        for place, other in enumerate(wanted, start=1):
            row.append(min(before[place] + 1, row[-1] + 1, before[place - 1] + (word != other)))
    return row[-1]
