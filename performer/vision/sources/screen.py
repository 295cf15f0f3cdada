"""The screen as a source of pictures, grabbed by mss: one monitor, or a rectangle of it."""

import asyncio
import math
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from typing import TypeVar

import mss
from mss.base import MSSBase
from mss.exception import ScreenShotError
from mss.models import Monitor
from PIL import Image

from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.own_text import own
from performer.core.process.thread import WorkerThread
from performer.vision.encode import GrabbedPicture
from performer.vision.frame import Frame, Glimpse, Mask, map_pixels
from performer.vision.look_pace import LookPace, LookWish
from performer.vision.settings import ScreenSpec
from performer.vision.sources.shared_screen import SharedScreen, open_shared_screen

T = TypeVar("T")

_LOOK_AGAIN_S = 5.0
"""mss looks for monitors once: of one that has grown it would grab a part for ever, of one that is gone nothing.

To open it anew takes 40 requests, each of which wakes the processor; the shared screen tells in one that it need not.
"""


class ScreenSource:
    """A source that grabs a monitor at a steady rate, in a thread of its own."""

    hang_s = 5.0
    """A grab takes 3 ms; a display that needs longer than this is taken for gone."""

    def __init__(
        self, clock: Clock, spec: ScreenSpec, size: tuple[int, int], *, rate_hz: float, masks: Sequence[Mask] = ()
    ) -> None:
        self.name = _format_name(spec, size)
        self.pace = LookPace(clock, rate_hz=rate_hz)
        self._clock, self._spec, self._masks = clock, spec, masks
        self._thread: WorkerThread | None = None

    async def frames(self) -> AsyncGenerator[Glimpse, None]:
        """Yield a look every period; raises ServiceError when the display is gone or hangs."""
        if self._thread is not None and self._thread.is_busy:
            # A thread that hangs in a grab cannot be ended; a second one would hang beside it.
            raise ServiceError(own("The display still does not hand out pictures."))
        thread = self._thread = WorkerThread("screen")
        grabber, began_s = ScreenGrabber(self._spec), -math.inf
        try:
            while True:
                look = await self._look_when_due(thread, grabber, began_s)
                began_s = look.at_s
                yield look
        finally:
            thread.close(grabber.close)

    async def _look_when_due(self, thread: WorkerThread, grabber: "ScreenGrabber", before_s: float) -> Glimpse:
        """Return the next look; the task is not woken for its begin, which takes as much of the processor as a grab."""
        result: asyncio.Future[Glimpse] = asyncio.get_running_loop().create_future()

        def begin() -> None:
            limit.enter_context(self._clock.call_after(self.hang_s, partial(self._give_up, result)))
            thread.start(partial(self._take, thread, grabber, self._clock.now(), self.pace.take_wish()), result)

        with ExitStack() as limit, self.pace.calling(begin, before_s):
            return await result

    def _take(self, thread: WorkerThread, grabber: "ScreenGrabber", at_s: float, wish: LookWish) -> Glimpse:
        began_s = time.perf_counter()
        try:
            picture = grabber.grab(at_s)
        except ConfigError as gone:
            # It was there when the show began: a monitor that was unplugged, or a smaller resolution.
            raise ServiceError(own("The display is another than before: {gone}", gone=gone)) from gone
        name = self.name = _format_name(self._spec, picture.size)
        grabbed = GrabbedPicture(
            picture=picture, source=name, at_s=at_s, began_s=began_s, masks=self._masks, bgr=True, is_lent=True
        )
        if wish.whole:
            return grabbed.encode(full_size=wish.full_size)
        return grabbed.look(partial(self._develop, thread, grabbed))

    async def _develop(self, thread: WorkerThread, grabbed: GrabbedPicture, full_size: bool) -> Frame:
        return await self._run_within(thread, partial(grabbed.encode, full_size=full_size))

    async def _run_within(self, thread: WorkerThread, job: Callable[[], T]) -> T:
        with self._clock.move_on_after(self.hang_s):
            return await thread.run(job)
        raise self._describe_hang()

    def _give_up(self, result: "asyncio.Future[Glimpse]") -> None:
        if not result.done():
            result.set_exception(self._describe_hang())

    def _describe_hang(self) -> ServiceError:
        return ServiceError(own("The display did not hand out a picture within {hang_s:g} s.", hang_s=self.hang_s))


