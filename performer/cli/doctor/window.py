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

from performer.cli.doctor.report import CheckNotes, Examined
from performer.core.files.home import CHECKOUT
from performer.core.process.child import is_wayland, make_environment


@dataclass(frozen=True)
class ObsInstallation:
    """An OBS, or a place where one would be."""

    program: Path
    browser: tuple[Path, ...]
    """Where its browser source would be: Debian's package has none."""

    @property
    def has_browser(self) -> bool:
        """Whether there is a browser source."""
        return any(each.exists() for each in self.browser)


def find_obs(places: Sequence[ObsInstallation] | None = None) -> ObsInstallation | None:
    """Find the OBS that is installed on this system, or in one of the `places`; None when there is none."""
    return next((each for each in (list_usual_places() if places is None else places) if each.program.exists()), None)


def list_usual_places() -> list[ObsInstallation]:
    """List the places where OBS's own installers put it."""
    match sys.platform:
        case "win32":
            home = Path("C:/Program Files/obs-studio")
            return [ObsInstallation(home / "bin/64bit/obs64.exe", (home / "obs-plugins/64bit/obs-browser.dll",))]
        case "darwin":
            home = Path("/Applications/OBS.app")
            return [ObsInstallation(home, (home / "Contents/PlugIns/obs-browser.plugin",))]
    flatpak = Path("flatpak/app/com.obsproject.Studio/current/active/files")
    homes = [Path("/var/lib") / flatpak, Path.home() / ".local/share" / flatpak]
    found = shutil.which("obs")
    plugin = Path("obs-plugins/obs-browser.so")
    of_system = (Path("/usr/lib") / plugin, Path("/usr/lib64") / plugin, *Path("/usr/lib").glob(f"*/{plugin}"))
    return [
        *([ObsInstallation(Path(found), of_system)] if found else []),
        *(ObsInstallation(home / "bin/obs", (home / "lib" / plugin,)) for home in homes),
    ]


_PROBE_WITHIN_S: Final = 5.0
_PAGE: Final = "a Browser source with the stage's address shows it, on every system"
_WINDOW_WAYS: Final = {
    "win32": 'the window needs Window Capture with "Windows 10 (1903 and up)"; the automatic way shows it black',
    "darwin": "the window's soft edges come out coarse in OBS up to 32.2",
    "wayland": "the window needs Screen Capture (PipeWire) and OBS 29.1 or later",
    "linux": "the window needs Window Capture (Xcomposite) and its option of straight alpha, or edges get dark",
}


async def check_window(examined: Examined, notes: CheckNotes, places: Sequence[ObsInstallation] | None = None) -> None:
    """Check the display, then OBS; nothing is shown."""
    await _check_display(examined, notes)
    _check_obs(examined.environ, notes, find_obs(places))


async def _check_display(examined: Examined, notes: CheckNotes) -> None:
    name = examined.environ.get("DISPLAY")
    if sys.platform != "linux":
        notes.ok("display", "the desktop's own, which mixes translucent windows")
    elif name:
        await _check_x11(examined, notes, name)
    elif is_wayland(examined.environ):
        found = "Wayland without Xwayland: a window can neither stay on top nor choose its place"
        notes.warn("display", found, "Switch Xwayland on in your desktop, or use the page in OBS alone.")
    else:
        notes.skip("display", "none here; the overlay window needs one, the page in OBS does not")


async def _check_x11(examined: Examined, notes: CheckNotes, name: str) -> None:
    probed = await _probe(examined)
    if probed.get("answers") is None:
        notes.warn("display", f"{name} cannot be asked: libX11 is missing", "Install libx11-6.")
    elif not probed["answers"]:
        notes.fail("display", f"{name} does not answer", "Is DISPLAY right, and may you use that display (xhost)?")
    elif probed["composited"] or is_wayland(examined.environ):
        notes.ok("display", f"{name}, which mixes translucent windows")
    else:
        found = f"{name} has no compositor: a translucent window is black there, so it is cut to its elements"
        remedy = "Switch compositing on in your desktop, or start picom; the page needs neither."
        notes.warn("display", found, remedy)


async def _probe(examined: Examined) -> dict[str, Any]:
    """Run the probe of the display in its own process, which is killed when it takes too long."""
    command = [sys.executable, "-m", "performer.cli.doctor.x11_probe"]
    with examined.clock.move_on_after(_PROBE_WITHIN_S):
        environ = make_environment(environ=examined.environ)
        done = await anyio.run_process(command, cwd=CHECKOUT, env=environ, stderr=subprocess.DEVNULL, check=False)
        if done.returncode == 0:
            return dict(json.loads(done.stdout))
    return {"answers": False}


def _check_obs(environ: Mapping[str, str], notes: CheckNotes, obs: ObsInstallation | None) -> None:
    window = _WINDOW_WAYS["wayland" if is_wayland(environ) else sys.platform]
    if obs is None:
        notes.skip("into OBS", f"no OBS was found here; where it is, {_PAGE}; {window}")
    elif obs.has_browser:
        notes.ok("into OBS", f"{_PAGE}; {window}")
    else:
        remedy = "Install OBS from obsproject.com, Flathub or its PPA, which have one; or capture the window."
        notes.warn("into OBS", f"{obs.program} has no Browser source; {window}", remedy)
