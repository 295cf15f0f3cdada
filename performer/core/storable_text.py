"""Texts for the database: short, readable, and without secrets and embedded data."""

import json
import re
from collections.abc import Mapping
from typing import Final

from performer.core.redact.redact import redact

MOST: Final = {"user": 1000, "assistant": 2000, "tool": 1000}
"""The most characters that are stored of a message, by the role of its author."""
NAME_CHARS: Final = 100
_READ: Final = 200_000
"""Characters of a text that are read: no message has more, and only an embedded picture makes a text so long."""
_DATA_URI: Final = re.compile(r"data:[\w.+-]*/?[\w.+-]*(?:;[\w.+=-]{1,80})*,[^\s\"'<>)\]}]*", re.IGNORECASE)
_LEAST_DATA: Final = 512
"""Characters of Base64 that no word and no key has."""
_LETTER: Final = r"[A-Za-z0-9+/_-]"
_BASE64: Final = re.compile(
    rf"(?<!{_LETTER})(?:{_LETTER}{{{_LEAST_DATA},}}|(?:{_LETTER}{{60,80}}\r?\n){{7,}}{_LETTER}*)={{0,2}}"
)
"""In one piece, or in lines."""
_MIXED: Final = tuple(map(re.compile, ("[a-z]", "[A-Z]", "[0-9]")))
"""All of these are in any picture; a long number, or one word that goes on and on, lacks some."""
_LEFT_OUT: Final = "(data)"


def shorten_stored_text(text: str, most: int) -> str:
    """Return a text as it is stored, of at most `most` characters, without secrets and embedded data."""
    readable = drop_half_surrogates(text[:_READ])
    return shorten(redact(drop_data(readable)[: most * 2]), most)


def drop_data(text: str) -> str:
    """Return a text without pictures and other files in it, as addresses of kind `data:` or as bare Base64."""
    without = _DATA_URI.sub(_LEFT_OUT, text) if "data:" in text.casefold() else text
    return _BASE64.sub(_drop_if_mixed, without) if len(without) >= _LEAST_DATA else without


def _drop_if_mixed(found: re.Match[str]) -> str:
    return _LEFT_OUT if all(each.search(found[0]) for each in _MIXED) else found[0]


def drop_half_surrogates(text: str) -> str:
    """Replace each half of a surrogate pair by a question mark: no file can hold it."""
    return text.encode("utf-8", "replace").decode("utf-8")


def format_stored_arguments(arguments: Mapping[str, object]) -> str:
    """Format a tool call's arguments as JSON, shortened as they are stored."""
    return shorten_stored_text(json.dumps(arguments, ensure_ascii=False, default=str), MOST["tool"])


def shorten(text: str, most: int) -> str:
    """Return the beginning of a text of at most `most` characters, with an ellipsis when it is cut."""
    return text if len(text) <= most else text[: most - 1] + "…"


def keep_letters(text: str) -> str:
    """Return only the letters and digits of a text, in one case, so that two spellings of one text are equal."""
    return "".join(character for character in text.casefold() if character.isalnum())
