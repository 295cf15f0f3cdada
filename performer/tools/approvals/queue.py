"""The approval queue: calls wait there until one person has decided each; the runner runs what is approved."""

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY, replace
from datetime import timedelta
from typing import Final, Literal

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError, ToolRefusedError
from performer.core.own_text import join_own, own
from performer.core.recent_dict import RecentDict
from performer.core.status import Role
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.guard.verdict import Dropped
from performer.tools.approvals.approval import (
    ApprovalAuditEntry,
    ApprovalRequest,
    ApprovalStatus,
    Came,
    Decider,
    describe_caller,
)
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.pending_approvals import PendingApprovals
from performer.tools.masked_arguments import mask_arguments_aside, mask_for_people
from performer.tools.persistent_calls import copy_call, log_and_continue
from performer.tools.tool import ToolCall, is_of_program

_log = logging.getLogger(__name__)

_WHY_CHARS: Final = 300
_LOOK_EVERY_S: Final = 30.0
"""The wall time is looked at so often: a machine that slept wakes with calls whose time is over."""

_WAITS: Final = "It waits for the owner's yes; you will be told."
_WAITS_AS: Final = "It waits for the owner's yes as number {0}. Ask my_calls of number {0} in a minute what came of it."
"""To a program: it is told nothing that it does not ask."""


_MOST_TEXTS: Final = 50
"""Outcomes of programs' calls that are remembered; the oldest is forgotten."""


