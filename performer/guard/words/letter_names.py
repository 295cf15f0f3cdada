"""Letters by their names: what is spelled aloud, a voice would spell as well."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from performer.guard.normalise.look_alikes import NAMES
from performer.guard.words.word_split import Token

_TIMES: Final = {"double": 2, "triple": 3}
_BETWEEN: Final = frozenset("and then as in for like letter space dash".split())
"""Words that stand between letters: p as in papa, l for lima, then i, and m."""
_FEWEST: Final = 4
_MOST: Final = 16


def find_spelled_words(tokens: list[Token]) -> Iterator[tuple[str, int, int]]:
    """Give what rows of letters' names spell, with where each row begins and ends in the reading."""
    row: list[tuple[str, Token]] = []
    times = 1
    explained = False
    for token, following in zip_longest(tokens, tokens[1:]):
        letter = NAMES.get(token.text) or (token.text if len(token.text) == 1 and _is_in_row(row, following) else "")
        if letter and explained and row and row[-1][0] == letter:
            explained = False  # the name of the letter before: p for papa
        elif letter:
            explained = False
            row.append((letter * times, token))
            times = 1
        elif token.text in _BETWEEN:
            explained = True
        elif token.text in _TIMES:
            times = _TIMES[token.text]
        else:
            yield from _spelled(row)
            row, times = [], 1
    yield from _spelled(row)


def _is_in_row(row: list[tuple[str, Token]], following: Token | None) -> bool:
    return bool(row) or (following is not None and following.text in _BETWEEN)


def _spelled(row: list[tuple[str, Token]]) -> Iterator[tuple[str, int, int]]:
    """Give every part of a row that is long enough for a word."""
    for begin in range(len(row)):
        for end in range(begin + _FEWEST, min(len(row), begin + _MOST) + 1):
            part = row[begin:end]
            yield "".join(letter for letter, _ in part), part[0][1].start, part[-1][1].end
