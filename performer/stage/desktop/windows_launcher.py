"""The launcher of Windows: shortcuts in the Start menu and in its Startup folder.

Not the registry's Run key: it holds 260 characters, has no folder to begin in, and Settings would call us "Python".
"""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from performer.core.platform.windows_shortcut import ShellLink, allow_start, is_start_allowed, write_shortcut
from performer.stage.desktop.launcher import ABOUT, ICON, TITLE, Launcher, LauncherEntry, LauncherFile

_PROGRAMS: Final = Path("Microsoft", "Windows", "Start Menu", "Programs")


def build(entry: LauncherEntry, environ: Mapping[str, str]) -> Launcher:
    """Return the launcher of the person whose variables these are."""
    roaming = Path(environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    icon = Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "stream-performer" / "performer.ico"
    write = partial(_write_link, entry, icon)
    menu = LauncherFile(path=roaming / _PROGRAMS / f"{TITLE}.lnk", write=write)
    startup = roaming / _PROGRAMS / "Startup" / f"{TITLE}.lnk"
    session = LauncherFile(path=startup, write=partial(_write_start, write), is_in_force=_is_started)
    return Launcher((menu,), (session,), lambda path: path.unlink(missing_ok=True))


def describe_link(entry: LauncherEntry, icon: Path) -> ShellLink:
    """Return the shortcut that starts an entry; the program is the one that opens no console."""
    return ShellLink(
        target=str(Path(entry.program).with_name("pythonw.exe")),
        words=subprocess.list2cmdline(_set_before(entry) if entry.variables else entry.words),
        folder=str(entry.folder),
        icon=str(icon),
        about=ABOUT,
    )


def _set_before(entry: LauncherEntry) -> Sequence[str]:
    """Return the words that set variables, which a shortcut cannot, and then run the module that it names."""
    _, module, *rest = entry.words
    lines = (
        "import os, runpy, sys",
        f"os.environ.update({dict(entry.variables)!r})",
        f"sys.argv[1:] = {rest!r}",
        f"runpy.run_module({module!r}, run_name='__main__')",
    )
    return ("-c", "; ".join(lines))


def _write_link(entry: LauncherEntry, icon: Path, path: Path) -> None:
    from PIL import Image

    icon.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(ICON) as picture:
        picture.convert("RGBA").save(icon, sizes=[(size, size) for size in (16, 24, 32, 48, 64, 128, 256)])
    write_shortcut(path, describe_link(entry, icon))


def _write_start(write: Callable[[Path], None], path: Path) -> None:
    write(path)
    allow_start(path.name)


def _is_started(path: Path) -> bool:
    return path.exists() and is_start_allowed(path.name)
