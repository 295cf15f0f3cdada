"""The files of the streamer's own lists, which are looked at before each text: a change holds for the next."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from performer.core.files.home import Home
from performer.core.files.looks import Stamp, read_stamp
from performer.core.files.refused import RefusedFile
from performer.guard.settings import GuardSettings
from performer.guard.user_lists import UnreadableListError, UserLists, find_lists, load_user_lists

_REST_S: Final = 0.02
"""The time after which a file that did not change is no longer being written."""
_MOST_RESTS: Final = 4


Stamps = tuple[Stamp | None, ...]


class ListFiles:
    """Both lists as their files have them. A list that cannot be read any more keeps the words that it had."""

    def __init__(self, settings: GuardSettings, home: Home) -> None:
        self._settings = settings
        self._home = home
        self.paths: Mapping[str, Path] = find_lists(settings, home)
        """The files by the names of their lists."""
        self._files = [str(file) for file in self.paths.values()]
        self._stamps = self._read_stamps()
        self._reading = threading.Lock()
        self.lists: UserLists = load_user_lists(settings, home)
        """The lists as they were read; the first time raises as `load_list` does."""
        self.refused: tuple[RefusedFile, ...] = self.lists.refused
        """The lines and files that cannot be used."""

    def follow(self, take_up: Callable[[UserLists], None]) -> None:
        """Call back with the lists if a file has changed; other threads wait until they are taken up."""
        if self._read_stamps() == self._stamps:
            return
        with self._reading:
            stamps = self._read_stamps()
            if stamps != self._stamps:
                self._read(stamps, take_up)

    def _read(self, stamps: Stamps, take_up: Callable[[UserLists], None]) -> None:
        lists = self._load()
        for _ in range(_MOST_RESTS):
            if not self._lose_words(lists):
                break
            # Who writes a file may have emptied it a moment ago.
            time.sleep(_REST_S)
            before, stamps = stamps, self._read_stamps()
            if stamps == before:
                break
            lists = self._load()
        else:
            lists, stamps = _join(self.lists, lists), ()
        if lists != self.lists:
            take_up(lists)
            self.lists = lists
        self._stamps = stamps

    def _lose_words(self, lists: UserLists) -> bool:
        before, after = ({*each.blocked.words, *each.allowed.words} for each in (self.lists, lists))
        return not before <= after

    def _load(self) -> UserLists:
        """Return the lists as their files have them; those before when one cannot be read."""
        try:
            lists = load_user_lists(self._settings, self._home)
        except UnreadableListError as error:
            kept = RefusedFile(path=error.file, reason=f"{error.reason}; the words that were read before it still hold")
            self.refused = (*self.lists.refused, kept)
            return self.lists
        self.refused = lists.refused
        return lists

    def _read_stamps(self) -> Stamps:
        return tuple(map(read_stamp, self._files))


def _join(before: UserLists, after: UserLists) -> UserLists:
    """Return the lists after a change with the blocked words before it too."""
    words = tuple(dict.fromkeys(before.blocked.words + after.blocked.words))
    return replace(after, blocked=replace(after.blocked, words=words))
