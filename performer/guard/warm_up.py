"""What a guard needs beside plain letters: tables and patterns that are read and compiled before a text waits for them.

Only the bundled finders are used for that: another may break, or hang, where no time limit ends it.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from performer.core.made_late import compile_late_patterns
from performer.guard.normalise.budget import SearchExhausted
from performer.guard.normalise.readings import normalize_text
from performer.guard.personal_data import finder as personal_data
from performer.guard.settings import load_shipped_finders
from performer.guard.topics.finder import compile_all, index_all

_ODD: Final = "Ⓦärm ｕр, 1 23: два, ひとつ 一個, 하나, หนึ่ง, واحد, אחת, एक"
"""Letters of many scripts, for which tables are read."""
_ALPHABETS: Final = "ßÿ ΑΩ αω АЯ ая ぁん ァン กฮ את بي ｀ｚ"
"""The first and last letters of alphabets whose letters are looked up one by one."""

_TOGETHER: Final = 8
"""Letters that are looked up together; a text of many scripts is stopped before all of it is read."""


def read_tables() -> None:
    """Read the tables for all letters, and index all phrases."""
    compile_late_patterns()
    index_all()
    _look_up(_ODD)


def compile_patterns() -> None:
    """Compile the patterns that are left, and look all letters of some alphabets up."""
    compile_all()
    personal_data.compile_all()
    for ends in _ALPHABETS.split():
        for text in _split_alphabet(*map(ord, ends)):
            _look_up(text)


def _look_up(text: str) -> None:
    reading = normalize_text(text)
    for finder in load_shipped_finders():
        with suppress(SearchExhausted):
            for _ in finder.find(reading):
                pass


def _split_alphabet(first: int, last: int) -> Iterator[str]:
    """Yield some letters at a time, each beside a Latin one: as what they look like they are looked up then."""
    for begin in range(first, last + 1, _TOGETHER):
        yield " ".join(f"o{chr(letter)}" for letter in range(begin, min(begin + _TOGETHER, last + 1)))
