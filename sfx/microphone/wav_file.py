"""A WAV in place of a microphone, to try out what would be heard."""

import io
import sys
import wave
from pathlib import Path
from typing import Final

from sfx.microphone.samples import SampleConverter

STDIN: Final = "-"
"""The name that stands for standard input."""
_SAMPLE_BYTES: Final = 2
_LEAST_RATE: Final = 8_000


def read_wav(name: str) -> bytes:
    """Return the sound of a WAV file, or of standard input, as 16 kHz mono 16-bit samples.

    Raises:
        ValueError: when it is no such WAV.
        OSError: when the file cannot be read.
    """
    data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    try:
        with wave.open(io.BytesIO(data)) as sound:
            rate, channels, width = sound.getframerate(), sound.getnchannels(), sound.getsampwidth()
            pcm = sound.readframes(sound.getnframes())
    except EOFError:
        raise ValueError("it is no WAV (it ends too soon)") from None
    except wave.Error as error:
        raise ValueError(f"it is no WAV ({error})") from None
    if width != _SAMPLE_BYTES or rate < _LEAST_RATE:
        raise ValueError(
            f"it has {8 * width} bits at {rate} Hz; a WAV of 16 bits at {_LEAST_RATE} Hz or more is needed"
        )
    return SampleConverter(rate, channels).take(pcm)
