"""The check of MCP servers: does each start, which tools does it have, and do any of them wait for a yes."""

from collections.abc import Mapping
from typing import Final

import anyio

from performer.config.config import Config
from performer.config.keys import collect_mentions
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.doctor.home import ReadOnlyKeyValueStore
from performer.doctor.report import CheckNotes, Examined
from performer.tools.mcp.allowed_tools import AllowedDefinitions
from performer.tools.mcp.kept_keys import FILE, KeptKeys
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.session import list_server_tools

_MORE_S: Final = 10.0
_MISFITS_CHARS: Final = 600


def find_mcp_limit_s(config: Config) -> float:
    """Return how long the check of the servers may take."""
    return max((each.settings.start_s for each in _list_specs(config, {})), default=0.0) + _MORE_S


def _list_specs(config: Config, environ: Mapping[str, str]) -> list[ServerSpec]:
    return [ServerSpec.of(name, each, environ) for name, each in config.mcp.items()]


def _add_keys(examined: Examined) -> Mapping[str, str]:
    """Return the environment with the keys that were entered for servers."""
    return KeptKeys(examined.home.config_file.with_name(FILE), examined.environ)


async def check_mcp(examined: Examined, notes: CheckNotes) -> None:
    """Check each server side by side, noted in the order of the settings; none of their tools is called."""
    each_notes = {name: CheckNotes(notes.part) for name in examined.config.mcp}
    async with anyio.create_task_group() as tasks:
        for spec in _list_specs(examined.config, _add_keys(examined)):
            tasks.start_soon(_look_at, examined, spec, each_notes[spec.name])
    notes.findings.extend(finding for each in each_notes.values() for finding in each.findings)


async def _look_at(examined: Examined, spec: ServerSpec, notes: CheckNotes) -> None:
    name = spec.name
    if not spec.settings.enabled:
        notes.skip(name, own("off, as configured (mcp.{name}.enabled)", name=name))
        return
    try:
        found = await list_server_tools(examined.clock, spec)
    except ServiceError as error:
        switch = own("{start} config set mcp.{name}.enabled false", start=COMMAND, name=name)
        notes.fail(name, str(error), own("Mend it, or switch it off: {switch}", switch=switch))
        return
    definitions = AllowedDefinitions(spec, ReadOnlyKeyValueStore(examined.home.memory_file))
    await definitions.read()
    waiting = [each for each in found.definitions if not definitions.is_allowed(each)]
    count = len(found.definitions)
    state = own("it is there, and has {count} tools", count=count)
    if spec.preset and spec.preset.make:
        state = own("it is there; tools of ours stand for its own, {count} of which are used beside them", count=count)
    if waiting:
        remedy = own("Read and allow them, while a show runs: {start} mcp allow {name}", start=COMMAND, name=name)
        notes.warn(name, own("{state}; {waiting} of them wait for your yes", state=state, waiting=len(waiting)), remedy)
    else:
        notes.ok(name, state)
    if found.left_out:
        notes.warn(f"{name} tools", own("some are left out: {left_out}", left_out="; ".join(found.left_out)[:300]))
    mentions = collect_mentions(examined.config)
    misfits = [*mentions.strangers(name, found.names), *mentions.misfits(found.definitions)]
    if misfits:
        notes.warn(f"{name} rules", " ".join(misfits)[:_MISFITS_CHARS], own("Write it in config.toml as it is called."))
