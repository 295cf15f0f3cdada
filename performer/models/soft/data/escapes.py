"""Backslashes in printed strings, read as they were meant: JSON's and Python's escapes, and those that are none."""

import re
from typing import Final

_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_PLAIN: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_DRIVE: Final = re.compile(r"[A-Za-z]:\\(?!\\)")
_HALF: Final = re.compile(r"[\ud800-\udfff]")
_LAST: Final = 0x10FFFF


def unescaped(raw: str) -> str:
    r"""Give the text that stands between two quotes.

    A backslash before punctuation goes (`\_`, `\$`), before a letter that makes no escape it stays (`\V`). A text that
    begins with a drive and holds an escape that is none (`D:\Videos\new`) is a path: all its backslashes stay.
    """
    if "\\" not in raw:
        return raw
    if _DRIVE.match(raw) and any(_is_none(escape) for escape in _ESCAPE.finditer(raw)):
        return _ESCAPE.sub(lambda escape: escape[4] if escape[4] and not escape[4].isalnum() else escape[0], raw)
    return whole_characters(_ESCAPE.sub(_meant, raw))


def whole_characters(text: str) -> str:
    """Join the halves of a character that two escapes spell; a half alone becomes U+FFFD, for nothing can print it."""
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _meant(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if digits:
        number = int(digits, 16)
        return chr(number) if number <= _LAST else escape[0]
    character = escape[4]
    if character in _PLAIN:
        return _PLAIN[character]
    return escape[0] if character.isalnum() else character


def _is_none(escape: re.Match[str]) -> bool:
    return bool(escape[4]) and escape[4].isalnum() and escape[4] not in _PLAIN
