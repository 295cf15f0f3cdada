"""The doctor and the window: display, compositor, and the way into OBS."""

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from performer.doctor.desktop import ObsInstallation, check_window, find_obs
from tests.overlay.desktop import desktop
from tests.performer.doctor.taking import Taken, examined, taken
from tests.systems import linux_only

pytestmark = pytest.mark.anyio


async def window(*places: ObsInstallation, **environ: str) -> Taken:
    kept = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    kept.pop("XDG_SESSION_TYPE", None)
    return await taken(partial(check_window, places=places), examined(environ={**kept, **environ}))


def obs(folder: Path, *, browser: bool) -> ObsInstallation:
    place = ObsInstallation(program=folder / "obs", browser=(folder / "nowhere.so", folder / "obs-browser.so"))
    place.program.touch()
    if browser:
        place.browser[1].touch()
    return place


async def test_a_compositor_is_seen_and_its_absence_is_a_warning() -> None:
    async with desktop(compositor=False) as screen:
        without = await window(DISPLAY=screen.display)
        with screen.compositor():
            beside = await window(DISPLAY=screen.display)

    assert (without["display"].state, beside["display"].state) == ("warning", "ok")
    assert "picom" in without["display"].remedy


@linux_only("the display is X11's or Wayland's there")
async def test_a_display_that_does_not_answer_fails() -> None:
    found = await window(DISPLAY=":4242")

    assert found["display"].state == "failed"
    assert ":4242 does not answer" in found["display"].found


@linux_only("the display is X11's or Wayland's there")
async def test_no_display_is_no_fault() -> None:
    assert (await window())["display"].state == "skipped"


@linux_only("the display is X11's or Wayland's there")
async def test_wayland_without_xwayland_is_a_warning() -> None:
    found = await window(WAYLAND_DISPLAY="wayland-0")

    assert found["display"].state == "warning"
    assert "PipeWire" in found["into OBS"].found


async def test_an_obs_without_a_browser_source_is_a_warning(tmp_path: Path) -> None:
    ways = {"linux": "straight alpha", "win32": "Windows 10", "darwin": "soft edges"}

    bare = await window(obs(tmp_path, browser=False))
    whole = await window(obs(tmp_path, browser=True))

    assert (bare["into OBS"].state, whole["into OBS"].state) == ("warning", "ok")
    assert "has no Browser source" in bare["into OBS"].found
    assert ways[sys.platform] in bare["into OBS"].found


async def test_without_obs_the_way_is_told_all_the_same() -> None:
    found = await window()

    assert found["into OBS"].state == "skipped"
    assert "Browser source" in found["into OBS"].found


@linux_only("elsewhere its installer puts it in one place")
def test_obs_is_looked_for_where_it_usually_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = obs(tmp_path, browser=False)
    place.program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    found = find_obs()

    assert found is not None
    assert found.program == place.program
