"""A chain of voices in the order in which they are tried, with what is open for them."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import field

from performer.core.values import dataclass
from performer.speech.voices.voice import Voice


@dataclass
class VoiceState:
    """A voice of the chain, and how it is doing."""

    voice: Voice
    failures: int = 0
    """In a row."""
    trouble: str = ""
    """Why the voice is out; empty while it is in."""


@dataclass(eq=False)
class VoiceChain:
    """Voices, the wanted one first; what is open for them is closed once the chain is left and no sentence needs it."""

    voices: Sequence[Voice]
    why: str = ""
    """Why the first voice is no better one."""
    is_silence_wanted: bool = False
    """Whether the first voice is silence, and the streamer chose it."""
    languages: Sequence[str] = ()
    """The languages of sentences that are spoken in them, besides the voices' own."""
    for_languages: Mapping[str, Voice] = field(default_factory=dict)
    """The voices that go before the others for sentences in some of these languages."""
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    """Closes what is open for the voices."""
    hint: str = ""
    """What to do for a better voice than the first; empty when there is nothing to do."""
    states: Sequence[VoiceState] = field(init=False)
    language_states: Mapping[str, VoiceState] = field(init=False)
    _sentences: int = field(default=0, init=False)
    _is_left: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.states = [VoiceState(voice) for voice in self.voices]
        self.language_states = {language: VoiceState(voice) for language, voice in self.for_languages.items()}

    @property
    def all_states(self) -> Sequence[VoiceState]:
        """All voices, with those for other languages."""
        return [*self.states, *self.language_states.values()]

    @property
    def working(self) -> Sequence[VoiceState]:
        """The voices that are in."""
        return [each for each in self.states if not each.trouble]

    @asynccontextmanager
    async def speak_sentence(self, language: str = "") -> AsyncIterator[Sequence[VoiceState]]:
        """Keep the voices open while a sentence is made; yield those that are in, the one for its language first."""
        self._sentences += 1
        special = self.language_states.get(language)
        try:
            yield self.working if special is None or special.trouble else [special, *self.working]
        finally:
            self._sentences -= 1
            await self._close_if_free()

    async def leave(self) -> None:
        """Begin no further sentence: close the voices now, or when the sentence that is made has ended."""
        self._is_left = True
        await self._close_if_free()

    async def _close_if_free(self) -> None:
        if self._is_left and not self._sentences:
            await self.stack.aclose()
