"""Checks of what is heard: the voice, the sound player with its device, and the microphone."""

import math
from array import array
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from typing import Final

from performer.core.audio import Sound
from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.events.stream import EventStream
from performer.core.install import explain_espeak
from performer.core.own_text import own
from performer.core.platform import explain_microphone_refusal
from performer.doctor.report import CheckNotes, Examined
from performer.doctor.stage import open_private_stage
from performer.speech.hearing.microphone import Microphone
from performer.speech.hearing.samples import HeardDevice
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.select import make_fallback_voice
from performer.stage.service import StageService

_LINE = "Testing, one, two, three."
_AUDIBLE = 0.01
"""Amplitude, of 1, that a loud sample of a voice has at least."""
_OTHER = own("Set voice.engine to another one: {start} config set voice.engine espeak", start=COMMAND)
_INSTALL = own("To get it: {install}. Or set voice.engine to silent.", install=explain_espeak())


async def check_voice(examined: Examined, notes: CheckNotes) -> None:
    """Check by an unheard sentence whether the chain of engines makes sound that can be heard, and how soon."""
    clock, settings = examined.clock, examined.config.voice
    if settings.engine == "silent":
        notes.skip("speaks", own("silent, as configured"))
        return
    async with AsyncExitStack() as stack:
        chain = await make_fallback_voice(clock, EventStream(clock), settings, stack)
        await chain.try_voices()
        role = chain.role()
        if role.plays in {"silent", "nobody"}:
            notes.fail("speaks", role.why, _INSTALL if "espeak" in role.why else _OTHER)
            return
        if role.why == chain.hint != "":
            notes.ok("speaks", own("{name}; {hint}", name=chain.name, hint=role.why))
        elif role.why:
            notes.warn("speaks", role.why, _OTHER)
        await _measure(clock, notes, chain)


