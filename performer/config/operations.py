"""The operations that any show and replay answers: its settings, its state, and new tokens."""

from collections.abc import Callable, Sequence
from typing import Any

from performer.config.live import LiveConfig
from performer.core.operations import Arguments, Operation, read_choices, read_text
from performer.stage.access_tokens import ROLES
from performer.stage.access_tokens import Role as TokenRole
from performer.stage.server.status import Status


class ConfigOperations:
    """`config.get config.set status tokens.renew`: what can be asked of a show and of a replay alike.

    Args:
        config: What is set.
        status: How it is.
        renew: Gives roles new tokens.
    """

    def __init__(self, config: LiveConfig, status: Status, renew: Callable[[Sequence[TokenRole]], None]) -> None:
        self._config = config
        self._status = status
        self._renew = renew

    def by_name(self) -> dict[str, Operation]:
        """Name them as the wire does."""
        return {
            "config.get": self.config_get,
            "config.set": self.config_set,
            "status": self.status,
            "tokens.renew": self.tokens_renew,
        }

    async def config_get(self, arguments: Arguments) -> Any:
        """Tell the value of `key` (`section` or `section.key`), or everything."""
        return self._config.get(str(arguments.get("key", "")))

    async def config_set(self, arguments: Arguments) -> str:
        """Write `value` to `key`, or take the key out when it is null; say from when on it holds."""
        return await self._config.set(read_text(arguments, "key"), arguments.get("value"))

    async def status(self, _arguments: Arguments) -> dict[str, Any]:
        """Tell the state."""
        return self._status.value()

    async def tokens_renew(self, arguments: Arguments) -> list[str]:
        """Give `roles`, or all, new tokens, and name them; who asks with one of the old has its answer, and leaves."""
        roles = read_choices(arguments, "roles", ROLES)
        self._renew(roles)
        return list(roles)
