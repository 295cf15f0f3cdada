"""The configuration of a running show: what is in force, and what becomes of a change."""

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
    """Begins with what the show was started with; what nobody takes up stays as it is until the next start."""

    def __init__(self, config: Config, file: ConfigFile, live: LiveSettings) -> None:
        self._config = config
        self._file = file
        self._live = live
        self._changing = anyio.Lock()

    def get(self, key: str = "") -> Any:
        """Tell the value in force of `section.key`, of a section, or everything; as JSON holds it, without secrets.

        Raises:
            ConfigError: when there is no such key.
        """
        at: Any = json.loads(format_json(self._config))
        for name in split_key(key) if key else ():
            if not isinstance(at, dict) or name not in at:
                known = at if isinstance(at, dict) else ()
                raise ConfigError(f"There is no setting '{key}'. {format_near_miss(name, known)}")
            at = at[name]
        return at

    async def set(self, key: str, value: object) -> str:
        """Write a setting, or take it out when the value is None; have it taken up at once where that is possible.

        Returns:
            What was done, and from when on it holds.

        Raises:
            ConfigError: when the key or the value is wrong, or the file cannot be written; nothing is changed then.
        """
        async with self._changing:  # what is taken back must be the change that failed
            return await self._set(key, value)

    async def _set(self, key: str, value: object) -> str:
        before, name = self._config, format_key(split_key(key))

        def take_up(change: ConfigChange) -> None:
            anyio.from_thread.run(self._take_up, change)

        try:
            change = await anyio.to_thread.run_sync(self._file.change, key, value, take_up)
        except ConfigError:
            await self._go_back_to(before, name)
            raise
        return _told(change, "It holds now." if name in self._live else "It holds from the next start on.")

    async def _take_up(self, change: ConfigChange) -> None:
        """Hand a new value to whoever takes it up; one that is refused is not written."""
        name = format_key(change.key)
        if change.winner or name not in self._live:
            return
        value = get_value(change.config, change.key)
        await self._live[name](value)
        self._config = Config(**add_value(self._config.model_dump(), change.key, value))

    async def _go_back_to(self, before: Config, name: str) -> None:
        """Undo what was taken up and could then not be written."""
        if self._config is not before:
            self._config = before
            await self._live[name](get_value(before, split_key(name)))


def write_setting(file: Path, key: str, value: object) -> str:
    """Write a setting while no show runs, or take it out when the value is None; tell what was done.

    Raises:
        ConfigError: as `LiveConfig.set` does.
    """
    return _told(ConfigFile(file).change(key, value), "")


def _told(change: ConfigChange, from_when: str) -> str:
    """Tell a change in sentences: what was written where, from when on it holds, and what wins over it."""
    said = "taken out of" if change.is_out else "written to"
    wins = f"{change.winner} is set and wins." if change.winner else from_when
    return " ".join(filter(None, [f"{format_key(change.key)}: {said} {change.file}.", wins, change.remark]))
