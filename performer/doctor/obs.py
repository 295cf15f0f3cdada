"""OBS on this machine: where it is, and whether it brings a browser source."""

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where an OBS would be, and its browser source with it."""

    program: Path
    browser: tuple[Path, ...]


@dataclass(frozen=True, kw_only=True)
class Obs:
    """An OBS that was found."""

    program: Path
    has_browser: bool
    """Whether it has a browser source: Debian's package has none."""


def find_obs(places: Sequence[Place] | None = None) -> Obs | None:
    """Look where OBS is installed on this system; None when it is not found."""
    for place in usual_places() if places is None else places:
        if place.program.exists():
            return Obs(program=place.program, has_browser=any(each.exists() for each in place.browser))
    return None


def usual_places() -> list[Place]:
    """List where OBS's own installers put it."""
    match sys.platform:
        case "win32":
            home = Path("C:/Program Files/obs-studio")
            return [_place(home / "bin/64bit/obs64.exe", home / "obs-plugins/64bit/obs-browser.dll")]
        case "darwin":
            home = Path("/Applications/OBS.app")
            return [_place(home, home / "Contents/PlugIns/obs-browser.plugin")]
    return _on_linux()


def _on_linux() -> list[Place]:
    flatpak = Path("flatpak/app/com.obsproject.Studio/current/active/files")
    homes = [Path("/var/lib") / flatpak, Path.home() / ".local/share" / flatpak]
    found = shutil.which("obs")
    plugin = Path("obs-plugins/obs-browser.so")
    of_system = [Path("/usr/lib") / plugin, Path("/usr/lib64") / plugin, *Path("/usr/lib").glob(f"*/{plugin}")]
    return [
        *(_place(Path(found), *of_system) for found in [found] if found),
        *(_place(home / "bin/obs", home / "lib" / plugin) for home in homes),
    ]


def _place(program: Path, *browser: Path) -> Place:
    return Place(program=program, browser=browser)
