"""The studio: where the voice makes the sound of the next lines while one is heard."""

import logging
from contextlib import aclosing
from typing import Final

from performer.errors import ServiceError
from performer.voices.line import Line
from performer.voices.mouthpiece import Mouthpiece
from performer.voices.script import Script
from performer.voices.voice import Voice
from performer.voices.watch import TooMuchSound

_log = logging.getLogger(__name__)

LINES_AHEAD: Final = 2
"""So many are made while another is heard: with fewer a short one would leave a gap after it."""
MOST_AHEAD_BYTES: Final = 8_000_000
"""With so much sound waiting, an engine is kept waiting too: three minutes of speech at 22 kHz."""


class Studio:
    """Has one voice speak the lines of a script, one at a time and in order: many an engine can do no more."""

    def __init__(self, voice: Voice, mouthpiece: Mouthpiece, script: Script) -> None:
        self._voice = voice
        self._mouthpiece = mouthpiece
        self._script = script

    async def run(self) -> None:
        """Make the sound of whatever comes next, for ever."""
        while True:
            line = self._next()
            if line is None:
                await self._script.moved()
            else:
                await self._make(line)

    def _next(self) -> Line | None:
        """Find the first line that is not made; one that is not in the mouth has to wait while there is too much."""
        for line in self._script.upcoming(LINES_AHEAD):
            if not line.recording.is_whole:
                return line if self._has_room(line) else None
        return None

    def _has_room(self, line: Line) -> bool:
        return line is self._script.on or self._script.ahead_bytes < MOST_AHEAD_BYTES

    async def _make(self, line: Line) -> None:
        """Have a line spoken; when the voice fails, what it has given is all there is."""
        try:
            with line.recording.being_made():
                await self._record(line)
        except TooMuchSound as noise:
            _log.info("Hushed: %s", noise)
            await self._silence(line)
        except ServiceError as failure:
            _log.info("The voice failed: %s", failure)

    async def _record(self, line: Line) -> None:
        if line.words:
            async with aclosing(self._voice.speak(line.words)) as pieces:
                async for piece in pieces:
                    line.record(piece)
                    if line.recording.is_whole:
                        return
                    await self._wait_for_room(line)
        line.recording.finish()

    async def _wait_for_room(self, line: Line) -> None:
        while not self._has_room(line):
            await self._script.moved()

    async def _silence(self, line: Line) -> None:
        """Have nothing more heard of a voice that does not come to an end."""
        if line.is_handed_over:
            await self._mouthpiece.hush(speech_only=True)
        line.recording.discard()
