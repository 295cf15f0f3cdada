"""A worker thread, for a library that must always be called from the same thread, and that may hang for ever."""

import asyncio
import ctypes
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

_Job = tuple[Callable[[], Any], "Future[Any]"]


class WorkerThread:
    """A daemon thread that runs jobs one after the other, and never delays the end of the process."""

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._unfinished = 0
        self._is_closed = False
        self._was_interrupted = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job in the thread and return its result; a cancelled caller leaves the job running."""
        return await asyncio.wrap_future(self.submit(job))

    def start(self, job: Callable[[], T], result: "asyncio.Future[T]") -> None:
        """Add a job, and set a future to what comes of it, unless that was set or cancelled by then."""
        loop = result.get_loop()

        def report(done: "Future[T]") -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_hand_over, done, result)

        self.submit(job).add_done_callback(report)

    def submit(self, job: Callable[[], T]) -> "Future[T]":
        """Add a job, after those that wait."""
        future: Future[T] = Future()
        self._put(job, future)
        return future

    def interrupt(self, by: type[BaseException]) -> None:
        """Raise an exception in the running job, at its next step in Python; a sleep or a lock is not interrupted.

        Until the thread has raised it, all threads run a little slower, and a profiler hangs on Python 3.11. Where the
        job is done by then, nothing comes of it, but that a job added meanwhile may be lost: close the thread.
        """
        if not self.is_busy:
            return
        self._was_interrupted = True
        ident = ctypes.c_ulong(self._thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(by))

    @property
    def is_busy(self) -> bool:
        """Whether a job waits or runs."""
        return self._unfinished > 0

    def close(self, last: Callable[[], object] = lambda: None) -> None:
        """Add one last job, after which the thread ends; returns at once."""
        self._put(last, Future())
        self._is_closed = True
        self._jobs.put(None)

    def _put(self, job: Callable[[], Any], future: "Future[Any]") -> None:
        self._unfinished += 1
        self._jobs.put((job, future))

    def _work(self) -> None:
        while not (self._is_closed and self._jobs.empty()):
            try:
                self._work_off()
            except BaseException:  # an interrupt that came when its job was done
                if not self._was_interrupted:
                    raise

    def _work_off(self) -> None:
        while (entry := self._jobs.get()) is not None:
            self._do(*entry)
            self._unfinished -= 1

    def _do(self, job: Callable[[], Any], future: "Future[Any]") -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(job())
        except BaseException as error:  # noqa: BLE001  it belongs to whoever waits for the future
            future.set_exception(error)


def _hand_over(done: "Future[T]", result: "asyncio.Future[T]") -> None:
    if result.done():
        return
    if error := done.exception():
        result.set_exception(error)
    else:
        result.set_result(done.result())
