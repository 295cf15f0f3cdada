"""What a guard needs beside plain letters: tables and patterns that are read and compiled before a text waits for them.

Only the bundled finders are used for that: another may break, or hang, where no time limit ends it.
"""

from typing import Final

from performer.core.made_late import compile_late_patterns
from performer.guard.normalise.readings import normalize_text
from performer.guard.personal_data import finder as personal_data
from performer.guard.settings import load_shipped_finders
from performer.guard.topics.finder import compile_all, index_all

_ODD: Final = "Ⓦärm ｕр, 1 23: два, ひとつ 一個, 하나, หนึ่ง, واحد, אחת, एक"
"""Letters of many scripts, for which tables are read."""
_ALPHABETS: Final = "ßÿ ΑΩ αω АЯ ая ぁん ァン กฮ את بي ｀ｚ"
"""The first and last letters of alphabets whose letters are looked up one by one."""


def read_tables() -> None:
    """Read the tables for all letters, and index all phrases."""
    compile_late_patterns()
    index_all()
    _look_up(_ODD)


def compile_patterns() -> None:
    """Compile the patterns that are left, and look all letters of some alphabets up."""
    compile_all()
    personal_data.compile_all()
    for alphabet in _ALPHABETS.split():
        _look_up(_list_alphabet(alphabet))


def _look_up(text: str) -> None:
    reading = normalize_text(text)
    for finder in load_shipped_finders():
        for _ in finder.find(reading):
            pass


def _list_alphabet(ends: str) -> str:
    """Return all letters from one to another, between Latin ones: as what they look like they are looked up then."""
    first, last = map(ord, ends)
    return "".join(f" o{chr(letter)}" for letter in range(first, last + 1))
