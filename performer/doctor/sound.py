"""The sound: does the player start, does it find a device, and does the device take a tone."""

import math
from array import array
from collections.abc import AsyncIterator
from typing import Final

from performer.clock import Clock
from performer.config import Config
from performer.doctor.private_house import private_house
from performer.doctor.report import Notes
from performer.doctor.running import Running
from performer.messages import Sound
from performer.playhouse import Playhouse

_RATE: Final = 48_000
_TONE_S: Final = 0.25
_TONE_HZ: Final = 440.0
_TONE_VOLUME: Final = 0.02
"""Of 1: enough to be measured, and next to nothing to be heard."""
_NO_DEVICE: Final = "Does other sound play here? Name a device by sound.device, or set sound.enabled to false."


class SoundCheck:
    """Starts the player in a house of its own, and has it play a quiet tone."""

    def __init__(self, clock: Clock, config: Config, running: Running | None) -> None:
        self._clock = clock
        self._config = config
        self._running = running

    async def look(self, notes: Notes) -> None:
        """Play, unless a show is on: then its own word counts."""
        if not self._config.sound.enabled:
            notes.skip("device", "off, as configured")
        elif self._running is not None:
            _as_the_show_says(notes, self._running)
        else:
            async with private_house(self._clock, self._config, sounds=True) as house:
                await self._play(notes, house)

    async def _play(self, notes: Notes, house: Playhouse) -> None:
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


def _as_the_show_says(notes: Notes, running: Running) -> None:
    plays, why = running.roles.get("sound", ("unknown", ""))
    if plays.startswith("none"):
        notes.fail("device", f"the running show has no sound: {why}", _NO_DEVICE)
    elif plays == "off":
        notes.skip("device", "off in the running show")
    else:
        notes.ok("device", f"{plays}, says the running show")
