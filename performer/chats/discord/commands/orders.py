"""Orders: commands ask of the show what the control socket may ask of it, and nothing is done in two ways."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from performer.errors import ServiceError

Operation = Callable[[Mapping[str, Any]], Awaitable[Any]]
"""Takes arguments, and answers with what JSON can hold; raises PerformerError with a sentence for whoever asked."""

_WHERE: Final = re.compile(r"^.*?: (?:written to|taken out of) .*?\.toml\. ?", re.DOTALL)


class Orders:
    """The operations of the control socket, by their names."""

    def __init__(self, operations: Mapping[str, Operation]) -> None:
        self._operations = operations

    async def give(self, name: str, **arguments: object) -> Any:
        """Have an operation done.

        Raises:
            ServiceError: when this show has none of that name.
            PerformerError: as the operation does.
        """
        operation = self._operations.get(name)
        if operation is None:
            raise ServiceError(f"This show cannot do that: it has no '{name}'.", retry=False)
        return await operation(arguments)

    async def configure(self, key: str, value: str) -> str:
        """Write a setting, and tell from when on it holds; not where the file is: that is the streamer's own affair."""
        return _WHERE.sub("", str(await self.give("config.set", key=key, value=value)), count=1)
