"""The schedule: by whose clocks it goes, and what those show."""

from performer.clock import Clock
from performer.doctor.report import Notes
from performer.errors import ConfigError
from performer.schedule.settings import ScheduleSettings
from performer.schedule.zones import local, system_name, zone_named


class ScheduleCheck:
    """Looks for the time zone."""

    def __init__(self, clock: Clock, settings: ScheduleSettings) -> None:
        self._clock = clock
        self._settings = settings

    async def look(self, notes: Notes) -> None:
        """Tell what time it is by the schedule."""
        if not self._settings.enabled:
            notes.skip("zone", "off, as configured (schedule.enabled): nothing that is planned comes up")
            return
        name = self._settings.zone or system_name()
        try:
            zone = zone_named(name)
        except ConfigError as error:
            notes.fail("zone", str(error), "Set schedule.zone to such a name, or unset it. Until then no show starts.")
            return
        shown = name or "this computer's own, which has no name"
        notes.ok("zone", f"{shown}: it is {local(self._clock.utc(), zone):%H:%M} there")
