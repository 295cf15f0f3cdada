"""The launcher of Windows: shortcuts in the Start menu and in its Startup folder, made by the system's own PowerShell.

The paths go to it as variables of its environment, so that no sign in them can be read as a command.
"""

import subprocess
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from performer.core.platform import NO_WINDOW
from performer.core.process.child import make_environment
from performer.stage.desktop.launcher import ABOUT, ICON, TITLE, Launcher, LauncherEntry, LauncherFile

SCRIPT: Final = (
    "$ErrorActionPreference = 'Stop'; $link = (New-Object -ComObject WScript.Shell).CreateShortcut($env:LINK_PATH); "
    "$link.TargetPath = $env:LINK_TARGET; $link.Arguments = $env:LINK_WORDS; "
    "$link.WorkingDirectory = $env:LINK_FOLDER; $link.IconLocation = $env:LINK_ICON; "
    "$link.Description = $env:LINK_ABOUT; $link.Save()"
)
_PROGRAMS: Final = Path("Microsoft", "Windows", "Start Menu", "Programs")
_WITHIN_S: Final = 30.0


def build(entry: LauncherEntry, environ: Mapping[str, str]) -> Launcher:
    """Return the launcher of the person whose variables these are."""
    roaming = Path(environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    icon = Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "stream-performer" / "performer.ico"
    write = partial(_write_link, entry, icon)
    menu = LauncherFile(path=roaming / _PROGRAMS / f"{TITLE}.lnk", write=write)
    session = LauncherFile(path=roaming / _PROGRAMS / "Startup" / f"{TITLE}.lnk", write=write)
    return Launcher((menu,), (session,), lambda path: path.unlink(missing_ok=True))


def describe_link(entry: LauncherEntry, icon: Path, path: Path) -> dict[str, str]:
    """Return the variables that the script reads; the program is the one that opens no console."""
    program = Path(entry.program)
    windowed = program.with_name("pythonw.exe")
    words = _set_before(entry) if entry.variables else entry.words
    return {
        "LINK_PATH": str(path),
        "LINK_TARGET": str(windowed),
        "LINK_WORDS": subprocess.list2cmdline(words),
        "LINK_FOLDER": str(entry.folder),
        "LINK_ICON": str(icon),
        "LINK_ABOUT": ABOUT,
    }


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
    command = ["powershell", "-NoProfile", "-NonInteractive", "-Command", SCRIPT]
    environment = make_environment(describe_link(entry, icon, path))
    try:
        subprocess.run(  # noqa: S603  the system's own
            command, env=environment, check=True, capture_output=True, timeout=_WITHIN_S, creationflags=NO_WINDOW
        )
    except subprocess.SubprocessError as error:
        raise OSError(f"PowerShell made no shortcut ({error})") from error
