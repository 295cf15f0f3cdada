"""The operations of any show and replay: settings, state, and new tokens."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import anyio.to_thread

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.history import MadeChange
from performer.config.keys import split_key
from performer.config.schema import describe_sections, describe_settings
from performer.config.toml_text import format_json, redact_value
from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_choices, read_flag, read_number, read_text
from performer.core.own_text import own
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.stage.access_tokens import ROLES
from performer.stage.access_tokens import Role as TokenRole
from performer.stage.server.status import Status


@dataclass(eq=False)
class ConfigOperations:
    """The operations of any show: `config.get set item schema reset history undo`, `status`, `tokens.renew`."""

    _changes: ConfigChanges
    _status: Status
    _renew: Callable[[Sequence[TokenRole]], None]
    """Makes new tokens for roles."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "config.get": self.config_get,
            "config.set": self.config_set,
            "config.item": self.config_item,
            "config.schema": self.config_schema,
            "config.reset": self.config_reset,
            "config.history": self.config_history,
            "config.undo": self.config_undo,
            "status": self.status,
            "tokens.renew": self.tokens_renew,
        }

    async def config_get(self, arguments: Arguments) -> Any:
        """Return the value of `key` (`section` or `section.key`), or all values."""
        key = str(arguments.get("key", ""))
        at: Any = json.loads(format_json(self._changes.config))  # without secrets
        for name in split_key(key) if key else ():
            if not isinstance(at, dict) or name not in at:
                known = at if isinstance(at, dict) else ()
                raise ConfigError(f"There is no setting '{key}'. {format_near_miss(name, known)}")
            at = at[name]
        return at

    async def config_schema(self, _arguments: Arguments) -> Any:
        """Return every setting, as `describe_settings` does, what each section is for, and what is wrong in the file.

        Of a file that is wrong, what is in force is described.
        """
        return await anyio.to_thread.run_sync(self._describe)

    def _describe(self) -> dict[str, Any]:
        changes = self._changes
        try:
            loaded = changes.file.load()
        except ConfigError:
            loaded = changes.describe_in_force()
        settings = describe_settings(loaded, changes.in_force, changes.unsaved)
        return {"sections": dict(describe_sections()), "settings": settings, "trouble": changes.trouble}

    async def config_set(self, arguments: Arguments) -> str:
        """Write `value` to `key`, or remove the key when it is null; return from when on it holds.

        With `expected`, the value is written only if that is what the setting has: somebody else may have changed it.
        """
        expected = [arguments["expected"]] if "expected" in arguments else []
        return await self._changes.set(read_text(arguments, "key"), arguments.get("value"), expected=expected)

    async def config_item(self, arguments: Arguments) -> str:
        """Remove one item of the list `key`, `remove`, or `add` one; with both, the new one takes the other's place.

        `at` is the place of one that is only added, from 1 on; without it, it is the last. Two who change different
        items of one list do not undo each other, as they would with config.set.
        """
        given = {name: arguments.get(name) for name in ("remove", "add")}
        if given["remove"] is None and given["add"] is None:
            raise ConfigError(own("Say which item is to be removed, by 'remove', or added, by 'add'."))
        at = None if arguments.get("at") is None else read_number(arguments, "at") - 1
        return await self._changes.change_item(read_text(arguments, "key"), **given, at=at)

    async def config_reset(self, arguments: Arguments) -> str:
        """Remove `key`, or all of a `section`, or everything from the file, so that the defaults hold.

        A copy of the file is kept of everything; the answer says where.
        """
        if arguments.get("key"):
            return await self._changes.set(read_text(arguments, "key"), None)
        section = str(arguments.get("section") or "")
        if section and section not in Config.model_fields:
            raise ConfigError(f"There is no section '{section}'. {format_near_miss(section, Config.model_fields)}")
        return await self._changes.reset(section)

    async def config_history(self, _arguments: Arguments) -> Any:
        """Return the changes that can be undone, the newest last.

        Each has its `number`, `by` (`order`, or `hand` for an edit of the file), `asker` (`page`, `program`, `discord`,
        `console`, or empty), `at` (milliseconds since 1970), `keys`, and for the first of its keys `key`, `before` and
        `after`, null for the default. `stands` is whether the value is still in the file: else it was changed since.
        """
        return [_format_change(each, stands=stands) for each, stands in await self._changes.list_undoable()]

    async def config_undo(self, arguments: Arguments) -> str:
        """Undo the change `number`, or the newest one, of `key` if that is named; return what was written.

        A `key` may be a section or a table: of what is below it, the newest change is undone.

        A setting that was changed since is put back only with `anyway`; that is a change again, which can be undone.
        """
        number = None if arguments.get("number") is None else read_number(arguments, "number")
        anyway = read_flag(arguments, "anyway")
        return await self._changes.undo(number, str(arguments.get("key") or ""), anyway=anyway)

    async def status(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the state of the show."""
        return self._status.value()

    async def tokens_renew(self, arguments: Arguments) -> list[str]:
        """Renew the tokens of `roles`, or of all, and return the roles; the asker is answered, then disconnected."""
        roles = read_choices(arguments, "roles", ROLES)
        self._renew(roles)
        return list(roles)


def _format_change(made: MadeChange, *, stands: bool) -> dict[str, Any]:
    key = next(iter(made.before))
    name = split_key(key)[-1]
    return {
        "number": made.number,
        "by": made.by,
        "asker": made.asker,
        "at": round(made.at_s * 1000),
        "keys": list(made.before),
        "key": key,
        "before": redact_value(made.before[key], name),
        "after": redact_value(made.after[key], name),
        "stands": stands,
    }
