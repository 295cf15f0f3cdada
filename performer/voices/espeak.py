"""The espeak-ng voice: one process a sentence, which takes some 20 ms, and nothing to keep alive between them."""

import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import anyio

from performer.clock import Clock
from performer.errors import ServiceError
from performer.voices.settings import VoiceSettings
from performer.voices.voice import Utterance

_PROGRAM = "espeak-ng"


class EspeakVoice:
    """Speaks by the system's espeak-ng."""

    def __init__(self, clock: Clock, settings: VoiceSettings) -> None:
        self.name = f"espeak {settings.language}"
        self._clock = clock
        self._settings = settings

    async def speak(self, text: str) -> Utterance | None:
        """Synthesise one sentence; a hanging process is killed after the settings' time limit."""
        with self._clock.move_on_after(self._settings.timeout_s):
            return await self._synthesised(text)
        raise ServiceError(f"{_PROGRAM} took longer than {self._settings.timeout_s:g} s for a sentence and was ended.")

    async def _synthesised(self, text: str) -> Utterance:
        # The text goes in by standard input: a line that begins with a dash is no option.
        command = [
            _PROGRAM,
            "--stdin",
            "--stdout",
            "-v",
            self._settings.language,
            "-s",
            str(self._settings.words_per_min),
        ]
        try:
            with _filled_pipe(text.encode()) as words:
                done = await anyio.run_process(command, stdin=words, check=False, stderr=subprocess.PIPE)
        except OSError as error:
            raise ServiceError(f"{_PROGRAM} cannot be started: {error}. Install it (apt install espeak-ng).") from error
        if done.returncode != 0:
            raise ServiceError(f"{_PROGRAM} failed: {done.stderr.decode(errors='replace').strip()[:200]}")
        return read_wav(done.stdout)


@contextmanager
def _filled_pipe(content: bytes) -> Iterator[int]:
    """Yield the reading end of a pipe that holds a sentence: a program that ends without reading it breaks nothing."""
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "wb") as end:
            end.write(content)
        yield reading
    finally:
        os.close(reading)


def espeak_is_installed() -> bool:
    """Tell whether the program is on the path."""
    return shutil.which(_PROGRAM) is not None


def read_wav(wav: bytes) -> Utterance:
    """Read a WAV that was written to a pipe, whose size fields are therefore wrong.

    Raises:
        ServiceError: when it is no 16-bit PCM WAV.
    """
    start = wav.find(b"fmt ")
    data = wav.find(b"data", start)
    if not wav.startswith(b"RIFF") or start < 0 or data < 0 or len(wav) < start + 24:
        raise ServiceError(f"The voice gave {len(wav)} bytes that are no WAV.")
    coding, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", wav, start + 8)
    if (coding, bits) != (1, 16) or not channels or not rate:
        raise ServiceError(f"The voice gave a WAV of coding {coding} with {bits} bits; expected 16-bit PCM.")
    pcm = wav[data + 8 :]
    return Utterance(pcm=pcm[: len(pcm) // (2 * channels) * 2 * channels], rate=rate, channels=channels)
