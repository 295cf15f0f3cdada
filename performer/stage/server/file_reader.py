"""Reads files that are served, each folder in a thread of its own, so that a lost drive stalls no other."""

from functools import partial
from pathlib import Path
from typing import Final

import anyio

from performer.core.process.thread import WorkerThread

_WITHIN_S: Final = 5.0


class FileReader:
    """Reads files, with one thread for each folder.

    A file may take `within_s`: a page loads six at a time, and a file that hangs would keep its place.
    """

    def __init__(self, within_s: float = _WITHIN_S) -> None:
        self._within_s = within_s
        self._threads: dict[Path, WorkerThread] = {}

    async def read(self, file: Path) -> bytes | None:
        """Read a file; None when it is not there (any more), or is no file.

        Raises:
            TimeoutError: when its folder does not answer in time.
        """
        with anyio.fail_after(self._within_s):
            return await self._find_thread(file.parent).run(partial(_read_content, file))

    def _find_thread(self, folder: Path) -> WorkerThread:
        if folder not in self._threads:
            self._threads[folder] = WorkerThread(f"read {folder.name}")
        return self._threads[folder]


def _read_content(file: Path) -> bytes | None:
    try:
        return file.read_bytes() if file.is_file() else None
    except OSError:
        return None
