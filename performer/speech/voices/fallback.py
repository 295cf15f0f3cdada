"""The chain of voices: when the one that speaks fails, the next takes over, until the first is there again."""

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.process.backoff import generate_delays_s
from performer.core.status import Role
from performer.speech.voices.voice import Utterance, Voice

SERVICE = "voice"
AUDITION_S = 3.0
"""How long each voice may take at the start; one that comes later is taken in then."""
_PATIENCE = 3
"""Lines in a row that may fail before the next voice takes over."""
_TRIAL = "Hello."
_FIRST_RETRY_S, _LONGEST_RETRY_S = 5.0, 300.0

_log = logging.getLogger(__name__)


class FallbackVoice:
    """A Voice that is the first of several that works; `run` brings failed ones back.

    Args:
        clock: Whose seconds count.
        stream: Where it is said who speaks now, once a change.
        voices: The wanted one first; at least one.
        why: Why the first is no better one, for the start-up table.
    """

    def __init__(self, clock: Clock, stream: EventStream, voices: Sequence[Voice], *, why: str = "") -> None:
        self._clock = clock
        self._stream = stream
        self._links = [_VoiceState(voice) for voice in voices]
        self._why = why
        self._lost = anyio.Event()

    @property
    def name(self) -> str:
        """Name who speaks now; `nobody` when all have failed."""
        return next((link.name for link in self._links if not link.trouble), "nobody")

    @property
    def names(self) -> list[str]:
        """Name all, the wanted one first."""
        return [link.name for link in self._links]

    def role(self) -> Role:
        """Tell who speaks now, and why it is not the wanted one."""
        trouble = self._links[0].trouble
        why = f"{trouble}; {self._who_speaks()} until it is mended" if trouble else self._why
        return Role(part="voice", plays=self.name, why=why)

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence; a voice that fails before its first sound is stood in for by the next, at once.

        Raises:
            ServiceError: when a voice fails in the middle of the sentence, or none is left.
        """
        failure = ServiceError("no voice is left; see the start-up table")
        for link in [each for each in self._links if not each.trouble]:
            heard = False
            try:
                async with aclosing(link.voice.speak(text)) as pieces:
                    async for piece in pieces:
                        heard = True
                        link.failures = 0 if piece.last else link.failures
                        yield piece
            except ServiceError as error:
                self._failed(link, error)
                if heard:
                    raise
                failure = error
            else:
                link.failures = 0
                return
        raise failure

    async def try_voices(self) -> None:
        """Have the voices speak a word unheard, in order, until one can; those that cannot are down from the start."""
        for link in self._links:
            if await self._can_speak(link):
                return
            self._lost.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Bring back voices that failed, for ever: each is asked for a word, unheard, after growing pauses."""
        task_status.started()
        while True:
            await self._lost.wait()
            self._lost = anyio.Event()
            await self._bring_back()

    async def _bring_back(self) -> None:
        delays = generate_delays_s(_FIRST_RETRY_S, _LONGEST_RETRY_S)
        while down := [link for link in self._links if link.trouble]:
            await self._clock.sleep(next(delays))
            before = self.name
            for link in down:
                await self._can_speak(link)
            if self.name != before:
                self._say()

    async def _can_speak(self, link: "_VoiceState") -> bool:
        """Try a voice out; whether or not it can speak is noted."""
        link.trouble = await self._trouble(link)
        link.failures = 0
        return not link.trouble

    async def _trouble(self, link: "_VoiceState") -> str:
        try:
            with self._clock.move_on_after(AUDITION_S):
                async with aclosing(link.voice.speak(_TRIAL)) as pieces:
                    async for _ in pieces:
                        break
                return ""
        except ServiceError as error:
            return str(error).rstrip(".")
        return f"{link.name} did not speak within {AUDITION_S:g} s"

    def _failed(self, link: "_VoiceState", error: ServiceError) -> None:
        link.failures += 1
        _log.info("A line failed: %s", error)
        if link.failures >= _PATIENCE or not error.retry:
            link.trouble = str(error).rstrip(".")
            self._lost.set()
            self._say()

    def _say(self) -> None:
        """State who speaks now; the first in the chain is what a streamer expects."""
        trouble = self._links[0].trouble
        if trouble:
            self._stream.publish(ServiceDown(service=SERVICE, reason=f"{trouble}; {self._who_speaks()} now"))
        else:
            self._stream.publish(ServiceUp(service=SERVICE, reason=self.name))

    def _who_speaks(self) -> str:
        return "lines pass in paced silence" if self.name in {"silent", "nobody"} else f"{self.name} speaks"


class _VoiceState:
    """A voice, and how it is doing."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.failures = 0
        """In a row."""
        self.trouble = ""
        """Why it is out; empty while it is in."""

    @property
    def name(self) -> str:
        return self.voice.name
