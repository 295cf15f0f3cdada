"""The screen: does the source of pictures give one, and is there anything to be seen in it.

Reading words off the screen: is Tesseract there, does it know the languages, and does it read.
"""

import hashlib
import sys
from contextlib import aclosing
from typing import Final

from performer.cli.doctor.model import draw_words
from performer.cli.doctor.report import CheckNotes
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.vision.changes.frozen import FrozenDetector, PictureWorth
from performer.vision.frame import Frame, FrameSource
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.settings import OcrSettings
from performer.vision.ocr.tesseract import REMEDY, explain_missing_languages, find_tesseract
from performer.vision.settings import FramesSettings
from performer.vision.sources.recorder_process import RecorderSource
from performer.vision.start_source import start_source

_GET: Final = f"To have words read off the screen: {REMEDY}"


class OcrCheck:
    """Has a number read that nobody can guess."""

    def __init__(self, clock: Clock, settings: OcrSettings) -> None:
        self._clock = clock
        self._settings = settings

    async def look(self, notes: CheckNotes) -> None:
        """Look for the program, ask for its languages, and have it read."""
        if not self._settings.enabled:
            notes.skip("reads", "off, as configured (ocr.enabled)")
            return
        if find_tesseract(self._settings.program) is None:
            notes.skip("reads", f"{self._settings.program} is not installed: words are not read", _GET)
            return
        trouble, remedy = await explain_missing_languages(self._settings)
        if trouble:
            notes.fail("languages", trouble, remedy)
            return
        await self._read(notes)

    async def _read(self, notes: CheckNotes) -> None:
        number = self._clock.chance.randrange(10_000, 100_000)
        jpeg = draw_words(f"SCORE {number}")
        digest = hashlib.sha256(jpeg).hexdigest()[:16]
        picture = Frame(source="doctor", at_s=0.0, size=(0, 0), jpeg=jpeg, luma=b"", digest=digest)
        began_s = self._clock.now()
        text = await OcrReader(self._clock, self._settings).read(picture)
        took_s = self._clock.now() - began_s
        if str(number) in text.replace(" ", ""):
            notes.ok("reads", f"{self._settings.languages}: it read the number {number} in {took_s:.1f} s")
        else:
            notes.fail("reads", f"shown the number {number}, it read '{text}'", "Update Tesseract to 5.")


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

    async def look(self, notes: CheckNotes) -> None:
        """Find the source, and judge its picture."""
        source, role = await start_source(self._clock, self._settings)
        if isinstance(source, RecorderSource) and self._show_is_on:
            notes.skip("picture", f"{role.plays}: the show that is on looks at it")
            return
        if self._settings.source == "auto" and role.plays.startswith("arcade"):
            notes.fail("picture", role.why, _NO_DISPLAY)
            return
        self._judge(notes, await _first(source))

    def _judge(self, notes: CheckNotes, frame: Frame) -> None:
        worth = FrozenDetector(frozen_s=float("inf")).judge(frame, self._settings.painted)
        if worth is PictureWorth.BLACK:
            notes.fail("picture", f"{frame.source} is black", _BLACK.get(sys.platform, _BLACK_ELSEWHERE))
        else:
            width, height = frame.size
            notes.ok("picture", f"{frame.source}, reduced to {width}x{height} in {frame.cost_ms:.0f} ms")


async def _first(source: FrameSource) -> Frame:
    async with aclosing(source.frames()) as frames:
        async for frame in frames:
            return frame
    raise ServiceError(f"{source.name} gives no picture")
