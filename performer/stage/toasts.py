"""Toasts: messages of the system to the streamer, in the overlay window and nowhere else."""

from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.events.stream import Event, EventStream
from performer.core.own_text import OwnText, capitalize_first, own
from performer.guard.guard import Guard
from performer.guard.verdict import format_label
from performer.stage.protocol.elements import Level, Toast
from performer.stage.state import Stage

_SHOWN_S: Final[dict[Level, float]] = {"warning": 12.0, "info": 5.0}
_LONGEST: Final = 160
_SHOWN: Final = (
    *(events.ServiceDown, events.ServiceUp, events.FileRefused),
    *(events.TextStopped, events.ApprovalAsked, events.ToolsListed, events.ToolLeftOut),
)


class Toasts:
    """Shows services that went down or came back, files that were left out, and what waits for the streamer's decision.

    Others' words in them pass the guard all the same: the streamer's screen may be the stream.
    """

    def __init__(self, stage: Stage, stream: EventStream, guard: Guard) -> None:
        self._stage = stage
        self._guard = guard
        self._reader = stream.lossy("toasts", *_SHOWN)
        self._down: set[str] = set()
        self._has_led = False
        """Whether a model was ever there: only then a model can come back."""
        self._ids: dict[str, str] = {}
        """By subject; the next toast on a subject replaces the last. An id must not give away a file's name."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Show toasts until the stream closes."""
        task_status.started()
        async for published in self._reader:
            self._take(published.event)

    def _take(self, event: Event) -> None:
        match event:
            case events.ServiceDown(service=service, reason=reason):
                self._down.add(service)
                gone = own("{service}: {reason}", service=capitalize_first(service), reason=reason)
                self._show(f"service {service}", gone, "warning")
            case events.ServiceUp(service=service, reason=reason):
                is_back = service != "brain" or self._has_led
                self._has_led = self._has_led or service == "brain"
                if service in self._down:
                    self._down.discard(service)
                    how = own("back") if is_back else own("there")
                    news = own("{service}: {how}. {reason}", service=capitalize_first(service), how=how, reason=reason)
                    self._show(f"service {service}", news.rstrip(), "info")
            case events.FileRefused(file=file, reason=reason):
                self._show(f"file {file}", own("Left out: {file}: {reason}", file=file, reason=reason), "warning")
            case events.ToolLeftOut(server=server, reason=reason):
                left_out = own("Left out of mcp {server}: {reason}", server=server, reason=reason)
                self._show(f"left out {server}", left_out, "warning")
            case events.TextStopped(action="hold", category=category, only_reported=False):
                label = format_label(category)
                self._show(
                    "held", own("The guard holds a line for your yes on the panel: {label}.", label=label), "info"
                )
            case events.ToolsListed(server=server, pending=pending) if pending:
                tools = own("1 tool waits") if pending == 1 else own("{pending} tools wait", pending=pending)
                waits = own("mcp {server}: {tools} for your yes.", server=server, tools=tools)
                self._show(f"tools {server}", waits, "info")
            case events.ApprovalAsked(approval=number, tool=tool):
                waits = own("{tool} waits for your yes, as number {number}.", tool=tool, number=number)
                self._show(f"approval {number}", waits, "info")

    def _show(self, about: str, text: OwnText, level: Level) -> None:
        """Show a text with others' words in it as they pass the guard."""
        self._put(about, self._guard.tell(text, limit=_LONGEST, where="toast"), level)

    def _put(self, about: str, text: str, level: Level) -> None:
        on_stage = {each.id for each in self._stage.snapshot().elements}
        self._ids = {each: id_ for each, id_ in self._ids.items() if id_ in on_stage}
        id_ = self._ids.setdefault(about, self._stage.next_id("toast"))
        self._stage.show(Toast(**self._stage.plan_life("toast", _SHOWN_S[level], id_), alt=text, level=level))
