"""The launcher of a Linux desktop: files of the XDG Desktop Entry and Autostart specifications, and an icon."""

import re
import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from performer.stage.desktop.launcher import ABOUT, APP_ID, ICON, TITLE, Launcher, LauncherEntry, LauncherFile

_RESERVED: Final = re.compile(r'["`$\\]')


def build(entry: LauncherEntry, environ: Mapping[str, str]) -> Launcher:
    """Return the launcher of the person whose variables these are."""
    home = Path(environ.get("HOME", "~")).expanduser()
    data = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    write = partial(_write_entry, entry)
    menu = (
        LauncherFile(path=data / "applications" / f"{APP_ID}.desktop", write=write),
        LauncherFile(path=data / "icons" / "hicolor" / "256x256" / "apps" / f"{APP_ID}.png", write=_copy_icon),
    )
    session = (LauncherFile(path=config / "autostart" / f"{APP_ID}.desktop", write=write),)
    return Launcher(menu, session, lambda path: path.unlink(missing_ok=True))


def format_entry(entry: LauncherEntry) -> str:
    """Write a desktop entry."""
    variables = [f"{name}={value}" for name, value in entry.variables.items()]
    command = [*(["env", *variables] if variables else []), entry.program, *entry.words]
    return "\n".join(
        (
            "[Desktop Entry]",
            "Type=Application",
            f"Name={TITLE}",
            f"Comment={ABOUT}",
            f"Exec={_escape(' '.join(map(_quote, command)))}",
            f"Path={_escape(str(entry.folder))}",
            f"Icon={_escape(str(ICON))}",
            f"StartupWMClass={APP_ID}",
            "Categories=AudioVideo;",
            "Terminal=false",
            "",
        )
    )


def _quote(word: str) -> str:
    """Quote a word of a command, in which `%` begins a code."""
    return '"' + _RESERVED.sub(r"\\\g<0>", word).replace("%", "%%") + '"'


def _escape(value: str) -> str:
    """Escape a value; the backslashes of a quoted word are escaped once more."""
    return value.replace("\\", "\\\\").replace("\n", "\\n")


def _write_entry(entry: LauncherEntry, path: Path) -> None:
    path.write_text(format_entry(entry), encoding="utf-8")


def _copy_icon(path: Path) -> None:
    shutil.copyfile(ICON, path)
