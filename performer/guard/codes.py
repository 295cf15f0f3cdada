"""Letters by their number or name, as pages, mails, programs and chat write them; and the markup between letters."""

import re
from html import unescape
from typing import Final

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


def letters_in_code(written: str, *, without_markup: bool = True) -> dict[int, tuple[int, str]]:
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
