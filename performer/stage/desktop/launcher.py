"""The launcher: an entry with an icon among the programs, and another that starts the show with the session."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from performer.core.errors import ServiceError
from performer.core.files.home import ASSETS, CHECKOUT
from performer.core.own_text import own
from performer.core.values import dataclass

APP_ID: Final = "stream.performer"
"""The name by which desktops know the program, also the portal that gives keys on Wayland."""
TITLE: Final = "Stream Performer"
ABOUT: Final = "A companion that sits beside your stream"
ICON: Final = ASSETS / "icon" / "performer.png"


@dataclass(frozen=True, kw_only=True)
class LauncherEntry:
    """What is started: the program, its words, the folder it runs in, and the variables that it needs."""

    program: str
    words: tuple[str, ...]
    folder: Path
    variables: Mapping[str, str]

    @classmethod
    def of_this_program(cls, environ: Mapping[str, str] = os.environ) -> "LauncherEntry":
        """Return the entry that opens the window of the show in this home, and starts the show if need be."""
        moved = environ.get("PERFORMER_HOME")
        variables = {"PERFORMER_HOME": str(Path(moved).expanduser().absolute())} if moved else {}
        return cls(program=sys.executable, words=("-m", "performer", "desktop"), folder=CHECKOUT, variables=variables)


@dataclass(frozen=True, kw_only=True)
class LauncherFile:
    """A file or folder that makes up an entry."""

    path: Path
    write: Callable[[Path], None]
    """Makes it; raises OSError."""
    is_in_force: Callable[[Path], bool] = Path.exists
    """Whether it is there, and the system heeds it."""


@dataclass(frozen=True)
class Launcher:
    """The entries of this system's desktop, by the files that make them up; the first of each is the entry itself."""

    menu: tuple[LauncherFile, ...]
    session: tuple[LauncherFile, ...]
    remove_file: Callable[[Path], None]

    def describe(self) -> dict[str, bool]:
        """Return which of the two are there, and heeded."""
        menu, session = self.menu[0], self.session[0]
        return {"launcher": menu.is_in_force(menu.path), "autostart": session.is_in_force(session.path)}

    def install(self) -> Path:
        """Make the entry among the programs, anew if it is there; return its path.

        Raises:
            ServiceError: when it cannot be written.
        """
        return _make(self.menu)

    def autostart(self) -> Path:
        """Make the entry that starts the show with the session; return its path.

        Raises:
            ServiceError: when it cannot be written.
        """
        return _make(self.session)

    def remove(self) -> None:
        """Remove the entry among the programs; nothing happens where there is none.

        Raises:
            ServiceError: when it cannot be removed.
        """
        self._remove(self.menu)

    def stop_autostart(self) -> None:
        """Remove the entry that starts the show with the session.

        Raises:
            ServiceError: when it cannot be removed.
        """
        self._remove(self.session)

    def _remove(self, files: tuple[LauncherFile, ...]) -> None:
        for each in files:
            try:
                self.remove_file(each.path)
            except OSError as error:
                raise ServiceError(
                    own("'{path}' cannot be removed: {why}.", path=each.path, why=error.strerror or str(error)),
                    retry=False,
                ) from error


def find_launcher(
    entry: LauncherEntry | None = None, environ: Mapping[str, str] = os.environ, system: str = sys.platform
) -> Launcher:
    """Return the launcher of this system, of this program unless another entry is given."""
    found = entry or LauncherEntry.of_this_program(environ)
    if system == "win32":
        from performer.stage.desktop import windows_launcher

        return windows_launcher.build(found, environ)
    if system == "darwin":
        from performer.stage.desktop import macos_launcher

        return macos_launcher.build(found, Path.home())
    from performer.stage.desktop import linux_launcher

    return linux_launcher.build(found, environ)


def _make(files: tuple[LauncherFile, ...]) -> Path:
    for each in files:
        try:
            each.path.parent.mkdir(parents=True, exist_ok=True)
            each.write(each.path)
        except OSError as error:
            raise ServiceError(
                own("'{path}' cannot be written: {why}.", path=each.path, why=error.strerror or str(error)), retry=False
            ) from error
    return files[0].path
