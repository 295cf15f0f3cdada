"""Code: JSON, markup, calls and names of tools, which are written and never said."""

import re
from collections.abc import Iterable
from typing import Final

_CODE: Final = re.compile(
    r"[{}`]"  # JSON, templates, marked code
    r"|[\"'][\w ]{1,40}[\"']\s*:"  # a key
    r"|\b\w{1,40}\s*=\s*[\"'\[({]"  # an argument
    r"|\b\w{2,40}\((?:\)|[^()]{0,200}[\"'=_])"  # a call with nothing in it, or with more than plain words
    r"|</?[a-z][\w-]{0,40}[^<>]{0,80}>|<\||\|>"  # a tag, a template's token
    r"|\b[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6}\b"  # a name of several words
    r"|^\W*call\W+\w+\W*[({\[\"]"
    r"|^\W*[\[\]()\"',:;]{1,6}\W*$"  # what JSON leaves on a line of its own
    r"|\b\w{1,30}\*\s*:"  # an argument that must be there, as the prompt lists it
    r"|\b\w{2,40}\(\d[^()]{0,40}\)|\s//(?:\s|$)"  # a call with figures, a remark in a program
    r"|=>|===?|!=|&&|\|\||;\s*$|\\n"
    r"|\bhttps?://",
    re.IGNORECASE,
)
_SHOUTED_CALL: Final = re.compile(r"^\W*CALL\b(?!\W*(?i:it|me|him|her|us|them|a|an|the|that|this)\b)")


def is_code(text: str) -> bool:
    """Tell whether anything in a text is written for a program."""
    return _CODE.search(text) is not None or _SHOUTED_CALL.match(text) is not None


def list_tool_names(tools: Iterable[str]) -> tuple[str, ...]:
    """Give the names of tools that nobody says by chance: those of several words, as they would be said."""
    spoken = (re.sub(r"[\W_]+", " ", name).strip().casefold() for name in tools)
    return tuple(sorted(f" {name} " for name in set(spoken) if " " in name))
