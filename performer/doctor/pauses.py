"""The doctor's look at the desktop: which reasons to keep quiet it can tell here."""

from collections.abc import Mapping

from performer.doctor.report import Notes
from performer.errors import ServiceError
from performer.own_thread import OwnThread
from performer.pauses.desktop import Desktop
from performer.pauses.here import open_desktop, take_key
from performer.pauses.settings import PausesSettings
from performer.pauses.shortcut import Shortcut


class PausesCheck:
    """Tries what the settings ask for; what they do not ask for is told as possible or not, without a complaint."""

    def __init__(self, settings: PausesSettings, environ: Mapping[str, str], *, show_is_on: bool) -> None:
        self._settings = settings
        self._environ = environ
        self._show_is_on = show_is_on
        self._thread = OwnThread("doctor's desktop")

    async def look(self, notes: Notes) -> None:
        """Look at the desktop, and try the key."""
        try:
            await self._look_at_desktop(notes)
            await self._try_key(notes)
        finally:
            self._thread.close()

    async def _look_at_desktop(self, notes: Notes) -> None:
        is_wanted = bool(self._settings.programs or self._settings.away_s)
        try:
            desktop = await self._thread.run(lambda: open_desktop(self._environ))
            found = await self._thread.run(lambda: _told(desktop))
        except ServiceError as no:
            note = notes.warn if is_wanted else notes.skip
            note("desktop", str(no), "Empty pauses.programs and set pauses.away_s to 0." if is_wanted else "")
            return
        notes.ok("desktop", found)

    async def _try_key(self, notes: Notes) -> None:
        if not self._settings.shortcut:
            return
        if self._show_is_on:
            notes.skip("key", f"{self._settings.shortcut} is for the show that is on")
            return
        shortcut = Shortcut.read(self._settings.shortcut)
        try:
            key = await self._thread.run(lambda: take_key(shortcut, self._environ))
        except ServiceError as no:
            notes.warn("key", str(no))
            return
        key.close()
        await self._thread.run(key.pressed)
        notes.ok("key", f"{shortcut} is free")


def _told(desktop: Desktop) -> str:
    """Say what can be told, never what is in front."""
    try:
        desktop.foreground()
        return f"{desktop.name} tells which program is in front, and for {desktop.idle_s():.0f} s nobody touched it"
    finally:
        desktop.close()
