"""The supervisor of one server: starts it, starts it again when it is gone, and offers the tools it has meanwhile."""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.command_line import COMMAND
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.loopback import is_loopback
from performer.core.own_text import own
from performer.core.process.backoff import generate_delays_s
from performer.core.remembered_conversation import KeyValueStore
from performer.core.status import Fix, Role
from performer.guard.runtime import Runtime
from performer.tools.mcp.absence import Absence
from performer.tools.mcp.allowed_tools import AllowedDefinitions, MisfitReporter
from performer.tools.mcp.definition import ToolDefinition, ToolListing, list_arguments
from performer.tools.mcp.presets.presets import PresetContext
from performer.tools.mcp.server_spec import ServerSpec
from performer.tools.mcp.session import McpSession, SessionEnd
from performer.tools.mentions import NO_MENTIONS, ToolMentions
from performer.tools.result import ToolResult
from performer.tools.tool import Tool, ToolCall

_log = logging.getLogger(__name__)

_FIRST_S: Final = 0.1
_LONGEST_S: Final = 60.0
_LONGEST_HERE_S: Final = 1.0
"""At an address on this machine: to look whether it is back is a millisecond's work."""
_HEALTHY_S: Final = 10.0
"""After so long a life the next pause is the first one again."""
_BY_A_PERSON_S: Final = 300.0
"""When only a person can mend it."""
_NUMBER: Final = re.compile(r"\d+")
_MOST_LEFT_OUT: Final = 10
"""Tools of a listing of which it is told why they are left out; a server may list thousands, again and again."""


