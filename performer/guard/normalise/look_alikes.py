"""The letter that each character reads as: coded, framed, in flags, of other scripts, turned on its head or mirrored.

The alphabets that replace Latin letters are read from `look_alikes.toml`, which explains each table.
"""

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from performer.core.made_late import once
from performer.core.text import is_unseen

_TABLES: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_CODE: Final = re.compile("|".join(_TABLES["written"]["codes"]))
_BEFORE_BYTE: Final = re.compile(r"%(?:25)*|\\+(?:x|u00)|=")
_SIGNS: Final = ("&", "%", "\\", "<", "U+", "=", ":regional_indicator_", "](", "[")
_LAST_CODE_POINT: Final = 0x10FFFF
_FIRST_VISIBLE: Final = 32


def has_codes(written: str) -> bool:
    """Whether a text may hold letters that are written as codes, or markup."""
    return any(sign in written for sign in _SIGNS)


def has_markup(written: str) -> bool:
    """Whether a text holds markup, which some readers hide and others show."""
    return ("<" in written or "[" in written) and any(code.lastgroup == "markup" for code in _CODE.finditer(written))


def decode_letters(written: str, *, without_markup: bool = True) -> dict[int, tuple[int, str]]:
    """Return the end and the letter of each code in a text, by the code's begin; markup is an empty one, or none."""
    codes = (match for match in _CODE.finditer(written) if without_markup or match.lastgroup != "markup")
    return {match.start(): (match.end(), _decode(match)) for match in codes}


def read_codes(written: str) -> str:
    """Return a text with the letters that its codes stand for."""
    return _CODE.sub(_decode, written) if has_codes(written) else written


def _decode(code: re.Match[str]) -> str:
    kind = str(code.lastgroup)
    told = code[kind]
    if kind == "markup":
        return ""
    if kind == "flag":
        return told
    if kind == "named":
        return unescape(unescape(told))
    if kind == "utf8":
        return bytes.fromhex(_BEFORE_BYTE.sub("", told)).decode("utf-8", "replace")
    if kind == "octals":
        return bytes(int(octal, 8) for octal in told.split("\\")[1:]).decode("utf-8", "replace")
    number = int(told, {"decimal": 10, "octal": 8}.get(kind, 16))
    return chr(number) if _FIRST_VISIBLE <= number <= _LAST_CODE_POINT else " "


def _index_by_sign(table: str) -> dict[str, str]:
    return {sign: letter for letter, signs in _TABLES[table].items() for sign in signs.split()}


def _list_by_sign(table: str) -> dict[str, str]:
    """Return the letters that each sign of a table may stand for."""
    letters: dict[str, str] = {}
    for letter, signs in _TABLES[table].items():
        for sign in signs.split():
            letters[sign] = letters.get(sign, "") + letter
    return letters


AMBIGUOUS: Final = _list_by_sign("ambiguous")
AMBIGUOUS_CYRILLIC: Final = _list_by_sign("ambiguous_cyrillic")
AMBIGUOUS_KEYS: Final = _list_by_sign("ambiguous_keys")
AMBIGUOUS_SOUNDS: Final = _list_by_sign("ambiguous_sounds")
AMBIGUOUS_TURNED: Final = _list_by_sign("ambiguous_turned")
AMBIGUOUS_TURNED_CYRILLIC: Final = _list_by_sign("ambiguous_turned_cyrillic")
LETTERS: Final = _index_by_sign("letters")
SOUNDS: Final = _index_by_sign("sounds")
SIGNS: Final = _index_by_sign("signs")
EMOJI: Final = _index_by_sign("emoji")
DRAWN: Final = _index_by_sign("drawn")
STROKES: Final = _index_by_sign("strokes")
STROKES_WITH_KANA: Final = STROKES | _index_by_sign("strokes_with_kana")
NAMES: Final = _index_by_sign("names")
UPSIDE_DOWN: Final = _index_by_sign("upside_down")
MIRRORED: Final = _index_by_sign("mirrored")
PICTURES: Final = _index_by_sign("pictures")
KANA: Final = _index_by_sign("kana")
LOOKED: Final = str.maketrans("авекмнорстухші", "abekmhopctyxwi")
"""Cyrillic letters as the Latin ones that look the same."""
SIMPLIFIED: Final = str.maketrans(
    _index_by_sign("simplified") | dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
)
"""Chinese characters as they are simplified, and small kana as large ones."""
_FINALS: Final = "ㄱㄲ ㄴ  ㄷㄹ       ㅁㅂ ㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_INITIALS: Final = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
JAMO: Final = {
    0x11A8 + place: 0x1100 + _INITIALS.index(letter) for place, letter in enumerate(_FINALS) if letter != " "
} | {0x119E: 0x1161}
"""Korean letters at a syllable's end as the same ones at its begin, and the old vowel that became an a."""
LEET: Final[dict[str, str]] = _TABLES["leet"]
ONLY_UPSIDE_DOWN: Final = frozenset(_TABLES["only"]["upside_down"].split())
ONLY_MIRRORED: Final = frozenset(_TABLES["only"]["mirrored"].split())
ONLY_STROKES: Final = frozenset(_TABLES["only"]["strokes"].split())

