"""Runs calls that have their yes, once, as whoever made them, and tells all who wait for them what came of it."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

import anyio

from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import AnswerCue
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.tools.approvals.approval import ApprovalRequest, Came
from performer.tools.approvals.store import SqlApprovalStore
from performer.tools.kept_calls import LOST, log_and_continue, make_answer
from performer.tools.tool import PersonsApproval, ToolCall, is_of_program
from performer.tools.toolbox import Toolbox

_MOST_TEXTS: Final = 50
"""Outcomes of programs' calls that are remembered; the oldest is forgotten."""


class ApprovedCallRunner:
    """Runs approved calls.

    Args:
        toolbox: Makes the box that a call runs through, as `ApprovalService` says.
        guard: Writes what came of a call as it may be told.
        answer: Takes it as a cue that goes on with the turn; not of a program's call, which is of none.
        left: Told of each sub-agent whose call is over.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        store: SqlApprovalStore,
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
        """Return what a program's call came to, while that is remembered."""
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
        await self._end(parked, came, text)

    async def lose(self, parked: ApprovalRequest) -> None:
        """Publish that nobody knows what came of a call, which is never run again."""
        await self._end(parked, "lost", LOST)

    async def _end(self, parked: ApprovalRequest, came: Came, text: str) -> None:
        told, is_of_show = self._guard.recorded(text), not is_of_program(parked.agent)
        if not is_of_show:
            self._texts[parked.number] = told
            if len(self._texts) > _MOST_TEXTS:
                self._texts.popitem(last=False)
        with anyio.CancelScope(shield=True):
            with log_and_continue():
                await self._store.finish(parked.number, came, self._clock.utc())
            self._stream.publish(events.ApprovalEnded(approval=parked.number, tool=parked.tool, came=came, text=told))
            if is_of_show:  # a program asks itself, and a turn about its `say` would cut that short
                with log_and_continue():
                    await self._answer(make_answer(parked, text, self._clock.now()))


def _make_call(parked: ApprovalRequest) -> ToolCall:
    """Return a call once more as its maker made it, now that it may do what it needs."""
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