async def _measure(clock: Clock, notes: CheckNotes, voice: FallbackVoice) -> None:
    began_s, first_s, length_s, peak = clock.now(), 0.0, 0.0, 0.0
    async with aclosing(voice.speak(_LINE)) as pieces:
        async for piece in pieces:
            first_s = first_s or clock.now() - began_s
            length_s += piece.duration_s
            samples = array("h", piece.pcm[: len(piece.pcm) // 2 * 2])
            peak = max(peak, max(samples, default=0) / 32768, -min(samples, default=0) / 32768)
    if peak < _AUDIBLE:
        notes.fail("sound", own("{name} gave {length_s:.1f} s of silence", name=voice.name, length_s=length_s), _OTHER)
    else:
        notes.ok(
            "sound",
            own(
                "{name}: {length_s:.1f} s of sound, the first of it after {first_s:.0f} ms",
                name=voice.name,
                length_s=length_s,
                first_s=first_s * 1000,
            ),
        )


_RATE: Final = 48_000
_TONE_S: Final = 0.25
_TONE_HZ: Final = 440.0
_TONE_VOLUME: Final = 0.02
"""Volume, with 1 as the full one: enough to be measured, and next to nothing to be heard."""
_NO_DEVICE: Final = own("Does other sound play here? Name a device by sound.device, or set sound.enabled to false.")


async def check_sound(examined: Examined, notes: CheckNotes) -> None:
    """Check whether the sound player plays a quiet tone on a private stage, or what a running show says of it."""
    if not examined.config.sound.enabled:
        notes.skip("device", own("off, as configured"))
    elif examined.running:
        _note_running(examined, notes, "sound", "has no sound", _NO_DEVICE)
    else:
        async with open_private_stage(examined.clock, examined.config, sounds=True) as stage:
            await _play(examined.clock, notes, stage)


async def _play(clock: Clock, notes: CheckNotes, stage: StageService) -> None:
    sound, *_ = stage.roles()
    if not stage.mixer.sounds:
        notes.fail("device", sound.why, _NO_DEVICE)
        return
    notes.ok("device", sound.plays)
    asked_s, started_s = clock.now(), math.nan

    def on_started() -> None:
        nonlocal started_s
        started_s = clock.now()

    heard = await stage.mixer.play(_make_tone(), on_started)
    if heard.trouble or math.isnan(started_s):
        notes.fail("tone", heard.trouble or "the device took it and played nothing", _NO_DEVICE)
    else:
        after_ms = (started_s - asked_s) * 1000
        notes.ok(
            "tone",
            own(
                "{heard_s:.0f} ms of a quiet tone, begun after {after_ms:.0f} ms",
                heard_s=heard.heard_s * 1000,
                after_ms=after_ms,
            ),
        )


async def _make_tone() -> AsyncIterator[tuple[Sound, bytes]]:
    samples = [_TONE_VOLUME * math.sin(2 * math.pi * _TONE_HZ * at / _RATE) for at in range(int(_RATE * _TONE_S))]
    pcm = array("h", [round(each * 32767) for each in samples]).tobytes()
    yield Sound(id="doctor", turn=0, rate=_RATE, channels=1, bytes=len(pcm)), pcm


def _note_running(examined: Examined, notes: CheckNotes, part: str, lack: str, remedy: str) -> None:
    """Note what a running show says of the device of a part."""
    assert examined.running is not None
    plays, why = examined.running.roles.get(part, ("unknown", ""))
    if plays.partition(",")[0] == "none":
        notes.fail("device", own("the running show {lack}: {why}", lack=lack, why=why), remedy)
    elif plays == "off":
        notes.skip("device", own("off in the running show"))
    else:
        notes.ok("device", own("{plays}, says the running show", plays=plays))


_LISTENS_S: Final = 3.0
_DEAD_DB: Final = -90.0
"""A microphone that is switched off, or muted by the system, gives nothing but zeroes; any other has noise."""
_LOUD_DB: Final = -35.0
_NO_MICROPHONE: Final = own("Name one by mic.device, allow it in your system's settings, or set mic.enabled to false.")


async def check_microphone(examined: Examined, notes: CheckNotes) -> None:
    """Check the microphone and the detector of speech by three seconds, if a show would listen."""
    if not examined.config.mic.enabled:
        notes.skip("device", own("off, as configured: mic.enabled has a show listen"))
        return
    if refusal := explain_microphone_refusal():
        notes.fail("privacy", refusal, own("Switch it on there."))
    if examined.running:
        _note_running(examined, notes, "ears", "hears nothing", _NO_MICROPHONE)
    else:
        device, levels_db = await _listen(examined)
        if device is None or not device.device:
            notes.fail("device", device.why if device else own("the listener names none"), _NO_MICROPHONE)
            return
        notes.ok("device", device.device)
        if device.why:
            notes.warn("detector", own("{detector}: {why}", detector=device.detector, why=device.why))
        else:
            notes.ok("detector", device.detector)
        _note_level(notes, levels_db)


async def _listen(examined: Examined) -> tuple[HeardDevice | None, list[float]]:
    """Return the device that is heard, and its levels."""
    devices: list[HeardDevice] = []
    levels_db: list[float] = []
    microphone = Microphone(examined.clock, examined.config.mic.command(), devices.append)
    until_s = math.inf
    async with aclosing(microphone.slices()) as heard:
        async for slices in heard:
            levels_db += [each.level_db for each in slices]
            until_s = min(until_s, examined.clock.now() + _LISTENS_S)
            if examined.clock.now() >= until_s or (devices and not devices[-1].device):
                break
    return (devices[-1] if devices else None), levels_db


def _note_level(notes: CheckNotes, levels_db: list[float]) -> None:
    loudest_db, quietest_db = max(levels_db, default=-100.0), min(levels_db, default=-100.0)
    if loudest_db < _DEAD_DB:
        notes.warn("sound", own("it gives nothing at all"), own("Is it muted, or switched off?"))
    elif quietest_db > _LOUD_DB:
        notes.warn(
            "sound",
            own("never quieter than {quietest_db:.0f} dB", quietest_db=quietest_db),
            own("Turn it down, or find what makes the noise."),
        )
    else:
        notes.ok(
            "sound",
            own(
                "{quietest_db:.0f} to {loudest_db:.0f} dB in {listens_s:g} s",
                quietest_db=quietest_db,
                loudest_db=loudest_db,
                listens_s=_LISTENS_S,
            ),
        )
