"""One value as printed between two tags: data when all of it is, else the text as it stands."""

import re
from typing import Final

from performer.models.soft.data.bare import read_bare
from performer.models.soft.data.literal import How, read_literal

_DATA: Final = re.compile(r"[\[{]\s*+(?:[\"'“\[{\]}\d+-]|(?:[Tt]rue|[Ff]alse|null|None)\b)|dict\(")
_CONSTANT: Final = re.compile(r"[+-]?\.?\d[\w.+-]*|[Tt]rue|[Ff]alse|null|None")
_LONGEST_WORD: Final = 80


def read_scalar(text: str) -> object:
    """Read a list, dictionary, number, boolean or null of JSON's or Python's; anything else is the text, untouched.

    A text in quotes is a text with quotes, and a list or dictionary with words outside quotes is prose.
    """
    inner = text.strip()
    if _DATA.match(inner):
        literal = read_literal(inner, 0)
        whole = literal is not None and literal.end == len(inner) and not literal.open_depth and not literal.cut
        return literal.value if literal is not None and whole and literal.how < How.REPAIRED else text
    if len(inner) > _LONGEST_WORD or not _CONSTANT.fullmatch(inner):
        return text
    value = read_bare(inner)
    return text if isinstance(value, str) else value