class McpServer:
    """One server; `run` is a service, and its only task that opens and closes anything.

    `store` keeps what the owner has allowed; the settings' `mentions` of its tools are held against each listing.
    """

    def __init__(
        self, runtime: Runtime, spec: ServerSpec, store: KeyValueStore, mentions: ToolMentions = NO_MENTIONS
    ) -> None:
        self._runtime = runtime
        self._spec = spec
        self._session: McpSession | None = None
        self._listing = ToolListing()
        self._tools: tuple[tuple[ToolDefinition, Tool], ...] = ()
        self._taken: Mapping[str, frozenset[str]] = {}
        """The arguments of all its tools, hidden ones too, by their own names."""
        self._tried = anyio.Event()
        self._absence = Absence(runtime.clock, spec.name)
        self._misfits = MisfitReporter(runtime, spec.name, mentions)
        self.name = spec.name
        self.service = f"mcp {spec.name}"
        """The server's name among the parts of the show."""
        self._was_up = False
        self.definitions = AllowedDefinitions(spec, store)
        self.trouble = ""
        """Why it is not there; empty when it is, or has not been tried yet."""
        make = spec.preset.make if spec.preset else None
        context = PresetContext(
            clock=runtime.clock,
            name=spec.name,
            url=spec.settings.url,
            server=self,
            store=store,
            texts_for=spec.texts_for,
        )
        self.ours = make(context) if make else []
        """Those that the preset makes; they stand for tools of the server."""

    @property
    def is_up(self) -> bool:
        """Whether the server can be called."""
        return self._session is not None and self._session.is_up

    @property
    def listed(self) -> tuple[ToolDefinition, ...]:
        """The server's tools, allowed or not; those that it had, while it is gone."""
        return self._listing.definitions

    @property
    def left_out(self) -> tuple[str, ...]:
        """The tools of the newest listing that are left out, each with the reason, in words that may be told."""
        return tuple(map(self._runtime.guard.recorded, self._listing.left_out))

    @property
    def misfits(self) -> tuple[str, ...]:
        """The lines of the settings that do not fit the tools that the server listed last."""
        return self._misfits.newest

    async def run(self, *, task_status: TaskStatus[None]) -> None:
        """Run the server, again and again; the show does not wait for it."""
        task_status.started()
        await self.definitions.read()
        longest_s = _LONGEST_HERE_S if is_loopback(self._spec.settings.url) else _LONGEST_S
        delays = generate_delays_s(_FIRST_S, longest_s)
        while True:
            self._session = McpSession(self._runtime.clock, self._spec, self._take)
            self._absence.note_start()
            end = await self._session.run()
            if end.up_s >= _HEALTHY_S:
                delays = generate_delays_s(_FIRST_S, longest_s)
            pause_s = next(delays) if end.may_retry else _BY_A_PERSON_S
            self._absence.note_gone(again_in_s=pause_s, needs_person=not end.may_retry)
            self._publish_gone(end)
            await self._runtime.clock.sleep(pause_s)

    async def ready(self) -> None:
        """Wait until the server has listed its tools, or could not be started, for the first time."""
        await self._tried.wait()

    def tools(self) -> list[Tool]:
        """Return the tools that the server has: the preset's, and those that the owner has allowed, as they are.

        While the server is away it has those of before, so that whoever calls one is told when it is back.
        """
        if not self._was_up:
            return []
        tools = self.ours + [tool for definition, tool in self._tools if self.definitions.is_allowed(definition)]
        is_offered = self.is_up or self._absence.is_expected
        return tools if is_offered else [replace(tool, is_offered=False) for tool in tools]

    async def ask(self, tool: str, arguments: Mapping[str, object]) -> ToolResult:
        """Call a tool as a preset wants it, in words of ours; see `ServerCaller`."""
        session = self._require_session()
        return await session.call(tool, arguments, lambda _: None, told_as=f"{self.name}.{tool}")

    def takes(self, tool: str) -> frozenset[str]:
        """Return the arguments that a tool takes; none while there is no such tool."""
        return self._taken.get(tool, frozenset())

    def pending(self) -> list[ToolDefinition]:
        """Return the tools that are new or changed, and wait for the owner's yes."""
        return [each for each in self.listed if not self.definitions.is_allowed(each)]

    def role(self) -> Role:
        """Return a line for the start-up table: whether the server is there, and what is missing."""
        if self.trouble:
            fix = Fix(op="mcp.restart", label=own("Start again"), args={"name": self.name})
            return Role(part="mcp", plays=f"{self.name}: is not there", why=self.trouble, state="down", fix=fix)
        if not self.is_up:
            return Role(part="mcp", plays=f"{self.name}: is being started", state="partly")
        why = "; ".join([*self._describe_pending(), *self._describe_left_out()])
        return Role(part="mcp", plays=f"{self.name}: {_format_count(len(self.tools()))}", why=why)

    def _describe_pending(self) -> Iterator[str]:
        if waiting := len(self.pending()):
            yield f"{waiting} of its tools wait for your yes: {COMMAND} mcp allow {self.name}"

    def _describe_left_out(self) -> Iterator[str]:
        """Yield the first tool that is left out and why, and where the others are told."""
        first, *others = self.left_out or ("",)
        if first:
            yield f"left out: {first}"
        if others:
            yield f"{len(others)} more are left out: {COMMAND} tools list {self.name}"

    def _take(self, listed: list[Mapping[str, Any]]) -> None:
        """Replace the tools by what the server listed; a listing like the one before is not told again."""
        if self.trouble or not self._was_up:
            self._absence.note_back()
            self._was_up = True
        before, self._listing = self._listing, self._spec.parse_listing(listed)
        self._taken = list_arguments(listed)
        self._tools = tuple((each, self._make_tool(each)) for each in self._listing.definitions)
        if not self._tried.is_set() or self.trouble or before != self._listing:
            self._publish_listed(is_new=before != self._listing)
        self._misfits.tell(self._listing.names, [*self.ours, *(tool for _, tool in self._tools)])
        if self.trouble:
            self.trouble = ""
            self._runtime.stream.publish(events.ServiceUp(service=self.service))
        self._tried.set()

    def _publish_listed(self, *, is_new: bool) -> None:
        pending, tools = len(self.pending()), len(self.listed) + len(self.ours)
        left_out = len(self.left_out)
        self._runtime.stream.publish(
            events.ToolsListed(server=self.name, tools=tools, pending=pending, left_out=left_out)
        )
        if not is_new:
            return
        self._publish_left_out()
        if pending:
            allow = f"{COMMAND} mcp allow {self.name}"
            _log.info("mcp %s has %s that you have not allowed: %s", self.name, _format_count(pending, "new "), allow)

    def _publish_left_out(self) -> None:
        told, more = self.left_out[:_MOST_LEFT_OUT], len(self.left_out) - _MOST_LEFT_OUT
        for reason in [*told, *([f"{more} more"] * (more > 0))]:
            _log.info("mcp %s: left out: %s.", self.name, reason)
            self._runtime.stream.publish(events.ToolLeftOut(server=self.name, reason=reason))

    def _publish_gone(self, end: SessionEnd) -> None:
        """Publish why the server is gone, once until it is back or gone for another reason, numbers apart."""
        before, self.trouble = self.trouble, self._runtime.guard.recorded(end.reason) or "it is gone"
        self._tried.set()
        if _NUMBER.sub("", before) != _NUMBER.sub("", self.trouble):
            _log.info("mcp %s is not there: %s.", self.name, self.trouble)
            self._runtime.stream.publish(events.ServiceDown(service=self.service, reason=self.trouble))

    def _make_tool(self, definition: ToolDefinition) -> Tool:
        return Tool(
            spec=definition.spec,
            run=partial(self._run, definition),
            check=partial(_check, definition),
            privilege="fun" if definition.is_read_only else "outside",
            server=self.name,
            asks=not definition.is_read_only,
            is_read_only=definition.is_read_only,
            is_repeatable=definition.is_repeatable,
            texts_for=self._spec.texts_for,
            timeout_s=self._spec.settings.timeout_s,
            keeps_time=True,
            is_seen=True,
        )

    async def _run(self, definition: ToolDefinition, call: ToolCall) -> ToolResult:
        """Call a tool, if it still is what was allowed: a box may be older than the newest listing."""
        session = self._require_session()
        if definition not in self.listed or not self.definitions.is_allowed(definition):
            raise ToolRefusedError(
                own("{name} has changed, and its owner has not allowed it yet. Let it go.", name=call.name)
            )
        _check(definition, call)
        return await session.call(
            definition.own_name, call.arguments, call.report, told_as=call.name, within_s=call.within_s
        )

    def _require_session(self) -> McpSession:
        if not self.is_up or self._session is None:
            raise ToolFailedError(self._absence.describe(self.trouble))
        return self._session


def _check(definition: ToolDefinition, call: ToolCall) -> None:
    if missing := definition.missing(call.arguments):
        raise ToolRefusedError(own("{name} needs {missing}.", name=call.name, missing=" and ".join(map(repr, missing))))


def _format_count(tools: int, what: str = "") -> str:
    return f"{tools} {what}tool{'' if tools == 1 else 's'}"
