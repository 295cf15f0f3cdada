"""What was found in the last texts: the same text comes to several places, and many of them come again each turn."""

import threading
from collections.abc import Callable, Hashable
from typing import Final

from performer.core.recent_dict import RecentDict
from performer.core.redact.redact import count_known_secrets
from performer.core.values import dataclass
from performer.guard.verdict import GuardHit

_MOST: Final = 1024
_LONGEST: Final = 1_000
"""Characters of a text that is remembered; longer ones hardly come again."""


@dataclass(frozen=True)
class SearchedText:
    """A text that was searched, and the hits in it."""

    text: str
    """The text as it may go out, if nothing was found."""
    hits: tuple[GuardHit, ...]


class SearchMemory:
    """The results of one search, by the text and all else that was asked; any thread may ask."""

    def __init__(self) -> None:
        self._found: RecentDict[Hashable, SearchedText] = RecentDict(_MOST)
        self._adding = threading.Lock()

    def find(self, text: str, *asked: Hashable, search: Callable[[], SearchedText]) -> SearchedText:
        """Return what was found in a text that was asked about in the same way; else search, and remember what comes.

        Nothing is remembered of a search that raises, nor beyond the next secret that becomes known.
        """
        key = (count_known_secrets(), text, *asked)
        found = self._found.get(key)
        if found is None:
            found = search()
            if len(text) <= _LONGEST:
                with self._adding:
                    self._found[key] = found
        return found