def list_screens() -> list[tuple[int, int]]:
    """Return the size in pixels of each monitor.

    Raises ServiceError when there is no display.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise ServiceError(own("no display found"))
    try:
        with mss.MSS() as opened:
            return [(each["width"], each["height"]) for each in list_monitors(opened)]
    except (ScreenShotError, OSError) as error:
        raise ServiceError(own("The display is gone: {why}.", why=str(error))) from error


def list_monitors(opened: MSSBase) -> list[Monitor]:
    """Return the monitors as Qt counts them: the main one first, where Windows may tell of another one before.

    The first of mss's own is all of them together.
    """
    return sorted(opened.monitors[1:], key=lambda each: not each.get("is_primary"))


def find_screen(spec: ScreenSpec) -> tuple[int, int]:
    """Return the size in pixels of a spec's screen.

    Raises ServiceError when there is no display, and ConfigError when there is no such monitor.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise ServiceError(own("no display found"))
    grabber = ScreenGrabber(spec)
    try:
        return grabber.grab(0.0).size
    finally:
        grabber.close()


def _format_name(spec: ScreenSpec, size: tuple[int, int]) -> str:
    return f"screen {spec.monitor} {size[0]}x{size[1]}"


class ScreenGrabber:
    """The open connection to the display; must stay in one thread."""

    def __init__(self, spec: ScreenSpec) -> None:
        self._spec = spec
        self._open: MSSBase | None = None
        self._shared: SharedScreen | None = None
        self._looked_s = 0.0

    def grab(self, at_s: float) -> Image.Image:
        """Return one picture without copying it, red and blue exchanged; `at_s` is now.

        Its pixels may be overwritten by the next one.
        """
        if at_s - self._looked_s >= _LOOK_AGAIN_S:
            self._looked_s = at_s
            self._close_outdated()
        try:
            try:
                return self._grab()
            except (ScreenShotError, AssertionError):
                # The screen may have been resized since it was opened: mss cannot follow, a new connection can.
                self.close()
                return self._grab()
        except (ScreenShotError, OSError, AssertionError) as error:
            # WORKAROUND mss 10.2 meets a connection that the display closed with a bare assert.
            raise ServiceError(
                own("The display is gone: {why}.", why=str(error) or own("it closed the connection"))
            ) from error

    def close(self) -> None:
        """Close the connection, if it is open."""
        if self._shared is not None:
            self._shared.close()
            self._shared = None
        closing, self._open = self._open, None
        if closing is not None:
            # WORKAROUND mss 10.2 frees a dead connection, then raises; closing it twice would end the process.
            with suppress(ScreenShotError):
                closing.close()

    def _close_outdated(self) -> None:
        """Close the connection unless the monitors are surely those for which it was opened."""
        try:
            if self._shared is None or self._shared.has_other_monitors():
                self.close()
        except ScreenShotError:
            self.close()

    def _grab(self) -> Image.Image:
        if self._open is None:
            self._shared = open_shared_screen()  # first: what changes before mss has looked is found later
            self._open = mss.MSS()
        area = _find_area(self._spec, list_monitors(self._open))
        if self._shared is not None:
            return self._shared.grab(area)
        shot = self._open.grab(area)
        return map_pixels(shot.size, shot.raw)


def _find_area(spec: ScreenSpec, monitors: Sequence[Monitor]) -> Monitor:
    """Return the area to grab."""
    if not 1 <= spec.monitor <= len(monitors):
        raise ConfigError(
            f"There is no screen {spec.monitor}; this machine has {len(monitors)}. "
            "Plug it in, or use --frames screen:1."
        )
    monitor = monitors[spec.monitor - 1]
    if spec.rectangle is None:
        return monitor
    x, y, width, height = spec.rectangle
    if x + width > monitor["width"] or y + height > monitor["height"]:
        raise ConfigError(
            f"The rectangle {x},{y},{width},{height} reaches beyond the screen of "
            f"{monitor['width']}x{monitor['height']} pixels. Choose a smaller one, or the larger resolution."
        )
    return {"left": monitor["left"] + x, "top": monitor["top"] + y, "width": width, "height": height}
