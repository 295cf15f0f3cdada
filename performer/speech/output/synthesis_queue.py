"""The queue of lines that are spoken, and the synthesizer that makes the sound of the next ones while one is heard."""

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
from performer.speech.voices.voice import TooMuchSoundError, Voice

MOST_LINES: Final = 64
"""With so many waiting, no further ones are read off the event stream."""


class SynthesisQueue:
    """The lines in the order in which they are heard."""

    def __init__(self) -> None:
        self.on: SpokenLine | None = None
        """The current line: it sounds, or is the next to sound."""
        self.waiting: deque[SpokenLine] = deque()
        """Those that come after it."""
        self._moved = anyio.Event()

    @property
    def is_full(self) -> bool:
        """Whether there is no room for one more line."""
        return len(self.waiting) >= MOST_LINES

    def has_lines_up_to(self, turn: int) -> bool:
        """Whether a line of this turn, or of a turn before it, is still to be heard."""
        return any(line.turn <= turn for line in self.peek_lines())

    def peek_lines(self, count: int | None = None) -> Sequence[SpokenLine]:
        """Return the current line and the lines after it, `count` of them."""
        on = [] if self.on is None else [self.on]
        return (*on, *islice(self.waiting, count))

    def add(self, line: SpokenLine) -> None:
        """Append a line."""
        self.waiting.append(line)
        self.notify()

    async def take(self) -> SpokenLine:
        """Wait for the next line, make it the current one, and return it."""
        while not self.waiting:
            await self.wait_for_change()
        self.on = self.waiting.popleft()
        self.notify()
        return self.on

    def finish_current(self) -> None:
        """Remove the current line: it is over."""
        self.on = None
        self.notify()

    def drop_unwanted(self, is_unwanted: Callable[[SpokenLine], bool]) -> None:
        """Drop the waiting lines that are unwanted, with all that was made of their sound."""
        for line in [each for each in self.waiting if is_unwanted(each)]:
            self.waiting.remove(line)
            line.recording.drop()
        self.notify()

    async def wait_for_change(self) -> None:
        """Wait until the queue has changed."""
        await self._moved.wait()

    def notify(self) -> None:
        """Wake whoever waits for a change of the queue."""
        self._moved.set()
        self._moved = anyio.Event()


_log = logging.getLogger(__name__)

LINES_AHEAD: Final = 2
"""Lines that are made while another is heard; with fewer, a short line would leave a gap after it."""
MOST_AHEAD_BYTES: Final = 8_000_000
"""With so much sound waiting, an engine is kept waiting too: three minutes of speech at 22 kHz."""


class Synthesizer:
    """The use of one voice for the lines of a queue, one at a time and in order: many an engine can do no more."""

    def __init__(
        self,
        voice: Voice,
        output: SoundOutput,
        queue: SynthesisQueue,
        *,
        is_muted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._voice, self._output, self._queue = voice, output, queue
        self._is_muted = is_muted

    async def run(self) -> None:
        """Make the sound of the next line, for ever."""
        while True:
            line = self._find_next()
            if line is None:
                await self._queue.wait_for_change()
                continue
            try:
                with line.recording.open_for_writing():
                    await self._record(line)
            except TooMuchSoundError as noise:
                _log.info("The line is silenced: %s", noise)
                if line.is_handed_over:
                    await self._output.hush(speech_only=True)
                line.recording.discard()
            except ServiceError as failure:  # what came until then is all there is
                _log.info("The voice failed: %s", failure)

    def _find_next(self) -> SpokenLine | None:
        """Return the first line that is not made; None while too much sound waits before it."""
        for line in self._queue.peek_lines(LINES_AHEAD):
            if not line.recording.is_whole:
                return line if self._has_room(line) else None
        return None

    def _has_room(self, line: SpokenLine) -> bool:
        ahead_bytes = sum(each.recording.made_bytes for each in self._queue.waiting)
        return line is self._queue.on or ahead_bytes < MOST_AHEAD_BYTES

    async def _record(self, line: SpokenLine) -> None:
        if line.words and not self._is_muted():
            async with aclosing(self._voice.speak(line.words, line.manner)) as pieces:
                async for piece in pieces:
                    line.record(piece)
                    if line.recording.is_whole:
                        return
                    while not self._has_room(line):
                        await self._queue.wait_for_change()
        line.finish()
