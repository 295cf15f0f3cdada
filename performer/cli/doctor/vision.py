"""Checks of what is seen: is there a picture with something in it, and does Tesseract read words off it."""

import hashlib
import sys
from contextlib import aclosing
from typing import Final

from performer.cli.doctor.model import draw_words
from performer.cli.doctor.report import CheckNotes, Examined
from performer.core.errors import ServiceError
from performer.vision.changes.salience import FrozenDetector, PictureWorth
from performer.vision.frame import Frame, FrameSource
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import REMEDY, explain_missing_languages
from performer.vision.sources.recorder_process import RecorderSource
from performer.vision.start_source import start_source

_GET: Final = f"To have words read off the screen: {REMEDY}"


async def check_ocr(examined: Examined, notes: CheckNotes) -> None:
    """Check whether Tesseract is there with its languages, and reads a number that nobody can guess."""
    clock, settings = examined.clock, examined.config.ocr
    if not settings.enabled:
        notes.skip("reads", "off, as configured (ocr.enabled)")
        return
    if not settings.is_installed:
        notes.skip("reads", f"{settings.program} is not installed: words are not read", _GET)
        return
    trouble, remedy = await explain_missing_languages(settings)
    if trouble:
        notes.fail("languages", trouble, remedy)
        return
    number = clock.chance.randrange(10_000, 100_000)
    began_s = clock.now()
    text = await OcrReader(clock, settings).read(_draw_frame(f"SCORE {number}"))
    took_s = clock.now() - began_s
    if str(number) in text.replace(" ", ""):
        notes.ok("reads", f"{settings.languages}: it read the number {number} in {took_s:.1f} s")
    else:
        notes.fail("reads", f"shown the number {number}, it read '{text}'", "Update Tesseract to 5.")


def _draw_frame(words: str) -> Frame:
    jpeg = draw_words(words)
    digest = hashlib.sha256(jpeg).hexdigest()[:16]
    return Frame(source="doctor", at_s=0.0, size=(0, 0), jpeg=jpeg, luma=b"", digest=digest)


_NO_DISPLAY = "Start it in a desktop session (DISPLAY is how a program finds it), or set frames.source to arcade."
_BLACK = {
    "darwin": "Allow screen recording for your terminal: System Settings, Privacy and Security.",
    "win32": "Run the game in a window or borderless: exclusive full screen gives no picture.",
}
_BLACK_ELSEWHERE = "Is the monitor on? Choose another one by frames.source, such as screen:2."


async def check_screen(examined: Examined, notes: CheckNotes) -> None:
    """Check one picture, which is taken as the show would."""
    settings = examined.config.frames
    source, role = await start_source(examined.clock, settings)
    if isinstance(source, RecorderSource) and examined.running:
        notes.skip("picture", f"{role.plays}: the show that is on looks at it")
        return
    if settings.source == "auto" and role.plays.startswith("arcade"):
        notes.fail("picture", role.why, _NO_DISPLAY)
        return
    frame = await _read_first(source)
    worth = FrozenDetector(frozen_s=float("inf")).judge(frame, settings.painted)
    if worth is PictureWorth.BLACK:
        notes.fail("picture", f"{frame.source} is black", _BLACK.get(sys.platform, _BLACK_ELSEWHERE))
    else:
        width, height = frame.size
        notes.ok("picture", f"{frame.source}, reduced to {width}x{height} in {frame.cost_ms:.0f} ms")


async def _read_first(source: FrameSource) -> Frame:
    async with aclosing(source.frames()) as frames:
        async for frame in frames:
            return frame
    raise ServiceError(f"{source.name} gives no picture")
