"""The hook that gives a thing to one agent at a time, and notifies the others and its holder."""

import math
from collections.abc import Callable
from dataclasses import replace

from performer.core import events
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.tools.leases import Claim, Lease, Leases
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


def make_exclusive_hook(
    clock: Clock, stream: EventStream, claims: Callable[[ToolCall], Claim | None], leases: Leases
) -> Hook:
    """Return a hook that makes a call which needs a thing for itself only while no other agent has it.

    If another has it, the call is answered with a coordination request in words: who has it, since when, and that the
    holder is told of it. So it is, behind the result of its running call or of its next one, and everybody by an event.
    A call that may wait is made if its turn comes in time. `claims` returns what a call needs, if anything; hooks that
    share `leases` share the things.
    """

    async def hold(call: ToolCall, proceed: Proceed) -> ToolResult:
        claim = claims(call)
        if claim and not await _try_to_take(call, claim):
            lease = leases.find_blocking_lease(claim.resource, call.agent)
            return replace(ToolResult.of(_write_request(claim, lease, clock.now())), is_passing=True)
        try:
            result = await proceed(call)
            notes = leases.notes(call.agent)
        finally:
            if claim:
                leases.release(claim, call.agent)
        return replace(result.noted(*notes), is_passing=True) if notes else result

    async def _try_to_take(call: ToolCall, claim: Claim) -> bool:
        lease = leases.find_blocking_lease(claim.resource, call.agent)
        if lease:
            stream.publish(
                events.CoordinationAsked(
                    turn=call.turn,
                    resource=claim.resource,
                    agent=call.agent,
                    holder=lease.holder,
                    tool=call.name,
                    within_s=claim.wait_s or None,
                )
            )
            waits = f"waits for it at most {claim.wait_s:g} s" if claim.wait_s else "was told to come back later"
            note = f"{_name(call.agent)} wants {claim.resource} too, for {call.name}, and {waits}."
            leases.tell(claim.resource, call.agent, note)
        return await leases.take(claim, call.agent, call.name)

    return hold


def _write_request(claim: Claim, lease: Lease | None, now_s: float) -> str:
    """Return what the asker reads."""
    waited = f" You waited {claim.wait_s:g} s for it." if claim.wait_s else ""
    if lease is None:
        return f"{claim.resource} is in use; others wait for it.{waited} Do something else, or ask again later."
    took_s = math.ceil(now_s - lease.since_s)
    return (
        f"{claim.resource} is held by {_name(lease.holder)}, who took it {took_s} s ago for {lease.tool} and is told "
        f"that you want it.{waited} Do something else, or ask again later."
    )


def _name(agent: str) -> str:
    return agent or "the show"
