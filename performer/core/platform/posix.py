"""Linux and macOS: signals ask for the end, and the mode of a file says who may read it."""

import os
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from performer.core.own_text import OwnText, own

_OTHERS: Final = 0o077
_ALL_MAY_WRITE: Final = 0o002

NEW_GROUP: Final = 0
NO_WINDOW: Final = 0
"""The flags of Windows for a program that is started have no counterpart here."""


@contextmanager
def watch_end_requests(come: Callable[[], object]) -> Iterator[None]:
    """Call a function in the event loop at each signal that asks the process to end, while the block runs."""
    import asyncio  # loaded long since, where there is an event loop; a short command has none

    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for each in signals:
        loop.add_signal_handler(each, come)
    try:
        yield
    finally:
        for each in signals:
            loop.remove_signal_handler(each)


ALARM: Final[signal.Signals] = getattr(signal, "SIGALRM", signal.SIGTERM)  # this is read, not used, on Windows too


def set_alarm(after_s: float, again_s: float = 0.0) -> None:
    """Send ALARM to this process after a time, and from then on again and again; 0 ends that."""
    signal.setitimer(signal.ITIMER_REAL, after_s, again_s)


def make_output(output: TextIOWrapper) -> TextIOWrapper:
    """Return standard output: writing raises BrokenPipeError once nobody reads it."""
    return output


def keep_to_owner(path: Path) -> None:
    """Remove the rights of all others to a file or a folder.

    Raises:
        OSError: when it is not there, or not ours.
    """
    path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)


def open_for_owner(file: str, flags: int) -> int:
    """Open a file as the `opener` of `open`; only the owner may read a file that this makes (0600)."""
    return os.open(file, flags, 0o600)


def find_others(path: Path) -> OwnText | None:
    """Return who else gets at a file, or into a folder by writing: what lies in one has modes of its own."""
    mode = path.stat().st_mode
    is_open = mode & (_ALL_MAY_WRITE if stat.S_ISDIR(mode) else _OTHERS)
    return own("others on this machine") if is_open else None


def explain_keeping(path: Path) -> OwnText:
    """Return the command that removes the rights of all others."""
    return own("chmod 700 {path}", path=path) if path.is_dir() else own("chmod 600 {path}", path=path)


def is_screen_taken() -> bool:
    """Return False: no game has a screen for itself here, out of the sight of those who take pictures."""
    return False


def is_screen_filled() -> bool:
    """Return False: it is not asked here, where it would explain nothing."""
    return False


def explain_long_path(folder: Path) -> OwnText | None:  # noqa: ARG001  as on Windows
    """Return None: no path that a person has is too long here."""
    return None


def explain_microphone_refusal() -> OwnText | None:
    """Return None: macOS tells nobody whether it lets a program hear, and Linux has no such switch."""
    return None


def show_message(text: str) -> None:
    """Show nothing: a program without a terminal has a journal here, which keeps its standard error."""
