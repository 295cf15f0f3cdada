"""The image sandbox: pictures one at a time, within a time limit, and nothing left behind."""

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.sandbox import WITHIN_S, ImageSandbox
from performer.core.images.sandbox.wire import Job
from tests.performer.core.images.sandbox import jobs
from tests.performer.core.images.sandbox.bombs import saved

pytestmark = pytest.mark.anyio


async def told(sandbox: ImageSandbox, data: bytes, into: list[str]) -> None:
    try:
        into.append(str((await sandbox.develop(data)).size))
    except UnfitPicture as unfit:
        into.append(str(unfit))


async def test_a_picture_comes_out_as_a_jpeg_that_is_known_by_its_content(clock: SystemClock) -> None:
    data = saved("PNG")
    one, other = [await ImageSandbox(clock).develop(data) for _ in range(2)]

    assert one == other
    assert (one.size, len(one.digest)) == ((60, 40), 16)
    assert one.jpeg.startswith(b"\xff\xd8\xff")
    assert "jpeg" not in repr(one)


async def test_what_is_no_picture_costs_no_process(clock: SystemClock) -> None:
    sandbox = ImageSandbox(clock, job=jobs.hang)
    for data, why in ((b"<html>", "it is no PNG"), (saved("PNG") + bytes(8_000_000), "it is larger than 8 MB")):
        with pytest.raises(UnfitPicture, match=why):
            await sandbox.develop(data)


@pytest.mark.parametrize("job", [jobs.answer_many, jobs.answer_otherwise, jobs.answer_at_length, jobs.answer_in_large])
async def test_nothing_is_taken_that_was_not_asked_for(clock: SystemClock, job: Job) -> None:
    with pytest.raises(UnfitPicture, match="no small JPEG"):
        await ImageSandbox(clock, job=job).develop(saved("PNG"))


async def test_one_that_takes_too_long_is_given_up(virtual_clock: VirtualClock) -> None:
    answers: list[str] = []
    sandbox = ImageSandbox(virtual_clock, job=jobs.hang)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(told, sandbox, saved("PNG"), answers)
        await virtual_clock.advance(WITHIN_S - 1)
        assert answers == []
        await virtual_clock.advance(2)

    assert answers == ["unpacking it takes longer than 20 s: make it smaller"]


async def test_one_that_nobody_waits_for_any_more_makes_room_for_the_next(virtual_clock: VirtualClock) -> None:
    answers: list[str] = []
    sandbox = ImageSandbox(virtual_clock, job=jobs.hang)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(told, sandbox, saved("PNG"), answers)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(told, sandbox, saved("PNG"), answers)
        await virtual_clock.advance(WITHIN_S)

    assert len(answers) == 1


async def test_they_wait_for_each_other_and_too_many_do_not(virtual_clock: VirtualClock) -> None:
    answers: list[str] = []
    sandbox = ImageSandbox(virtual_clock, job=jobs.hang)
    async with anyio.create_task_group() as tasks:
        for _ in range(10):
            tasks.start_soon(told, sandbox, saved("PNG"), answers)
        await anyio.wait_all_tasks_blocked()
        assert answers == ["8 pictures wait to be unpacked already: send it later"]
        for done in range(1, 10):
            assert len(answers) == done
            await virtual_clock.advance(WITHIN_S)