_SURELY_TURNED: Final = str.maketrans(
    {each: MIRRORED.get(each) or UPSIDE_DOWN[each] for each in ONLY_MIRRORED}
    | {each: UPSIDE_DOWN[each] for each in ONLY_UPSIDE_DOWN}
)
_SAME: Final = {"n": "n", "u": "u"}
"""Turned capitals that are no letters of the table."""


def is_turned(text: str) -> bool:
    """Whether some letter of a text stands on its head."""
    return not ONLY_UPSIDE_DOWN.isdisjoint(text)


def is_mirrored(text: str) -> bool:
    """Whether some letter of a text is mirrored."""
    return not ONLY_MIRRORED.isdisjoint(text)


def turn_upright(text: str) -> tuple[str, str]:
    """Return a text with every letter put upright, read as small letters and as capitals; the order stays."""
    capitals = UPSIDE_DOWN | _SAME
    return "".join(UPSIDE_DOWN.get(each, each) for each in text), "".join(capitals.get(each, each) for each in text)


def turn_single(text: str) -> str:
    """Return a text with those letters put upright, or out of a mirror, that are surely turned; the order stays."""
    return text.translate(_SURELY_TURNED)


def unmirror(text: str) -> str:
    """Return a text with every mirrored letter put right; the order stays."""
    return "".join(MIRRORED.get(each, each) for each in text)


_MARKS: Final = {"Mn", "Me"}
"""Unicode categories of marks upon letters."""
_BLANKS: Final = "_\u2800"
"""Characters that read as a blank; the second is a Braille sign without dots."""
_LONE_MARKS: Final = "\u309b\u309c"
"""The marks of voiced kana, which as signs of their own are drawn upon any letter."""
_NAMED: Final = re.compile("|".join(_TABLES["written"]["unicode_names"]))
_LIGATURES: Final = {"œ": "oe", "æ": "ae"}
_NO_MARK: Final = dict(zip("ǫǪǭǬᵠᵟᵞῳῼƚȽɬŧŦ", "qqqqqqyωωƚƚɬŧŧ", strict=True))
"""Letters whose tail makes another letter of them, or whose stroke may."""


_KANA: Final = re.compile("[\u3041-\u3096\u30a1-\u30fa]+")
_HIRAGANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


@cache
def simplify_letter(character: str) -> str:
    """Return a character in plain spelling: in lower case, without marks and frames; empty if it is invisible."""
    if character.isspace() or character in _BLANKS:
        return " "
    if is_unseen(character) or _is_mark(character) or character in _LONE_MARKS:
        return ""
    kana = unicodedata.normalize("NFKC", character)
    if _KANA.fullmatch(kana):
        return kana.translate(_HIRAGANA)
    if character in SIGNS:
        return SIGNS[character]
    if is_turned(character):
        return character
    is_sign = not character.isalnum() and not "\u0900" <= character <= "\u0eff"
    if character in _NO_MARK or (is_sign and character in LETTERS):
        return _NO_MARK.get(character) or LETTERS[character]
    return _find_named_letter(character) or "".join(
        each if each.isascii() else _LIGATURES.get(each) or _find_named_letter(each) or each
        for each in unicodedata.normalize("NFKD", character).casefold()
        if not (is_unseen(each) or _is_mark(each))
    )


@cache
def find_look_alike(letter: str) -> str:
    """Return the ASCII letter or digit that a letter of another script is mistaken for; the letter itself if none.

    Behind our own table Unicode's (TR39) is used, in one step or, over a letter that looks like both, in two.
    """
    if letter.isascii():
        return letter
    if letter in LETTERS:
        return LETTERS[letter]
    near = _list_confusables(letter)
    far = (other for each in near if len(each) == 1 for other in _list_confusables(each))
    return _choose_letter(near) or _choose_letter(far) or letter


def transliterate(text: str) -> str:
    """Return a text with Cyrillic and Greek letters as they sound, and other signs as they look."""
    return "".join(SOUNDS.get(each) or find_look_alike(each) for each in text)


def _is_mark(character: str) -> bool:
    """Whether a character is a mark upon a letter; in the scripts of India, Thai and Lao marks are vowels, and stay."""
    return unicodedata.category(character) in _MARKS and not "\u0900" <= character <= "\u0eff"


def _find_named_letter(character: str) -> str:
    """Return the letter in the Unicode name of a character in a frame, a flag and the like; empty if there is none."""
    named = _NAMED.match(unicodedata.name(character, ""))
    return next(str(each) for each in named.groups() if each).casefold() if named else ""


def _choose_letter(spellings: Iterable[str]) -> str:
    """Choose an ASCII letter among look-alikes; for an l that is also an i, the digit that can be both."""
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


def _list_confusables(letter: str) -> list[str]:
    return [other for form in (letter, letter.upper()) for other in _load_confusables().get(form, ())]


@once
def _load_confusables() -> dict[str, list[str]]:
    # Read late, for it is a megabyte (12 ms) that a show in plain English never needs; and not through the package,
    # which keeps the names of all letters, 9 MB, besides.
    written = files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8")
    table: dict[str, list[str]] = json.loads(written, object_hook=_keep_letter)
    return table


def _keep_letter(told: dict[str, Any]) -> Any:
    """Return the letter alone of `{"c": "…", "n": "its name"}`, at once, for all names together take megabytes."""
    return told["c"] if isinstance(told.get("n"), str) else told
