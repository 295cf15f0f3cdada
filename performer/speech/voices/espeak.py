"""The espeak-ng voice: one process a sentence, and one that waits for the next, for starting takes the longest."""

import os
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Final

from anyio.abc import Process

from performer.core.errors import ServiceError
from performer.core.espeak import PROGRAM, find_espeak
from performer.core.install import explain_espeak
from performer.core.own_text import own
from performer.core.process.child import kill_process
from performer.core.speech_times import read_phonemes
from performer.speech.voices.command import SpareProgram, VoiceProgram
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.pcm import read_pieces
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance

LANGUAGES: Final = ("de", "es", "fr", "it", "nl", "pl", "pt", "ko", "el", "ar", "hi", "uk", "ru", "en")
"""The languages that it can be understood in, among those that are told from one another."""
REMEDY = own("To get it: {install}.", install=explain_espeak())


_PLAIN_PITCH: Final = 50
_LEAD_BYTES: Final = 44_100
"""A second, which it makes in 4 ms, and the rest of a sentence in 10: more than a player's buffer takes at first."""


_TELL: Final = ("--ipa=3", "--phonout=/dev/stderr") if os.name == "posix" else ()
"""It writes the phonemes of what it speaks, a line a clause."""


def _join_clauses(lines: Iterable[str]) -> str:
    """Return the phonemes of a sentence, with a stop between clauses."""
    return ", ".join(filter(None, map(read_phonemes, lines)))


class EspeakVoice(SpareProgram):
    """The system's espeak-ng; a sentence comes in two parts: its begin at once, and the rest when all is made.

    Within `async with` a process waits for each sentence but the first; without, each sentence starts its own.
    """

    def __init__(self, settings: VoiceSettings) -> None:
        self.name = f"espeak {settings.language}"
        self._settings = settings
        super().__init__(self._make_program(PLAIN))

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence; in another manner than the one before it is a little later."""
        started = await self._take_for(manner)
        said: list[str] = []
        output = self.program.run(text, started=started, note_lines=said.extend)
        try:
            async with aclosing(read_pieces(output, raw=None)) as pieces:
                async for piece in pieces:
                    yield replace(piece, phonemes=_join_clauses(said)) if piece.last else piece
        finally:
            with suppress(ServiceError):  # the next sentence will say so
                await self.prepare()

    def _make_program(self, manner: Manner) -> VoiceProgram:
        program = find_espeak() or PROGRAM
        words_per_min = round(self._settings.words_per_min * manner.pace)
        how = ["-v", manner.language or self._settings.language, "-s", str(words_per_min)]
        if manner.pitch:  # a hundredth of its pitch is a step of the option's
            how += ["-p", str(round(_PLAIN_PITCH + 100 * manner.pitch))]
        # The text goes in by standard input: a line that begins with a dash is no option.
        return VoiceProgram([program, "--stdin", "--stdout", *_TELL, *how], REMEDY, lead_bytes=_LEAD_BYTES)

    async def _take_for(self, manner: Manner) -> Process | None:
        """Return the process that waits, if it speaks in this manner; from now on the next ones do."""
        process, program = await self.take(), self._make_program(manner)
        if program == self.program:
            return process
        self.program = program
        if process is not None:
            await kill_process(process)
        return None
