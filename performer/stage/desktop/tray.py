"""The tray icon: a process of its own, started once the show is on, which opens the window with the control page."""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.events.parts import ServiceProgressed
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.settings import Settings
from performer.core.status import Role
from performer.stage.processes.child import ClientProcess

SWITCHED_OFF: Final = own("switched off by desktop.enabled or --no-desktop")
_NO_TRAY: Final = own("this desktop shows no tray icons; the window opens with `{command} desktop`", command=COMMAND)


class TraySettings(Settings):
    """The tray icon, and the window with the control page."""

    enabled: bool = True
    """Whether the tray icon comes with a show, where there is a display."""

    def command(self, data: Path) -> list[str]:
        """Return the command that starts the tray; its address follows on standard input."""
        return [sys.executable, "-m", "desktop", "--data", str(data)]


class DesktopTray:
    """Keeps the tray's process while the show is on; `off` says why there is none, and `never` why there can be none.

    `tell` sends news to those who control the show, of whom the tray is one.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        command: list[str],
        *,
        address: Callable[[], Awaitable[str]],
        tell: Callable[[str, Any], None],
        off: str = "",
        never: str = "",
    ) -> None:
        self._stream = stream
        self._address = address
        self._tell = tell
        self._off = off
        self._never = never
        self._wanted = anyio.Event()
        self._shows_at_once = False
        """Whether the page was asked for before the tray was there."""
        self._is_here = False
        self._has_icon = False
        self._why = ""
        # The browser that it opens is the streamer's, and the window outlives a show that begins again.
        self._process = ClientProcess(clock, "desktop", command, self._note_end, keeps_children=False)
        if not (off or never):
            self._wanted.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Run the tray until cancelled, once it is wanted."""
        task_status.started()
        await self._wanted.wait()
        await self._process.run(self._address)

    def begin_again(self) -> None:
        """Start the tray anew: the address of the show has changed."""
        self._is_here = False
        self._process.begin_again()

    def show(self) -> None:
        """Open the window with the control page, or bring it to the front; the tray comes with it.

        Raises:
            ConfigError: when there is no display.
        """
        if self._never:
            raise ConfigError(own("The show cannot open a window: {why}.", why=self._never))
        self._wanted.set()
        if self._is_here:
            self._tell("desktop", "show")
        else:
            self._shows_at_once = True

    def note_report(self, *, has_icon: bool) -> bool:
        """Note what the tray says of itself; return whether it is to open the page at once."""
        self._is_here, self._has_icon, self._why = True, has_icon, ""
        shows, self._shows_at_once = self._shows_at_once, False
        self._publish()
        return shows

    def roles(self) -> tuple[Role, ...]:
        """Return what there is of a tray; nothing before that is known."""
        if self._why:
            return (Role(part="desktop", plays=own("none"), why=self._why, state="down"),)
        if not self._is_here:
            return ()
        if self._has_icon:
            return (Role(part="desktop", plays=own("an icon in the tray")),)
        return (Role(part="desktop", plays=own("a window, without an icon"), why=_NO_TRAY, state="partly"),)

    def _note_end(self, why: str) -> None:
        self._is_here, self._why = False, why
        self._publish()

    def _publish(self) -> None:
        doing = "has ended" if not self._is_here else "shows its icon" if self._has_icon else "is there without an icon"
        self._stream.publish(ServiceProgressed(service="desktop", doing=doing))
