"""The espeak-ng voice: one process a sentence, and one that waits for the next, for starting takes the longest."""

from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Final

from performer.core.errors import ServiceError
from performer.core.install import explain_espeak
from performer.core.own_text import own
from performer.speech.voices.command import SpareProgram, VoiceProgram
from performer.speech.voices.pcm import read_pieces
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance

PROGRAM = "espeak-ng"
REMEDY = own("To get it: {install}.", install=explain_espeak())


_LEAD_BYTES: Final = 44_100
"""A second, which it makes in 4 ms, and the rest of a sentence in 10: more than a player's buffer takes at first."""


class EspeakVoice(SpareProgram):
    """The system's espeak-ng; a sentence comes in two parts: its begin at once, and the rest when all is made.

    Within `async with` a process waits for each sentence but the first; without, each sentence starts its own.
    """

    def __init__(self, settings: VoiceSettings) -> None:
        self.name = f"espeak {settings.language}"
        # The text goes in by standard input: a line that begins with a dash is no option.
        how = ["-v", settings.language, "-s", str(settings.words_per_min)]
        super().__init__(VoiceProgram([PROGRAM, "--stdin", "--stdout", *how], REMEDY, lead_bytes=_LEAD_BYTES))

    async def speak(self, text: str) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence."""
        output = self.program.run(text, started=await self.take())
        try:
            async with aclosing(read_pieces(output, raw=None)) as pieces:
                async for piece in pieces:
                    yield piece
        finally:
            with suppress(ServiceError):  # the next sentence will say so
                await self.prepare()
