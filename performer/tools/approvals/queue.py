"""The approval service: calls wait there for a person's yes, and run once when they have it."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final, Literal

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import AnswerCue
from performer.core.errors import ConfigError, ServiceError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.status import Role
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped
from performer.tools.approvals.approval import (
    ApprovalAuditEntry,
    ApprovalRequest,
    ApprovalStatus,
    Decider,
    describe_caller,
)
from performer.tools.approvals.runner import ApprovedCallRunner
from performer.tools.approvals.store import SqlApprovalStore
from performer.tools.approvals.waiting import PendingApprovals
from performer.tools.kept_calls import copy_call, log_and_continue
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox

_log = logging.getLogger(__name__)

_WHY_CHARS: Final = 300
_LOOK_EVERY_S: Final = 30.0
"""The wall time is looked at so often: a machine that slept wakes with calls whose time is over."""

_WAITS: Final = "It waits for the owner's yes; you will be told."
_WAITS_AS: Final = "It waits for the owner's yes as number {0}. Ask my_calls of number {0} in a minute what came of it."
"""To a program: it is told nothing that it does not ask."""


class ApprovalService:
    """Parks calls until one person has decided each, and runs what was approved once.

    What waits is asked on after a restart. What was approved and not known to be done when the performer ended is
    reported as lost, and never run again.

    Args:
        stream: Told what is asked, decided and done.
        wait_s: How long a call waits, in seconds.
        toolbox: Makes the box that a call runs through once it is approved: what its maker has, with all hooks but
            those that count, ask and park; raises ToolRefusedError where its maker is gone.
        guard: Decides what is shown of why a call is made.
        answer: Takes what an approved call came to, as a cue that goes on with its turn.
        drop: Drops the rest of a turn, by its number; one that is over is left as it was.
        left: Told of each sub-agent whose call with a yes is over.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        store: SqlApprovalStore,
        wait_s: float,
        *,
        toolbox: Callable[[ToolCall], Toolbox],
        guard: Guard,
        answer: Callable[[AnswerCue], Awaitable[object]],
        drop: Callable[[int, str], Awaitable[object]],
        left: Callable[[str], None] = lambda _agent: None,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._store = store
        self._wait_s = wait_s
        self._toolbox = toolbox
        self._guard = guard
        self._drop = drop
        self._pending = PendingApprovals(clock, wait_s)
        self._runner = ApprovedCallRunner(clock, stream, store, toolbox=toolbox, guard=guard, answer=answer, left=left)
        self._approved: list[ApprovalRequest] = []
        """Those that are to run now."""
        self._parking = anyio.Lock()
        self._wake = anyio.Event()

    @property
    def waiting(self) -> Sequence[ApprovalRequest]:
        """The calls that wait now, the oldest first."""
        return self._pending.calls

    def left_s(self, parked: ApprovalRequest) -> float:
        """Return how long a call may still be decided, in seconds."""
        return self._pending.left_s(parked)

    def roles(self) -> tuple[Role, ...]:
        """Return a line for the start-up table with the number of waiting calls; nothing when none waits."""
        count = len(self.waiting)
        if not count:
            return ()
        plays = "1 call waits for your yes" if count == 1 else f"{count} calls wait for your yes"
        return (Role(part="asks", plays=plays, why="python3 run.py approvals shows them"),)

    async def park(self, call: ToolCall) -> str:
        """Park a call until a person has decided, and return the sentence that the model reads meanwhile.

        Raises:
            ToolRefusedError: when too many wait, or its tool would refuse it anyway.
        """
        tool = self._toolbox(call).tool(call)
        tool.check(call)
        with anyio.CancelScope(shield=True):
            async with self._parking:
                number = self._pending.find_same(call)
                if number is None:
                    self._pending.make_room(call)
                    number = await self._ask(self._make_request(replace(call, tool=tool)))
        return _WAITS_AS.format(number) if call.is_of_program else _WAITS

    async def settle(self, number: int, *, approve: bool, who: Decider) -> ApprovalStatus:
        """Decide a call by its number, and return its state; `is_news` says whether this decided it.

        Raises:
            ConfigError: when there is no call of that number.
            ServiceError: when it cannot be kept: then nothing is decided.
        """
        fate: ApprovalStatus | None = None
        with anyio.CancelScope(shield=True):  # whoever asked may be gone, and what is decided is decided
            decision: Literal["approved", "cancelled"] = "approved" if approve else "cancelled"
            if await self._store.settle(number, decision, who, self._clock.utc()):
                fate = await self._carry_out(number, decision, who)
        return fate or await self._answer_too_late(number, who)

    async def refuse(self, number: int, who: Decider) -> None:
        """Write into the audit that somebody answered who may not, or too late."""
        with log_and_continue(), anyio.CancelScope(shield=True):
            await self._store.refuse(number, who, self._clock.utc())

    async def asked(self, number: int, channel: str, message: str) -> None:
        """Keep which message of Discord asks about a call."""
        self._pending.note_asked(number, channel, message)
        with log_and_continue(), anyio.CancelScope(shield=True):
            await self._store.asked(number, channel, message)

    async def fate(self, number: int) -> ApprovalStatus:
        """Return a call and its state.

        Raises:
            ConfigError: when there is no call of that number.
        """
        fate = await self._store.fate(number)
        if fate is None:
            known = ", ".join(str(each.number) for each in self.waiting) or "none"
            raise ConfigError(f"There is no call number {number} to decide of. Those that wait: {known}.")
        waits = self._pending.call(number)
        if fate.state == "pending" and waits:
            return replace(fate, parked=waits)  # which message asks may not have been kept
        return replace(fate, text=self._runner.text(number))

    async def audit(self, most: int = 50) -> Sequence[ApprovalAuditEntry]:
        """Return the newest lines of the audit, the newest first."""
        return await self._store.audit(most)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Restore what an earlier run left, run what is approved and deny what waited too long, until cancelled."""
        await self._restore()
        task_status.started()
        async with anyio.create_task_group() as running:
            while True:
                self._wake = anyio.Event()
                while self._approved:
                    running.start_soon(self._runner.run, self._approved.pop(0))
                for overdue in [each for each in self.waiting if self.left_s(each) <= 0]:
                    await self._expire(overdue.number)
                left_s = min(map(self.left_s, self.waiting), default=_LOOK_EVERY_S)
                with self._clock.move_on_after(min(left_s, _LOOK_EVERY_S)):
                    await self._wake.wait()

    async def _restore(self) -> None:
        for parked in await self._store.waiting():
            self._pending.add(_make_earlier_agent(parked))
        for parked in await self._store.unfinished():
            if parked.number not in [each.number for each in self._approved]:
                await self._runner.lose(parked)

    def _make_request(self, call: ToolCall) -> ApprovalRequest:
        verdict = self._guard.check(describe_caller(call), limit=_WHY_CHARS, where="approval")
        now = self._clock.utc()
        return ApprovalRequest(
            **copy_call(call),
            agent=call.agent,
            lineage=call.lineage,
            why="(the guard stops it)" if isinstance(verdict, Dropped) else verdict.text,
            channel=call.channel,
            asked_at=now,
            until=now + timedelta(seconds=self._wait_s),
        )

    async def _ask(self, parked: ApprovalRequest) -> int:
        try:
            number = await self._store.add(parked)
        except ServiceError as error:
            _log.error("Nobody can be asked about %s: %s", parked.tool, error)
            raise ToolRefusedError("Nobody can be asked for a yes now. Let it go.") from None
        self._pending.add(replace(parked, number=number))
        self._wake.set()
        self._stream.publish(
            events.ApprovalAsked(
                turn=parked.turn,
                approval=number,
                call=parked.call,
                tool=parked.tool,
                server=parked.server,
                arguments=parked.arguments,
                why=parked.why,
                within_s=self._wait_s,
                channel=parked.channel,
            )
        )
        return number

    async def _carry_out(self, number: int, decision: Literal["approved", "cancelled"], who: Decider) -> ApprovalStatus:
        waited, fate = self._pending.remove(number), await self.fate(number)
        turn = waited.turn if waited else None
        if decision == "approved":
            self._approved.append(waited or _make_earlier_agent(fate.parked))
            self._wake.set()
        self._stream.publish(
            events.ApprovalSettled(turn=turn, approval=number, outcome=decision, who=who.name, where=who.where)
        )
        if decision == "cancelled" and turn is not None:
            await self._drop(turn, f"the owner said no to {fate.parked.tool}")
        return replace(fate, is_news=True)

    async def _answer_too_late(self, number: int, who: Decider) -> ApprovalStatus:
        """Return the state of a call that somebody else has decided, or whose time is over."""
        fate = await self.fate(number)
        await self.refuse(number, who)
        if fate.state == "pending":
            await self._expire(number)
            return await self.fate(number)
        return fate

    async def _expire(self, number: int) -> None:
        """Deny a call for good, even where that cannot be kept: nothing runs that was not kept as approved."""
        is_news = True
        with log_and_continue(), anyio.CancelScope(shield=True):
            is_news = await self._store.settle(number, "expired", None, self._clock.utc())
        if is_news:
            waited = self._pending.remove(number)
            turn = waited.turn if waited else None
            self._stream.publish(events.ApprovalSettled(turn=turn, approval=number, outcome="expired"))


def _make_earlier_agent(parked: ApprovalRequest) -> ApprovalRequest:
    """Mark a sub-agent of an earlier run: the ids of this run are given anew."""
    return replace(parked, agent=f"{parked.agent} of before") if parked.lineage else parked
