"""The calls that wait: their time, their places, and which call is the same."""

from dataclasses import replace
from datetime import timedelta

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.tools.approvals.approval import ApprovalRequest
from performer.tools.approvals.pending_approvals import MOST_OF_A_TURN, MOST_OF_PROGRAMS, MOST_WAITING, PendingApprovals
from performer.tools.tool import ToolCall

WAIT_S = 600.0


def request(clock: VirtualClock, number: int, agent: str = "") -> ApprovalRequest:
    now = clock.utc()
    until = now + timedelta(seconds=WAIT_S)
    return ApprovalRequest(number=number, tool="door", call="c", agent=agent, why="", asked_at=now, until=until)


def call(agent: str = "", turn: int | None = 1) -> ToolCall:
    return ToolCall(id="c", name="door", agent=agent, turn=turn)


def test_what_waits_has_its_time_and_is_known_until_it_is_removed(virtual_clock: VirtualClock) -> None:
    pending = PendingApprovals(virtual_clock, WAIT_S)
    parked = request(virtual_clock, 1)
    pending.add(parked)
    pending.note_asked(1, "7", "70")
    pending.note_asked(2, "7", "71")
    waiting = pending.call(1)

    assert waiting == replace(parked, asked_in="7", asked_as="70")
    assert pending.left_s(parked) == WAIT_S
    assert pending.remove(1) == waiting
    assert (pending.remove(1), pending.calls, pending.left_s(parked)) == (None, (), 0)


@pytest.mark.parametrize(
    ("waits", "asks", "is_same"),
    [("", "", True), ("scout-1", "", True), ("mcp Editor", "mcp Editor", True), ("mcp Editor", "mcp Other", False)],
)
def test_the_same_call_of_another_program_is_another_one(
    virtual_clock: VirtualClock, waits: str, asks: str, is_same: bool
) -> None:
    pending = PendingApprovals(virtual_clock, WAIT_S)
    pending.add(request(virtual_clock, 1, waits))

    assert pending.find_same(call(asks)) == (1 if is_same else None)
    assert pending.find_same(replace(call(asks), arguments={"room": "red"})) is None


def test_there_are_only_so_many_places(virtual_clock: VirtualClock) -> None:
    pending = PendingApprovals(virtual_clock, WAIT_S)
    for number in range(MOST_OF_PROGRAMS):
        pending.add(request(virtual_clock, number + 1, "mcp Editor"))
    with pytest.raises(ToolRefusedError, match=f"{MOST_OF_PROGRAMS} calls of programs wait"):
        pending.make_room(call("mcp Other", turn=None))
    for _ in range(MOST_OF_A_TURN):
        pending.make_room(call())
    with pytest.raises(ToolRefusedError, match=f"{MOST_OF_A_TURN} times now"):
        pending.make_room(call())
    for number in range(MOST_WAITING):
        pending.add(request(virtual_clock, number + 1))
    with pytest.raises(ToolRefusedError, match=f"{MOST_WAITING} calls wait"):
        pending.make_room(call(turn=2))
