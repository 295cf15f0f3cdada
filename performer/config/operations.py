"""The operations of any show and replay: settings, state, and new tokens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from performer.config.live import LiveConfig
from performer.core.operations import Arguments, Operation, read_choices, read_text
from performer.stage.access_tokens import ROLES
from performer.stage.access_tokens import Role as TokenRole
from performer.stage.server.status import Status


@dataclass(frozen=True)
class ConfigOperations:
    """`config.get config.set status tokens.renew`: the operations of shows and replays alike."""

    _config: LiveConfig
    _status: Status
    _renew: Callable[[Sequence[TokenRole]], None]
    """Makes new tokens for roles."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "config.get": self.config_get,
            "config.set": self.config_set,
            "status": self.status,
            "tokens.renew": self.tokens_renew,
        }

    async def config_get(self, arguments: Arguments) -> Any:
        """Return the value of `key` (`section` or `section.key`), or all values."""
        return self._config.get(str(arguments.get("key", "")))

    async def config_set(self, arguments: Arguments) -> str:
        """Write `value` to `key`, or remove the key when it is null; return from when on it holds."""
        return await self._config.set(read_text(arguments, "key"), arguments.get("value"))

    async def status(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the state of the show."""
        return self._status.value()

    async def tokens_renew(self, arguments: Arguments) -> list[str]:
        """Renew the tokens of `roles`, or of all, and return the roles; the asker is answered, then disconnected."""
        roles = read_choices(arguments, "roles", ROLES)
        self._renew(roles)
        return list(roles)
