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

from performer.core.pattern_file import PatternFile

_PATTERN: Final = PatternFile(__file__).patterns
MARKER: Final = _PATTERN["marker"]
GAP: Final = _PATTERN["gap"]
SEPARATORS: Final = _PATTERN["separators"]
COLON: Final = _PATTERN["colon"]
ELLIPSIS: Final = _PATTERN["ellipsis"]
NEXT_KEY: Final = _PATTERN["next_key"]
END_OF_WORD: Final = _PATTERN["end_of_word"]
END_OF_OPEN: Final = _PATTERN["end_of_open"]


def skip(pattern: re.Pattern[str], text: str, at: int, stop: int = sys.maxsize) -> int:
    """Return the index behind what a pattern that also matches nothing finds at `at`."""
    found = pattern.match(text, at, stop)
    assert found is not None, "the pattern matches nothing too"
    return found.end()


def can_end(text: str, at: int, stop: int, *, open_closers: list[str], bare_keys: bool) -> bool:
    """Return whether a string in the innermost open bracket can have ended just before `at`."""
    after = skip(_PATTERN["blanks"], text, at, stop)
    if after >= stop:
        return True
    kind = "item" if open_closers[-1] == "]" else "bare" if bare_keys else "quoted"
    if text[after] in ",;":
        return _PATTERN[f"{kind}_after_comma"].match(text, after + 1, stop) is not None
    if text[after] in "]})":
        return _closes(text, after, stop, open_closers)
    if MARKER.match(text, after, stop):
        return True
    return after > at and _PATTERN[f"{kind}_after_blank"].match(text, after, stop) is not None


def _closes(text: str, at: int, stop: int, open_closers: list[str]) -> bool:
    """Return whether the closing brackets at `at` close what is open: all of it, or so much that data can go on."""
    if text[at] not in open_closers:
        return False
    count = 0
    while at < stop and count < len(open_closers) and text[at] in "]})":
        count += 1
        at = skip(_PATTERN["blanks"], text, at + 1, stop)
    can_go_on = _PATTERN["after_closers"].match(text, at, stop) is not None
    return can_go_on or count >= len(open_closers) or "\n" in text[at - 1 : at]


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
    number = _PATTERN["number"].fullmatch(text)
    if number is None:
        return text
    if number["whole"] and not number["exponent"]:
        return int(text)
    return read_finite(text)


def read_finite(text: str) -> float | None:
    """Read a number with a fraction; None when it is too large to be one."""
    number = float(text)
    return number if math.isfinite(number) else None


_LONGEST_VALUE: Final = 100
"""Characters of a number or constant."""


def find_word_end(text: str, at: int, stop: int, *, open_closers: list[str], bare_keys: bool, edn: bool) -> int:
    """Find the index after the words that begin at `at`; a comma belongs to them where the data could not go on.

    In EDN, `edn`, blanks part the items.
    """
    if edn:
        return skip(_PATTERN["edn"], text, at, stop)
    begun = at
    after_comma = None if open_closers[-1] == "]" else _PATTERN[f"{'bare' if bare_keys else 'quoted'}_after_comma"]
    while (end := _PATTERN["end"].search(text, at, stop)) is not None:
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
