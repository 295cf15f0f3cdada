"""The microphone: is there one, what tells speech in it, and does anything come out of it."""

import math
from contextlib import aclosing
from typing import Final

from performer.clock import Clock
from performer.config import Config
from performer.doctor.report import Notes
from performer.doctor.running import Running
from performer.ears.lines import Device
from performer.ears.microphone import Microphone

_LISTENS_S: Final = 3.0
_DEAD_DB: Final = -90.0
"""A microphone that is switched off, or muted by the system, gives nothing but zeroes; any other has noise."""
_LOUD_DB: Final = -35.0
_NO_MICROPHONE: Final = "Name one by mic.device, allow it in your system's settings, or set mic.enabled to false."


class MicCheck:
    """Listens for three seconds, if a show would; otherwise nothing is opened."""

    def __init__(self, clock: Clock, config: Config, running: Running | None) -> None:
        self._clock = clock
        self._settings = config.mic
        self._running = running
        self._device: Device | None = None
        self._levels: list[float] = []

    async def look(self, notes: Notes) -> None:
        """Listen, unless a show does: then its own word counts."""
        if not self._settings.enabled:
            notes.skip("device", "off, as configured: mic.enabled has a show listen")
        elif self._running is not None:
            _as_the_show_says(notes, self._running)
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

    def _take(self, device: Device) -> None:
        self._device = device

    def _tell(self, notes: Notes) -> None:
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

    def _tell_level(self, notes: Notes) -> None:
        loudest_db, quietest_db = max(self._levels, default=-100.0), min(self._levels, default=-100.0)
        if loudest_db < _DEAD_DB:
            notes.warn("sound", "it gives nothing at all", "Is it muted, or switched off?")
        elif quietest_db > _LOUD_DB:
            notes.warn(
                "sound", f"never quieter than {quietest_db:.0f} dB", "Turn it down, or find what makes the noise."
            )
        else:
            notes.ok("sound", f"{quietest_db:.0f} to {loudest_db:.0f} dB in {_LISTENS_S:g} s")


def _as_the_show_says(notes: Notes, running: Running) -> None:
    plays, why = running.roles.get("ears", ("unknown", ""))
    if plays == "none":
        notes.fail("device", f"the running show hears nothing: {why}", _NO_MICROPHONE)
    elif plays == "off":
        notes.skip("device", "off in the running show")
    else:
        notes.ok("device", f"{plays}, says the running show")
