"""The operations about calls that wait, on a real desk."""

import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.speech import ApprovalEnded, ApprovalSettled
from performer.tools.approvals.operations import ApprovalOperations
from tests.performer.tools.approvals.running import office, opening

pytestmark = pytest.mark.anyio


async def test_what_waits_is_told_with_all_its_arguments(virtual_clock: VirtualClock) -> None:
    async with office(virtual_clock) as it:
        await it.box.call(opening())

        assert await ApprovalOperations(it.desk, it.guard).waiting({}) == [
            {
                "number": 1,
                "tool": "door",
                "server": "doors",
                "arguments": {"room": "red"},
                "why": "ann wrote: open the red door",
                "channel": "discord:7",
                "asked_at": "2026-01-01T00:00:00Z",
                "left_s": 600.0,
            }
        ]


async def test_a_yes_from_the_control_socket_counts_once(clock: SystemClock) -> None:
    async with office(clock) as it:
        ops = ApprovalOperations(it.desk, it.guard)
        await it.box.call(opening())

        first = await ops.settle({"number": 1, "approve": True})
        assert (await it.heard(ApprovalSettled)).where == "control"
        await it.heard(ApprovalEnded)
        second = await ops.settle({"number": 1, "approve": False})

        assert first == "door was approved by the streamer (control), and runs"
        assert second == "too late: door was approved by the streamer (control), and is done"
        assert [(line["what"], line["where"]) for line in await ops.audit({})] == [
            ("refused", "control"),
            ("done", ""),
            ("approved", "control"),
            ("asked", ""),
        ]


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [({"number": 1}, "'approve' is missing"), ({"approve": True}, "'number'"), ({"number": 9, "approve": True}, "9")],
)
async def test_an_answer_without_its_parts_is_refused(
    clock: SystemClock, arguments: dict[str, object], wrong: str
) -> None:
    async with office(clock) as it:
        with pytest.raises(ConfigError, match=wrong):
            await ApprovalOperations(it.desk, it.guard).settle(arguments)
