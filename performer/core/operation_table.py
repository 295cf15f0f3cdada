"""The table of operations: what a running show can be asked, the same by every way in, and what each of them does."""

import inspect
from collections.abc import Mapping
from typing import Any

from performer.core.operations import Arguments, Operation
from performer.core.values import dataclass


@dataclass(frozen=True)
class OperationTable:
    """All operations of a show by their names on the wire.

    The control socket takes each of them, `performer do` offers each in the terminal, and the control page and the
    commands of chats use them by the same names.
    """

    named: Mapping[str, Operation]

    def whole(self) -> dict[str, Operation]:
        """Return all operations, the one that lists them included."""
        return {**self.named, **self.by_name()}

    def by_name(self) -> dict[str, Operation]:
        """Return the operations on the table itself by their names on the wire."""
        return {"operations.list": self.list}

    async def list(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return the name of every operation, and what it does."""
        return [{"name": name, "about": _describe(operation)} for name, operation in sorted(self.whole().items())]


def _describe(operation: Operation) -> str:
    """Return the first sentences of an operation's own words; those that were wrapped by `partial` have them inside."""
    words = inspect.getdoc(getattr(operation, "func", operation)) or ""
    return " ".join(words.partition("\n\nRaises:")[0].partition("\n\nArgs:")[0].split())
