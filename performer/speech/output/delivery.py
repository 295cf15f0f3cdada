"""The delivery of a line: it is heard through a sound output, or passes in paced silence, over any number of holds."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Final, Protocol

import anyio

from performer.core.audio import Sound
from performer.core.clock import Clock
from performer.speech.output.line import SpokenLine


class PlayedSentence(Protocol):
    """The result of playing a sentence."""

    @property
    def heard_s(self) -> float:
        """The seconds of the sentence that sounded, as the player counted them."""


class SoundOutput(Protocol):
    """A stage client that plays sound, reached through the stage server."""

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> PlayedSentence:
        """Return when the sentence has ended; `on_started` is called at its first sample, if it has one.

        Pieces are sent on as they come; the last is marked so, or the iterator ends. They are not read any further
        once the sentence is over, and closing them is the caller's. Cancelling it silences the sentence.
        """

    def wake(self) -> None:
        """Warn the output that speech is likely soon: a sound device may take a while to be ready."""

    def soften(self, share: float) -> None:
        """Play speech at a share of its volume, until another share is wanted, or a hush."""

    async def hush(self, *, speech_only: bool = False) -> None:
        """Stop every sound at once, or only speech; a `play` that waits returns with what was heard.

        Whoever sounds has been told before anything is awaited.
        """


_log = logging.getLogger(__name__)

LONGEST_HOLD_S: Final = 30.0
"""Whoever held a line for longer has forgotten it: it is let go, so that the next ones can be heard."""
_SLIVER_S: Final = 0.05
"""A rest that is shorter is not worth going on with."""


class Delivery:
    """The playing of one line; `hold`, `resume` and `mute` may be called at any moment."""

    def __init__(self, clock: Clock, output: SoundOutput, line: SpokenLine, *, is_muted: bool = False) -> None:
        self._clock, self._output, self._line = clock, output, line
        self._holds = 0
        self._held = anyio.Event()
        self._resumed = anyio.Event()
        self._resumed.set()
        self._is_silent = is_muted
        """Whether its time only passes: the line is muted, or nobody can make it heard."""

    @property
    def is_held(self) -> bool:
        """Whether the line waits to be resumed."""
        return not self._resumed.is_set()

    async def run(self) -> None:
        """Return when the line is over; a caller that is cancelled states the line's end itself."""
        from_s = 0.0
        while True:
            holds = self._holds
            heard_s = None if self._is_silent else await self._play_sound(from_s)
            position_s = await self._pass_in_silence(from_s) if heard_s is None else from_s + heard_s
            if self._holds == holds or self._is_through(position_s):
                self._line.mark_ended(position_s)
                return
            self._line.mark_held(position_s)
            if not await self._wait_for_resume():
                self._line.mark_ended(position_s, cut=True)
                return
            # Not behind where it went on before: however often it is held, it comes further.
            from_s = position_s if self._is_silent else max(from_s, self._line.find_resume_s(position_s))

    async def hold(self, within_s: float = 0.0) -> None:
        """Hold the line, and keep the place: fall silent at a word's end, or after so many seconds at most."""
        if self.is_held:
            return
        self._holds += 1
        self._resumed = anyio.Event()
        if within_s > 0 and not self._is_silent:
            await self._clock.sleep(self._line.find_stop_s(within_s))
            if self._line.is_over:
                return
        self._held.set()
        await self._output.hush(speech_only=True)

    def resume(self) -> None:
        """Resume the line from a little before that place."""
        self._held = anyio.Event()
        self._resumed.set()

    async def mute(self) -> None:
        """Fall silent now; the rest of the line's time passes, and its caption stays for that."""
        if self._is_silent:
            return
        self._is_silent = True
        self._holds += 1
        await self._output.hush(speech_only=True)

    async def _play_sound(self, from_s: float) -> float | None:
        """Play the line's sound until its end or a hold, and return how much was heard; None when nobody plays it."""
        if not await self._line.recording.wait_until_begun() or self._is_silent:
            return None
        holds, began = self._holds, anyio.Event()

        def on_started() -> None:
            began.set()
            self._line.mark_sounding(from_s, audible=True)

        async with aclosing(self._line.stream_sound(from_s)) as sounds:
            heard = await self._output.play(sounds, on_started)
        was_held = self._holds != holds
        return heard.heard_s if began.is_set() or was_held else None

    async def _pass_in_silence(self, from_s: float) -> float:
        """Wait out the line's time until its end or a hold, and return the position that it reached."""
        self._is_silent = True
        self._line.recording.drop()
        self._line.mark_sounding(from_s, audible=False)
        with self._clock.move_on_after(self._line.duration_s - from_s):
            await self._held.wait()
        return self._line.position_s

    def _is_through(self, position_s: float) -> bool:
        is_made = self._is_silent or self._line.recording.is_whole
        whole_s = self._line.duration_s if self._is_silent else self._line.recording.made_s
        return is_made and position_s >= whole_s - _SLIVER_S

    async def _wait_for_resume(self) -> bool:
        with self._clock.move_on_after(LONGEST_HOLD_S):
            await self._resumed.wait()
            return True
        _log.info("A line was held for %g s and not resumed: it is dropped.", LONGEST_HOLD_S)
        return False
