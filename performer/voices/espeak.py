"""The espeak-ng voice: one process a sentence, which takes some 20 ms, and nothing to keep alive between them."""

from collections.abc import AsyncGenerator

from performer.voices.pieces import whole_of
from performer.voices.program import is_installed, output_of
from performer.voices.settings import VoiceSettings
from performer.voices.voice import Utterance

_PROGRAM = "espeak-ng"
REMEDY = "Install it (apt install espeak-ng)."


class EspeakVoice:
    """Speaks by the system's espeak-ng, a sentence in one piece: it is made before a first part could be of use."""

    def __init__(self, settings: VoiceSettings) -> None:
        self.name = f"espeak {settings.language}"
        self._settings = settings

    def speak(self, text: str) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence."""
        # The text goes in by standard input: a line that begins with a dash is no option.
        how = ["-v", self._settings.language, "-s", str(self._settings.words_per_min)]
        return whole_of(output_of([_PROGRAM, "--stdin", "--stdout", *how], text, remedy=REMEDY), raw=None)


def espeak_is_installed() -> bool:
    """Tell whether the program is on the path."""
    return is_installed(_PROGRAM)
