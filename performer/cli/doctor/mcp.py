"""The doctor's look at servers of tools: does each start, what does it have, and does anything wait for a yes."""

from collections.abc import Mapping
from typing import Final

import anyio

from performer.cli.doctor.memory import ReadOnlyKeyValueStore
from performer.cli.doctor.report import CheckNotes
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.tools.mcp.allowed_tools import AllowedDefinitions
from performer.tools.mcp.open_connection import list_server_tools
from performer.tools.mcp.presets.registry import apply_preset, find_preset
from performer.tools.mcp.settings import McpSettings
from performer.tools.mentions import NO_MENTIONS, ToolMentions

_MORE_S: Final = 10.0
_MISFITS_CHARS: Final = 600


class McpCheck:
    """Starts each server that a show would start, side by side, and lists its tools; none of them is called."""

    def __init__(
        self,
        clock: Clock,
        settings: Mapping[str, McpSettings],
        home: Home,
        environ: Mapping[str, str],
        mentions: ToolMentions = NO_MENTIONS,
    ) -> None:
        self._clock = clock
        self._settings = {name: apply_preset(each, find_preset(each)) for name, each in settings.items()}
        self._home = home
        self._environ = environ
        self._mentions = mentions

    @property
    def within_s(self) -> float:
        """How long it may take."""
        return max((each.start_s for each in self._settings.values()), default=0.0) + _MORE_S

    async def look(self, notes: CheckNotes) -> None:
        """Look at each; what is found stands in the order of the settings."""
        each_notes = {name: CheckNotes(notes.part) for name in self._settings}
        async with anyio.create_task_group() as tasks:
            for name, settings in self._settings.items():
                tasks.start_soon(self._look_at, name, settings, each_notes[name])
        notes.findings += [finding for each in each_notes.values() for finding in each.findings]

    async def _look_at(self, name: str, settings: McpSettings, notes: CheckNotes) -> None:
        if not settings.enabled:
            notes.skip(name, f"off, as configured (mcp.{name}.enabled)")
            return
        try:
            found = await list_server_tools(self._clock, name, settings, self._environ)
        except ServiceError as error:
            switch = f"python3 run.py config set mcp.{name}.enabled false"
            notes.fail(name, str(error), f"Mend it, or switch it off: {switch}")
            return
        preset, keeps = find_preset(settings), ReadOnlyKeyValueStore(self._home.memory_file)
        known = preset.harmless if preset else {}
        definitions = AllowedDefinitions(name, keeps, trusted=settings.trusted, known=known)
        await definitions.read()
        waiting = [each for each in found.definitions if not definitions.is_allowed(each)]
        count = len(found.definitions)
        told = f"it is there, and has {count} tools"
        if preset and preset.make:
            told = f"it is there; tools of ours stand for its own, {count} of which are used beside them"
        if waiting:
            remedy = f"Read and allow them, while a show runs: python3 run.py mcp allow {name}"
            notes.warn(name, f"{told}; {len(waiting)} of them wait for your yes", remedy)
        else:
            notes.ok(name, told)
        if found.left_out:
            notes.warn(f"{name} tools", f"some are left out: {'; '.join(found.left_out)[:300]}")
        misfits = [*self._mentions.strangers(name, found.names), *self._mentions.misfits(found.definitions)]
        if misfits:
            notes.warn(f"{name} rules", " ".join(misfits)[:_MISFITS_CHARS], "Write it in config.toml as it is called.")
