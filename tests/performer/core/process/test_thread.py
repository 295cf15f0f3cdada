"""The worker thread: jobs run in order, in one thread, and none holds the caller."""

import asyncio
import threading
import time

import pytest

from performer.core.process.thread import WorkerThread

pytestmark = pytest.mark.anyio


async def test_jobs_run_in_order_in_one_thread() -> None:
    thread = WorkerThread("test")
    first = await thread.run(threading.current_thread)
    second = await thread.run(threading.current_thread)
    thread.close()

    assert first is second is not threading.current_thread()
    assert (first.name, first.daemon) == ("test", True)


async def test_an_error_belongs_to_the_caller_and_the_next_job_runs() -> None:
    thread = WorkerThread("test")

    with pytest.raises(ZeroDivisionError):
        await thread.run(lambda: 1 // 0)

    assert await thread.run(lambda: 7) == 7
    thread.close()


async def test_what_comes_of_a_job_is_put_into_a_future_and_so_is_its_error() -> None:
    thread, loop = WorkerThread("test"), asyncio.get_running_loop()
    result: asyncio.Future[int] = loop.create_future()
    failure: asyncio.Future[float] = loop.create_future()

    thread.start(lambda: 7, result)
    thread.start(lambda: 1 / 0, failure)
    thread.close()

    assert await result == 7
    with pytest.raises(ZeroDivisionError):
        await failure


async def test_a_future_that_was_given_up_is_left_alone() -> None:
    thread, go_on = WorkerThread("test"), threading.Event()
    result: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    thread.start(go_on.wait, result)
    result.set_result(False)
    go_on.set()
    await thread.run(lambda: None)
    thread.close()

    assert result.result() is False


async def test_the_last_job_runs_after_those_that_wait() -> None:
    thread = WorkerThread("test")
    done: list[str] = []
    over = threading.Event()

    def end() -> None:
        done.append("last")
        over.set()

    thread.submit(lambda: done.append("first"))
    thread.close(end)

    assert over.wait(10)
    assert done == ["first", "last"]


async def test_a_job_that_loops_can_be_interrupted() -> None:
    thread = WorkerThread("test")
    began = threading.Event()

    def loop() -> None:
        began.set()
        while True:
            time.thread_time()

    job = thread.submit(loop)
    assert began.wait(10)
    assert thread.is_busy
    thread.interrupt(TimeoutError)

    assert isinstance(job.exception(10), TimeoutError)
    thread.close()


class Interrupt(BaseException):
    """What ends a job."""


async def test_an_interrupt_that_comes_when_its_job_is_done_breaks_no_thread() -> None:
    for work in range(40):
        thread = WorkerThread("test")
        over = threading.Event()

        def job(thread: WorkerThread = thread, work: int = work) -> None:
            thread.interrupt(Interrupt)
            for _ in range(work // 20):
                pass

        thread.submit(job).exception(10)
        thread.close(over.set)
        thread.close()
        thread._thread.join(10)

        assert not thread._thread.is_alive()


async def test_a_thread_that_has_nothing_to_do_is_not_interrupted() -> None:
    thread = WorkerThread("test")

    thread.interrupt(Interrupt)

    assert await thread.run(lambda: 7) == 7
    thread.close()
