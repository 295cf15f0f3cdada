"""Letters: what each character reads as, whatever it is dressed in."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from performer.guard.alphabets import LETTERS, SIGNS, SOUNDS
from performer.guard.turned import is_turned
from performer.unseen import is_unseen

_MARKS: Final = {"Mn", "Me"}
"""Unicode categories of what stands upon letters."""
_BLANKS: Final = "_\u2800"
"""Read as one; the second is a Braille sign without dots."""
_NAMED: Final = re.compile(
    r"(?:(?:CROSSED )?NEGATIVE )?(?:CIRCLED|SQUARED|PARENTHESIZED) LATIN (?:CAPITAL|SMALL) LETTER "
    r"(?P<framed>[A-Z])$"
    r"|REGIONAL INDICATOR SYMBOL LETTER (?P<flag>[A-Z])$"
    r"|NEGATIVE SQUARED (?P<several>[A-Z]{2})$"
    r"|(?:MODIFIER LETTER|LATIN LETTER) SMALL CAPITAL (?:BARRED )?(?P<little>[A-Z])$"
    r"|LATIN (?:CAPITAL|SMALL) LETTER (?:SMALL CAPITAL )?(?P<stroked>[A-Z])(?: WITH .*)?$"
)
"""What Unicode itself calls a letter in a frame, in a flag, of small size or with a stroke."""

_LIGATURES: Final = {"œ": "oe", "æ": "ae"}
_NO_MARK: Final = {"ǫ": "q", "Ǫ": "q"}
"""Letters whose tail makes another letter of them."""


@cache
def plain(character: str) -> str:
    """Give the plainest spelling of one character: lower case, no marks, no dress; empty when nobody can see it."""
    if character.isspace() or character in _BLANKS:
        return " "
    if is_unseen(character) or _is_mark(character):
        return ""
    if character in SIGNS:
        return SIGNS[character]
    if is_turned(character):
        return character
    if character in _NO_MARK or (not character.isalnum() and character in LETTERS):
        return _NO_MARK.get(character) or LETTERS[character]
    framed = _NAMED.match(unicodedata.name(character, ""))
    if framed:
        return _letter_of(framed)
    bare = (
        each for each in unicodedata.normalize("NFKD", character).casefold() if not (is_unseen(each) or _is_mark(each))
    )
    return "".join(_stroked(each) for each in bare)


@cache
def look_alike(letter: str) -> str:
    """Give the ASCII letter or digit that a plain letter of another script is mistaken for; itself where there is none.

    Unicode's table (TR39) is asked first, one step and, over what looks like both, a second.
    """
    if letter.isascii():
        return letter
    return LETTERS.get(letter) or _in_table(letter) or letter


def sounded(text: str) -> str:
    """Read Cyrillic and Greek letters aloud, and other signs as what they look like."""
    return "".join(SOUNDS.get(each) or look_alike(each) for each in text)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in _MARKS


def _stroked(character: str) -> str:
    if character.isascii():
        return character
    if character in _LIGATURES:
        return _LIGATURES[character]
    named = _NAMED.match(unicodedata.name(character, ""))
    return _letter_of(named) if named else character


def _letter_of(named: re.Match[str]) -> str:
    return next(str(each) for each in named.groups() if each).casefold()


def _in_table(letter: str) -> str:
    direct = _one_letter(_confused_with(letter))
    if direct:
        return direct
    return _one_letter(each for near in _confused_with(letter) if len(near) == 1 for each in _confused_with(near))


def _one_letter(spellings: Iterable[str]) -> str:
    """Choose the letter among what looks alike; of what can be an l and an i, the digit that can be both."""
    found: list[str] = []
    for spelling in spellings:
        bare = "".join(
            each for each in unicodedata.normalize("NFKD", spelling) if not (is_unseen(each) or _is_mark(each))
        )
        if len(bare) == 1 and bare.isascii() and bare.isalnum():
            found.append(bare)
    if "i" not in found and {"l", "I"} <= set(found):
        return "1"
    return "i" if "i" in found else "".join(found[:1]).casefold()


def _confused_with(letter: str) -> list[str]:
    return [each["c"] for form in (letter, letter.upper()) for each in _table().get(form, ())]


@cache
def _table() -> dict[str, list[dict[str, str]]]:
    # Imported late: it reads a megabyte (12 ms), which a show in plain English never needs.
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

    table: dict[str, list[dict[str, str]]] = confusables_data
    return table
