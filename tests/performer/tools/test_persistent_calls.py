"""Kept calls: each kind comes back from its table as it was kept, and a row that cannot be read is left out."""

import base64
import random
from dataclasses import replace
from datetime import timedelta

import pytest

from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine, SilenceCue
from performer.core.errors import ServiceError
from performer.tools.approvals.approval import ApprovalRequest
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.jobs.job import Job, JobTable
from performer.tools.persistent_calls import copy_call, log_and_continue, make_answer
from performer.tools.tool import ToolCall
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio
ASKED = ChatCue(lines=(ChatLine(text="draw a fox \ud800", author="ann", channel="discord:7"),))
CALL = ToolCall(id="c1", name="draw", arguments={"what": "fox", "size": [1, None]}, turn=3, cue=ASKED, said="Sure.")


def test_a_call_says_what_is_kept_of_it(clock: SystemClock) -> None:
    job = Job(**copy_call(CALL), began_at=clock.utc())
    answer = make_answer(job, "a fox", 7.0, has_failed=False)

    assert (job.tool, job.call, job.turn, job.origin, job.said) == ("draw", "c1", 3, ASKED, "Sure.")
    assert (answer.tool, answer.text, answer.origin, answer.at_s) == ("draw", "a fox", ASKED, 7.0)
    assert answer.arguments == '{"what": "fox", "size": [1, null]}'
    assert copy_call(replace(CALL, cue=SilenceCue(idle_s=9)))["origin"] is None


@pytest.mark.parametrize(
    ("origin", "has_failed", "text"),
    [
        (ASKED, True, "fox.png is gone"),
        (ASKED, False, "/home/ann/fox.png is gone"),
        (None, True, "/home/ann/fox.png is gone"),
    ],
)
def test_only_the_streamers_own_turn_reads_where_files_lie_in_a_failure(
    clock: SystemClock, origin: ChatCue | None, has_failed: bool, text: str
) -> None:
    job = Job(**copy_call(replace(CALL, cue=origin)), began_at=clock.utc())

    assert make_answer(job, "/home/ann/fox.png is gone", 7.0, has_failed=has_failed).text == text


async def test_each_kind_comes_back_but_for_its_turn(clock: SystemClock) -> None:
    disk, now = InlineStore(), clock.utc().replace(microsecond=0)
    jobs, approvals = JobTable(clock, disk), ApprovalTable(clock, disk)
    job = Job(**copy_call(CALL), began_at=now)
    request = ApprovalRequest(
        **copy_call(CALL), agent="scout-1", lineage=("scout",), why="ann", channel="discord:7", asked_at=now, until=now
    )
    numbers = await jobs.add(job), await approvals.add(request)
    (read,), (waiting,) = await jobs.in_state("going"), await approvals.in_state("pending")

    assert numbers == (1, 1)
    assert replace(read, origin=None) == replace(job, number=1, turn=None, origin=None)
    assert replace(waiting, origin=None) == replace(request, number=1, turn=None, origin=None)
    assert isinstance(read.origin, ChatCue)
    assert read.origin.lines[0].author == "ann"


PICTURE = base64.b64encode(random.Random(1).randbytes(900)).decode()


async def test_a_picture_is_kept_only_until_the_call_is_over_that_needs_it(clock: SystemClock) -> None:
    disk, now = InlineStore(), clock.utc().replace(microsecond=0)
    jobs, approvals = JobTable(clock, disk), ApprovalTable(clock, disk)
    call = replace(CALL, arguments={"what": "fox", "picture": [PICTURE]})
    request = ApprovalRequest(**copy_call(call), why="ann", asked_at=now, until=now + timedelta(hours=1))
    await jobs.add(Job(**copy_call(call), began_at=now))
    numbers = [await approvals.add(request) for _ in range(3)]
    (going,), waiting = await jobs.in_state("going"), await approvals.in_state("pending")
    await approvals.settle(numbers[0], "cancelled", None, now)
    await approvals.settle(numbers[1], "approved", None, now)
    (approved,) = await approvals.in_state("approved")
    await approvals.finish(numbers[1], "done", now)
    over = [*await approvals.in_state("cancelled"), *await approvals.in_state("done")]

    assert going.arguments == {"what": "fox", "picture": ["(data)"]}
    assert [each.arguments for each in (*waiting, approved)] == [call.arguments] * 4
    assert [each.arguments for each in over] == [going.arguments] * 2
    assert make_answer(request, PICTURE, 7.0, has_failed=False).text == "(data)"
    assert PICTURE not in make_answer(request, "a fox", 7.0, has_failed=False).arguments


async def test_no_secret_is_kept(clock: SystemClock) -> None:
    disk, now, key = InlineStore(), clock.utc(), "ghp_" + "a1B2" * 9
    asked = ChatCue(lines=(ChatLine(text=f'use "{key}"\\', author="ann", channel="discord:7"),))
    call = replace(CALL, arguments={"what": [f"{key}!"]}, cue=asked, said=f"Sure: {key}.")
    await ApprovalTable(clock, disk).add(ApprovalRequest(**copy_call(call), why=key, asked_at=now, until=now))
    await JobTable(clock, disk).add(Job(**copy_call(call), began_at=now))

    (waiting,) = await ApprovalTable(clock, disk).in_state("pending")
    rows = await disk.read(
        lambda it: [*map(tuple, it.execute("SELECT * FROM approval")), *it.execute("SELECT * FROM errand")]
    )
    assert key not in repr([*map(tuple, rows)])
    assert (waiting.arguments, waiting.said, waiting.why) == ({"what": ["***!"]}, "Sure: ***.", "***")
    assert isinstance(waiting.origin, ChatCue)
    assert waiting.origin.lines[0].text == 'use "***"\\'


@pytest.mark.expects_log
@pytest.mark.parametrize("row", ["arguments = '['", "arguments = '[]'", "origin = '{'"])
async def test_a_row_that_cannot_be_read_is_told_and_left_out(
    clock: SystemClock, caplog: pytest.LogCaptureFixture, row: str
) -> None:
    disk = InlineStore()
    jobs = JobTable(clock, disk)
    for _ in range(2):
        await jobs.add(Job(**copy_call(CALL), began_at=clock.utc()))
    await disk.write(lambda it: it.execute(f"UPDATE errand SET {row} WHERE id = 1").rowcount)

    assert [each.number for each in await jobs.in_state("going")] == [2]
    assert "The errand number 1 cannot be read" in caplog.text


@pytest.mark.expects_log
def test_a_failed_disk_is_told_in_the_log_and_a_bug_goes_up(caplog: pytest.LogCaptureFixture) -> None:
    with log_and_continue():
        raise ServiceError("the disk has failed")
    with pytest.raises(KeyError), log_and_continue():
        raise KeyError("a bug")

    assert "the disk has failed" in caplog.text
