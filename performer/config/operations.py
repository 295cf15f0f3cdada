"""The operations of any show and replay: settings, state, and new tokens."""

import json
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread

from performer.config.config import Config
from performer.config.edit import add_value, remove_value
from performer.config.file import ConfigChange, ConfigFile
from performer.config.history import ConfigHistory
from performer.config.keys import format_key, get_value, split_key
from performer.config.schema import describe_sections, describe_settings
from performer.config.toml_text import format_json, redact_value
from performer.core.errors import ConfigError
from performer.core.operations import Arguments, LiveSettings, Operation, read_choices, read_number, read_text
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.stage.access_tokens import ROLES
from performer.stage.access_tokens import Role as TokenRole
from performer.stage.server.status import Status


@dataclass(eq=False)
class ConfigOperations:
    """`config.get set schema history undo`, `status` and `tokens.renew`: the operations of shows and replays alike."""

    _config: Config
    """The settings in force."""
    _file: ConfigFile
    _live: LiveSettings
    """What takes a change up at once; a change that no part takes up holds from the next start on."""
    _status: Status
    _renew: Callable[[Sequence[TokenRole]], None]
    """Makes new tokens for roles."""
    _on_change: Callable[[str], None] = lambda _key: None
    """Called with the key of a setting that was changed."""
    _changing: anyio.Lock = field(default_factory=anyio.Lock, init=False)
    _history: ConfigHistory = field(default_factory=ConfigHistory, init=False)

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "config.get": self.config_get,
            "config.set": self.config_set,
            "config.schema": self.config_schema,
            "config.history": self.config_history,
            "config.undo": self.config_undo,
            "status": self.status,
            "tokens.renew": self.tokens_renew,
        }

    async def config_get(self, arguments: Arguments) -> Any:
        """Return the value of `key` (`section` or `section.key`), or all values."""
        key = str(arguments.get("key", ""))
        at: Any = json.loads(format_json(self._config))  # without secrets
        for name in split_key(key) if key else ():
            if not isinstance(at, dict) or name not in at:
                known = at if isinstance(at, dict) else ()
                raise ConfigError(f"There is no setting '{key}'. {format_near_miss(name, known)}")
            at = at[name]
        return at

    async def config_schema(self, _arguments: Arguments) -> Any:
        """Return every setting, as `describe_settings` does, and what each section is for."""
        return await anyio.to_thread.run_sync(self._describe)

    def _describe(self) -> dict[str, Any]:
        settings = describe_settings(self._file.load(), self._config, self._live)
        return {"sections": dict(describe_sections()), "settings": settings}

    async def config_set(self, arguments: Arguments) -> str:
        """Write `value` to `key`, or remove the key when it is null; return from when on it holds."""
        change = await self._change(read_text(arguments, "key"), arguments.get("value"))
        return self._describe_change(change)

    async def config_history(self, _arguments: Arguments) -> Any:
        """Return the changes that can be undone, the newest last: `number`, `key`, `before` and `after`."""
        return [
            {
                "number": each.number,
                "key": each.key,
                "before": redact_value(each.before, split_key(each.key)[-1]),
                "after": redact_value(each.after, split_key(each.key)[-1]),
            }
            for each in self._history.made
        ]

    async def config_undo(self, arguments: Arguments) -> str:
        """Undo the change `number`, or the newest one; return what was written."""
        number = None if arguments.get("number") is None else read_number(arguments, "number")
        made = self._history.find(number)
        change = await self._change(made.key, made.before, remembers=False)
        self._history.remove(made)
        return self._describe_change(change)

    def _describe_change(self, change: ConfigChange) -> str:
        holds = "It holds now." if format_key(change.key) in self._live else "It holds from the next start on."
        return change.describe(holds)

    async def _change(self, key: str, value: Any, *, remembers: bool = True) -> ConfigChange:
        """Write a value and let it be taken up; a value that is refused by either is at neither."""
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
        if remembers:
            self._history.add(change, None if change.is_out else value)
        self._on_change(name)
        self._status.refresh()
        return change

    async def _take_up(self, change: ConfigChange) -> None:
        """Apply a new value before it is written; one that is refused is not written."""
        name = format_key(change.key)
        if change.winner or name not in self._live:
            return
        value = get_value(change.config, change.key)
        await self._live[name](value)
        tree = self._config.model_dump(exclude_unset=True)
        self._config = Config(
            **(remove_value(tree, change.key) if value is None else add_value(tree, change.key, value))
        )

    async def status(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the state of the show."""
        return self._status.value()

    async def tokens_renew(self, arguments: Arguments) -> list[str]:
        """Renew the tokens of `roles`, or of all, and return the roles; the asker is answered, then disconnected."""
        roles = read_choices(arguments, "roles", ROLES)
        self._renew(roles)
        return list(roles)
