"""Calls of programs that had to wait for a yes: what a program hears of its own, and that it hears of no others."""

from dataclasses import replace

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.speech import ApprovalEnded
from performer.tools.approvals.pending_approvals import MOST_OF_PROGRAMS
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.programs import my_calls_tool
from performer.tools.tool import ToolCall
from tests.performer.tools.approvals.running import OWNER, Office, office, opening

pytestmark = pytest.mark.anyio


def of(program: str, room: str = "red") -> ToolCall:
    return replace(opening(room), turn=None, cue=None, said="", agent=f"mcp {program}")


async def asks(desk: ApprovalQueue, program: str, **arguments: object) -> str:
    call = ToolCall(id="c", name="my_calls", arguments=arguments, agent=f"mcp {program}")
    return (await my_calls_tool(desk).run(call)).text


async def decided(it: Office, number: int, *, approve: bool) -> None:
    await it.desk.settle(number, approve=approve, who=OWNER)
    if approve:
        await it.heard(ApprovalEnded)


async def test_a_program_is_told_the_number_of_its_call_and_what_came_of_it(clock: SystemClock) -> None:
    async with office(clock) as it:
        told = (await it.box.call(of("Editor"))).text
        await it.box.call(of("Editor", "jammed"))
        await it.box.call(of("Editor", "blue"))
        before = await asks(it.desk, "Editor")
        await decided(it, 1, approve=True)
        await decided(it, 2, approve=True)
        await decided(it, 3, approve=False)
        after = [await asks(it.desk, "Editor", number=number) for number in range(4)]

    assert told == "It waits for the owner's yes as number 1. Ask my_calls of number 1 in a minute what came of it."
    assert before == "Those that wait: 1, 2, 3. For what came of another give its number."
    assert after == [
        "Those that wait: none. For what came of another give its number.",
        "door is done. red is open",
        "door had its yes. It came to nothing: it is jammed",
        "The owner said no to door. Let it go.",
    ]


async def test_what_waits_is_told_with_its_time_and_that_nobody_answered(virtual_clock: VirtualClock) -> None:
    async with office(virtual_clock, wait_s=600) as it:
        await it.box.call(of("Editor"))
        await virtual_clock.advance(100)
        waits = await asks(it.desk, "Editor", number=1)
        await virtual_clock.advance(501)
        over = await asks(it.desk, "Editor", number=1)

    assert waits == "door still waits, for 500 s at most."
    assert over == "Nobody answered in time, and door will not run. Let it go."


async def test_calls_of_others_do_not_exist_for_a_program(clock: SystemClock) -> None:
    async with office(clock) as it:
        await it.box.call(opening())
        await it.box.call(of("Editor"))

        assert await asks(it.desk, "Player") == "Those that wait: none. For what came of another give its number."
        for number in (1, 2, 3, -1, 10**30):
            with pytest.raises(ToolRefusedError, match=rf"You have no call number {number}\."):
                await asks(it.desk, "Player", number=number)


async def test_the_same_call_of_another_waits_for_itself(clock: SystemClock) -> None:
    async with office(clock) as it:
        told = [(await it.box.call(call)).text for call in (opening(), of("Editor"), of("Player"), of("Editor"))]

        assert ["number" in each for each in told] == [False, True, True, True]
        assert told[1] == told[3]
        assert [each.agent for each in it.desk.waiting] == ["", "mcp Editor", "mcp Player"]


async def test_of_programs_a_few_calls_wait_at_once_and_further_ones_after_these(clock: SystemClock) -> None:
    async with office(clock) as it:
        for number in range(1, MOST_OF_PROGRAMS + 1):
            await it.box.call(of(f"Editor {number}", f"room {number}"))
        with pytest.raises(ToolRefusedError, match="3 calls of programs wait"):
            await it.box.call(of("Player"))
        await decided(it, 1, approve=False)
        await it.box.call(of("Player"))

        assert [each.number for each in it.desk.waiting] == [2, 3, 4]


async def test_why_a_call_came_to_nothing_is_told_past_the_guard(clock: SystemClock) -> None:
    def fail() -> None:
        raise ToolFailedError("ask ann@example.com")

    async with office(clock) as it:
        it.gate = fail
        await it.box.call(of("Editor"))
        await decided(it, 1, approve=True)
        told = await asks(it.desk, "Editor", number=1)

    assert told == "door had its yes. It came to nothing: ask ●●●"


async def test_no_turn_of_the_shows_goes_on_with_a_call_of_a_programs(clock: SystemClock) -> None:
    async with office(clock) as it:
        await it.box.call(of("Editor"))
        await it.box.call(opening("blue"))
        await decided(it, 1, approve=True)
        await decided(it, 2, approve=True)
        await anyio.wait_all_tasks_blocked()

        assert [cue.text for cue in it.answers] == ["blue is open"]
