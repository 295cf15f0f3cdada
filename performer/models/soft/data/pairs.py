"""Arguments as a shell takes them: `kind=raindrop count=44 text="Bring your own shovel"`, `--count 44 --loud`."""

import re
from dataclasses import dataclass
from typing import Final

from performer.models.soft.data.bare import read_bare
from performer.models.soft.data.literal import LONGEST, read_literal
from performer.models.soft.data.quotes import opener, read_quoted

MOST_PAIRS: Final = 100

_KEY: Final = re.compile(
    r"[ \t,;]*+(?:--([A-Za-z_][\w-]{0,63}+)(=|[ \t]++(?!--)(?=[^\s`])|)|([A-Za-z_][\w.-]{0,63}+)=(?!=))"
)
_WORD: Final = re.compile(r"(?:[^\s`<>,;\"']|[,;'](?=[^\s`<>,;\"'])|<(?![/|｜])(?=\S))++")


@dataclass(frozen=True, kw_only=True, slots=True)
class Pairs:
    """Names and their values, on one line."""

    values: dict[str, object]
    end: int
    """The index after the last value."""
    touches_end: bool
    """Whether the last value reaches the end of the text without a quote or bracket that ends it."""
    cut: bool = False
    """Whether the last value is missing, or its quote or bracket is open."""


def read_pairs(text: str, at: int) -> Pairs | None:
    """Read the pairs that begin at `at`, up to what is no pair or the end of the line; None when none begins there.

    A flag without a value (`--loud`) is true. A value that was cut is left out.
    """
    values: dict[str, object] = {}
    end, bare = at, True
    stop = min(len(text), at + LONGEST)
    for _ in range(MOST_PAIRS):
        key = _KEY.match(text, end, stop)
        if key is None:
            break
        name = key[1] or key[3]
        if key[1] and not key[2]:
            values[name], end, bare = True, key.end(), True
            continue
        read = _value(text, key.end(), stop)
        if read is None:
            return Pairs(values=values, end=stop, touches_end=True, cut=True)
        values[name], end, bare = read
    if not values:
        return None
    return Pairs(values=values, end=end, touches_end=bare and end >= stop)


def _value(text: str, at: int, stop: int) -> tuple[object, int, bool] | None:
    """Read one value; gives it, the index after it, and whether it is a word without quotes. None when it was cut."""
    quote = opener(text, at)
    if quote is not None:
        quoted = read_quoted(text, at, stop, quote)
        return (*quoted, False) if quoted else None
    if text.startswith(("{", "["), at):
        literal = read_literal(text, at, words=True)
        if literal is not None:
            return None if literal.cut or literal.open_depth else (literal.value, literal.end, False)
    word = _WORD.match(text, at, stop)
    if word is None:
        return ("", at, True) if at < stop else None
    return read_bare(word.group()), word.end(), True
