"""Checks of the desktop: the display, the way into OBS, what pauses need, and the time zone in which plans are kept."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import anyio

from performer.agent.game_keys.keyboard import open_keyboard
from performer.agent.pause_triggers.desktop import Desktop, open_desktop
from performer.agent.pause_triggers.settings import Shortcut
from performer.agent.schedule.time_zones import find_system_name, find_zone
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import CHECKOUT
from performer.core.own_text import own
from performer.core.process.child import is_wayland, make_environment
from performer.core.process.thread import WorkerThread
from performer.core.values import dataclass
from performer.doctor.report import CheckNotes, Examined
from performer.stage.processes.overlay_window import explain_missing_display


async def check_schedule(examined: Examined, notes: CheckNotes) -> None:
    """Check the schedule's time zone, and note what time it is there."""
    settings = examined.config.schedule
    if not settings.enabled:
        notes.skip("zone", own("off, as configured (schedule.enabled): nothing that is planned comes up"))
        return
    name = settings.zone or find_system_name()
    try:
        zone = find_zone(name)
    except ConfigError as error:
        notes.fail("zone", str(error), own("Set schedule.zone to such a name, or unset it. Until then no show starts."))
        return
    shown = name or "this computer's own, which has no name"
    notes.ok("zone", own("{shown}: it is {zone:%H:%M} there", shown=shown, zone=examined.clock.utc().astimezone(zone)))


async def check_pauses(examined: Examined, notes: CheckNotes) -> None:
    """Check what pauses need; what the settings do not ask for is noted as possible or not, and never fails."""
    with closing(WorkerThread("doctor's desktop")) as thread:
        await _look_at_desktop(examined, notes, thread)
        await _try_keys(examined, notes, thread)


async def _look_at_desktop(examined: Examined, notes: CheckNotes, thread: WorkerThread) -> None:
    settings = examined.config.pauses
    is_wanted = bool(settings.programs or settings.away_s)
    try:
        desktop = await thread.run(lambda: open_desktop(examined.environ))
        notes.ok("desktop", await thread.run(lambda: _describe(desktop)))
    except ServiceError as no:
        note = notes.warn if is_wanted else notes.skip
        note("desktop", str(no), "Empty pauses.programs and set pauses.away_s to 0." if is_wanted else "")


async def _try_keys(examined: Examined, notes: CheckNotes, thread: WorkerThread) -> None:
    """Grab the keys of the game for a moment; a desktop's portal would ask the streamer, and is not asked."""
    wanted = list(examined.config.keys.list_shortcuts().values())
    if examined.config.pauses.shortcut:
        wanted.append(Shortcut.read(examined.config.pauses.shortcut))
    names = ", ".join(map(str, wanted))
    if not names or is_wayland(examined.environ) or explain_missing_display(examined.environ):
        return
    if examined.running:
        notes.skip("keys", own("{names}: for the show that is on", names=names))
        return
    try:
        refused = await thread.run(lambda: _take_for_a_moment(wanted, examined.environ))
    except ServiceError as no:
        notes.warn("keys", str(no))
        return
    for why in refused.values():
        notes.warn("keys", why)
    if not refused:
        notes.ok("keys", own("free: {names}", names=names))


def _take_for_a_moment(wanted: Sequence[Shortcut], environ: Mapping[str, str]) -> Mapping[Shortcut, str]:
    keyboard = open_keyboard(environ)
    try:
        return keyboard.hold(wanted)
    finally:
        keyboard.close()
        keyboard.next_event()


def _describe(desktop: Desktop) -> str:
    """Describe what the desktop can tell, never which program is in front."""
    with closing(desktop):
        window, idle_s = desktop.foreground(), desktop.idle_s()
        if window and window.fills_screen:
            return own(
                "{name} tells which program is in front, now in full screen, and for {idle_s:.0f} s nobody touched it",
                name=desktop.name,
                idle_s=idle_s,
            )
        return own(
            "{name} tells which program is in front, and for {idle_s:.0f} s nobody touched it",
            name=desktop.name,
            idle_s=idle_s,
        )


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
_PAGE: Final = own("a Browser source with the stage's address shows it, on every system")
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
        notes.ok("display", own("the desktop's own, which mixes translucent windows"))
    elif name:
        await _check_x11(examined, notes, name)
    elif is_wayland(examined.environ):
        found = "Wayland without Xwayland: a window can neither stay on top nor choose its place"
        notes.warn("display", found, own("Switch Xwayland on in your desktop, or use the page in OBS alone."))
    else:
        notes.skip("display", own("none here; the overlay window needs one, the page in OBS does not"))


async def _check_x11(examined: Examined, notes: CheckNotes, name: str) -> None:
    probed = await _probe(examined)
    if probed.get("answers") is None:
        notes.warn("display", own("{name} cannot be asked: libX11 is missing", name=name), own("Install libx11-6."))
    elif not probed["answers"]:
        notes.fail(
            "display",
            own("{name} does not answer", name=name),
            own("Is DISPLAY right, and may you use that display (xhost)?"),
        )
    elif probed["composited"] or is_wayland(examined.environ):
        notes.ok("display", own("{name}, which mixes translucent windows", name=name))
    else:
        found = own(
            "{name} has no compositor: a translucent window is black there, so it is cut to its elements", name=name
        )
        remedy = own("Switch compositing on in your desktop, or start picom; the page needs neither.")
        notes.warn("display", found, remedy)


async def _probe(examined: Examined) -> dict[str, Any]:
    """Run the probe of the display in its own process, which is killed when it takes too long."""
    command = [sys.executable, "-m", "performer.doctor.x11_probe"]
    with examined.clock.move_on_after(_PROBE_WITHIN_S):
        environ = make_environment(environ=examined.environ)
        done = await anyio.run_process(command, cwd=CHECKOUT, env=environ, stderr=subprocess.DEVNULL, check=False)
        if done.returncode == 0:
            return dict(json.loads(done.stdout))
    return {"answers": False}


def _check_obs(environ: Mapping[str, str], notes: CheckNotes, obs: ObsInstallation | None) -> None:
    window = _WINDOW_WAYS["wayland" if is_wayland(environ) else sys.platform]
    if obs is None:
        notes.skip("into OBS", own("no OBS was found here; where it is, {page}; {window}", page=_PAGE, window=window))
    elif obs.has_browser:
        notes.ok("into OBS", own("{page}; {window}", page=_PAGE, window=window))
    else:
        remedy = own("Install OBS from obsproject.com, Flathub or its PPA, which have one; or capture the window.")
        notes.warn(
            "into OBS", own("{program} has no Browser source; {window}", program=obs.program, window=window), remedy
        )
