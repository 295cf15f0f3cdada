"""Checks of the desktop: which reasons to keep quiet can be detected here, and in which time zone plans are kept."""

from contextlib import closing

from performer.agent.pause_triggers.desktop import Desktop
from performer.agent.pause_triggers.desktop_detect import grab_key, open_desktop
from performer.agent.pause_triggers.key_names import Shortcut
from performer.agent.schedule.time_zones import convert_to_local, find_system_name, find_zone
from performer.cli.doctor.report import CheckNotes, Examined
from performer.core.errors import ConfigError, ServiceError
from performer.core.process.thread import WorkerThread


async def check_schedule(examined: Examined, notes: CheckNotes) -> None:
    """Check the schedule's time zone, and note what time it is there."""
    settings = examined.config.schedule
    if not settings.enabled:
        notes.skip("zone", "off, as configured (schedule.enabled): nothing that is planned comes up")
        return
    name = settings.zone or find_system_name()
    try:
        zone = find_zone(name)
    except ConfigError as error:
        notes.fail("zone", str(error), "Set schedule.zone to such a name, or unset it. Until then no show starts.")
        return
    shown = name or "this computer's own, which has no name"
    notes.ok("zone", f"{shown}: it is {convert_to_local(examined.clock.utc(), zone):%H:%M} there")


async def check_pauses(examined: Examined, notes: CheckNotes) -> None:
    """Check what pauses need; what the settings do not ask for is noted as possible or not, and never fails."""
    with closing(WorkerThread("doctor's desktop")) as thread:
        await _look_at_desktop(examined, notes, thread)
        if examined.config.pauses.shortcut:
            await _try_key(examined, notes, thread)


async def _look_at_desktop(examined: Examined, notes: CheckNotes, thread: WorkerThread) -> None:
    settings = examined.config.pauses
    is_wanted = bool(settings.programs or settings.away_s)
    try:
        desktop = await thread.run(lambda: open_desktop(examined.environ))
        notes.ok("desktop", await thread.run(lambda: _describe(desktop)))
    except ServiceError as no:
        note = notes.warn if is_wanted else notes.skip
        note("desktop", str(no), "Empty pauses.programs and set pauses.away_s to 0." if is_wanted else "")


async def _try_key(examined: Examined, notes: CheckNotes, thread: WorkerThread) -> None:
    name = examined.config.pauses.shortcut
    if examined.running:
        notes.skip("key", f"{name} is for the show that is on")
        return
    shortcut = Shortcut.read(name)
    try:
        key = await thread.run(lambda: grab_key(shortcut, examined.environ))
    except ServiceError as no:
        notes.warn("key", str(no))
        return
    key.close()
    await thread.run(key.pressed)
    notes.ok("key", f"{shortcut} is free")


def _describe(desktop: Desktop) -> str:
    """Describe what the desktop can tell, never which program is in front."""
    with closing(desktop):
        desktop.foreground()
        return f"{desktop.name} tells which program is in front, and for {desktop.idle_s():.0f} s nobody touched it"
