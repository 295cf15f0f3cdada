"""Small things that a discord-io keeps over restarts, by name, in one file: it has no memory of its own."""

import json
from pathlib import Path
from typing import Final

import anyio.to_thread

from performer.private import write_private

KEPT_FILE: Final = "discord-io.json"
"""Of the file, in PERFORMER_HOME."""


class KeptInFile:
    """A `Keeps` for few and small texts: each change writes the file anew.

    Args:
        file: Made when something is kept; what cannot be read is nothing.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = anyio.Lock()

    async def kept(self, name: str) -> str:
        """Give what is kept by this name; empty when nothing is."""
        async with self._lock:
            return (await anyio.to_thread.run_sync(self._read)).get(name, "")

    async def keep(self, name: str, value: str) -> None:
        """Keep it; written when this returns.

        Raises:
            ServiceError: when it cannot be written.
        """
        async with self._lock:
            await anyio.to_thread.run_sync(self._write, name, value)

    def _write(self, name: str, value: str) -> None:
        write_private(self._file, json.dumps({**self._read(), name: value}, indent=2) + "\n")

    def _read(self) -> dict[str, str]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(name): str(value) for name, value in kept.items()} if isinstance(kept, dict) else {}
