"""The gaps between printed data, the markers that end it, its words without quotes, and where its strings can end.

Small models forget to escape the quotes in their texts: `"Chat yelled "left", I went right", "position"`. A quote ends
a string only where the data could go on after it, and so does a comma behind words without quotes. Every look ahead is
bounded. Functions here take the text, the index `stop` that counts as its end, the closing brackets that are awaited,
outermost first, and whether the data writes its keys without quotes.
"""

import math
import re
import sys
from collections.abc import Mapping
from typing import Final

MARKER_PATTERN: Final = (
    r"<(?:/(?!escape>)|[|｜](?!\"\|>)"  # a closing tag, a special token; but for Gemma's quotes
    r"|(?!escape>)[A-Za-z][\w-]{0,40}(?:[>=]|\|>))"  # a tag
    r"|```"
    r"|\[/(?![/*])"
)
MARKER: Final = re.compile(MARKER_PATTERN)
"""Where data ends though its brackets are open: a tag, a special token, a fence, a closing `[/…`."""

COMMENT_PATTERN: Final = r"(?://|#(?=[\s#!]))[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/"
GAP: Final = re.compile(rf"(?:[\s\u200b\ufeff]++|{COMMENT_PATTERN})*+")
SEPARATORS: Final = re.compile(rf"(?:[\s\u200b\ufeff]++|[,;]|{COMMENT_PATTERN})*+")
COLON: Final = re.compile(rf"(?:[\s\u200b\ufeff]++|{COMMENT_PATTERN})*+(?:=>|:=?|=(?!=))")
ELLIPSIS: Final = re.compile(r"\.{3,8}|…")
"""Written where somebody left something out."""

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


def skip(pattern: re.Pattern[str], text: str, at: int, stop: int = sys.maxsize) -> int:
    """Return the index behind what a pattern that also matches nothing finds at `at`."""
    found = pattern.match(text, at, stop)
    assert found is not None, "the pattern matches nothing too"
    return found.end()


def can_end(text: str, at: int, stop: int, *, open_closers: list[str], bare_keys: bool) -> bool:
    """Return whether a string in the innermost open bracket can have ended just before `at`."""
    after = skip(_BLANKS, text, at, stop)
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


def _closes(text: str, at: int, stop: int, open_closers: list[str]) -> bool:
    """Return whether the closing brackets at `at` close what is open: all of it, or so much that data can go on."""
    if text[at] not in open_closers:
        return False
    count = 0
    while at < stop and count < len(open_closers) and text[at] in "]})":
        count += 1
        at = skip(_BLANKS, text, at + 1, stop)
    return count >= len(open_closers) or "\n" in text[at - 1 : at] or _AFTER_CLOSERS.match(text, at, stop) is not None


NEXT_KEY: Final = re.compile(r",\s{0,8}(?=\"[\w$-]{1,64}+\"\s{0,8}:)")
END_OF_WORD: Final = re.compile(r"[\w.-]{1,80}+(?=\s{0,8},\s{0,8}\"[\w$-]{1,64}+\"\s{0,8}:)")
"""A single word that lacks its closing quote, before the next key."""
END_OF_OPEN: Final = re.compile(r",(?=\s{0,8}[\w$-]{1,64}+\s{0,8}:)|(?=[}\])]{1,8}+\s{0,8}(?:\Z|<|\n))")
"""Where a string ends that lacks its closing quote: at the next key, or where brackets close and the text ends."""

_NUMBER: Final = re.compile(
    r"[+-]?(?:(?P<whole>0|[1-9]\d{0,2}(?:_\d{3})+|[1-9]\d{0,63})|(?:0|[1-9]\d{0,63})?\.\d{1,64}|(?:0|[1-9]\d{0,63})\.)"
    r"(?P<exponent>[eE][+-]?\d{1,4})?"
)
_WORDS: Final[Mapping[str, object]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "None", "NULL", "nil", "undefined", "NaN", "Infinity", "-Infinity", "+Infinity")),
}


def read_bare(text: str) -> object:
    """Return what a word without quotes stands for: a number, a constant, or else itself.

    A number that is none in JSON (`NaN`, `1e999`) is None. Digits with zeros before them (`007`) stay text: it may be
    an identifier, and whoever wants a number can still make one of it.
    """
    if text in _WORDS:
        return _WORDS[text]
    number = _NUMBER.fullmatch(text)
    if number is None:
        return text
    if number["whole"] and not number["exponent"]:
        return int(text)
    return read_finite(text)


def read_finite(text: str) -> float | None:
    """Read a number with a fraction; None when it is too large to be one."""
    number = float(text)
    return number if math.isfinite(number) else None


_EDN: Final = re.compile(r"[^\s,{}\[\]()\"]*+")
_END: Final = re.compile(
    rf"[,;\n}}\])]|\s+(?=//|\#\s|/\*|\"[^\"\n]{{0,64}}\"\s{{0,8}}:|'[^'\n]{{0,64}}'\s{{0,8}}:)|{MARKER_PATTERN}"
)
_LONGEST_VALUE: Final = 100
"""Characters of a number or constant."""


def find_word_end(text: str, at: int, stop: int, *, open_closers: list[str], bare_keys: bool, edn: bool) -> int:
    """Find the index after the words that begin at `at`; a comma belongs to them where the data could not go on.

    In EDN, `edn`, blanks part the items.
    """
    if edn:
        return skip(_EDN, text, at, stop)
    begun = at
    after_comma = None if open_closers[-1] == "]" else _AFTER_COMMA["bare" if bare_keys else "quoted"]
    while (end := _END.search(text, at, stop)) is not None:
        at = end.end()
        if end.group() == ")" and ")" not in open_closers:
            continue
        if end.group() not in {",", ";", "\n"} or _is_value(text, begun, end.start()):
            return end.start()
        if after_comma is None or after_comma.match(text, at, stop):
            return end.start()
    return stop


def _is_value(text: str, at: int, end: int) -> bool:
    """Return whether a number or a constant stands there, so that no text goes on after it."""
    return end - at <= _LONGEST_VALUE and not isinstance(read_bare(text[at:end].strip()), str)
