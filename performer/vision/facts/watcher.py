"""The watch over facts: looks at every picture and reads some, beside the show, so that a turn has them at once."""

import logging
from collections.abc import Sequence
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.vision.facts.observer import PictureObserver
from performer.vision.frame import Frame, Mask
from performer.vision.ocr.quick_reader import QuickReader

_log = logging.getLogger(__name__)

_WORDS_WITHIN_S: Final = 0.25
"""The time that a turn waits for the words on the screen; words that come later are there for the next turn."""
_FRESH_S: Final = 1.0
"""What was read off a picture so long before is taken for what stands on this one."""
_REST_S: Final = 1.0
"""Least time between the beginnings of two readings."""
_EVERY_S: Final = 5.0
"""The time between two readings without a cue; they tell labels, which stay, from other words."""
_AFTER_FAILURE_S: Final = 30.0


class FactWatcher:
    """The facts of the game for a model that cannot see; `reader` reads the words on the screen."""

    def __init__(self, clock: Clock, reader: QuickReader) -> None:
        self._clock, self._reader = clock, reader
        self._observer = PictureObserver()
        self._busy = anyio.Lock()
        self._newest: tuple[Frame, Sequence[Mask]] | None = None
        self._looked_s = self._read_s = self._began_s = -1e9
        self._resumes_s = 0.0
        self._seen, self._wanted, self._done = anyio.Event(), anyio.Event(), anyio.Event()
        self._runs = self._has_warned = False

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Look and read until cancelled; without it a picture that is asked about is looked at then, and not read."""
        self._runs = True
        try:
            async with anyio.create_task_group() as tasks:
                await tasks.start(self._reader.run)
                tasks.start_soon(self._keep_reading)
                task_status.started()
                await self._keep_looking()
        finally:
            self._runs = False

    def see(self, frame: Frame, leave_out: Sequence[Mask] = ()) -> None:
        """Note the newest picture, to be looked at soon; what is left out is ours."""
        self._newest = (frame, tuple(leave_out))
        self._seen.set()

    def expect(self) -> None:
        """Read the newest picture now: a turn will ask for it."""
        self._wanted.set()

    def forget(self) -> None:
        """Forget all that was seen before."""
        self._observer = PictureObserver()
        self._newest = None
        self._looked_s = self._read_s = -1e9

    async def sentence(self, frame: Frame) -> str:
        """Return what is there and what just happened, in at most 25 words; within a quarter of a second."""
        await self._catch_up(frame)
        return self._observer.sentence(frame.at_s)

    async def news(self, frame: Frame) -> str:
        """Return only what was written or counted anew, for a model that has another description; mostly empty."""
        await self._catch_up(frame)
        return self._observer.news(frame.at_s)

    async def _catch_up(self, frame: Frame) -> None:
        """Look at a picture, and read it if there is time."""
        if self._newest is None or self._newest[0].at_s < frame.at_s:
            self.see(frame)
        if self._looked_s < frame.at_s:
            await self._look(*(self._newest or (frame, ())))
        if not self._runs or not self._can_read or frame.at_s - self._read_s <= _FRESH_S:
            return
        with self._clock.move_on_after(_WORDS_WITHIN_S):
            self.expect()
            while frame.at_s - self._read_s > _FRESH_S and self._can_read:
                await self._done.wait()

    @property
    def _can_read(self) -> bool:
        return self._reader.can_read and self._clock.now() >= self._resumes_s

    async def _keep_looking(self) -> None:
        while True:
            await self._seen.wait()
            self._seen = anyio.Event()
            if self._newest is None:
                continue
            await self._look(*self._newest)
            if self._clock.now() - self._began_s >= _EVERY_S:
                self.expect()

    async def _look(self, frame: Frame, leave_out: Sequence[Mask]) -> None:
        async with self._busy:
            if frame.at_s <= self._looked_s:
                return
            observer, self._looked_s = self._observer, frame.at_s
            await anyio.to_thread.run_sync(observer.look, frame, leave_out)

    async def _keep_reading(self) -> None:
        """Read when it is wanted, the newest picture each time."""
        while True:
            await self._wanted.wait()
            self._wanted = anyio.Event()
            if self._newest and self._can_read and self._newest[0].at_s > self._read_s:
                self._began_s = self._clock.now()
                await self._read(*self._newest)
                self._done.set()
                self._done = anyio.Event()
                await self._clock.sleep(max(0.0, self._began_s + _REST_S - self._clock.now()))

    async def _read(self, frame: Frame, leave_out: Sequence[Mask]) -> None:
        """Read what is written; that it cannot be read is no reason to end a turn."""
        observer = self._observer
        try:
            read = await self._reader.read(frame, leave_out)
        except ServiceError as error:
            self._resumes_s = self._clock.now() + _AFTER_FAILURE_S
            if not self._has_warned:
                self._has_warned = True
                _log.warning("The words on the screen are not read: %s", error)
            return
        async with self._busy:
            observer.read(read, frame.at_s)
        if observer is self._observer:
            self._read_s = frame.at_s
