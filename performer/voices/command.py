"""The voice of any program: it reads a sentence on its standard input, and writes WAV or raw PCM."""

from collections.abc import AsyncGenerator, Collection, Sequence
from pathlib import Path

from performer.voices.pieces import pieces_of
from performer.voices.program import output_of
from performer.voices.samples import SoundFormat
from performer.voices.settings import CommandVoiceSettings, VoiceSettings
from performer.voices.voice import Utterance
from performer.voices.written import FILE, sound_written_by

_REMEDY = "See that it is installed, or give its whole path in voice.engine."


class CommandVoice:
    """Speaks by a command, started anew for every sentence; its sound is passed on while it comes.

    Args:
        words: The program and its arguments; with `{file}` in them, the sound is read from there at its end.
        raw: What bytes are that do not begin like a WAV; None when only a WAV will do.
        name: For the start-up table.
        keys: Environment variables that it gets although they hold secrets.
    """

    def __init__(self, words: Sequence[str], raw: SoundFormat | None, *, name: str, keys: Collection[str] = ()) -> None:
        self.name = name
        self._keys = keys
        self._words = words
        self._raw = raw

    @classmethod
    def of(cls, words: Sequence[str], settings: CommandVoiceSettings) -> "CommandVoice":
        """Speak by a user's own command."""
        raw = SoundFormat(rate=settings.raw_rate, channels=settings.raw_channels) if settings.raw_rate else None
        return cls(words, raw, name=f"command {Path(words[0]).name}", keys=settings.key_variables)

    @classmethod
    def say(cls, settings: VoiceSettings, voice: str) -> "CommandVoice":
        """Speak by the `say` of macOS."""
        speaker = ["-v", voice] if voice else []
        how = ["-r", str(settings.words_per_min), "-o", FILE, "--data-format=LEI16@22050", *speaker]
        return cls(["say", *how], None, name=" ".join(["say", *speaker[1:]]))

    def speak(self, text: str) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence."""
        if any(FILE in word for word in self._words):
            return sound_written_by(self._words, text, self._raw, remedy=_REMEDY, keys=self._keys)
        return pieces_of(output_of(self._words, text, remedy=_REMEDY, keys=self._keys), self._raw)
