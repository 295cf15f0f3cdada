"""The doctor and the screen: a picture is taken and judged."""

from functools import partial

import anyio
import anyio.lowlevel
import pytest

from performer.core.errors import PerformerError
from performer.doctor.report import RunningShow
from performer.doctor.vision import check_screen
from tests.performer.doctor.taking import Taken, examined, taken
from tests.systems import linux_only
from tests.xvfb import xvfb

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def x11_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)


async def screen(source: str = "auto", running: RunningShow | None = None, system: str = "linux") -> Taken:
    return await taken(partial(check_screen, system=system), examined(running=running, frames={"source": source}))


def looking_at(plays: str, why: str = "") -> RunningShow:
    return RunningShow(url="", port=0, down={}, roles={"eyes": (plays, why)})


async def test_a_black_screen_fails_and_one_with_a_picture_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with xvfb("1280x720") as name:
        monkeypatch.setenv("DISPLAY", name)
        await anyio.run_process(["xsetroot", "-solid", "black"])
        black = await screen()
        await anyio.run_process(["xsetroot", "-solid", "#c04020"])
        fine = await screen()

    assert (black["picture"].state, fine["picture"].state) == ("failed", "ok")
    assert black["picture"].found == "screen 1 1280x720 is black"
    assert fine["picture"].found.startswith("screen 1 1280x720, reduced to 1280x720 in ")


@pytest.mark.slow
async def test_on_windows_the_recorder_has_a_try_at_a_black_screen_and_is_compared_at_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with xvfb("1280x720") as name:
        monkeypatch.setenv("DISPLAY", name)
        await anyio.run_process(["xsetroot", "-solid", "black"])
        all_black = await screen(system="win32")
        window = await anyio.open_process(["xmessage", "-geometry", "600x300+600+300", "a game"])
        with anyio.fail_after(20):
            while (seen := await screen("screen:1:0,0,200,200", system="win32"))["picture"].remedy.startswith("Run"):
                await anyio.lowlevel.checkpoint()
        window.kill()
        await window.wait()
        await anyio.run_process(["xsetroot", "-solid", "#c04020"])
        fine = await screen(system="win32")

    assert all_black["picture"].remedy.startswith("Run the game borderless or in a window")
    assert seen["picture"].found.endswith("is black")
    assert seen["picture"].remedy.startswith("The recorder sees it: ")
    assert "config set frames.source recorder:1" in seen["picture"].remedy
    assert fine["recorder"].found.startswith("a picture takes ")


@linux_only("elsewhere there always is a display")
async def test_without_a_display_the_stand_in_does_not_count() -> None:
    found = await screen()

    assert found["picture"].state == "failed"
    assert "no display found" in found["picture"].found


@linux_only("elsewhere there always is a display")
async def test_a_screen_that_was_asked_for_and_is_not_there_is_told() -> None:
    with pytest.raises(PerformerError, match="no display found"):
        await screen("screen:3")


async def test_the_demo_game_is_all_right_when_it_was_asked_for() -> None:
    assert (await screen("arcade"))["picture"].state == "ok"


async def test_a_show_that_was_started_with_the_demo_game_is_all_right_whatever_the_file_says() -> None:
    found = await screen(running=looking_at("arcade seed 1"))

    assert (found["picture"].state, found["picture"].found) == (
        "ok",
        "arcade seed 1: the show that is on looks at it",
    )


async def test_a_show_whose_demo_game_stands_in_for_the_screen_tells_why() -> None:
    found = await screen(running=looking_at("arcade seed 1", "no display found; a demo game plays instead"))

    assert (found["picture"].state, found["picture"].found) == ("failed", "no display found; a demo game plays instead")
