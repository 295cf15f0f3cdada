"""The data literal that stands at a place of a text: JSON where it is, else read as it must have been meant.

Data that cannot be read as it stands goes to json-repair, when it is short and closes itself.
"""

import json
import re
from typing import Final

from performer.core.values import dataclass
from performer.models.toolcalls.text.data.strings import join_surrogates
from performer.models.toolcalls.text.data.tolerant import DEEPEST, AstrayError, NoDataError, TolerantReader
from performer.models.toolcalls.text.data.words import read_finite

LONGEST: Final = 32_768
"""Characters; a literal that has not ended by then is cut."""
_LONGEST_REPAIRED: Final = 4096
"""Characters; json-repair takes its time."""

_OPENER: Final = re.compile(r"[{\[]|dict\(")
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
_DECODER: Final = json.JSONDecoder(strict=False, parse_constant=lambda _: None, parse_float=read_finite)
_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)
_PIECE: Final = re.compile(r"[\"'{}\[\]:,]")


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintedData:
    """Data as it was printed: a literal, pairs, lines or the arguments of a call."""

    value: object
    """Dictionaries, lists, texts, numbers, booleans and None; what was cut off is left out of it."""
    end: int
    """The index after it."""
    open_depth: int = 0
    """The number of its outermost brackets were never closed by brackets of their own."""
    ended_by_marker: bool = False
    """Whether it ended, its brackets open, at a closing tag, a special token or a fence."""
    cut: bool = False
    """Whether something is missing: it ended in mid-string, after a key, after a comma; or `...` stands for it."""

    @property
    def breaks_off(self) -> bool:
        """Whether it was cut, or its brackets are open and no marker says that it is all."""
        return self.cut or (self.open_depth > 0 and not self.ended_by_marker)


def read_literal(text: str, at: int, *, words: bool = False) -> PrintedData | None:
    """Read the literal whose `{`, `[` or `dict(` stands at `at` of a whole text, not of one that still grows.

    With `words` a list may begin with a word without quotes (`[left, right]`), as in YAML. Without it such a list is
    prose in brackets, unless it stands in a dictionary; prose is no literal, None. One that is more than 64 brackets
    deep, longer than 32,768 characters or of more than 1,500 values is cut where that was noticed.
    """
    return _read_strict(text, at) or _read_tolerant(text, at, words=words)


def _read_strict(text: str, at: int) -> PrintedData | None:
    if not text.startswith(("{", "["), at):
        return None
    try:
        value, end = _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None
    if end - at > LONGEST:
        return None
    if text.count("{", at, end) + text.count("[", at, end) > DEEPEST and _is_deeper(value, DEEPEST):
        return None
    if _HALF.search(text, at, end):
        value = _join_halves(value)
    return PrintedData(value=value, end=end)


def _read_tolerant(text: str, at: int, *, words: bool) -> PrintedData | None:
    if not _OPENER.match(text, at):
        return None
    stop = min(len(text), at + LONGEST)
    try:
        try:
            reader = TolerantReader(text, at, stop, exact=True, words_first=words)
            value = reader.read()
        except AstrayError:
            reader = TolerantReader(text, at, stop, exact=False, words_first=words)
            value = reader.read()
    except NoDataError:
        return None
    if not words and _is_quoted_prose(value, cut=reader.cut):
        return None
    return (_repair(text, at, stop) if reader.junk else None) or PrintedData(
        value=value,
        end=reader.at,
        open_depth=reader.open_depth,
        ended_by_marker=reader.ended_by_marker and reader.open_depth > 0,
        cut=reader.cut or (reader.open_depth > 0 and reader.at >= stop and stop < len(text)),
    )


def _repair(text: str, at: int, stop: int) -> PrintedData | None:
    """Return what json-repair makes of data that closes itself; None when nothing good comes of it."""
    from json_repair import repair_json  # its import costs more than most shows ever need of it

    end = _find_span_end(text, at, min(stop, at + _LONGEST_REPAIRED))
    if end is None:
        return None
    try:
        value = repair_json(text[at:end], return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    return PrintedData(value=value, end=end) if isinstance(value, dict | list) and not _is_bent(value) else None


def _find_span_end(text: str, at: int, stop: int) -> int | None:
    """Find the index after the bracket that closes the one at `at`, strings left out; None when it is not near."""
    depth = 0
    for token in _TOKEN.finditer(text, at, stop):
        if token.group() in "{[":
            depth += 1
        elif token.group() in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
    return None


def _is_bent(value: object) -> bool:
    """Return whether pieces of the data became keys."""
    if isinstance(value, dict):
        return any(_PIECE.search(str(key)) or _is_bent(item) for key, item in value.items())
    return isinstance(value, list) and any(_is_bent(item) for item in value)


def _is_quoted_prose(value: object, *, cut: bool) -> bool:
    """Return whether it is no more than a bracket before a quotation: `["To be" he said]`."""
    return cut and isinstance(value, list) and not any(isinstance(item, dict | list) for item in value)


def _is_deeper(value: object, most: int) -> bool:
    """Return whether more than so many dictionaries and lists stand in one another."""
    if not isinstance(value, dict | list):
        return False
    return most == 0 or any(
        _is_deeper(each, most - 1) for each in (value.values() if isinstance(value, dict) else value)
    )


def _join_halves(value: object) -> object:
    if isinstance(value, str):
        return join_surrogates(value)
    if isinstance(value, dict):
        return {join_surrogates(key): _join_halves(item) for key, item in value.items()}
    return [_join_halves(item) for item in value] if isinstance(value, list) else value
