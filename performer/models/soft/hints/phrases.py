"""Lists of phrases in many languages, as one pattern."""

import re
from functools import lru_cache
from typing import Final

_UNSPACED: Final = ("ja", "zh", "ko")
"""Languages whose words have no blanks around them, or endings that stick to them."""
_BEGINNING: Final = r"\A"
_NEVER: Final = r"(?!)"
_CHOOSES: Final = re.compile(r"[(\[?]")
"""What may leave out the other letters of a phrase."""
_APOSTROPHES: Final = str.maketrans("’‘`", "'''")


class Phrases:
    """Phrases to be looked for in text as `folded` gives it; plain English costs no look for other letters."""

    def __init__(self, every: re.Pattern[str], of_plain_letters: re.Pattern[str]) -> None:
        self._every = every
        self._of_plain_letters = of_plain_letters

    def search(self, text: str) -> re.Match[str] | None:
        """Find one of them anywhere."""
        return (self._of_plain_letters if text.isascii() else self._every).search(text)

    def match(self, text: str) -> re.Match[str] | None:
        """Find one of them at the very beginning."""
        return (self._of_plain_letters if text.isascii() else self._every).match(text)


def phrases(*, begins: bool = False, **languages: str) -> Phrases:
    """Take the phrases of some languages.

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
    plain = [each for each in spaced if each.isascii() or _CHOOSES.search(each)]
    return Phrases(_pattern(spaced, glued, begins=begins), _pattern(plain, [], begins=begins))


def _pattern(spaced: list[str], glued: list[str], *, begins: bool) -> re.Pattern[str]:
    either = [rf"\b(?:{_by_letter(spaced)})(?!\w)"] if spaced else []
    either += [_by_letter(glued)] if glued else []
    return re.compile(rf"{_BEGINNING if begins else ''}(?:{'|'.join(either or [_NEVER])})")


def _by_letter(listed: list[str]) -> str:
    """Join phrases, those with the same first letter in one: where none begins so, that is seen at one glance."""
    by_letter: dict[str, list[str]] = {}
    for each in listed:
        plain = each[0].isalpha() and each[1:2] not in ("?", "*", "{")
        by_letter.setdefault(each[0] if plain else "", []).append(each[1:] if plain else each)
    odd = by_letter.pop("", [])
    return "|".join([*(f"{letter}(?:{'|'.join(rest)})" for letter, rest in by_letter.items()), *odd])


@lru_cache(maxsize=64)
def folded(text: str) -> str:
    """Give a text in small letters and with plain apostrophes."""
    return text.lower().translate(_APOSTROPHES)
