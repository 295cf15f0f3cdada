"""The script: the line that is in the mouth, and those that wait for it, in order.

The studio: where the voice makes the sound of the next lines while one is heard.
"""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import aclosing
from itertools import islice
from typing import Final

import anyio

from performer.core.errors import ServiceError
from performer.speech.output.delivery import SoundOutput
from performer.speech.output.line import SpokenLine
from performer.speech.voices.voice import Voice
from performer.speech.voices.watchdog import TooMuchSoundError

MOST_LINES: Final = 64
"""With so many waiting, no further ones are read off the event stream."""


class SynthesisQueue:
    """Lines in the order in which they are heard."""

    def __init__(self) -> None:
        self.on: SpokenLine | None = None
        """The line that is in the mouth: it sounds, or is the next to."""
        self._waiting: deque[SpokenLine] = deque()
        self._moved = anyio.Event()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing left to be heard."""
        return self.on is None and not self._waiting

    @property
    def is_full(self) -> bool:
        """Whether there is no room for one more line."""
        return len(self._waiting) >= MOST_LINES

    @property
    def ahead_bytes(self) -> int:
        """How much sound has been made for lines that wait."""
        return sum(line.recording.made_bytes for line in self._waiting)

    def has_lines_up_to(self, turn: int) -> bool:
        """Tell whether anything of this turn, or of one before it, is still to be heard."""
        on = [] if self.on is None else [self.on]
        return any(line.turn <= turn for line in (*on, *self._waiting))

    def peek_lines(self, count: int) -> Sequence[SpokenLine]:
        """Give the line that is in the mouth and so many after it."""
        on = [] if self.on is None else [self.on]
        return (*on, *islice(self._waiting, count))

    def add(self, line: SpokenLine) -> None:
        """Append a line."""
        self._waiting.append(line)
        self.tell()

    async def take(self) -> SpokenLine:
        """Take the next line into the mouth, once there is one."""
        while not self._waiting:
            await self.moved()
        self.on = self._waiting.popleft()
        self.tell()
        return self.on

    def finish_current(self) -> None:
        """Take the line out of the mouth: it is over."""
        self.on = None
        self.tell()

    def drop_unwanted(self, is_unwanted: Callable[[SpokenLine], bool]) -> None:
        """Drop the lines that wait and are not wanted, with all that was made of their sound."""
        for line in [each for each in self._waiting if is_unwanted(each)]:
            self._waiting.remove(line)
            line.recording.drop()
        self.tell()

    async def moved(self) -> None:
        """Return when anything has changed."""
        await self._moved.wait()

    def tell(self) -> None:
        """Say that something has changed."""
        self._moved.set()
        self._moved = anyio.Event()


_log = logging.getLogger(__name__)

LINES_AHEAD: Final = 2
"""So many are made while another is heard: with fewer a short one would leave a gap after it."""
MOST_AHEAD_BYTES: Final = 8_000_000
"""With so much sound waiting, an engine is kept waiting too: three minutes of speech at 22 kHz."""


class Synthesizer:
    """Has one voice speak the lines of a script, one at a time and in order: many an engine can do no more."""

    def __init__(self, voice: Voice, mouthpiece: SoundOutput, script: SynthesisQueue) -> None:
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

    def _next(self) -> SpokenLine | None:
        """Find the first line that is not made; one that is not in the mouth has to wait while there is too much."""
        for line in self._script.peek_lines(LINES_AHEAD):
            if not line.recording.is_whole:
                return line if self._has_room(line) else None
        return None

    def _has_room(self, line: SpokenLine) -> bool:
        return line is self._script.on or self._script.ahead_bytes < MOST_AHEAD_BYTES

    async def _make(self, line: SpokenLine) -> None:
        """Have a line spoken; when the voice fails, what it has given is all there is."""
        try:
            with line.recording.open_for_writing():
                await self._record(line)
        except TooMuchSoundError as noise:
            _log.info("Hushed: %s", noise)
            await self._silence(line)
        except ServiceError as failure:
            _log.info("The voice failed: %s", failure)

    async def _record(self, line: SpokenLine) -> None:
        if line.words:
            async with aclosing(self._voice.speak(line.words)) as pieces:
                async for piece in pieces:
                    line.record(piece)
                    if line.recording.is_whole:
                        return
                    await self._wait_for_room(line)
        line.recording.finish()

    async def _wait_for_room(self, line: SpokenLine) -> None:
        while not self._has_room(line):
            await self._script.moved()

    async def _silence(self, line: SpokenLine) -> None:
        """Have nothing more heard of a voice that does not come to an end."""
        if line.is_handed_over:
            await self._mouthpiece.hush(speech_only=True)
        line.recording.discard()
