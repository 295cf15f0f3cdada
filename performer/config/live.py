"""The configuration of a running show: the values in force, and changes of them."""

import json
from pathlib import Path
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread

from performer.config.config import Config
from performer.config.edit import add_value
from performer.config.file import ConfigChange, ConfigFile
from performer.config.keys import format_key, get_value, split_key
from performer.config.toml_text import format_json
from performer.core.errors import ConfigError
from performer.core.operations import LiveSettings
from performer.core.text import format_near_miss


class LiveConfig:
    """The settings in force; a change that no part takes up at once holds from the next start on."""

    def __init__(self, config: Config, file: ConfigFile, live: LiveSettings) -> None:
        self._config = config
        self._file = file
        self._live = live
        self._changing = anyio.Lock()

    def get(self, key: str = "") -> Any:
        """Return the value in force of `section.key`, of a section, or of all, as JSON holds it, without secrets."""
        at: Any = json.loads(format_json(self._config))
        for name in split_key(key) if key else ():
            if not isinstance(at, dict) or name not in at:
                known = at if isinstance(at, dict) else ()
                raise ConfigError(f"There is no setting '{key}'. {format_near_miss(name, known)}")
            at = at[name]
        return at

    async def set(self, key: str, value: object) -> str:
        """Write a setting, or remove it when the value is None, and apply it at once where that is possible.

        Return sentences about the change, and from when on it holds. A ConfigError leaves everything as it was.
        """
        path = split_key(key)
        name = format_key(path)
        async with self._changing:  # the change that is undone must be the one that failed
            before = self._config

            def take_up(change: ConfigChange) -> None:
                anyio.from_thread.run(self._take_up, change)

            try:
                change = await anyio.to_thread.run_sync(self._file.change, key, value, take_up)
            except ConfigError:
                if self._config is not before:  # it was taken up, and could then not be written
                    self._config = before
                    await self._live[name](get_value(before, path))
                raise
        return _describe(change, "It holds now." if name in self._live else "It holds from the next start on.")

    async def _take_up(self, change: ConfigChange) -> None:
        """Apply a new value before it is written; one that is refused is not written."""
        name = format_key(change.key)
        if change.winner or name not in self._live:
            return
        value = get_value(change.config, change.key)
        await self._live[name](value)
        self._config = Config(**add_value(self._config.model_dump(), change.key, value))


def write_setting(file: Path, key: str, value: object) -> str:
    """Write a setting while no show runs, or remove it when the value is None; return sentences about the change."""
    return _describe(ConfigFile(file).change(key, value), "")


def _describe(change: ConfigChange, from_when: str) -> str:
    """Describe a change: what was written where, from when on it holds, and what wins over it."""
    said = "taken out of" if change.is_out else "written to"
    wins = f"{change.winner} is set and wins." if change.winner else from_when
    return " ".join(filter(None, [f"{format_key(change.key)}: {said} {change.file}.", wins, change.remark]))
