"""Keys of servers that the streamer has entered: in a file for its owner alone, and nowhere else."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from performer.core.errors import ConfigError
from performer.core.files.atomic import write_atomically
from performer.core.own_text import own
from performer.core.redact.redact import add_secret

FILE: Final = "mcp.keys"
"""The name of the file, beside config.toml."""
_MOST_BYTES: Final = 100_000


class KeptKeys(Mapping[str, str]):
    """The environment variables, and the keys that were entered, by the names that settings have for them.

    A variable of the environment wins. Only those of the environment are iterated, so that no program is given a key
    that its own table does not name.
    """

    def __init__(self, file: Path, environ: Mapping[str, str] = os.environ) -> None:
        self._file = file
        self._environ = environ
        self._kept: dict[str, str] | None = None

    def __getitem__(self, name: str) -> str:
        if value := self._environ.get(name):
            return value
        kept = self._read()
        return kept[name] if name in kept else self._environ[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._environ)

    def __len__(self) -> int:
        return len(self._environ)

    def __repr__(self) -> str:
        return f"KeptKeys({str(self._file)!r})"

    def keep(self, keys: Mapping[str, str]) -> None:
        """Keep keys by their names, beside those that were kept before.

        Raises:
            ConfigError: when the file cannot be written.
        """
        kept = {**self._read(), **keys}
        for key in keys.values():
            add_secret(key)
        try:
            write_atomically(self._file, json.dumps(kept, indent=1).encode())
        except OSError as error:
            raise ConfigError(
                own("{file} cannot be written: {why}. Nothing was kept.", file=self._file, why=error.strerror)
            ) from None
        self._kept = kept

    def _read(self) -> dict[str, str]:
        """Read the file, once; what cannot be read holds nothing."""
        if self._kept is None:
            try:
                with self._file.open("rb") as opened:
                    read = json.loads(opened.read(_MOST_BYTES))
            except (OSError, ValueError):
                read = {}
            self._kept = {str(name): str(key) for name, key in read.items()} if isinstance(read, dict) else {}
            for key in self._kept.values():
                add_secret(key)
        return self._kept
