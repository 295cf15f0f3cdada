"""A running job: it ends once, in one of four manners, and says so."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.tools.jobs.job import Came, RunningJob
from performer.tools.result import Progress, ToolResult
from performer.tools.tool import ToolCall

pytestmark = pytest.mark.anyio


def running(clock: VirtualClock, within_s: float = 60) -> RunningJob:
    return RunningJob(clock, ToolCall(id="c", name="draw"), within_s)


async def draw(call: ToolCall) -> ToolResult:
    call.report(Progress(text="half", done=1, total=2))
    return ToolResult.of("a fox")


@pytest.mark.parametrize(
    ("no", "came"), [(ToolRefusedError("not here"), "failed"), (ToolFailedError("no paper"), "failed")]
)
async def test_what_a_call_fails_with_is_its_answer(virtual_clock: VirtualClock, no: Exception, came: Came) -> None:
    async def fail(_call: ToolCall) -> ToolResult:
        raise no

    job = running(virtual_clock)
    await job.run(fail)

    assert (job.came, job.text) == (came, f"It came to nothing: {no}")
    with pytest.raises(type(no), match=str(no)):
        job.answer()


async def test_a_job_that_is_done_has_its_result_and_cannot_be_cancelled(virtual_clock: VirtualClock) -> None:
    job = running(virtual_clock)
    await job.run(draw)

    assert (job.came, job.text, job.answer().text, job.progress.text) == ("done", "a fox", "a fox", "half")
    assert not job.cancel("too late")
    assert job.came == "done"


async def test_a_job_is_cancelled_for_the_first_reason_whatever_it_answers(virtual_clock: VirtualClock) -> None:
    job = running(virtual_clock)

    async def wait(_call: ToolCall) -> ToolResult:
        job.cancel("all is to be quiet")
        job.cancel("its turn was cut")
        await anyio.sleep_forever()
        return ToolResult.of("never")

    await job.run(wait)

    assert (job.came, job.text) == ("cancelled", "It came to nothing: it was cancelled: all is to be quiet")


async def test_a_job_ends_when_its_time_is_over(virtual_clock: VirtualClock) -> None:
    job = running(virtual_clock, within_s=30)

    async def sleep(_call: ToolCall) -> ToolResult:
        await virtual_clock.sleep(100)
        return ToolResult.of("never")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(job.run, sleep)
        await virtual_clock.advance(10)
        left_s = job.left_s
        await virtual_clock.advance(20)

    assert (left_s, job.left_s, job.came) == (20, 0, "failed")
    assert job.text == "It came to nothing: draw took longer than 30 s and was ended."
