"""The board of long work: one of a kind after the other, and told seldom."""

from collections.abc import Callable
from typing import Any

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ConfigError
from performer.core.own_text import own
from performer.core.work_board import BoardWatcher, BoardWork, WorkBoard

pytestmark = pytest.mark.anyio

KINDS = ("pull", "measure")


async def test_works_of_a_kind_wait_for_each_other(virtual_clock: VirtualClock) -> None:
    board, release = WorkBoard(virtual_clock, lambda _works: None, KINDS), anyio.Event()

    async def wait(_work: BoardWork, _tell: Callable[[], None]) -> None:
        await release.wait()

    async with anyio.create_task_group() as tasks:
        await tasks.start(board.run)
        board.start("pull", "a", wait)
        board.start("pull", "b", wait)
        await anyio.wait_all_tasks_blocked()
        assert [each["state"] for each in board.list_all()] == ["runs", "waits"]
        release.set()
        await anyio.wait_all_tasks_blocked()
        assert [each["state"] for each in board.list_all()] == ["done", "done"]
        tasks.cancel_scope.cancel()


async def test_progress_is_told_four_times_a_second_at_most(virtual_clock: VirtualClock) -> None:
    told: list[Any] = []
    board = WorkBoard(virtual_clock, told.append, KINDS)

    async def hurry(_work: BoardWork, tell: Callable[[], None]) -> None:
        for _ in range(100):
            tell()

    async with anyio.create_task_group() as tasks:
        await tasks.start(board.run)
        board.start("pull", "a", hurry)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()

    assert [each[0]["state"] for each in told] == ["waits", "runs", "done"]


async def test_one_that_is_under_way_is_not_begun_twice_and_too_many_are_refused(virtual_clock: VirtualClock) -> None:
    async def nothing(_work: BoardWork, _tell: Callable[[], None]) -> None:
        return

    board = WorkBoard(virtual_clock, lambda _works: None, KINDS)
    board.start("pull", "same", nothing)
    board.start("pull", "same", nothing)
    for number in range(4):
        board.start("pull", f"m{number}", nothing)

    with pytest.raises(ConfigError, match="5 wait already"):
        board.start("pull", "more", nothing)
    assert len(board.list_all()) == 5


async def test_the_time_that_is_left_counts_only_what_has_come_now(clock: SystemClock) -> None:
    work, times = BoardWork(kind="voice", name="bob"), iter([0.0, 10.0])
    clock.now = lambda: next(times)  # type: ignore[method-assign]
    watcher = BoardWatcher(clock, work)
    watcher.show(500, 1000)
    watcher.show(600, 1000)
    watcher.note(own("done soon"))

    assert work.left_s == pytest.approx(40)
    assert work.words == "done soon"
