"""Lists of phrases as one pattern."""

import re
from typing import Final

_UNSPACED: Final = ("ja", "zh", "ko")
"""Languages whose words have no blanks around them, or endings that stick to them."""
_APOSTROPHES: Final = str.maketrans("’‘`", "'''")


def phrases(*, begins: bool = False, **languages: str) -> re.Pattern[str]:
    """Make one pattern of the phrases of some languages, for text as `folded` gives it.

    Args:
        begins: Whether a phrase must stand at the very beginning.
        languages: For each, its phrases with ` | ` or a new line between, in small letters; each may be a regular
            expression and is matched from the beginning of a word to the end of one.
    """
    spaced: list[str] = []
    glued: list[str] = []
    for language, listed in languages.items():
        split = [each.strip().removeprefix("| ") for line in listed.splitlines() for each in line.split(" | ")]
        (glued if language in _UNSPACED else spaced).extend(each for each in split if each)
    words = [rf"(?<!\w)(?:{'|'.join(spaced)})(?!\w)"] if spaced else []
    either = f"(?:{'|'.join(words + glued)})"
    return re.compile(rf"\A{either}" if begins else either)


def folded(text: str) -> str:
    """Give a text in small letters and with plain apostrophes."""
    return text.lower().translate(_APOSTROPHES)
