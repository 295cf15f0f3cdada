"""Reading words off the screen: is Tesseract there, does it know the languages, and does it read."""

import hashlib
from typing import Final

from performer.clock import Clock
from performer.doctor.picture import lettered
from performer.doctor.report import Notes
from performer.frames import Frame
from performer.frames.ocr import OcrSettings, Reader
from performer.frames.ocr.languages import trouble_with
from performer.frames.ocr.tesseract import REMEDY, find

_GET: Final = f"To have words read off the screen: {REMEDY}"


class OcrCheck:
    """Has a number read that nobody can guess."""

    def __init__(self, clock: Clock, settings: OcrSettings) -> None:
        self._clock = clock
        self._settings = settings

    async def look(self, notes: Notes) -> None:
        """Look for the program, ask for its languages, and have it read."""
        if not self._settings.enabled:
            notes.skip("reads", "off, as configured (ocr.enabled)")
            return
        if find(self._settings.program) is None:
            notes.skip("reads", f"{self._settings.program} is not installed: words are not read", _GET)
            return
        trouble, remedy = await trouble_with(self._settings)
        if trouble:
            notes.fail("languages", trouble, remedy)
            return
        await self._read(notes)

    async def _read(self, notes: Notes) -> None:
        number = self._clock.chance.randrange(10_000, 100_000)
        jpeg = lettered(f"SCORE {number}")
        digest = hashlib.sha256(jpeg).hexdigest()[:16]
        picture = Frame(source="doctor", at_s=0.0, size=(0, 0), jpeg=jpeg, luma=b"", digest=digest)
        began_s = self._clock.now()
        text = await Reader(self._clock, self._settings).read(picture)
        took_s = self._clock.now() - began_s
        if str(number) in text.replace(" ", ""):
            notes.ok("reads", f"{self._settings.languages}: it read the number {number} in {took_s:.1f} s")
        else:
            notes.fail("reads", f"shown the number {number}, it read '{text}'", "Update Tesseract to 5.")
