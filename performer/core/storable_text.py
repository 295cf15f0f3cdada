"""Texts on their way into the database: short, readable, and without secrets and pictures."""

import json
import re
from collections.abc import Mapping
from typing import Final

from performer.core.redact.redact import redact

MOST: Final = {"user": 1000, "assistant": 2000, "tool": 1000}
"""Characters that are kept of a message, by the role of who said it."""
NAME_CHARS: Final = 100
_READ: Final = 200_000
"""Characters of a text that are looked at: more come in no message, and only a picture makes a text so long."""
_DATA_URI: Final = re.compile(r"data:[\w.+-]*/?[\w.+-]*(?:;[\w.+=-]{1,80})*,[^\s\"'<>)\]}]*", re.IGNORECASE)
_LEFT_OUT: Final = "(data)"


def shorten_stored_text(text: str, most: int) -> str:
    """Give what is kept of a text, of at most so many characters."""
    readable = drop_half_surrogates(text[:_READ])
    without_data = _DATA_URI.sub(_LEFT_OUT, readable) if "data:" in readable.casefold() else readable
    return shorten(redact(without_data[: most * 2]), most)


def drop_half_surrogates(text: str) -> str:
    """Leave no half of a surrogate pair: no file can hold it."""
    return text.encode("utf-8", "replace").decode("utf-8")


def format_stored_arguments(arguments: Mapping[str, object]) -> str:
    """Write a call's arguments as JSON, as far as they are kept."""
    return shorten_stored_text(json.dumps(arguments, ensure_ascii=False, default=str), MOST["tool"])


def shorten(text: str, most: int) -> str:
    """Cut a text to so many characters, marked as cut."""
    return text if len(text) <= most else text[: most - 1] + "…"


def keep_letters(text: str) -> str:
    """Give the letters and digits of a text alone, by which two spellings of one text are the same."""
    return "".join(character for character in text.casefold() if character.isalnum())
