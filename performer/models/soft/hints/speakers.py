"""Marks on a line by which its words are somebody else's: a name before them, quotation marks, a comment's sign."""

import re
from typing import Final

_TIME: Final = r"[\[(]?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?[\])]?"
_LABELLED = re.compile(
    rf"\W{{0,3}}(?:{_TIME}\s*[-–]?\s*)?[<@\[(*_~+%&]{{0,4}}(?:(?=\w*[a-z_0-9])[a-z0-9]\w{{1,24}}|[A-Z]\w{{0,24}}[0-9_]\w{{0,24}})"
    r"[>\])*_]{0,4}(?: [\[(]\w{1,12}[\])])?\s{0,2}(?:[:：»>]|-(?=\s))[*_]{0,3}(?:\s|\Z|[\"'“„«{<\[`])"
)
_TIMED = re.compile(rf"\W{{0,3}}{_TIME}\s")
_OWN: Final = re.compile(
    r"\W*(?:ok(?:ay)?|sure|so|yes|well|now|and|then|assistant|me|final|answer|speech|say|tool\w*|call\w*|function\w*|action|json)\b",
    re.IGNORECASE,
)
_PAIRS: Final = (("“", "”"), ("„", "“”"), ("«", "»"), ("「", "」"), ("『", "』"), ("‘", "’"))
_APOSTROPHE = re.compile(r"(?:(?<=\s)|\A)'|'(?=[\s.,!?;:]|\Z)")
_COMMENT = re.compile(r"\s*(?://|/\*|<!--)")


def is_others_line(line: str) -> bool:
    """Tell whether a line begins as in a log of a chat: with a time, or with a viewer's name and a colon."""
    if _TIMED.match(line):
        return True
    return _LABELLED.match(line) is not None and _OWN.match(line) is None


def in_quotes(line: str) -> bool:
    """Tell whether quotation marks are open at the end of a line."""
    if line.count('"') % 2 or line.count("`") % 2:
        return True
    for opening, closing in _PAIRS:
        at = line.rfind(opening)
        if at >= 0 and not any(mark in line[at + 1 :] for mark in closing):
            return True
    return len(_APOSTROPHE.findall(line)) % 2 == 1


def is_comment(line: str) -> bool:
    """Tell whether a line begins a comment of code."""
    return _COMMENT.match(line) is not None
