"""What may be asked of a show about the desktop: its window, its tray, its launcher, and the start with the session."""

from typing import Any

import anyio.to_thread

from performer.core.operations import Arguments, Operation, read_flag
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.stage.desktop.launcher import Launcher
from performer.stage.desktop.tray import DesktopTray


@dataclass(frozen=True, eq=False)
class DesktopOperations:
    """`desktop.show report state autostart launcher`."""

    tray: DesktopTray
    launcher: Launcher

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "desktop.show": self.show,
            "desktop.report": self.report,
            "desktop.state": self.state,
            "desktop.autostart": self.autostart,
            "desktop.launcher": self.change_launcher,
        }

    async def show(self, _arguments: Arguments) -> str:
        """Open the window with the control page on the show's own desktop, or bring it to the front."""
        self.tray.show()
        return own("The window opens.")

    async def report(self, arguments: Arguments) -> dict[str, bool]:
        """Note that the tray is there, and whether its icon is seen (`tray`); return whether to `show` the page."""
        return {"show": self.tray.note_report(has_icon=read_flag(arguments, "tray"))}

    async def state(self, _arguments: Arguments) -> Any:
        """Return whether a `launcher` is installed, and whether the show starts with the session (`autostart`)."""
        return await anyio.to_thread.run_sync(self.launcher.describe)

    async def autostart(self, arguments: Arguments) -> str:
        """Start the show with the session from now on, or with `off` no more."""
        if read_flag(arguments, "off"):
            await anyio.to_thread.run_sync(self.launcher.stop_autostart)
            return own("It does not start with the session any more.")
        await anyio.to_thread.run_sync(self.launcher.autostart)
        return own("It starts with the session from now on.")

    async def change_launcher(self, arguments: Arguments) -> str:
        """Install an entry with an icon among the programs, or with `off` remove it."""
        if read_flag(arguments, "off"):
            await anyio.to_thread.run_sync(self.launcher.remove)
            return own("The entry is gone.")
        await anyio.to_thread.run_sync(self.launcher.install)
        return own("The entry is among your programs.")
