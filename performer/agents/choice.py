"""The chat reader's answer: which lines it chose, read out of whatever stands around it.

It is in plain words: an answer in JSON looks like a call of a tool, which no driver takes for words.
"""

import re
from typing import Final

_CHOICE: Final = re.compile(
    r"^\W*(?:(?:answer|lines?|numbers?)\W+)*(?P<numbers>none|no|\d+(?:(?:\W|\band\b)+\d+)*)(?:\W|$)",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER: Final = re.compile(r"\d{1,3}")


def read_choice(text: str, lines: int) -> list[int]:
    """Give the numbers that were chosen of so many lines, in their order; what is no line's is left out.

    Raises:
        ValueError: when there is no choice in the text.
    """
    found = _CHOICE.search(text)
    if found is None:
        raise ValueError("There is no choice in it.")
    return sorted({number for number in map(int, _NUMBER.findall(found["numbers"])) if 1 <= number <= lines})
