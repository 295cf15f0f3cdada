"""The control operation on the streamer's own lists; a word that comes or goes holds from the next line on."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, read_choice, read_flag, read_text
from performer.core.own_text import own
from performer.guard.everyday_entries import explain_everyday
from performer.guard.guard import Guard
from performer.guard.list_edit import add_entry, remove_entry
from performer.guard.user_lists import ALLOW_LIST, BLOCK_LIST, UserList, UserLists, explain_new_entry

_NAMES: Final = {"blocked": BLOCK_LIST, "allowed": ALLOW_LIST}


class ListOperations:
    """`guard.words`: what it answers is for the streamer's eyes alone."""

    def __init__(self, guard: Guard, tell_change: Callable[[str], None]) -> None:
        self._guard = guard
        self._tell_change = tell_change
        """Has other pages look again at what a key names."""
        self._editing = anyio.Lock()

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"guard.words": self.words}

    async def words(self, arguments: Arguments) -> dict[str, Any]:
        """Return a `list`, blocked or allowed, after the words to `add` and to `remove`.

        A word that would stop everyday words is not added unless `anyway`: then `doubt` says which.
        """
        named = read_choice(arguments, "list", _NAMES, "blocked")
        file = self._find_file(_NAMES[named])
        added = _read_entry(arguments, _NAMES[named]) if arguments.get("add") else ""
        unwanted = arguments.get("remove")
        removed = read_text(arguments, "remove") if unwanted else ""
        doubt = "" if named == "allowed" or read_flag(arguments, "anyway") else explain_everyday(added)
        if removed or (added and not doubt):
            await self._edit(file, "" if doubt else added, removed)
        await anyio.to_thread.run_sync(self._guard.lists.follow)
        return self._describe(named) | {"doubt": doubt}

    def _find_file(self, what: str) -> Path:
        if self._guard.lists.files is None:
            raise ConfigError(own("This show has no lists of its own."))
        return self._guard.lists.files.paths[what]

    async def _edit(self, file: Path, added: str, removed: str) -> None:
        async with self._editing:
            if added:
                await anyio.to_thread.run_sync(add_entry, file, added)
            if removed:
                await anyio.to_thread.run_sync(remove_entry, file, removed)
        self._tell_change("guard.words")

    def _describe(self, named: str) -> dict[str, Any]:
        files = self._guard.lists.files
        lists = files.lists if files else UserLists(blocked=UserList(), allowed=UserList())
        listed, doubtful = (lists.blocked, lists.doubtful) if named == "blocked" else (lists.allowed, ())
        remarks = [own("{line}: {why}", line=each.name, why=each.reason) for each in (*listed.refused, *doubtful)]
        return {"words": list(listed.words), "remarks": remarks}


def _read_entry(arguments: Arguments, what: str) -> str:
    entry = " ".join(read_text(arguments, "add").split())
    trouble = explain_new_entry(entry, what)
    if trouble:
        raise ConfigError(own("That cannot be added: {trouble}.", trouble=trouble))
    return entry
