"""Pictures in words: for a lead that cannot see, with every cue, and for whoever asks about a picture."""

import logging
from dataclasses import dataclass
from typing import Final

import anyio

from performer.clock import Clock
from performer.cues import Cue
from performer.errors import ServiceError
from performer.frames import Frame
from performer.frames.change import measure
from performer.frames.ocr import Reader
from performer.guard.normalise import clean
from performer.models.describe import WHAT_IS_THERE
from performer.models.eyewitness import Eyewitness

_log = logging.getLogger(__name__)

_HARDLY: Final = 1.5
"""Mean difference of luma, of 255, below which two pictures have the same words; a game that scrolls has 3 and more."""
_REUSED_S: Final = 10.0
_STOPGAP_S: Final = 60.0
"""So old a description may be that stands in for one that was not ready in time, if the picture is the same still."""
_MOST_CHARS: Final = 700


@dataclass(kw_only=True)
class _Told:
    """What is known of a picture so far."""

    seen: str = ""
    read: str = ""


class InWords:
    """Puts pictures into words within a limit of time, each word of them marked as somebody else's.

    Args:
        clock: The show's.
        witness: Who describes.
        reader: Who reads what is written on them.
        within_s: How long a turn waits for words.
    """

    def __init__(self, clock: Clock, witness: Eyewitness, reader: Reader, *, within_s: float) -> None:
        self._clock = clock
        self._witness = witness
        self._reader = reader
        self._within_s = within_s
        self._last: tuple[Frame, str] | None = None
        self._said_unread = False

    async def scene(self, frame: Frame, cue: Cue) -> str:
        """Tell a turn's model, which cannot see, what is there: what is not ready in time is measured or left out."""
        told = _Told()
        with self._clock.move_on_after(self._within_s):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._look, frame, cue, told)
                tasks.start_soon(self._read, frame, told)
        told.seen = told.seen or self._before(frame, _STOPGAP_S) or await self._measured(frame)
        return _quoted(told)

    async def answer(self, frame: Frame, question: str) -> str:
        """Answer a question about a picture; a lead that cannot see is also told what is written there."""
        told = _Told(seen=await self._witness.describe(frame.jpeg, frame.digest, question))
        if not self._witness.lead_sees:
            await self._read(frame, told)
        return _quoted(told) if told.read else told.seen

    async def _look(self, frame: Frame, cue: Cue, told: _Told) -> None:
        """Describe the picture, or say again what was said of one that is hardly another."""
        told.seen = self._before(frame, _REUSED_S)
        if told.seen or not self._witness.sees:
            return
        told.seen = await self._witness.describe(frame.jpeg, frame.digest, WHAT_IS_THERE, cue)
        self._last = (frame, told.seen)

    async def _read(self, frame: Frame, told: _Told) -> None:
        """Read what is written; that it cannot be read is nothing that a turn should end for."""
        if not self._reader.can_read:
            return
        try:
            told.read = await self._reader.read(frame)
        except ServiceError as error:
            if not self._said_unread:
                self._said_unread = True
                _log.warning("The words on the screen are not read: %s", error)

    async def _measured(self, frame: Frame) -> str:
        return await self._witness.measure(frame.jpeg, frame.digest)

    def _before(self, frame: Frame, within_s: float) -> str:
        """Find what was said of a picture that was much the same, not long ago."""
        if self._last is None:
            return ""
        before, words = self._last
        is_recent = frame.at_s - before.at_s <= within_s
        return words if is_recent and measure(before.luma, frame.luma).mean < _HARDLY else ""


def _quoted(told: _Told) -> str:
    """Mark where somebody else's words begin and end, so that none of them can pass for ours."""
    written = f" Written on it: {_in_marks(told.read)}" if told.read else ""
    return f"{_in_marks(told.seen)}{written}"


def _in_marks(words: str) -> str:
    return f"«{clean(words.replace('«', '').replace('»', ''))[:_MOST_CHARS]}»"
