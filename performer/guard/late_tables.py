"""The tables and patterns that plain letters do not need: read late, and before a text waits for them.

Only the bundled finders are used for that: another may break, or hang, where no time limit ends it.
"""

import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from performer.core.made_late import compile_late_patterns, once
from performer.core.process.heap import trim_heap
from performer.guard.listed_search import ListedSearch
from performer.guard.normalise.budget import SearchExhausted
from performer.guard.normalise.readings import normalize_text
from performer.guard.personal_data import finder as personal_data
from performer.guard.shipped_finders import load_shipped_finders
from performer.guard.time_limit import GuardWatch
from performer.guard.topics.finder import compile_all, index_all, index_phrases

_PLAIN: Final = "Warm up."
_ODD: Final = "Ⓦärm ｕр, 1 23: два, ひとつ 一個, 하나, หนึ่ง, واحد, אחת, एक"
"""Letters of many scripts, for which tables are read."""
_ALPHABETS: Final = "ßÿ ΑΩ αω АЯ ая ぁん ァン กฮ את بي ｀ｚ"
"""The first and last letters of alphabets whose letters are looked up one by one."""
_TOGETHER: Final = 8
"""Letters that are looked up together; a text of many scripts is stopped before all of it is read."""
_LONGEST_WAIT_S: Final = 3.0


class LateTables:
    """The tables and patterns that plain letters do not need, for one guard.

    Unless they are postponed, a search reads what it comes upon.
    """

    def __init__(self, lists: ListedSearch, watch: GuardWatch) -> None:
        self._lists = lists
        self._watch = watch
        self._are_read = threading.Event()
        self._are_read.set()
        self.read_beside = once(threading.Thread(target=self._read_rest, name="guard", daemon=True).start)
        """Begin to read them in a thread, if that has not begun."""

    def postpone(self) -> None:
        """Read what plain letters need; the rest is read with the first text that needs it, or by `read_beside`.

        A show reads the rest once it is ready: two threads that compute hold each other up.
        """
        self._read_plain()
        self._are_read.clear()

    def read_all(self) -> None:
        """Read and compile everything, which takes up to 0.6 s."""
        self._read_plain()
        self._read_rest()

    def wait_for(self, text: str) -> None:
        """Wait until the tables are read, if the text may need them: its search has not the time to read them."""
        if not (self._are_read.is_set() or text.isascii()):
            self.read_beside()
            self._are_read.wait(_LONGEST_WAIT_S)

    def _read_plain(self) -> None:
        index_phrases()
        self._lists.search.find_hits(_PLAIN)

    def _read_rest(self) -> None:
        with self._watch.held_up():
            try:
                self._lists.search.read_all()
                _read_tables()
            finally:
                self._are_read.set()
            _compile_patterns()
        trim_heap()


def _read_tables() -> None:
    """Read the tables for all letters, and index all phrases."""
    compile_late_patterns()
    index_all()
    _look_up(_ODD)


def _compile_patterns() -> None:
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
