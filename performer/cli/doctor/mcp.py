"""The check of MCP servers: does each start, which tools does it have, and do any of them wait for a yes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import anyio

from performer.cli.doctor.memory import ReadOnlyKeyValueStore
from performer.cli.doctor.report import CheckNotes
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.tools.mcp.allowed_tools import AllowedDefinitions
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.session import list_server_tools
from performer.tools.mcp.settings import McpSettings
from performer.tools.mentions import NO_MENTIONS, ToolMentions

_MORE_S: Final = 10.0
_MISFITS_CHARS: Final = 600


@dataclass(frozen=True)
class McpCheck:
    """The check that starts each server of a show, side by side, and lists its tools; none of them is called."""

    _clock: Clock
    _settings: Mapping[str, McpSettings]
    _home: Home
    _environ: Mapping[str, str]
    _mentions: ToolMentions = NO_MENTIONS

    @property
    def within_s(self) -> float:
        """Return how long the check may take."""
        return max((each.settings.start_s for each in self._list_specs()), default=0.0) + _MORE_S

    def _list_specs(self) -> list[ServerSpec]:
        return [ServerSpec.of(name, each, self._environ) for name, each in self._settings.items()]

    async def look(self, notes: CheckNotes) -> None:
        """Look at each server; findings stand in the order of the settings."""
        each_notes = {name: CheckNotes(notes.part) for name in self._settings}
        async with anyio.create_task_group() as tasks:
            for spec in self._list_specs():
                tasks.start_soon(self._look_at, spec, each_notes[spec.name])
        notes.findings += [finding for each in each_notes.values() for finding in each.findings]

    async def _look_at(self, spec: ServerSpec, notes: CheckNotes) -> None:
        name = spec.name
        if not spec.settings.enabled:
            notes.skip(name, f"off, as configured (mcp.{name}.enabled)")
            return
        try:
            found = await list_server_tools(self._clock, spec)
        except ServiceError as error:
            switch = f"python3 run.py config set mcp.{name}.enabled false"
            notes.fail(name, str(error), f"Mend it, or switch it off: {switch}")
            return
        definitions = AllowedDefinitions(spec, ReadOnlyKeyValueStore(self._home.memory_file))
        await definitions.read()
        waiting = [each for each in found.definitions if not definitions.is_allowed(each)]
        count = len(found.definitions)
        state = f"it is there, and has {count} tools"
        if spec.preset and spec.preset.make:
            state = f"it is there; tools of ours stand for its own, {count} of which are used beside them"
        if waiting:
            remedy = f"Read and allow them, while a show runs: python3 run.py mcp allow {name}"
            notes.warn(name, f"{state}; {len(waiting)} of them wait for your yes", remedy)
        else:
            notes.ok(name, state)
        if found.left_out:
            notes.warn(f"{name} tools", f"some are left out: {'; '.join(found.left_out)[:300]}")
        misfits = [*self._mentions.strangers(name, found.names), *self._mentions.misfits(found.definitions)]
        if misfits:
            notes.warn(f"{name} rules", " ".join(misfits)[:_MISFITS_CHARS], "Write it in config.toml as it is called.")
