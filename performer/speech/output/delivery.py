"""A delivery: one line being heard, through the mouthpiece or in paced silence, over any number of holds.

The mouthpiece: whoever makes sound audible, as the speaker sees it.
"""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Final, Protocol

import anyio

from performer.core.audio import Sound
from performer.core.clock import Clock
from performer.speech.output.line import SpokenLine


class PlayedSentence(Protocol):
    """What became of a sentence."""

    @property
    def heard_s(self) -> float:
        """How much of it sounded, in seconds, as whoever played it counted."""
        ...


class SoundOutput(Protocol):
    """A stage client that sounds, seen through the stage server."""

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> PlayedSentence:
        """Return when the sentence has ended; `on_started` is called at its first sample, if it has one.

        Pieces are sent on as they come; the last is marked so, or the iterator ends. They are not read any further
        once the sentence is over, and closing them is the caller's. Cancelling it silences the sentence.
        """
        ...

    def wake(self) -> None:
        """Say that speech is likely soon: a sound device may take a while to be ready."""
        ...

    async def hush(self, *, speech_only: bool = False) -> None:
        """Stop every sound at once, or only speech; a `play` that waits returns with what was heard.

        Whoever sounds has been told before anything is awaited.
        """
        ...


_log = logging.getLogger(__name__)

LONGEST_HOLD_S: Final = 30.0
"""Whoever held a line for longer has forgotten it: it is let go, so that the next ones can be heard."""
_SLIVER_S: Final = 0.05
"""A rest that is shorter is not worth going on with."""


class Delivery:
    """Has a line heard; `hold` and `resume` may come at any moment."""

    def __init__(self, clock: Clock, mouthpiece: SoundOutput, line: SpokenLine) -> None:
        self._clock = clock
        self._mouthpiece = mouthpiece
        self._line = line
        self._holds = 0
        self._held = anyio.Event()
        self._resumed = anyio.Event()
        self._resumed.set()
        self._is_silent = False
        """Nobody can make it heard: its time passes."""

    @property
    def is_held(self) -> bool:
        """Whether it waits to be gone on with."""
        return not self._resumed.is_set()

    async def run(self) -> None:
        """Return when the line is over; a caller that is cancelled states the line's end itself."""
        from_s = 0.0
        while True:
            holds = self._holds
            position_s = await self._go_on(from_s)
            if self._holds == holds or self._is_through(position_s):
                self._line.ended(position_s)
                return
            self._line.held(position_s)
            if not await self._is_gone_on_with():
                self._line.ended(position_s, cut=True)
                return
            # Not behind where it went on before: however often it is held, it comes further.
            from_s = position_s if self._is_silent else max(from_s, self._line.recording.find_resume_s(position_s))

    async def hold(self) -> None:
        """Fall silent now and keep the place."""
        if self.is_held:
            return
        self._holds += 1
        self._resumed = anyio.Event()
        self._held.set()
        await self._mouthpiece.hush(speech_only=True)

    def resume(self) -> None:
        """Go on from a little before that place."""
        self._held = anyio.Event()
        self._resumed.set()

    async def _go_on(self, from_s: float) -> float:
        """Have it heard from a position on, until its end or a hold; return how far it came."""
        if not self._is_silent:
            heard_s = await self._sound(from_s)
            if heard_s is not None:
                return from_s + heard_s
            self._is_silent = True
            self._line.recording.drop()
        return await self._pass_in_silence(from_s)

    async def _sound(self, from_s: float) -> float | None:
        """Have it played; return how much was heard, None when nobody plays it."""
        if not await self._line.recording.begun():
            return None
        holds, began = self._holds, anyio.Event()

        def on_started() -> None:
            began.set()
            self._line.sounding(from_s, audible=True)

        async with aclosing(self._line.sounds(from_s)) as sounds:
            heard = await self._mouthpiece.play(sounds, on_started)
        was_held = self._holds != holds
        return heard.heard_s if began.is_set() or was_held else None

    async def _pass_in_silence(self, from_s: float) -> float:
        self._line.sounding(from_s, audible=False)
        with self._clock.move_on_after(self._line.duration_s - from_s):
            await self._held.wait()
        return self._line.position_s

    def _is_through(self, position_s: float) -> bool:
        is_made = self._is_silent or self._line.recording.is_whole
        whole_s = self._line.duration_s if self._is_silent else self._line.recording.made_s
        return is_made and position_s >= whole_s - _SLIVER_S

    async def _is_gone_on_with(self) -> bool:
        with self._clock.move_on_after(LONGEST_HOLD_S):
            await self._resumed.wait()
            return True
        _log.info("A line was held for %g s and not gone on with: it is let go.", LONGEST_HOLD_S)
        return False
