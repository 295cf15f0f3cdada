"""A sound output of which the microphone's listener is told: what it plays must not be taken for the streamer."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

from performer.core.audio import Sound
from performer.speech.hearing.own_sound import OwnSoundSender, SentenceEcho
from performer.speech.output.delivery import PlayedSentence, SoundOutput


class OverheardOutput:
    """A sound output like the one within, whose speech is noted from its first sample until its end."""

    def __init__(self, output: SoundOutput, own_sound: OwnSoundSender) -> None:
        self._output, self._own_sound = output, own_sound
        self._share = 1.0

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> PlayedSentence:
        """Play a sentence, as `SoundOutput` says."""
        echo = self._own_sound.open()

        def note_start() -> None:
            echo.begin()
            on_started()

        try:
            async with aclosing(_note_each(pieces, echo)) as noted:
                return await self._output.play(noted, note_start)
        finally:
            echo.end()

    def wake(self) -> None:
        """Warn the output that speech is likely soon."""
        self._output.wake()

    def soften(self, share: float) -> None:
        """Play speech at a share of its volume."""
        self._output.soften(share)
        self._note_share(share)

    async def hush(self, *, speech_only: bool = False) -> None:
        """Stop every sound at once, or only speech."""
        await self._output.hush(speech_only=speech_only)
        self._note_share(1.0)

    def _note_share(self, share: float) -> None:
        if share != self._share:
            self._share = share
            self._own_sound.tell_share(share)


async def _note_each(
    pieces: AsyncIterator[tuple[Sound, bytes]], echo: SentenceEcho
) -> AsyncGenerator[tuple[Sound, bytes]]:
    async for sound, pcm in pieces:
        echo.add(sound, pcm)
        yield sound, pcm
