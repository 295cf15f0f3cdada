"""Which definitions of tools the owner has allowed: a server may change what a tool is, and then it is asked anew."""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from performer.mcp.definition import Definition
from performer.recollection import Keeps

State = Literal["allowed", "new", "changed"]
_MOST: Final = 1000
"""Tools of one server that are remembered; the oldest are forgotten."""


class Definitions:
    """Keeps what was allowed, over restarts, of one server.

    Args:
        server: Its name.
        keeps: Keeps it.
        trusted: Whether all that it says is allowed.
        known: The digests of definitions that need no yes, by the tools' own names.
    """

    def __init__(
        self, server: str, keeps: Keeps, *, trusted: bool, known: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._key = f"mcp.{server}.allowed"
        self._keeps = keeps
        self._trusted = trusted
        self._known = known
        self._allowed: dict[str, str] | None = None
        """The digest, by the tool's own name; None: not read yet."""

    async def read(self) -> None:
        """Read what is kept, once; before that nothing is allowed."""
        if self._allowed is None:
            self._allowed = _read(await self._keeps.kept(self._key))

    def state(self, definition: Definition) -> State:
        """Tell whether it is allowed as it is now."""
        if self._trusted or self._known.get(definition.own_name) == definition.digest:
            return "allowed"
        before = (self._allowed or {}).get(definition.own_name)
        if before is None:
            return "new"
        return "allowed" if before == definition.digest else "changed"

    def is_allowed(self, definition: Definition) -> bool:
        """Tell whether it may be used."""
        return self.state(definition) == "allowed"

    async def allow(self, definitions: Iterable[Definition]) -> None:
        """Allow these as they are now; kept when this returns."""
        await self.read()
        assert self._allowed is not None
        for each in definitions:
            self._allowed.pop(each.own_name, None)
            self._allowed[each.own_name] = each.digest
        self._allowed = dict(list(self._allowed.items())[-_MOST:])
        await self._keeps.keep(self._key, json.dumps(self._allowed))


def _read(kept: str) -> dict[str, str]:
    """Read what was written; of what cannot be read nothing is allowed."""
    try:
        value = json.loads(kept or "{}")
    except ValueError:
        return {}
    return {str(name): str(digest) for name, digest in value.items()} if isinstance(value, dict) else {}
