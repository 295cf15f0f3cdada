"""A line that a voice has spoken, as loud as every other one."""

from array import array
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Voice

_PEAK: Final = 16_000


@dataclass(frozen=True, kw_only=True)
class VoicedLine:
    """A line with its sound, of one channel."""

    text: str
    pcm: "array[int]"
    rate: int

    @property
    def seconds(self) -> float:
        """The length of the sound."""
        return len(self.pcm) / self.rate


async def speak_line(voice: Voice, text: str, manner: Manner = PLAIN) -> VoicedLine:
    """Speak a line by a voice, and return all of its sound."""
    pcm, rate = array("h"), 0
    async with aclosing(voice.speak(text, manner)) as pieces:
        async for piece in pieces:
            pcm.frombytes(piece.pcm)
            rate = piece.rate
    gain = _PEAK / max(1, max(map(abs, pcm)))
    return VoicedLine(text=text, pcm=array("h", [round(gain * each) for each in pcm]), rate=rate)
