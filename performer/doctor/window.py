"""The window and the way into OBS: is there a display, is translucency mixed there, and what shows alpha in OBS."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import anyio

from performer.clock import Clock
from performer.doctor.obs import Place, find_obs
from performer.doctor.report import Notes
from performer.inherited import inherited
from performer.paths import CHECKOUT
from performer.session import is_wayland

_PROBE_WITHIN_S: Final = 5.0
_PAGE: Final = "a Browser source with the stage's address shows it, on every system"
_WINDOW_WAYS: Final = {
    "win32": 'the window needs Window Capture with "Windows 10 (1903 and up)"; the automatic way shows it black',
    "darwin": "the window's soft edges come out coarse in OBS up to 32.2",
    "wayland": "the window needs Screen Capture (PipeWire) and OBS 29.1 or later",
    "x11": "the window needs Window Capture (Xcomposite) and its option of straight alpha, or edges get dark",
}


class WindowCheck:
    """Looks at the display and for OBS; nothing is shown."""

    def __init__(self, clock: Clock, environ: Mapping[str, str], places: Sequence[Place] | None = None) -> None:
        self._clock = clock
        self._environ = environ
        self._places = places

    async def look(self, notes: Notes) -> None:
        """Look at the display, then for OBS."""
        await self._display(notes)
        self._obs(notes)

    async def _display(self, notes: Notes) -> None:
        if sys.platform != "linux":
            notes.ok("display", "the desktop's own, which mixes translucent windows")
        elif is_wayland(self._environ) and not self._environ.get("DISPLAY"):
            remedy = "Switch Xwayland on in your desktop, or use the page in OBS alone."
            notes.warn(
                "display", "Wayland without Xwayland: a window can neither stay on top nor choose its place", remedy
            )
        elif self._environ.get("DISPLAY"):
            await self._x11(notes)
        else:
            notes.skip("display", "none here; the overlay window needs one, the page in OBS does not")

    async def _x11(self, notes: Notes) -> None:
        name = self._environ["DISPLAY"]
        told = await self._probed()
        if told.get("answers") is None:
            notes.warn("display", f"{name} cannot be asked: libX11 is missing", "Install libx11-6.")
        elif not told["answers"]:
            notes.fail("display", f"{name} does not answer", "Is DISPLAY right, and may you use that display (xhost)?")
        elif told["composited"] or is_wayland(self._environ):
            notes.ok("display", f"{name}, which mixes translucent windows")
        else:
            found = f"{name} has no compositor: a translucent window is black there, so it is cut to its elements"
            notes.warn(
                "display", found, "Switch compositing on in your desktop, or start picom; the page needs neither."
            )

    async def _probed(self) -> dict[str, Any]:
        """Ask the display in a process of its own, which is killed when it takes too long."""
        command = [sys.executable, "-m", "performer.doctor.x11_probe"]
        with self._clock.move_on_after(_PROBE_WITHIN_S):
            done = await anyio.run_process(
                command, cwd=CHECKOUT, env=inherited(environ=self._environ), stderr=subprocess.DEVNULL, check=False
            )
            if done.returncode == 0:
                return dict(json.loads(done.stdout))
        return {"answers": False}

    def _obs(self, notes: Notes) -> None:
        obs = find_obs(self._places)
        window = _WINDOW_WAYS[
            "wayland" if is_wayland(self._environ) else {"linux": "x11"}.get(sys.platform, sys.platform)
        ]
        if obs is None:
            notes.skip("into OBS", f"no OBS was found here; where it is, {_PAGE}; {window}")
        elif obs.has_browser:
            notes.ok("into OBS", f"{_PAGE}; {window}")
        else:
            remedy = "Install OBS from obsproject.com, Flathub or its PPA, which have one; or capture the window."
            notes.warn("into OBS", f"{obs.program} has no Browser source; {window}", remedy)
