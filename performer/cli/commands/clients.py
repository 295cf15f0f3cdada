"""`performer sound`, `window` and `panel`: start a stage client, also on another machine, or open the panel."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from getpass import getpass
from typing import Annotated, Final

import typer

from performer.cli.control_client import NotRunningError, ask_performer
from performer.core.browser import open_in_browser
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import CHECKOUT, Home


def panel() -> None:
    """Open the panel in your browser: who plays, what the guard stopped, and buttons for what you may order."""
    file = Home.find().panel_file
    if not file.exists():
        raise ConfigError(f"There is no {file} yet: it comes with the first show. Start one with: {COMMAND}")
    if open_in_browser(file):
        print(f"The panel opens in your browser. It is {file}, which you may also take as a dock in OBS.")
    else:
        print(f"No browser could be opened. Open this file in one on this machine: {file}")
    if not _is_show_running():
        print(f"No show is running now: the panel waits for one. Start it with: {COMMAND}")


def _is_show_running() -> bool:
    """Return whether a show runs, also one that cannot be asked at this moment."""
    try:
        ask_performer("status")
    except ServiceError as error:
        return not isinstance(error, NotRunningError)
    return True


_FAREWELL_S: Final = 3.0
"""The time after which a client that was asked to end is killed."""
_URL: Final = "with the other machine's address; without one it is asked for, and no list of processes shows it"


def sound(
    url: Annotated[str, typer.Argument(help=f"the sound_url of run/stage.json, {_URL}")] = "",
    device: Annotated[str, typer.Option(help="part of the output device's name")] = "",
    speech_device: Annotated[str, typer.Option(help="the same, for speech alone")] = "",
    clip_device: Annotated[str, typer.Option(help="the same, for clips alone")] = "",
    volume: Annotated[float, typer.Option(min=0, max=1, help="from 0 to 1")] = 1.0,
) -> None:
    """Play a performer's sound here, also from a second PC; reconnects for ever."""
    from performer.stage.processes.sound_player import SoundSettings

    settings = SoundSettings(device=device, speech_device=speech_device, clip_device=clip_device, volume=volume)
    sys.exit(_run_until_ended(settings.command(), url))


def window(
    url: Annotated[str, typer.Argument(help=f"the window_url of run/stage.json, {_URL}")] = "",
    monitor: Annotated[str, typer.Option(help="its number from 1 on, or part of its name")] = "",
    *,
    hide_without_compositor: Annotated[
        bool, typer.Option("--hide-without-compositor", help="on X11, instead of cutting it to its elements")
    ] = False,
    straight_alpha: Annotated[bool, typer.Option("--straight-alpha", help="for OBS's window capture on X11")] = False,
    hide_from_capture: Annotated[bool, typer.Option("--hide-from-capture", help="where the system can")] = False,
) -> None:
    """Show a performer's stage here, also from a second PC; reconnects for ever."""
    from performer.stage.processes.overlay_window import WindowSettings

    settings = WindowSettings(
        monitor=monitor,
        without_compositor="hide" if hide_without_compositor else "shape",
        straight_alpha=straight_alpha,
        hide_from_capture="always" if hide_from_capture else "auto",
    )
    sys.exit(_run_until_ended(settings.command(Home.find().data / "window.json"), url))


def _run_until_ended(command: Sequence[str], url: str) -> int:
    """Run a client until it ends or we are told to end, and return its exit code.

    Its address is sent where no process list shows it.
    """
    from performer.core.process.child import make_environment

    if not url:  # a stream may show the terminal: what is typed or pasted is not shown
        url = getpass("Address: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    client = subprocess.Popen(  # noqa: S603  our own
        [*command, "--unbound"], stdin=subprocess.PIPE, cwd=CHECKOUT, env=make_environment()
    )
    try:
        assert client.stdin is not None
        with suppress(OSError), client.stdin as told:  # on Windows it has another name than a broken pipe
            told.write(url.encode() + b"\n")
        return client.wait()
    finally:
        client.terminate()
        try:
            client.wait(_FAREWELL_S)
        except subprocess.TimeoutExpired:
            client.kill()
            client.wait()
