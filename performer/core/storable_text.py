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
_LEFT_OUT: Final = "(data)"


def shorten_stored_text(text: str, most: int) -> str:
    """Return a text as it is stored, of at most `most` characters, without secrets and embedded data."""
    readable = drop_half_surrogates(text[:_READ])
    without_data = _DATA_URI.sub(_LEFT_OUT, readable) if "data:" in readable.casefold() else readable
    return shorten(redact(without_data[: most * 2]), most)


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
