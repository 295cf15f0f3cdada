"""Letters: what each character reads as, whatever it is dressed in.

Letters by their number or name, as pages, mails, programs and chat write them; and the markup between letters.

Alphabets: what Latin letters are written as instead, read from `look_alikes.toml`, which says what each table is.

Letters that stand on their head, or in a mirror: such a line is read from its end.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, Final

from performer.core.text import is_unseen

_SIGNS: Final = ("&", "%", "\\", "<", "U+", "=", ":regional_indicator_")
_FORMS: Final = (
    r"&#(?P<decimal>[0-9]{1,7});?",
    r"(?:&#[xX]|U\+)(?P<hex>[0-9a-fA-F]{1,6});?",
    r"%(?:25)*(?P<percent>[2-7][0-9a-fA-F])",
    r"\\(?:u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|[ux]\{(?P<braced>[0-9a-fA-F]{2,6})\}|x(?P<x>[0-9a-fA-F]{2}))",
    r"\\(?P<octal>1[0-7]{2})",
    r"\\0{0,4}(?P<sheet>[4-7][0-9a-fA-F])(?: (?=\\)|\b)",
    r"=(?P<mail>[4-7][0-9A-F])(?=[=A-Za-z])|(?<==[4-7][0-9A-F])=(?P<last>[4-7][0-9A-F])",
    r"(?P<named>&[A-Za-z]{2,10};)",
    r":regional_indicator_(?P<flag>[a-z]):",
    r"(?P<markup></?[A-Za-z][^<>]{0,40}>)",
)
_CODE: Final = re.compile("|".join(_FORMS))
_LAST_CODE_POINT: Final = 0x10FFFF
_FIRST_VISIBLE: Final = 32


def has_codes(written: str) -> bool:
    """Tell whether there may be some in a text."""
    return any(sign in written for sign in _SIGNS)


def has_markup(written: str) -> bool:
    """Tell whether something in angle brackets is in a text, which one sink leaves out and another shows."""
    return "<" in written and any(code.lastgroup == "markup" for code in _CODE.finditer(written))


def decode_letters(written: str, *, without_markup: bool = True) -> dict[int, tuple[int, str]]:
    """Give, for each place where a code begins, where it ends and what it stands for; that is nothing for markup.

    Args:
        written: The text.
        without_markup: Whether markup is code at all.
    """
    codes = (match for match in _CODE.finditer(written) if without_markup or match.lastgroup != "markup")
    return {match.start(): (match.end(), _meant(match)) for match in codes}


def _meant(code: re.Match[str]) -> str:
    kind = str(code.lastgroup)
    told = code[kind]
    if kind == "markup":
        return ""
    if kind == "flag":
        return told
    if kind == "named":
        return unescape(told)
    number = int(told, {"decimal": 10, "octal": 8}.get(kind, 16))
    return chr(number) if _FIRST_VISIBLE <= number <= _LAST_CODE_POINT else " "


_TABLES: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("look_alikes.toml").read_text(encoding="utf-8"))


def _by_sign(table: str) -> dict[str, str]:
    return {sign: letter for letter, signs in _TABLES[table].items() for sign in signs.split()}


LETTERS: Final = _by_sign("letters")
SOUNDS: Final = _by_sign("sounds")
SIGNS: Final = _by_sign("signs")
DRAWN: Final = _by_sign("drawn")
NAMES: Final = _by_sign("names")
UPSIDE_DOWN: Final = _by_sign("upside_down")
MIRRORED: Final = _by_sign("mirrored")
LEET: Final[dict[str, str]] = _TABLES["leet"]
ONLY_UPSIDE_DOWN: Final = frozenset(_TABLES["only"]["upside_down"].split())
ONLY_MIRRORED: Final = frozenset(_TABLES["only"]["mirrored"].split())

_SAME: Final = {"n": "n", "u": "u"}
"""Of capitals turned on their head."""


def is_turned(text: str) -> bool:
    """Tell whether some letter of a text stands on its head."""
    return not ONLY_UPSIDE_DOWN.isdisjoint(text)


def is_mirrored(text: str) -> bool:
    """Tell whether some letter of a text stands in a mirror."""
    return not ONLY_MIRRORED.isdisjoint(text)


def turn_upright(text: str) -> tuple[str, str]:
    """Put every letter on its feet, as a small one and as a capital; their order stays."""
    capitals = UPSIDE_DOWN | _SAME
    return "".join(UPSIDE_DOWN.get(each, each) for each in text), "".join(capitals.get(each, each) for each in text)


def unmirror(text: str) -> str:
    """Give every letter as it is outside the mirror; their order stays."""
    return "".join(MIRRORED.get(each, each) for each in text)


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
def simplify_letter(character: str) -> str:
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
def find_look_alike(letter: str) -> str:
    """Give the ASCII letter or digit that a plain letter of another script is mistaken for; itself where there is none.

    Unicode's table (TR39) is asked first, one step and, over what looks like both, a second.
    """
    if letter.isascii():
        return letter
    return LETTERS.get(letter) or _in_table(letter) or letter


def transliterate(text: str) -> str:
    """Read Cyrillic and Greek letters aloud, and other signs as what they look like."""
    return "".join(SOUNDS.get(each) or find_look_alike(each) for each in text)


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
