"""`performer desktop` and `install-launcher`: the window and tray of a show, which starts if need be, and its entry."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated, Final

import typer

from performer.cli.control_client import NotRunningError, ask_performer
from performer.core.browser import open_in_browser
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import CHECKOUT, Home
from performer.core.own_text import own
from performer.core.platform import NEW_GROUP, NO_WINDOW

_STARTS_WITHIN_S: Final = 120.0
_LOOK_S: Final = 0.2


def desktop() -> None:
    """Open the window with the control page; a show that is not on starts, and stays on without this terminal."""
    home = Home.find()
    try:
        _open_window(home)
    except NotRunningError:
        from performer.stage.processes.overlay_window import explain_missing_display

        if missing := explain_missing_display():
            raise ConfigError(
                own("No window can open: {why}. A show does without: {start}", why=missing, start=COMMAND)
            ) from None
        home.make()
        _start_and_open(home)


def install_launcher(
    *,
    remove: Annotated[
        bool, typer.Option("--remove", help="remove the entry again, and the start with the session")
    ] = False,
    autostart: Annotated[
        bool | None, typer.Option("--autostart/--no-autostart", help="start the show with the session, or no more")
    ] = None,
) -> None:
    """Make an entry with an icon among your programs, which opens the window and starts the show if need be."""
    from performer.stage.desktop.launcher import find_launcher

    launcher = find_launcher()
    if remove:
        launcher.remove()
        launcher.stop_autostart()
        print("The entry is gone, and nothing starts with the session.")
        return
    print(f"The entry is among your programs: {launcher.install()}")
    if autostart:
        print(f"The show starts with the session: {launcher.autostart()}")
    elif autostart is not None:
        launcher.stop_autostart()
        print("The show does not start with the session.")


def _open_window(home: Home) -> None:
    """Ask the show to open its window, or else open a browser; raise NotRunningError when there is no show."""
    try:
        print(ask_performer("desktop.show"))
    except NotRunningError:
        raise
    except ServiceError as no:
        if not open_in_browser(home.panel_file):
            raise
        print(f"{no} The page opens in your browser.")


def _start_and_open(home: Home) -> None:
    """Start a show and open its window; of two starts at once, the second waits for the show of the first."""
    from filelock import FileLock

    with FileLock(home.lock_file.with_name("desktop.lock"), mode=0o600):
        try:
            _open_window(home)
        except NotRunningError:
            _wait_for_window(home, _start_show(home))


def _start_show(home: Home) -> "subprocess.Popen[bytes]":
    """Start a show that outlives this process and its terminal; what it says at its end goes into a file."""
    print(f"A show starts. It stays on until you choose Quit in the tray, or: {COMMAND} quit")
    with _last_words_file(home).open("wb") as words:
        return subprocess.Popen(
            [sys.executable, "-m", "performer", "run", "--no-console"],
            cwd=CHECKOUT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=words,
            start_new_session=True,
            # No console comes up for it, and Ctrl+C in that of whoever starts it is not for the show.
            creationflags=NO_WINDOW | NEW_GROUP,
        )


def _wait_for_window(home: Home, show: "subprocess.Popen[bytes]") -> None:
    """Open the window as soon as the show can be asked.

    Raises:
        ConfigError: when the show ends instead, with its own last words.
    """
    deadline_s = time.monotonic() + _STARTS_WITHIN_S
    while time.monotonic() < deadline_s:
        try:
            _open_window(home)
        except NotRunningError:
            if show.poll() is not None:
                said = _last_words_file(home).read_text(encoding="utf-8", errors="replace").strip()
                raise ConfigError(said or f"The show ended with code {show.returncode}.") from None
            time.sleep(_LOOK_S)
        else:
            return
    raise ServiceError(own("The show has not come within two minutes. Look into {log}.", log=home.log_file))


def _last_words_file(home: Home) -> Path:
    return home.log_file.with_name("start.log")


def quit_show() -> None:
    """End the show that is on."""
    print(ask_performer("quit"))
