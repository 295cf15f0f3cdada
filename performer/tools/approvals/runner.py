"""The approval runner: runs each call that has its yes once, as whoever made it, and tells what came of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY

import anyio
from anyio.abc import TaskStatus

from performer.core.cues import AnswerCue
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.tools.approvals.approval import ApprovalRequest, Came
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.persistent_calls import LOST, KeepPictures, keep_no_picture, log_and_continue, make_answer
from performer.tools.tool import PersonsApproval, ToolCall, is_of_program
from performer.tools.toolbox import Toolbox


@dataclass(frozen=True)
class ApprovalRunner:
    """Runs the queue's approved calls. What was approved and not known to be done is lost, and never run again."""

    _runtime: Runtime
    _queue: ApprovalQueue
    _: KW_ONLY
    toolbox: Callable[[ToolCall], Toolbox]
    """Makes the box that an approved call runs through: what its maker has, with all hooks but those that count, ask
    and park; raises ToolRefusedError where its maker is gone."""
    answer: Callable[[AnswerCue], Awaitable[object]]
    """Takes what a call came to, as a cue that goes on with its turn; not a program's, which has no turn."""
    leave: Callable[[str], None]
    """Told of each sub-agent whose call is over."""
    keep_pictures: KeepPictures = keep_no_picture
    """Keeps the pictures among what a call came to, for the turn that is told of it."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Report what an earlier run left undone as lost, then run what is approved, side by side, until cancelled."""
        for parked in await self._queue.list_lost():
            await self._end(parked, "lost", LOST)
        task_status.started()
        async with anyio.create_task_group() as running:
            while True:
                running.start_soon(self._run, await self._queue.next_approved())

    async def _run(self, parked: ApprovalRequest) -> None:
        call = _make_call(parked)
        came: Came = "failed"
        seen: list[bytes] = []
        try:
            box = self.toolbox(call)
            result = await box.call(call)
            text, came = result.text, "done"
            seen = [each.content for each in result.pictures if box.is_seen(call.name)]
        except (ToolRefusedError, ToolFailedError) as no:
            text = own("It came to nothing: {why}", why=no)
        finally:
            if parked.lineage:
                self.leave(parked.agent)
        await self._end(parked, came, text, seen)

    async def _end(self, parked: ApprovalRequest, came: Came, text: str, seen: Sequence[bytes] = ()) -> None:
        with anyio.CancelScope(shield=True):
            await self._queue.finish(parked, came, self._runtime.guard.tell_recorded(text))
            if not is_of_program(parked.agent):  # a program asks itself; a turn would cut its `say` short
                with log_and_continue():
                    kept = await self.keep_pictures(seen)
                    now_s, has_failed = self._runtime.clock.now(), came != "done"
                    await self.answer(make_answer(parked, text, now_s, has_failed=has_failed, pictures=kept))


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