@dataclass(eq=False)
class ApprovalQueue:
    """Parks calls until one person has decided each, also over a restart."""

    _runtime: Runtime
    _table: ApprovalTable
    _wait_s: float
    """How long a call waits, in seconds."""
    _: KW_ONLY
    drop: Callable[[int, str], Awaitable[object]]
    """Drops the rest of a turn, by its number; one that is over is left as it was."""

    def __post_init__(self) -> None:
        self._clock, self._stream = self._runtime.clock, self._runtime.stream
        self._pending = PendingApprovals(self._clock, self._wait_s)
        self._approved: deque[ApprovalRequest] = deque()
        self._texts: RecentDict[int, str] = RecentDict(_MOST_TEXTS)
        self._parking = anyio.Lock()
        self._wake = anyio.Event()
        self._more_approved = anyio.Event()

    def wait_for(self, wait_s: float) -> None:
        """Change how long a call waits, in seconds, for the calls that come from now on."""
        self._wait_s = self._pending.wait_s = wait_s

    @property
    def waiting(self) -> Sequence[ApprovalRequest]:
        """The calls that wait now, the oldest first."""
        return self._pending.calls

    def count_waiting(self) -> int:
        """Return how many calls wait now."""
        return len(self.waiting)

    def left_s(self, parked: ApprovalRequest) -> float:
        """Return how long a call may still be decided, in seconds."""
        return self._pending.left_s(parked)

    def roles(self) -> tuple[Role, ...]:
        """Return a line for the start-up table with the number of waiting calls; nothing when none waits."""
        count = len(self.waiting)
        if not count:
            return ()
        numbers = join_own(", ", (own("{number}", number=each.number) for each in self.waiting))
        several = own("{count} calls wait for your yes: numbers", count=count)
        waits = own("1 call waits for your yes: number") if count == 1 else several
        return (
            Role(
                part="asks",
                plays=own("{waits} {numbers}", waits=waits, numbers=numbers),
                why=own("{start} approvals shows them", start=COMMAND),
            ),
        )

    async def park(self, call: ToolCall) -> str:
        """Park a call until a person has decided, and return the sentence that the model reads meanwhile.

        Raises:
            ToolRefusedError: when too many wait, or its tool would refuse it anyway.
        """
        if call.tool:
            call.tool.check(call)
        with anyio.CancelScope(shield=True):
            async with self._parking:
                number = self._pending.find_same(call)
                if number is None:
                    self._pending.make_room(call)
                    number = await self._ask(self._make_request(call))
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
            if await self._table.settle(number, decision, who, self._clock.utc()):
                fate = await self._carry_out(number, decision, who)
        return fate or await self._answer_too_late(number, who)

    async def refuse(self, number: int, who: Decider) -> None:
        """Write into the audit that somebody answered who may not, or too late."""
        with log_and_continue(), anyio.CancelScope(shield=True):
            await self._table.refuse(number, who, self._clock.utc())

    async def asked(self, number: int, channel: str, message: str) -> None:
        """Keep which message of Discord asks about a call."""
        self._pending.note_asked(number, channel, message)
        with log_and_continue(), anyio.CancelScope(shield=True):
            await self._table.asked(number, channel, message)

    async def fate(self, number: int) -> ApprovalStatus:
        """Return a call and its state.

        Raises:
            ConfigError: when there is no call of that number.
        """
        fate = await self._table.fate(number)
        if fate is None:
            known = ", ".join(str(each.number) for each in self.waiting) or "none"
            raise ConfigError(
                own(
                    "There is no call number {number} to decide of. Those that wait: {known}.",
                    number=number,
                    known=known,
                )
            )
        waits = self._pending.call(number)
        if fate.state == "pending" and waits:
            return replace(fate, parked=waits)  # which message asks may not have been kept
        return replace(fate, text=self._texts.get(number, ""))

    async def audit(self, most: int = 50) -> Sequence[ApprovalAuditEntry]:
        """Return the newest lines of the audit, the newest first."""
        return await self._table.audit(most)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Restore the calls that waited in an earlier run, and deny what waited too long, until cancelled."""
        for parked in await self._table.in_state("pending"):
            self._pending.add(_make_earlier_agent(parked))
        task_status.started()
        while True:
            self._wake = anyio.Event()
            for overdue in [each for each in self.waiting if self.left_s(each) <= 0]:
                await self._expire(overdue.number)
            left_s = min(map(self.left_s, self.waiting), default=_LOOK_EVERY_S)
            with self._clock.move_on_after(min(left_s, _LOOK_EVERY_S)):
                await self._wake.wait()

    async def next_approved(self) -> ApprovalRequest:
        """Wait for the next call that has its yes, and return it once."""
        while not self._approved:
            self._more_approved = anyio.Event()
            await self._more_approved.wait()
        return self._approved.popleft()

    async def list_lost(self) -> Sequence[ApprovalRequest]:
        """Return the calls that were approved and neither wait to be run nor are known to be done."""
        to_run = {each.number for each in self._approved}
        return [each for each in await self._table.in_state("approved") if each.number not in to_run]

    async def finish(self, parked: ApprovalRequest, came: Came, told: str) -> None:
        """Keep how a call ended, and publish what it came to; a program asks for that by the call's number."""
        if is_of_program(parked.agent):
            self._texts[parked.number] = told
        with log_and_continue():
            await self._table.finish(parked.number, came, self._clock.utc())
        self._stream.publish(events.ApprovalEnded(approval=parked.number, tool=parked.tool, came=came, text=told))

    def _make_request(self, call: ToolCall) -> ApprovalRequest:
        verdict = self._runtime.guard.check(describe_caller(call), limit=_WHY_CHARS, where="approval")
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
            number = await self._table.add(parked)
        except ServiceError as error:
            _log.error("Nobody can be asked about %s: %s", parked.tool, error)
            raise ToolRefusedError(own("Nobody can be asked for a yes now. Let it go.")) from None
        self._pending.add(replace(parked, number=number))
        self._wake.set()
        masked = await mask_arguments_aside(parked.arguments, mask_for_people(self._runtime.guard))
        self._stream.publish(
            events.ApprovalAsked(
                turn=parked.turn,
                approval=number,
                call=parked.call,
                tool=parked.tool,
                server=parked.server,
                arguments=masked,
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
            self._more_approved.set()
        self._stream.publish(
            events.ApprovalSettled(turn=turn, approval=number, outcome=decision, who=who.name, where=who.where)
        )
        if decision == "cancelled" and turn is not None:
            await self.drop(turn, f"the owner said no to {fate.parked.tool}")
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
            is_news = await self._table.settle(number, "expired", None, self._clock.utc())
        if is_news:
            waited = self._pending.remove(number)
            turn = waited.turn if waited else None
            self._stream.publish(events.ApprovalSettled(turn=turn, approval=number, outcome="expired"))


def _make_earlier_agent(parked: ApprovalRequest) -> ApprovalRequest:
    """Mark a sub-agent of an earlier run: the ids of this run are given anew."""
    return replace(parked, agent=f"{parked.agent} of before") if parked.lineage else parked
