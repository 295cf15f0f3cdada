"""The screen: does the source of pictures give one, and is there anything to be seen in it."""

import sys
from contextlib import aclosing

from performer.casting import cast_eyes
from performer.clock import Clock
from performer.doctor.report import Notes
from performer.errors import ServiceError
from performer.frames import Frame, FrameSource
from performer.frames.health import Health, Worth
from performer.frames.recorder import RecorderSource
from performer.frames.settings import FramesSettings

_NO_DISPLAY = "Start it in a desktop session (DISPLAY is how a program finds it), or set frames.source to arcade."
_BLACK = {
    "darwin": "Allow screen recording for your terminal: System Settings, Privacy and Security.",
    "win32": "Run the game in a window or borderless: exclusive full screen gives no picture.",
}
_BLACK_ELSEWHERE = "Is the monitor on? Choose another one by frames.source, such as screen:2."


class ScreenCheck:
    """Takes one picture, as the show would."""

    def __init__(self, clock: Clock, settings: FramesSettings, *, show_is_on: bool) -> None:
        self._clock = clock
        self._settings = settings
        self._show_is_on = show_is_on

    async def look(self, notes: Notes) -> None:
        """Find the source, and judge its picture."""
        source, role = await cast_eyes(self._clock, self._settings)
        if isinstance(source, RecorderSource) and self._show_is_on:
            notes.skip("picture", f"{role.plays}: the show that is on looks at it")
            return
        if self._settings.source == "auto" and role.plays.startswith("arcade"):
            notes.fail("picture", role.why, _NO_DISPLAY)
            return
        self._judge(notes, await _first(source))

    def _judge(self, notes: Notes, frame: Frame) -> None:
        worth = Health(frozen_s=float("inf")).judge(frame, self._settings.painted)
        if worth is Worth.BLACK:
            notes.fail("picture", f"{frame.source} is black", _BLACK.get(sys.platform, _BLACK_ELSEWHERE))
        else:
            width, height = frame.size
            notes.ok("picture", f"{frame.source}, reduced to {width}x{height} in {frame.cost_ms:.0f} ms")


async def _first(source: FrameSource) -> Frame:
    async with aclosing(source.frames()) as frames:
        async for frame in frames:
            return frame
    raise ServiceError(f"{source.name} gives no picture")
