"""Whether a quote inside printed data can be the end of its string, told by what comes after it.

Small models forget to escape the quotes in their texts: `"Chat yelled "left", I went right", "position"`. A quote ends
a string only where the data could go on after it. Every look ahead is bounded.
"""

import re
from typing import Final

from performer.models.soft.data.blanks import COMMENT_PATTERN
from performer.models.soft.data.marker import MARKER, MARKER_PATTERN

_BLANKS: Final = re.compile(r"\s*+")
_QUOTED_KEY: Final = (
    r"(?:\"(?:[^\"\\\n]|\\.){0,200}+(?:\"\s*+(?:[:={]|\Z)|(?![\"\n]))"
    r"|'(?:[^'\\\n]|\\.){0,200}+(?:'\s*+(?:[:=]|\Z)|(?!['\n]))"
    r"|[“”„‘’][^“”„‘’\"'\n]{0,64}+[“”\"‘’']\s*+[:=])"
)
_BARE_KEY: Final = r"[\w$@./-]{1,64}+\s*+(?:=>|:|=(?!=)|\Z)"
_NO_ITEM: Final = rf"[,;\]}})]|\.{{3}}|…|\Z|{COMMENT_PATTERN}|{MARKER_PATTERN}"
_ITEM: Final = r"[\"'“”„‘’{\[]|<\|\"|[+-]?\.?\d|dict\(|(?:true|false|null|none|undefined|nil|nan)(?![^\s,;\]})])|:[\w-]"
_AFTER_COMMA: Final = {
    "quoted": re.compile(rf"\s*+(?:{_QUOTED_KEY}|{_NO_ITEM})"),
    "bare": re.compile(rf"\s*+(?:{_BARE_KEY}|{_QUOTED_KEY}|<\|\"|:[\w-]|{_NO_ITEM})"),
    "item": re.compile(rf"\s*+(?:{_ITEM}|{_NO_ITEM})", re.IGNORECASE),
}
_AFTER_BLANK: Final = {
    "quoted": re.compile(rf"{_QUOTED_KEY}|{COMMENT_PATTERN}"),
    "bare": re.compile(rf"{_BARE_KEY}|{_QUOTED_KEY}|:[\w-]+\s|{COMMENT_PATTERN}"),
    "item": re.compile(rf"[\"'][^\"'\n]{{0,200}}+[\"']\s*+(?:[,\]\"']|\Z)|[{{\[]|:[\w-]|{COMMENT_PATTERN}"),
}
_AFTER_CLOSERS: Final = re.compile(rf"[,;\"']|\Z|{MARKER_PATTERN}")


def can_end(text: str, at: int, stop: int, *, open_closers: list[str], bare_keys: bool) -> bool:
    """Tell whether a string in the innermost open bracket can have ended just before `at`.

    Args:
        text: The data.
        at: The index after the quote in question.
        stop: The index that counts as the end of the text.
        open_closers: The closing brackets that are awaited, outermost first.
        bare_keys: Whether the data writes its keys without quotes.
    """
    blanks = _BLANKS.match(text, at, stop)
    assert blanks is not None
    after = blanks.end()
    if after >= stop:
        return True
    kind = "item" if open_closers[-1] == "]" else "bare" if bare_keys else "quoted"
    if text[after] in ",;":
        return _AFTER_COMMA[kind].match(text, after + 1, stop) is not None
    if text[after] in "]})":
        return _closes(text, after, stop, open_closers)
    if MARKER.match(text, after, stop):
        return True
    return after > at and _AFTER_BLANK[kind].match(text, after, stop) is not None


def ends_word(text: str, at: int, stop: int, *, in_list: bool, bare_keys: bool) -> bool:
    """Tell whether the separator just before `at` ends a text without quotes, or is a part of it."""
    kind = "item" if in_list else "bare" if bare_keys else "quoted"
    return in_list or _AFTER_COMMA[kind].match(text, at, stop) is not None


def _closes(text: str, at: int, stop: int, open_closers: list[str]) -> bool:
    """Tell whether the closing brackets at `at` close what is open: all of it, or so much that data can go on."""
    if text[at] not in open_closers:
        return False
    count = 0
    while at < stop and count < len(open_closers) and text[at] in "]})":
        count += 1
        blanks = _BLANKS.match(text, at + 1, stop)
        assert blanks is not None
        at = blanks.end()
    return count >= len(open_closers) or "\n" in text[at - 1 : at] or _AFTER_CLOSERS.match(text, at, stop) is not None


NEXT_KEY: Final = re.compile(r",\s{0,8}(?=\"[\w$-]{1,64}+\"\s{0,8}:)")
END_OF_WORD: Final = re.compile(r"[\w.-]{1,80}+(?=\s{0,8},\s{0,8}\"[\w$-]{1,64}+\"\s{0,8}:)")
"""A single word that lacks its closing quote, before the next key."""
END_OF_OPEN: Final = re.compile(r",(?=\s{0,8}[\w$-]{1,64}+\s{0,8}:)|(?=[}\])]{1,8}+\s{0,8}(?:\Z|<|\n))")
"""Where a string ends that lacks its closing quote: at the next key, or where brackets close and the text ends."""
