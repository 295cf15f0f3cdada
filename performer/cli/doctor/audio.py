"""The microphone: is there one, what tells speech in it, and does anything come out of it.

The voice: does it make sound that can be heard, and how soon.

The sound: does the player start, does it find a device, and does the device take a tone.
"""

import math
from array import array
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from typing import Final

from performer.cli.doctor.home import RunningShow
from performer.cli.doctor.report import CheckNotes
from performer.cli.doctor.stage import open_private_stage
from performer.config.config import Config
from performer.core.audio import Sound
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.speech.hearing.microphone import Microphone
from performer.speech.hearing.samples import HeardDevice
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.select import make_fallback_voice
from performer.speech.voices.settings import VoiceSettings
from performer.stage.service import StageService

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

    async def look(self, notes: CheckNotes) -> None:
        """Cast the voice, and measure what it says."""
        if self._settings.engine == "silent":
            notes.skip("speaks", "silent, as configured")
            return
        async with AsyncExitStack() as stack:
            chain = await make_fallback_voice(self._clock, EventStream(self._clock), self._settings, stack)
            await chain.try_voices()
            role = chain.role()
            if role.plays in {"silent", "nobody"}:
                notes.fail("speaks", role.why, _INSTALL if "espeak" in role.why else _OTHER)
                return
            if role.why:
                notes.warn("speaks", role.why, _OTHER)
            await self._listen(notes, chain)

    async def _listen(self, notes: CheckNotes, voice: FallbackVoice) -> None:
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


_RATE: Final = 48_000
_TONE_S: Final = 0.25
_TONE_HZ: Final = 440.0
_TONE_VOLUME: Final = 0.02
"""Of 1: enough to be measured, and next to nothing to be heard."""
_NO_DEVICE: Final = "Does other sound play here? Name a device by sound.device, or set sound.enabled to false."


class SoundCheck:
    """Starts the player in a house of its own, and has it play a quiet tone."""

    def __init__(self, clock: Clock, config: Config, running: RunningShow | None) -> None:
        self._clock = clock
        self._config = config
        self._running = running

    async def look(self, notes: CheckNotes) -> None:
        """Play, unless a show is on: then its own word counts."""
        if not self._config.sound.enabled:
            notes.skip("device", "off, as configured")
        elif self._running is not None:
            _note_running_player(notes, self._running)
        else:
            async with open_private_stage(self._clock, self._config, sounds=True) as house:
                await self._play(notes, house)

    async def _play(self, notes: CheckNotes, house: StageService) -> None:
        sound, *_ = house.roles()
        if not house.desk.sounds:
            notes.fail("device", sound.why, _NO_DEVICE)
            return
        notes.ok("device", sound.plays)
        asked_s, started_s = self._clock.now(), math.nan

        def on_started() -> None:
            nonlocal started_s
            started_s = self._clock.now()

        heard = await house.desk.play(_tone(), on_started)
        if heard.trouble or math.isnan(started_s):
            notes.fail("tone", heard.trouble or "the device took it and played nothing", _NO_DEVICE)
        else:
            after_ms = (started_s - asked_s) * 1000
            notes.ok("tone", f"{heard.heard_s * 1000:.0f} ms of a quiet tone, begun after {after_ms:.0f} ms")


async def _tone() -> AsyncIterator[tuple[Sound, bytes]]:
    samples = [_TONE_VOLUME * math.sin(2 * math.pi * _TONE_HZ * at / _RATE) for at in range(int(_RATE * _TONE_S))]
    pcm = array("h", [round(each * 32767) for each in samples]).tobytes()
    yield Sound(id="doctor", turn=0, rate=_RATE, channels=1, bytes=len(pcm)), pcm


def _note_running_player(notes: CheckNotes, running: RunningShow) -> None:
    plays, why = running.roles.get("sound", ("unknown", ""))
    if plays.startswith("none"):
        notes.fail("device", f"the running show has no sound: {why}", _NO_DEVICE)
    elif plays == "off":
        notes.skip("device", "off in the running show")
    else:
        notes.ok("device", f"{plays}, says the running show")


_LISTENS_S: Final = 3.0
_DEAD_DB: Final = -90.0
"""A microphone that is switched off, or muted by the system, gives nothing but zeroes; any other has noise."""
_LOUD_DB: Final = -35.0
_NO_MICROPHONE: Final = "Name one by mic.device, allow it in your system's settings, or set mic.enabled to false."


class MicCheck:
    """Listens for three seconds, if a show would; otherwise nothing is opened."""

    def __init__(self, clock: Clock, config: Config, running: RunningShow | None) -> None:
        self._clock = clock
        self._settings = config.mic
        self._running = running
        self._device: HeardDevice | None = None
        self._levels: list[float] = []

    async def look(self, notes: CheckNotes) -> None:
        """Listen, unless a show does: then its own word counts."""
        if not self._settings.enabled:
            notes.skip("device", "off, as configured: mic.enabled has a show listen")
        elif self._running is not None:
            _note_running_microphone(notes, self._running)
        else:
            await self._listen()
            self._tell(notes)

    async def _listen(self) -> None:
        microphone = Microphone(self._clock, self._settings.command(), self._take)
        until_s = math.inf
        async with aclosing(microphone.slices()) as heard:
            async for slices in heard:
                self._levels += [each.level_db for each in slices]
                until_s = min(until_s, self._clock.now() + _LISTENS_S)
                if self._clock.now() >= until_s or (self._device and not self._device.device):
                    return

    def _take(self, device: HeardDevice) -> None:
        self._device = device

    def _tell(self, notes: CheckNotes) -> None:
        device = self._device
        if device is None or not device.device:
            notes.fail("device", device.why if device else "the listener names none", _NO_MICROPHONE)
            return
        notes.ok("device", device.device)
        if device.why:
            notes.warn("detector", f"{device.detector}: {device.why}")
        else:
            notes.ok("detector", device.detector)
        self._tell_level(notes)

    def _tell_level(self, notes: CheckNotes) -> None:
        loudest_db, quietest_db = max(self._levels, default=-100.0), min(self._levels, default=-100.0)
        if loudest_db < _DEAD_DB:
            notes.warn("sound", "it gives nothing at all", "Is it muted, or switched off?")
        elif quietest_db > _LOUD_DB:
            notes.warn(
                "sound", f"never quieter than {quietest_db:.0f} dB", "Turn it down, or find what makes the noise."
            )
        else:
            notes.ok("sound", f"{quietest_db:.0f} to {loudest_db:.0f} dB in {_LISTENS_S:g} s")


def _note_running_microphone(notes: CheckNotes, running: RunningShow) -> None:
    plays, why = running.roles.get("ears", ("unknown", ""))
    if plays == "none":
        notes.fail("device", f"the running show hears nothing: {why}", _NO_MICROPHONE)
    elif plays == "off":
        notes.skip("device", "off in the running show")
    else:
        notes.ok("device", f"{plays}, says the running show")
