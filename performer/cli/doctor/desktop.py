"""Checks of the desktop: which reasons to keep quiet can be detected here, and in which time zone plans are kept."""

from collections.abc import Mapping
from dataclasses import dataclass

from performer.agent.pause_triggers.desktop import Desktop
from performer.agent.pause_triggers.desktop_detect import grab_key, open_desktop
from performer.agent.pause_triggers.key_names import Shortcut
from performer.agent.pause_triggers.settings import PausesSettings
from performer.agent.schedule.plan import ScheduleSettings
from performer.agent.schedule.time_zones import convert_to_local, find_system_name, find_zone
from performer.cli.doctor.report import CheckNotes
from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.process.thread import WorkerThread


@dataclass(frozen=True)
class ScheduleCheck:
    """The check of the schedule's time zone."""

    _clock: Clock
    _settings: ScheduleSettings

    async def look(self, notes: CheckNotes) -> None:
        """Note the zone, and what time it is there."""
        if not self._settings.enabled:
            notes.skip("zone", "off, as configured (schedule.enabled): nothing that is planned comes up")
            return
        name = self._settings.zone or find_system_name()
        try:
            zone = find_zone(name)
        except ConfigError as error:
            notes.fail("zone", str(error), "Set schedule.zone to such a name, or unset it. Until then no show starts.")
            return
        shown = name or "this computer's own, which has no name"
        notes.ok("zone", f"{shown}: it is {convert_to_local(self._clock.utc(), zone):%H:%M} there")


class PausesCheck:
    """The check of what pauses need; what the settings do not ask for is noted as possible or not, and never fails."""

    def __init__(self, settings: PausesSettings, environ: Mapping[str, str], *, show_is_on: bool) -> None:
        self._settings = settings
        self._environ = environ
        self._show_is_on = show_is_on
        self._thread = WorkerThread("doctor's desktop")

    async def look(self, notes: CheckNotes) -> None:
        """Look at the desktop, and try the key."""
        try:
            await self._look_at_desktop(notes)
            await self._try_key(notes)
        finally:
            self._thread.close()

    async def _look_at_desktop(self, notes: CheckNotes) -> None:
        is_wanted = bool(self._settings.programs or self._settings.away_s)
        try:
            desktop = await self._thread.run(lambda: open_desktop(self._environ))
            found = await self._thread.run(lambda: _describe(desktop))
        except ServiceError as no:
            note = notes.warn if is_wanted else notes.skip
            note("desktop", str(no), "Empty pauses.programs and set pauses.away_s to 0." if is_wanted else "")
            return
        notes.ok("desktop", found)

    async def _try_key(self, notes: CheckNotes) -> None:
        if not self._settings.shortcut:
            return
        if self._show_is_on:
            notes.skip("key", f"{self._settings.shortcut} is for the show that is on")
            return
        shortcut = Shortcut.read(self._settings.shortcut)
        try:
            key = await self._thread.run(lambda: grab_key(shortcut, self._environ))
        except ServiceError as no:
            notes.warn("key", str(no))
            return
        key.close()
        await self._thread.run(key.pressed)
        notes.ok("key", f"{shortcut} is free")


def _describe(desktop: Desktop) -> str:
    """Describe what the desktop can tell, never which program is in front."""
    try:
        desktop.foreground()
        return f"{desktop.name} tells which program is in front, and for {desktop.idle_s():.0f} s nobody touched it"
    finally:
        desktop.close()
