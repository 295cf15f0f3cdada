"""The owner's consent to a server's tools: a server may change what a tool is, and then the owner is asked anew.

Besides, the reporter of what the settings say of these tools and cannot hold.
"""

import json
from collections.abc import Iterable
from dataclasses import field
from typing import Final, Literal

from performer.core.events.parts import FileRefused
from performer.core.remembered_conversation import KeyValueStore
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.tools.mcp.definition import ToolDefinition
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mentions import ToolMentions
from performer.tools.tool import Tool

_MAX_REPORTED: Final = 10
"""Told of one listing: a rule for all tools may misfit each, and a server may have hundreds."""
State = Literal["allowed", "new", "changed"]
_MAX_ALLOWED: Final = 1000
"""Tools of one server that are remembered; the oldest are forgotten."""


@dataclass(slots=True)
class MisfitReporter:
    """Publishes which lines of the settings do not fit a server's tools."""

    _runtime: Runtime
    _server: str
    _mentions: ToolMentions
    _before: frozenset[str] = field(default=frozenset(), init=False)
    newest: tuple[str, ...] = field(default=(), init=False)
    """What does not fit the newest listing, in words that may be told."""

    def tell(self, names: Iterable[str], tools: Iterable[Tool]) -> None:
        """Publish what does not fit the newest listing, and was not said of the one before.

        `names` are those of all that it has, hidden or not allowed; `tools` are there, or would be with a yes.
        """
        said = [*self._mentions.strangers(self._server, names), *self._mentions.misfits(tools)]
        new = [each for each in said if each not in self._before]
        self._before = frozenset(said)
        self.newest = tuple(map(self._runtime.guard.recorded, said[:_MAX_REPORTED]))
        more = len(new) - _MAX_REPORTED
        for why in [*new[:_MAX_REPORTED], *([f"{more} more do not fit the tools of {self._server}."] * (more > 0))]:
            reason = self._runtime.guard.recorded(why)
            self._runtime.stream.publish(FileRefused(file="a line of config.toml", reason=reason))


class AllowedDefinitions:
    """The definitions of one server that the owner has allowed, kept over restarts.

    A trusted server's need no yes, nor do those that its preset knows to be harmless.
    """

    def __init__(self, spec: ServerSpec, store: KeyValueStore) -> None:
        self._spec = spec
        self._store = store
        self._key = f"mcp.{spec.name}.allowed"
        self._allowed: dict[str, str] | None = None
        """The digest, by the tool's own name; None: not read yet."""

    async def read(self) -> dict[str, str]:
        """Read what is kept, once; before that nothing is allowed, nor is anything of what cannot be read."""
        if self._allowed is None:
            try:
                value = json.loads(await self._store.kept(self._key) or "{}")
            except ValueError:
                value = {}
            kept = value.items() if isinstance(value, dict) else ()
            self._allowed = {str(name): str(digest) for name, digest in kept}
        return self._allowed

    def state(self, definition: ToolDefinition) -> State:
        """Return whether a definition is allowed as it is now, or why not."""
        if self._spec.settings.trusted or self._spec.harmless.get(definition.own_name) == definition.digest:
            return "allowed"
        before = (self._allowed or {}).get(definition.own_name)
        if before is None:
            return "new"
        return "allowed" if before == definition.digest else "changed"

    def is_allowed(self, definition: ToolDefinition) -> bool:
        """Whether a definition may be used."""
        return self.state(definition) == "allowed"

    async def allow(self, definitions: Iterable[ToolDefinition]) -> None:
        """Add definitions as they are now; they are kept when this returns."""
        allowed = await self.read()
        for each in definitions:
            allowed.pop(each.own_name, None)
            allowed[each.own_name] = each.digest
        self._allowed = dict(list(allowed.items())[-_MAX_ALLOWED:])
        await self._store.keep(self._key, json.dumps(self._allowed))
