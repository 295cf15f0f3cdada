"""The microphone: a listener process and the lines that it writes. No sound comes here, only numbers and words."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress
from functools import partial
from typing import Final

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.home import CHECKOUT
from performer.core.own_text import own
from performer.core.process.child import close_process, make_utf8_environment, open_piped
from performer.speech.hearing.own_sound import OwnSoundSender
from performer.speech.hearing.samples import (
    HeardDevice,
    HeardVoice,
    HeardWords,
    RecogniserState,
    ShowTimeConverter,
    SliceLine,
    Slices,
    SpeechSlice,
    StrangerLine,
    VoiceprintLine,
    WordsLine,
    parse_line,
)
from performer.speech.stderr_tail import StderrTail

_LONGEST_LINE: Final = 8192
_OFTEN: Final = b'{"watch": true}\n'
_SELDOM: Final = b'{"watch": false}\n'
"""What the listener process is told on its standard input: whether somebody looks at the levels."""


class Microphone:
    """A source of slices that starts a listener process for each `slices()`.

    `on_device` is called with what is heard, and `on_recogniser` with what recognises it, whenever that changes;
    `on_words` with what somebody said, and `on_voice` with whose voice it was when that is told instead;
    `on_slices` with what is heard, before it is yielded.
    """

    first_s = 20.0
    """How long the first line may take: Qt and the detector load from a cold disk."""
    hang_s = 4.0
    """How long each later one may: a microphone process that lives reports something every second."""

    def __init__(
        self,
        clock: Clock,
        command: Sequence[str],
        on_device: Callable[[HeardDevice], None],
        *,
        on_recogniser: Callable[[RecogniserState], None] = lambda _: None,
        on_words: Callable[[HeardWords], None] = lambda _: None,
        on_voice: Callable[[HeardVoice], None] = lambda _: None,
        on_slices: Callable[[Slices], None] = lambda _: None,
    ) -> None:
        self._clock, self._on_device = clock, on_device
        self._on_recogniser, self._on_words = on_recogniser, on_words
        self._on_voice, self._on_slices = on_voice, on_slices
        self.command = command
        """Starts the listener process, from the next time on."""
        self.process: Process | None = None
        """The listener's process, the newest one."""
        self.newest: SpeechSlice | None = None
        """The loudest slice of the newest line; None while nothing is heard."""
        self._is_watched = False
        self._cancels = False
        self.own_sound = OwnSoundSender(self._send, lambda: self._cancels)
        """Where our own voice is noted, for its echo to be taken out."""

    async def slices(self) -> AsyncGenerator[Slices, None]:
        """Yield what is heard; an empty row is a sign of life.

        Raises ServiceError when the listener cannot be started, ends, hangs, or talks nonsense.
        """
        try:
            process = self.process = await open_piped(self.command, make_utf8_environment(), CHECKOUT)
        except OSError as error:
            raise ServiceError(own("The listener cannot be started: {error}.", error=error)) from None
        try:
            await self._ask_for_levels()
            async with aclosing(self._read_lines(process, StderrTail(process))) as lines:
                show_time = ShowTimeConverter()
                async for line in lines:
                    match parse_line(line):
                        case HeardDevice() as device:
                            self._cancels = device.cancels and bool(device.device)
                            self._on_device(device)
                        case RecogniserState() as state:
                            self._on_recogniser(state)
                        case WordsLine() as words:
                            self._on_words(show_time.convert_words(words, self._clock.now()))
                        case StrangerLine() | VoiceprintLine() as voice:
                            self._on_voice(show_time.convert_voice(voice, self._clock.now()))
                        case SliceLine() as told:
                            slices = show_time.convert(told, self._clock.now())
                            self.newest = max(slices, key=lambda each: each.level_db, default=self.newest)
                            self._on_slices(slices)
                            yield slices
        finally:
            self.newest, self._cancels = None, False
            await close_process(process)

    async def watch_levels(self, *, is_watched: bool) -> None:
        """Ask the listener for every level as it comes, or again only for what may be speech at once."""
        self._is_watched = is_watched
        await self._ask_for_levels()

    async def _ask_for_levels(self) -> None:
        await self._send(_OFTEN if self._is_watched else _SELDOM)

    async def _send(self, line: bytes) -> None:
        """Send the listener process a line, if it runs."""
        if self.process is None or self.process.returncode is not None:
            return
        assert self.process.stdin is not None
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # its end is noticed by who reads it
            await self.process.stdin.send(line)

    async def _read_lines(self, process: Process, words: StderrTail) -> AsyncGenerator[bytes, None]:
        assert process.stdout is not None
        out = BufferedByteReceiveStream(process.stdout)
        limit_s = self.first_s
        while True:
            with self._clock.move_on_after(limit_s) as limit:
                try:
                    line = await words.read_during(partial(out.receive_until, b"\n", _LONGEST_LINE))
                except anyio.DelimiterNotFound:
                    raise ServiceError(own("The listener sent a line without an end; it is started again.")) from None
                except (anyio.IncompleteRead, anyio.EndOfStream, anyio.BrokenResourceError):
                    why = (await words.explain_end()).rstrip(".")
                    raise ServiceError(own("The listener ended: {why}. It is started again.", why=why)) from None
            if limit.cancelled_caught:
                raise ServiceError(
                    own("The listener said nothing for {limit_s:g} s; it is started again.", limit_s=limit_s)
                )
            limit_s = self.hang_s
            yield line
