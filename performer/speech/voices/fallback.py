"""The chain of voices: when the current one fails, the next takes over, until the first works again."""

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.process.backoff import generate_delays_s
from performer.core.status import Fix, Role, RoleState
from performer.speech.voices.chain import VoiceChain, VoiceState
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Utterance

SERVICE = own("voice")
AUDITION_S = 3.0
"""How long each voice may take at the start; one that comes later is taken in then."""
_LATER_S = 20.0
"""How long one may take that is tried again while the show is on: SAPI's first word waits for a library to be made."""
_PATIENCE = 3
"""Lines in a row that may fail before the next voice takes over."""
_TRIAL = "Hello."
_SILENT = frozenset({"silent", "nobody"})
_FIRST_RETRY_S, _LONGEST_RETRY_S = 5.0, 300.0

_log = logging.getLogger(__name__)


class FallbackVoice:
    """The first voice of a chain that works; `run` brings failed ones back, and `replace` has another chain speak."""

    def __init__(self, clock: Clock, stream: EventStream, chain: VoiceChain) -> None:
        self._clock, self._stream, self._chain = clock, stream, chain
        self._lost = anyio.Event()
        self.first_sounds_s: dict[str, float] = {}
        """Seconds from a sentence to its first sound, by a voice's name, the newest that was measured."""

    @property
    def name(self) -> str:
        """The voice that speaks now; `nobody` when all have failed."""
        return next((link.voice.name for link in self._chain.working), "nobody")

    @property
    def languages(self) -> Sequence[str]:
        """The languages of sentences that are spoken in them, besides the voice's own."""
        return self._chain.languages

    @property
    def hint(self) -> str:
        """Return what to do for a better voice, where the wanted one speaks."""
        return self._chain.hint

    def role(self) -> Role:
        """Return the row of the start-up table: who speaks now, why it is not the wanted voice, or what is better."""
        trouble = self._chain.states[0].trouble
        why = (
            own(
                "{trouble}; {speaker} until it is mended",
                trouble=trouble,
                speaker=self._describe_speaker(),
            )
            if trouble
            else self._chain.why or self._chain.hint
        )
        fix = Fix(op="voices.again", label=own("Try again")) if trouble else None
        return Role(part="voice", plays=self.name, why=why, state=self._find_state(), fix=fix)

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence; a voice that fails before its first sound is replaced by the next, at once.

        Raises ServiceError when a voice fails in the middle of the sentence, or none is left.
        """
        failure = ServiceError(own("no voice is left; see the start-up table"))
        async with self._chain.speak_sentence(manner.language) as links:
            for link in links:
                asked_s, heard = self._clock.now(), False
                try:
                    async with aclosing(link.voice.speak(text, manner)) as pieces:
                        async for piece in pieces:
                            if not heard:
                                self.first_sounds_s[link.voice.name] = self._clock.now() - asked_s
                            heard = True
                            link.failures = 0 if piece.last else link.failures
                            yield piece
                except ServiceError as error:
                    self._note_failure(link, error)
                    if heard:
                        raise
                    failure = error
                else:
                    link.failures = 0
                    return
            raise failure

    async def replace(self, chain: VoiceChain, *, is_tried: bool = True) -> None:
        """Replace the voices from the next sentence on, and publish who speaks if that is another voice.

        Untried, voices that take the place of others of the same kinds are as well as those were.
        """
        before, speaker = self._chain, self.name
        if is_tried:
            await self._try(chain)
        else:
            for new, old in zip(chain.states, before.states, strict=True):
                new.trouble = old.trouble
        self._chain = chain
        if self.name != speaker or before.states[0].trouble != chain.states[0].trouble:
            self._publish()
        if len(chain.working) < len(chain.states):
            self._lost.set()
        await before.leave()

    async def close(self) -> None:
        """Close what is open for the voices that speak now."""
        await self._chain.leave()

    async def try_voices(self) -> None:
        """Try the voices in order with a word unheard, until one works; those that fail are down from the start."""
        await self._try(self._chain)
        if self._chain.states[0].trouble:
            self._lost.set()

    async def _try(self, chain: VoiceChain) -> None:
        for link in chain.states:
            if await self._can_speak(link):
                return

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Try the voices that failed again, for ever, after growing pauses."""
        task_status.started()
        while True:
            await self._lost.wait()
            self._lost = anyio.Event()
            await self._bring_back()

    async def _bring_back(self) -> None:
        delays = generate_delays_s(_FIRST_RETRY_S, _LONGEST_RETRY_S)
        while down := [link for link in self._chain.all_states if link.trouble]:
            await self._clock.sleep(next(delays))
            await self._try_again(down)

    async def try_again(self) -> None:
        """Try the voices that have failed now, and not only when it is time."""
        await self._try_again([link for link in self._chain.all_states if link.trouble])

    async def _try_again(self, down: Sequence[VoiceState]) -> None:
        before = self.name
        for link in down:
            await self._can_speak(link, within_s=_LATER_S)
        if self.name != before:
            self._publish()

    async def _can_speak(self, link: VoiceState, *, within_s: float = AUDITION_S) -> bool:
        """Whether a voice speaks a word; the answer is noted."""
        asked_s = self._clock.now()
        trouble: str = own("{name} did not speak within {audition_s:g} s", name=link.voice.name, audition_s=within_s)
        try:
            with self._clock.move_on_after(within_s):
                async with aclosing(link.voice.speak(_TRIAL)) as pieces:
                    async for _ in pieces:
                        self.first_sounds_s[link.voice.name] = self._clock.now() - asked_s
                        break
                trouble = ""
        except ServiceError as error:
            trouble = str(error).rstrip(".")
        link.trouble, link.failures = trouble, 0
        return not trouble

    def _note_failure(self, link: VoiceState, error: ServiceError) -> None:
        link.failures += 1
        _log.info("A line failed: %s", error)
        if link.failures >= _PATIENCE or not error.retry:
            link.trouble = str(error).rstrip(".")
            self._lost.set()
            if link in self._chain.states:
                self._publish()

    def _publish(self) -> None:
        """Publish who speaks now; the first of the chain is what a streamer expects."""
        trouble = self._chain.states[0].trouble
        if trouble:
            self._stream.publish(
                ServiceDown(
                    service=SERVICE,
                    reason=own("{trouble}; {speaker} now", trouble=trouble, speaker=self._describe_speaker()),
                )
            )
        else:
            self._stream.publish(ServiceUp(service=SERVICE, reason=self.name))

    def _find_state(self) -> RoleState:
        if self.name in _SILENT:
            return "off" if self._chain.is_silence_wanted else "down"
        return "partly" if self._chain.states[0].trouble else "works"

    def _describe_speaker(self) -> str:
        return own("lines are only shown") if self.name in _SILENT else own("{name} speaks", name=self.name)
