"""The worker thread: jobs run in order, in one thread, and none holds the caller."""

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
