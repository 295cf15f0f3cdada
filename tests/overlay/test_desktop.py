"""Real clicks, made by xdotool, pass through the window to the game below, whatever manages the windows."""

import pytest

from overlay.window import TITLE
from tests import eyes
from tests.overlay.desktop import desktop, seen, window
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "manager", ["", *(pytest.param(each, marks=pytest.mark.slow) for each in ("openbox", "xfwm4"))]
)
async def test_clicks_reach_the_game_below(house: Standing, manager: str) -> None:
    async with desktop(manager=manager) as screen:
        with screen.game() as clicks, eyes.opened(screen.display) as seeing:
            async with window(screen, house.server.addresses.window_url) as running:
                number = await seen(lambda: seeing.titled(TITLE))
                await seen(lambda: seeing.is_viewable(number) and "connected to" in running.errors)
                screen.tell("xdotool", "mousemove", "700", "500", "click", "1")
                await seen(lambda: clicks.count == 1)

                # A manager that maps the window anew may give it another frame.
                screen.tell("xdotool", "windowunmap", "--sync", str(number), "windowmap", "--sync", str(number))
                screen.tell("xdotool", "mousemove", "900", "300", "click", "1")
                await seen(lambda: clicks.count == 2)

                assert bool(seeing.frames(number)) == bool(manager)


@pytest.mark.slow
async def test_it_is_a_window_that_obs_lists_and_nobody_can_focus(house: Standing) -> None:
    async with desktop(manager="openbox") as screen:
        with screen.game(), eyes.opened(screen.display) as seeing:
            before = screen.tell("xdotool", "getactivewindow")
            async with window(screen, house.server.addresses.window_url) as running:
                number = await seen(lambda: seeing.titled(TITLE))
                await seen(lambda: seeing.is_viewable(number) and "connected to" in running.errors)

                listed = screen.tell("xprop", "-root", "_NET_CLIENT_LIST")
                state = screen.tell("xprop", "-id", str(number), "_NET_WM_STATE")
                hints = screen.tell("xprop", "-id", str(number), "WM_HINTS")
                assert hex(number) in listed
                assert "accepts input or input focus: False" in hints
                assert "_NET_WM_STATE_ABOVE" in state
                assert screen.tell("xdotool", "getactivewindow") == before
