"""The chat reader's answer: which lines it chose, read out of whatever stands around it."""

import re
from typing import Final

from pydantic import BaseModel, ValidationError

_OBJECT: Final = re.compile(r"\{[^{}]*\}")


class Choice(BaseModel):
    """What it chose."""

    answer: list[int]
    """The numbers of the lines that are answered."""
    why: str = ""


def read_choice(text: str, lines: int) -> list[int]:
    """Give the numbers that were chosen of so many lines, in their order; what is no line's is left out.

    Raises:
        ValueError: when there is no choice in the text.
    """
    for written in reversed(_OBJECT.findall(text)):
        try:
            chosen = Choice.model_validate_json(written).answer
        except ValidationError:
            continue
        return sorted({number for number in chosen if 1 <= number <= lines})
    raise ValueError("There is no choice in it.")
