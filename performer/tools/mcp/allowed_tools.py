"""The owner's consent to a server's tools: a server may change what a tool is, and then the owner is asked anew.

Besides, the reporter of what the settings say of these tools and cannot hold.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from performer.core.events.parts import FileRefused
from performer.core.events.stream import EventStream
from performer.core.remembered_conversation import KeyValueStore
from performer.tools.mcp.definition import ToolDefinition
from performer.tools.mentions import ToolMentions
from performer.tools.tool import Tool

_MAX_REPORTED: Final = 10
"""Told of one listing: a rule for all tools may misfit each, and a server may have hundreds."""


class MisfitReporter:
    """Publishes which lines of the settings do not fit a server's tools.

    Args:
        told: Writes a stranger's words as they may be told.
    """

    def __init__(self, stream: EventStream, server: str, mentions: ToolMentions, told: Callable[[str], str]) -> None:
        self._stream = stream
        self._server = server
        self._mentions = mentions
        self._told = told
        self._before: frozenset[str] = frozenset()
        self.newest: tuple[str, ...] = ()
        """What does not fit the newest listing, in words that may be told."""

    def tell(self, names: Iterable[str], tools: Iterable[Tool]) -> None:
        """Publish what does not fit the newest listing, and was not said of the one before.

        Args:
            names: Of all that it has, hidden or not allowed.
            tools: Those that are there, or would be with a yes.
        """
        said = [*self._mentions.strangers(self._server, names), *self._mentions.misfits(tools)]
        new = [each for each in said if each not in self._before]
        self._before = frozenset(said)
        self.newest = tuple(map(self._told, said[:_MAX_REPORTED]))
        for each in new[:_MAX_REPORTED]:
            self._refuse(each)
        if len(new) > _MAX_REPORTED:
            self._refuse(f"{len(new) - _MAX_REPORTED} more do not fit the tools of {self._server}.")

    def _refuse(self, why: str) -> None:
        self._stream.publish(FileRefused(file="a line of config.toml", reason=self._told(why)))


State = Literal["allowed", "new", "changed"]
_MAX_ALLOWED: Final = 1000
"""Tools of one server that are remembered; the oldest are forgotten."""


class AllowedDefinitions:
    """The definitions of one server that the owner has allowed, kept over restarts.

    Args:
        trusted: Whether every definition is allowed.
        known: The digests of definitions that need no yes, by the tools' own names.
    """

    def __init__(
        self, server: str, keeps: KeyValueStore, *, trusted: bool, known: Mapping[str, str] = MappingProxyType({})
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

    def state(self, definition: ToolDefinition) -> State:
        """Return whether a definition is allowed as it is now, or why not."""
        if self._trusted or self._known.get(definition.own_name) == definition.digest:
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
        await self.read()
        assert self._allowed is not None
        for each in definitions:
            self._allowed.pop(each.own_name, None)
            self._allowed[each.own_name] = each.digest
        self._allowed = dict(list(self._allowed.items())[-_MAX_ALLOWED:])
        await self._keeps.keep(self._key, json.dumps(self._allowed))


def _read(kept: str) -> dict[str, str]:
    """Read what was written; of what cannot be read nothing is allowed."""
    try:
        value = json.loads(kept or "{}")
    except ValueError:
        return {}
    return {str(name): str(digest) for name, digest in value.items()} if isinstance(value, dict) else {}
