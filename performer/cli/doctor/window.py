"""The check of the window and the way into OBS: is there a display, a compositor, and an OBS with a browser source."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import anyio

from performer.cli.doctor.report import CheckNotes
from performer.core.clock import Clock
from performer.core.files.home import CHECKOUT
from performer.core.process.child import is_wayland, make_environment


@dataclass(frozen=True, kw_only=True)
class ObsLocation:
    """A place where an OBS would be, and its browser source with it."""

    program: Path
    browser: tuple[Path, ...]


@dataclass(frozen=True, kw_only=True)
class ObsInstallation:
    """An OBS that was found."""

    program: Path
    has_browser: bool
    """Whether it has a browser source: Debian's package has none."""


def find_obs(places: Sequence[ObsLocation] | None = None) -> ObsInstallation | None:
    """Find the OBS that is installed on this system; None when there is none."""
    for place in list_usual_places() if places is None else places:
        if place.program.exists():
            return ObsInstallation(program=place.program, has_browser=any(each.exists() for each in place.browser))
    return None


def list_usual_places() -> list[ObsLocation]:
    """List the places where OBS's own installers put it."""
    match sys.platform:
        case "win32":
            home = Path("C:/Program Files/obs-studio")
            return [_make_location(home / "bin/64bit/obs64.exe", home / "obs-plugins/64bit/obs-browser.dll")]
        case "darwin":
            home = Path("/Applications/OBS.app")
            return [_make_location(home, home / "Contents/PlugIns/obs-browser.plugin")]
    flatpak = Path("flatpak/app/com.obsproject.Studio/current/active/files")
    homes = [Path("/var/lib") / flatpak, Path.home() / ".local/share" / flatpak]
    found = shutil.which("obs")
    plugin = Path("obs-plugins/obs-browser.so")
    of_system = [Path("/usr/lib") / plugin, Path("/usr/lib64") / plugin, *Path("/usr/lib").glob(f"*/{plugin}")]
    return [
        *([_make_location(Path(found), *of_system)] if found else []),
        *(_make_location(home / "bin/obs", home / "lib" / plugin) for home in homes),
    ]


def _make_location(program: Path, *browser: Path) -> ObsLocation:
    return ObsLocation(program=program, browser=browser)


_PROBE_WITHIN_S: Final = 5.0
_PAGE: Final = "a Browser source with the stage's address shows it, on every system"
_WINDOW_WAYS: Final = {
    "win32": 'the window needs Window Capture with "Windows 10 (1903 and up)"; the automatic way shows it black',
    "darwin": "the window's soft edges come out coarse in OBS up to 32.2",
    "wayland": "the window needs Screen Capture (PipeWire) and OBS 29.1 or later",
    "linux": "the window needs Window Capture (Xcomposite) and its option of straight alpha, or edges get dark",
}


@dataclass(frozen=True)
class WindowCheck:
    """The check of the display and of OBS; nothing is shown."""

    _clock: Clock
    _environ: Mapping[str, str]
    _places: Sequence[ObsLocation] | None = None

    async def look(self, notes: CheckNotes) -> None:
        """Look at the display, then for OBS."""
        await self._check_display(notes)
        self._check_obs(notes)

    async def _check_display(self, notes: CheckNotes) -> None:
        if sys.platform != "linux":
            notes.ok("display", "the desktop's own, which mixes translucent windows")
        elif is_wayland(self._environ) and not self._environ.get("DISPLAY"):
            found = "Wayland without Xwayland: a window can neither stay on top nor choose its place"
            notes.warn("display", found, "Switch Xwayland on in your desktop, or use the page in OBS alone.")
        elif self._environ.get("DISPLAY"):
            await self._check_x11(notes)
        else:
            notes.skip("display", "none here; the overlay window needs one, the page in OBS does not")

    async def _check_x11(self, notes: CheckNotes) -> None:
        name = self._environ["DISPLAY"]
        probed = await self._probe()
        if probed.get("answers") is None:
            notes.warn("display", f"{name} cannot be asked: libX11 is missing", "Install libx11-6.")
        elif not probed["answers"]:
            notes.fail("display", f"{name} does not answer", "Is DISPLAY right, and may you use that display (xhost)?")
        elif probed["composited"] or is_wayland(self._environ):
            notes.ok("display", f"{name}, which mixes translucent windows")
        else:
            found = f"{name} has no compositor: a translucent window is black there, so it is cut to its elements"
            remedy = "Switch compositing on in your desktop, or start picom; the page needs neither."
            notes.warn("display", found, remedy)

    async def _probe(self) -> dict[str, Any]:
        """Run the probe of the display in its own process, which is killed when it takes too long."""
        command = [sys.executable, "-m", "performer.cli.doctor.x11_probe"]
        with self._clock.move_on_after(_PROBE_WITHIN_S):
            environ = make_environment(environ=self._environ)
            done = await anyio.run_process(command, cwd=CHECKOUT, env=environ, stderr=subprocess.DEVNULL, check=False)
            if done.returncode == 0:
                return dict(json.loads(done.stdout))
        return {"answers": False}

    def _check_obs(self, notes: CheckNotes) -> None:
        obs = find_obs(self._places)
        system = "wayland" if is_wayland(self._environ) else sys.platform
        window = _WINDOW_WAYS[system]
        if obs is None:
            notes.skip("into OBS", f"no OBS was found here; where it is, {_PAGE}; {window}")
        elif obs.has_browser:
            notes.ok("into OBS", f"{_PAGE}; {window}")
        else:
            remedy = "Install OBS from obsproject.com, Flathub or its PPA, which have one; or capture the window."
            notes.warn("into OBS", f"{obs.program} has no Browser source; {window}", remedy)
