"""The guard's search with the streamer's own lists, which can be replaced while texts are judged."""

import threading
from collections.abc import Iterable, Sequence
from copy import copy

from performer.guard.decide import AllowList, GuardSearch
from performer.guard.list_files import ListFiles
from performer.guard.own_words import OwnWords, index_words
from performer.guard.verdict import Finder


class ListedSearch:
    """The search of some finders and of the streamer's words; these follow their files, if files are given."""

    def __init__(
        self, finders: Sequence[Finder], words: Sequence[str], allowed: Sequence[str], files: ListFiles | None = None
    ) -> None:
        self.files = files
        self._replacing = threading.Lock()
        self._own = index_words(words)
        self._allowed = tuple(allowed)
        self.search: GuardSearch = GuardSearch(finders, AllowList(allowed), self._own.finders)
        """The search by the lists as they are now."""

    def follow(self) -> None:
        """Replace the lists if their files have changed."""
        if self.files is not None:
            self.files.follow(lambda lists: self.replace(lists.blocked.words, lists.allowed.words))

    def replace(self, words: Sequence[str], allowed: Iterable[str]) -> None:
        """Replace the lists, from any thread; words that went from a long list hold until it is indexed."""
        with self._replacing:
            own = self._own if tuple(words) == self._own.words else self._own.follow(words)
            self._take_up(own, tuple(allowed))

    def index(self) -> None:
        """Index all words anew if some came or went since, which takes a second for ten thousand.

        This may run in any thread; until it is done the search is what `replace` made it.
        """
        before = self._own
        if not before.is_whole:
            indexed = index_words(before.words)
            with self._replacing:
                if self._own is before:
                    self._take_up(indexed, self._allowed)

    def forget(self) -> None:
        """Forget what is remembered of texts, when a finder has changed."""
        with self._replacing:
            self.search = self.search.forgetful()

    def apart(self) -> "ListedSearch":
        """Return the search by the lists as they are now, with a memory of its own; it follows no files."""
        apart = copy(self)
        apart.files = None
        apart.search = self.search.forgetful()
        return apart

    def _take_up(self, own: OwnWords, allowed: tuple[str, ...]) -> None:
        if own is not self._own or allowed != self._allowed:
            allow_list = self.search.allowed if allowed == self._allowed else AllowList(allowed)
            self._own, self._allowed = own, allowed
            self.search = self.search.with_lists(own.finders, allow_list)
