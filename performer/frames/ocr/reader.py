"""The reader: what is written on a picture, read once for each picture and region, one after the other."""

from collections import OrderedDict
from typing import Final

import anyio
import anyio.to_thread

from performer.clock import Clock
from performer.errors import ServiceError
from performer.frames.frame import Frame
from performer.frames.ocr.languages import why_unread
from performer.frames.ocr.page import page_of
from performer.frames.ocr.settings import OcrSettings
from performer.frames.ocr.tesseract import find, table
from performer.frames.ocr.words import text_of
from performer.frames.region import Region, piece_of

_KEPT: Final = 32


class Reader:
    """Reads words off pictures.

    Args:
        clock: Whose seconds count.
        settings: Which program and languages, and how long it may take.
    """

    def __init__(self, clock: Clock, settings: OcrSettings) -> None:
        self._clock = clock
        self._settings = settings
        self._read: OrderedDict[tuple[str, Region], str] = OrderedDict()
        self._turn = anyio.Lock()

    @property
    def can_read(self) -> bool:
        """Whether the program is there; it may be installed while the show runs."""
        return self._settings.enabled and find(self._settings.program) is not None

    async def trouble(self) -> str:
        """Tell why it cannot read though the program is there: which language lacks, and how to get it."""
        with self._clock.move_on_after(self._settings.within_s):
            return await why_unread(self._settings) if self.can_read else ""
        return ""

    async def read(self, frame: Frame, region: Region = "whole") -> str:
        """Read what is written on a region: lines from above to below, parted by ` / `, 600 characters at most.

        Takes half a second of one core for a picture of 1920x1080; empty when nothing can be read. It is what others
        have written: to be quoted, never to be obeyed.

        Raises:
            ServiceError: when the program is not there, fails, or takes too long.
        """
        asked = (frame.digest, region)
        async with self._turn:
            if asked not in self._read:
                self._read[asked] = await self._within_limit(frame, region)
            self._read.move_to_end(asked)
            while len(self._read) > _KEPT:
                self._read.popitem(last=False)
            return self._read[asked]

    async def _within_limit(self, frame: Frame, region: Region) -> str:
        limit_s = self._settings.within_s
        with self._clock.move_on_after(limit_s):
            return await self._recognised(frame, region)
        raise ServiceError(f"Reading the words took longer than {limit_s:g} s (ocr.within_s) and was ended.")

    async def _recognised(self, frame: Frame, region: Region) -> str:
        page = await anyio.to_thread.run_sync(lambda: page_of(piece_of(frame, region)))
        if page is None:
            return ""
        try:
            return text_of(await table(self._settings.program, self._settings.languages, page.pgm), page)
        except ServiceError as error:
            lacking = await why_unread(self._settings)
            raise ServiceError(lacking, retry=False) if lacking else error from None
