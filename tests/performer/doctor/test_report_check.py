"""A check: its limit, its failures, and what was found before them."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError, ServiceError
from performer.doctor.report import Check, CheckNotes, CheckResult, Examined, run_check
from tests.performer.doctor.taking import examined

pytestmark = pytest.mark.anyio


async def hanging(_: Examined, notes: CheckNotes) -> None:
    notes.ok("first", "was there")
    await anyio.sleep_forever()


async def failing(_: Examined, notes: CheckNotes) -> None:
    notes.ok("first", "was there")
    raise ServiceError("No display. Start one.")


async def failing_in_a_group(_examined: Examined, _notes: CheckNotes) -> None:
    async with anyio.create_task_group():
        raise ConfigError("Host 'x' is not ours.")


async def broken(_: Examined, notes: CheckNotes) -> None:
    notes.ok("first", "was there")
    raise ZeroDivisionError


async def looked(clock: VirtualClock, check: Check) -> list[CheckResult]:
    found: list[CheckResult] = []

    async def look() -> None:
        found.extend(await run_check(examined(clock=clock), check))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(look)
        await clock.advance(10.0)
    return found


async def test_what_hangs_is_ended_and_what_it_found_is_kept(virtual_clock: VirtualClock) -> None:
    first, last = await looked(virtual_clock, Check(part="screen", within_s=5.0, look=hanging))

    assert (first.state, last.state) == ("ok", "failed")
    assert last.found == "gave no answer within 5 s"


async def test_what_fails_is_told_in_its_own_words(virtual_clock: VirtualClock) -> None:
    _, last = await looked(virtual_clock, Check(part="screen", within_s=5.0, look=failing))
    (alone,) = await looked(virtual_clock, Check(part="stage", within_s=5.0, look=failing_in_a_group))

    assert (last.state, last.found) == ("failed", "No display. Start one")
    assert (alone.state, alone.found) == ("failed", "Host 'x' is not ours")


@pytest.mark.expects_log
async def test_a_bug_in_a_check_is_a_finding_and_harms_no_other(virtual_clock: VirtualClock) -> None:
    first, last = await looked(virtual_clock, Check(part="screen", within_s=5.0, look=broken))

    assert first.state == "ok"
    assert (last.state, last.found) == ("failed", "the check itself broke")
