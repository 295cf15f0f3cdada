"""Granted calls: what has its yes runs once, as whoever made it, and all who wait for it are told what came of it."""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import anyio

from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import AnswerCue
from performer.core.errors import ServiceError, ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.text import format_json_line
from performer.guard.guard import Guard
from performer.tools.approvals.approval import ApprovalRequest, ApprovalStore, Came
from performer.tools.tool import PersonsApproval, ToolCall, is_of_program
from performer.tools.toolbox import Toolbox

_log = logging.getLogger(__name__)

_MOST_TEXTS: Final = 50
"""Of what calls of programs came to; the oldest is forgotten."""
_LOST: Final = "Nobody knows whether it was done: the performer was ended meanwhile. It is not tried again."


class ApprovedCallRunner:
    """Runs calls that have their yes.

    Args:
        clock: Tells when.
        stream: Told what each came to.
        store: Keeps that.
        toolbox: Makes the box that a call runs through, as `ApprovalDesk` says.
        guard: Writes what came of it as it may be told.
        answer: Takes it as a cue that goes on with its turn; not of a program's call, which is of none.
        left: Told of each sub-agent whose call is over.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        store: ApprovalStore,
        *,
        toolbox: Callable[[ToolCall], Toolbox],
        guard: Guard,
        answer: Callable[[AnswerCue], Awaitable[object]],
        left: Callable[[str], None],
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._store = store
        self._toolbox = toolbox
        self._guard = guard
        self._answer = answer
        self._left = left
        self._texts: OrderedDict[int, str] = OrderedDict()
        """What calls of programs came to in this run, past the guard, by their numbers."""

    def text(self, number: int) -> str:
        """Tell what a program's call came to, while that is remembered."""
        return self._texts.get(number, "")

    async def run(self, parked: ApprovalRequest) -> None:
        """Run a call, with the right to do what it needs."""
        call = _make_call(parked)
        came: Came = "failed"
        try:
            text = (await self._toolbox(call).call(call)).text
            came = "done"
        except (ToolRefusedError, ToolFailedError) as no:
            text = f"It came to nothing: {no}"
        finally:
            if parked.lineage:
                self._left(parked.agent)
        await self._ended(parked, came, text)

    async def lose(self, parked: ApprovalRequest) -> None:
        """Tell that nobody knows what came of a call, which is never run again."""
        await self._ended(parked, "lost", _LOST)

    async def _ended(self, parked: ApprovalRequest, came: Came, text: str) -> None:
        told, is_of_show = self._guard.recorded(text), not is_of_program(parked.agent)
        if not is_of_show:
            self._remember(parked.number, told)
        with anyio.CancelScope(shield=True):
            with log_and_continue():
                await self._store.finish(parked.number, came, self._clock.utc())
            self._stream.publish(events.ApprovalEnded(approval=parked.number, tool=parked.tool, came=came, text=told))
            if is_of_show:  # a program asks itself, and a turn about its `say` would cut that short
                with log_and_continue():
                    await self._answer(self._cue(parked, text))

    def _remember(self, number: int, told: str) -> None:
        self._texts[number] = told
        if len(self._texts) > _MOST_TEXTS:
            self._texts.popitem(last=False)

    def _cue(self, parked: ApprovalRequest, text: str) -> AnswerCue:
        return AnswerCue(
            tool=parked.tool,
            arguments=format_json_line(parked.arguments),
            text=text,
            origin=parked.origin,
            said=parked.said,
            at_s=self._clock.now(),
        )


def _make_call(parked: ApprovalRequest) -> ToolCall:
    """Make a call once more as its maker made it, now that it may do what it needs."""
    return ToolCall(
        id=f"approval-{parked.number}",
        name=parked.tool,
        arguments=parked.arguments,
        may="outside",
        cue=parked.origin,
        said=parked.said,
        agent=parked.agent,
        lineage=parked.lineage,
        yes=PersonsApproval(turn=parked.turn),
    )


@contextmanager
def log_and_continue() -> Iterator[None]:
    """Go on where something can be neither kept nor handed on, and say so in the log."""
    try:
        yield
    except ServiceError as error:
        _log.error("Of a call that had to wait for a yes something is lost: %s", error)
