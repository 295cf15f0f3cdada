"""The screen by a recorder process: the way to pictures where mss sees none (Wayland, a newer macOS)."""

import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from typing import TypeVar

from performer.clock import Clock
from performer.errors import ServiceError
from performer.frames.develop import develop
from performer.frames.frame import Frame
from performer.frames.mask import Mask
from performer.frames.recording import Recording
from performer.frames.spec import RecorderSpec
from performer.own_thread import OwnThread

T = TypeVar("T")

FIRST_S = 120.0
"""How long the first picture may take: on Wayland a person chooses the screen in a window of the system's."""
HANG_S = 5.0


class RecorderSource:
    """Asks a recorder process for the newest picture at a steady rate; each `frames()` starts one of its own.

    Args:
        clock: The show's clock.
        spec: Which screen.
        rate_hz: Pictures a second.
        masks: Painted over first.
        command: What to start, for tests; else the recorder that comes along.
        first_s: How long the first picture may take, in seconds.
        hang_s: How long each later one may take, in seconds.
    """

    def __init__(
        self,
        clock: Clock,
        spec: RecorderSpec,
        *,
        rate_hz: float,
        masks: Sequence[Mask] = (),
        command: Sequence[str] = (),
        first_s: float = FIRST_S,
        hang_s: float = HANG_S,
    ) -> None:
        self.name = f"recorder {spec.monitor}"
        self._clock = clock
        self._command = command or [sys.executable, "-m", "capture", "--screen", str(spec.monitor)]
        self._period_s = 1 / rate_hz
        self._masks = masks
        self._first_s = first_s
        self._hang_s = hang_s
        self.recording: Recording | None = None
        """The recorder process, the newest one."""

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield a picture every period.

        Raises:
            ServiceError: when the recorder ends, hangs, or sends something else; its `retry` is False when the system
                did not allow it to look.
        """
        thread = OwnThread("recorder")
        recording = self.recording = Recording(self._command)
        limit_s = self._first_s
        try:
            while True:
                began_s = self._clock.now()
                yield await self._within(limit_s, thread, partial(self._take, recording, began_s))
                limit_s = self._hang_s
                await self._clock.sleep(max(0.0, began_s + self._period_s - self._clock.now()))
        finally:
            if thread.is_busy:
                # Only its end can bring back a thread that waits for a picture.
                recording.kill()
            thread.close(recording.end)

    def _take(self, recording: Recording, at_s: float) -> Frame:
        began_s = time.perf_counter()
        picture, bgr = recording.picture()
        return develop(picture, source=self.name, at_s=at_s, began_s=began_s, masks=self._masks, bgr=bgr, lent=True)

    async def _within(self, limit_s: float, thread: OwnThread, job: Callable[[], T]) -> T:
        with self._clock.move_on_after(limit_s):
            return await thread.run(job)
        raise ServiceError(
            f"The screen recorder did not hand out a picture within {limit_s:g} s. "
            "Choose the screen in the window that your system shows, or choose another source (frames.source).",
            retry=limit_s != self._first_s,
        )
