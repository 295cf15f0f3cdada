"""The voice: does it make sound that can be heard, and how soon."""

from array import array
from contextlib import AsyncExitStack, aclosing

from performer.clock import Clock
from performer.doctor.report import Notes
from performer.events import EventStream
from performer.voices.chain import VoiceChain
from performer.voices.engines import make_chain
from performer.voices.settings import VoiceSettings

_LINE = "Testing, one, two, three."
_AUDIBLE = 0.01
"""Amplitude, of 1, that a loud sample of a voice has at least."""
_OTHER = "Set voice.engine to another one: python3 run.py config set voice.engine espeak"
_INSTALL = "Install espeak-ng (apt install espeak-ng), or set voice.engine to silent."


class VoiceCheck:
    """Has a sentence spoken, unheard, by the configured chain of engines."""

    def __init__(self, clock: Clock, settings: VoiceSettings) -> None:
        self._clock = clock
        self._settings = settings

    async def look(self, notes: Notes) -> None:
        """Cast the voice, and measure what it says."""
        if self._settings.engine == "silent":
            notes.skip("speaks", "silent, as configured")
            return
        async with AsyncExitStack() as stack:
            chain = await make_chain(self._clock, EventStream(self._clock), self._settings, stack)
            await chain.audition()
            role = chain.role()
            if role.plays in {"silent", "nobody"}:
                notes.fail("speaks", role.why, _INSTALL if "espeak" in role.why else _OTHER)
                return
            if role.why:
                notes.warn("speaks", role.why, _OTHER)
            await self._listen(notes, chain)

    async def _listen(self, notes: Notes, voice: VoiceChain) -> None:
        began_s, first_s, length_s, peak = self._clock.now(), 0.0, 0.0, 0.0
        async with aclosing(voice.speak(_LINE)) as pieces:
            async for piece in pieces:
                first_s = first_s or self._clock.now() - began_s
                length_s += piece.duration_s
                peak = max(peak, _peak(piece.pcm))
        if peak < _AUDIBLE:
            notes.fail("sound", f"{voice.name} gave {length_s:.1f} s of silence", _OTHER)
        else:
            notes.ok("sound", f"{voice.name}: {length_s:.1f} s of sound, the first of it after {first_s * 1000:.0f} ms")


def _peak(pcm: bytes) -> float:
    samples = array("h", pcm[: len(pcm) // 2 * 2])
    return max(max(samples, default=0), -min(samples, default=0)) / 32768
