"""Files that a person may have written, read as text, TOML or JSON: what is wrong with one is told in a few words."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from performer.core.own_text import OwnText, own
from performer.core.text import MOST_DEPTH, is_too_deep

MOST_BYTES: Final = 8_000_000
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_LONG_NUMBER: Final = re.compile(r"[0-9a-fA-F_]{4000,}")
_KEY_PART: Final = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY: Final = re.compile(rf"(?:^|[\[{{,])[ \t]*+(?:{_KEY_PART}[ \t]*+\.[ \t]*+){{{MOST_DEPTH}}}", re.MULTILINE)
"""A key of more parts than anything of ours; Python's own reader takes the square of their number in time."""
_OPEN_QUOTE: Final = re.compile(r"""Expected "('|''')" \(at end of document\)""")
"""The message of `tomllib` for a quote that is never closed; it does not tell where the quote is."""
_MOST_BITS: Final = 64
"""The largest whole number of TOML, and more than any setting may be."""


class UnfitFileError(Exception):
    """Raised for a file that cannot be read, with the reason: `it is a folder`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = OwnText.of(reason)


def read_user_text(file: Path, most_bytes: int = MOST_BYTES) -> str:
    """Return the text of a file in UTF-8, without the mark at its beginning that Windows' editors like.

    Raises:
        FileNotFoundError: when nothing is there.
        UnfitFileError: when it is no such text, too large, or no file at all: a pipe may never end.
    """
    return decode_user_text(read_user_bytes(file, most_bytes))


def decode_user_text(raw: bytes) -> str:
    """Return the text of a file's content; raises UnfitFileError as `read_user_text` does."""
    if raw.startswith(_UTF_16) or b"\0" in raw[:2]:
        raise UnfitFileError(own("it is UTF-16: save it as UTF-8"))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnfitFileError(own("line {line} is not UTF-8: save it as UTF-8", line=line)) from None


def read_user_bytes(file: Path, most_bytes: int = MOST_BYTES) -> bytes:
    """Return what is in a file; raises as `read_user_text` does, but for its content."""
    try:
        if file.is_dir():  # Windows says of a folder that it may not be read
            raise UnfitFileError(own("it is a folder"))
        if file.exists() and not file.is_file():
            raise UnfitFileError(own("it is a pipe or a device, and no file"))
        with file.open("rb") as opened:
            raw = opened.read(most_bytes + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnfitFileError(describe_file_error(error)) from None
    if len(raw) > most_bytes:
        raise UnfitFileError(own("it is larger than {megabytes:g} MB", megabytes=most_bytes / 1_000_000))
    return raw


def describe_file_error(error: OSError) -> OwnText:
    """Return in a few words why a file cannot be read."""
    match error:
        case FileNotFoundError():
            return own("there is no such file")
        case IsADirectoryError():
            return own("it is a folder")
        case PermissionError():
            return own("you may not read it")
        case _:
            return OwnText.of(error.strerror or type(error).__name__)


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML, also such as takes Python's own reader apart.

    Raises:
        tomllib.TOMLDecodeError: for what is no TOML, nests deeper than anything of ours, or has a number beyond TOML's.
    """
    long_key = _LONG_KEY.search(text)
    if long_key:
        line = _count_line(text, long_key.start())
        raise tomllib.TOMLDecodeError(f"{_describe_depth()} in line {line}")
    try:
        tree = tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(_describe_depth()) from None
    except tomllib.TOMLDecodeError as error:
        open_quote = _OPEN_QUOTE.match(str(error))
        raise (_describe_open_quote(text, open_quote[1]) if open_quote else error) from None
    except ValueError:  # of a number with more digits than Python turns into one
        raise tomllib.TOMLDecodeError(_describe_number(text)) from None
    if is_too_deep(tree):
        raise tomllib.TOMLDecodeError(_describe_depth())
    if _has_huge_number(tree):
        raise tomllib.TOMLDecodeError(_describe_number(text))
    return tree


def parse_json(text: str) -> Any:
    """Parse JSON, also such as takes Python's own reader apart.

    Raises:
        ValueError: for what is no JSON, nests deeper than anything of ours, or has a number that nobody can use.
    """
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError(_describe_depth()) from None
    except json.JSONDecodeError:
        raise
    except ValueError:
        raise ValueError(_describe_number(text)) from None
    if is_too_deep(value):
        raise ValueError(_describe_depth())
    return value


def _describe_open_quote(text: str, quote: str) -> tomllib.TOMLDecodeError:
    line = _count_line(text, text.rindex(quote))
    return tomllib.TOMLDecodeError(f"the quote {quote} in line {line} is never closed")


def _describe_depth() -> str:
    return f"it is nested more than {MOST_DEPTH} deep"


def _describe_number(text: str) -> str:
    found = _LONG_NUMBER.search(text)
    where = f" in line {_count_line(text, found.start())}" if found else ""
    return f"a number{where} is larger than any may be"


def _count_line(text: str, at: int) -> int:
    """Return the number of the line, from 1 on, that a place in a text is in."""
    return text.count("\n", 0, at) + 1


def _has_huge_number(value: object) -> bool:
    """Return whether a tree, which is not too deep, holds a whole number that TOML does not know."""
    match value:
        case Mapping():
            return any(map(_has_huge_number, value.values()))
        case list():
            return any(map(_has_huge_number, value))
        case int():
            return value.bit_length() > _MOST_BITS
        case _:
            return False
