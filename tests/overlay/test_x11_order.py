"""Real games over the whole screen, under real window managers: the window stays above, or says that it cannot."""

import pytest

from overlay.window import TITLE
from tests import eyes
from tests.overlay.desktop import desktop, seen, window
from tests.overlay.screenshots import INSIDE, PAPER, standing_window
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["", "fullscreen", "topmost"])
@pytest.mark.parametrize("manager", ["openbox", "xfwm4"])
async def test_a_game_over_the_whole_screen_does_not_cover_it(house: Standing, manager: str, mode: str) -> None:
    async with desktop(manager=manager) as screen, window(screen, house.server.addresses.window_url):
        with eyes.opened(screen.display) as seeing:
            number = await standing_window(house, seeing)
            with screen.game(mode=mode) as clicks:
                await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)
                screen.tell("xdotool", "mousemove", "700", "500", "click", "1")
                await seen(lambda: clicks.count == 1)
                await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)

                # OBS lists what the window manager manages.
                assert hex(number) in screen.tell("xprop", "-root", "_NET_CLIENT_LIST")
                assert house.heard[-1] == "on screen"


@pytest.mark.slow
@pytest.mark.parametrize("manager", ["openbox", "xfwm4"])
async def test_a_window_that_comes_later_is_above_a_game_too(house: Standing, manager: str) -> None:
    async with desktop(manager=manager) as screen:
        with screen.game(mode="fullscreen"), eyes.opened(screen.display) as seeing:
            async with window(screen, house.server.addresses.window_url):
                await standing_window(house, seeing)
                await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)


@pytest.mark.slow
async def test_what_no_window_manager_manages_stays_above_and_the_stage_hears_of_it(house: Standing) -> None:
    async with desktop() as screen, window(screen, house.server.addresses.window_url):
        with eyes.opened(screen.display) as seeing:
            await seen(lambda: seeing.is_viewable(seeing.titled(TITLE)) and bool(house.heard))
            with screen.game(mode="unmanaged"):
                await seen(lambda: house.heard[-1].startswith("covered: another program's window"))
                remedy = house.heard[-1]

            await seen(lambda: house.heard[-1] == "on screen")
            assert "a browser source in OBS" in remedy
            assert "borderless" not in remedy  # it may be so already
