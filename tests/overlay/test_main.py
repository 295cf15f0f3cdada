"""The window's life: how it begins, waits, ends and comes back, and which monitor it stands on."""

import json
import signal
from pathlib import Path

import pytest

from overlay.window import TITLE
from tests.eyes import Eyes, Rect
from tests.overlay.desktop import Desktop, desktop, seen, window
from tests.overlay.screenshots import INSIDE, PAPER, looking, sign, standing_window
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_it_ends_with_its_input_and_at_sigterm(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url) as bound:
        await seen(lambda: "connected to" in bound.errors)
        await bound.close_input()

        assert await bound.ended() == 0
    async with window(screen, house.server.addresses.window_url, by_hand=True) as unbound:
        await seen(lambda: "connected to" in unbound.errors)
        unbound.process.send_signal(signal.SIGTERM)

        assert await unbound.ended() == 0


@pytest.mark.slow
async def test_a_window_that_was_killed_shows_all_again_when_it_is_started_again(
    screen: Desktop, house: Standing
) -> None:
    house.stage.show(sign())
    for _ in range(2):
        async with window(screen, house.server.addresses.window_url) as running:
            with looking(screen) as seeing:
                await seen(lambda: seeing.titled(TITLE))
                await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)
                running.process.kill()
                await running.ended()
                await seen(lambda: not seeing.titled(TITLE))


@pytest.mark.slow
async def test_without_a_display_it_says_so_in_one_line(screen: Desktop) -> None:
    nowhere = Desktop("", Path("/nowhere"))
    async with window(nowhere, "ws://127.0.0.1:1/stage/ws", by_hand=True) as running:
        assert await running.ended() == 1
        assert "neither DISPLAY nor WAYLAND_DISPLAY is set" in running.errors
    gone = Desktop(":4711", Path("/nowhere"))
    async with window(gone, "ws://127.0.0.1:1/stage/ws", by_hand=True) as running:
        assert await running.ended() == 1
        assert running.errors == "overlay: the display ':4711' does not answer\n"


async def test_on_wayland_it_goes_through_xwayland(screen: Desktop, house: Standing) -> None:
    screen.environment["WAYLAND_DISPLAY"] = "wayland-7"
    try:
        async with window(screen, house.server.addresses.window_url):
            with looking(screen) as seeing:
                assert await standing_window(house, seeing)
    finally:
        del screen.environment["WAYLAND_DISPLAY"]


async def test_it_says_that_x11_cannot_hide_it_from_capture(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url, "--hide-from-capture", "always") as running:
        told = "captured like any other window: no window can be hidden from capture on this system"
        await seen(lambda: f"on screen, {told}" in running.errors)


@pytest.mark.slow
async def test_the_streamer_may_move_it_to_another_monitor(house: Standing, tmp_path: Path) -> None:
    memory = tmp_path / "window.json"
    async with desktop(manager="openbox") as wide:
        with looking(wide) as seeing:
            _two_monitors(wide)
            async with window(
                wide, house.server.addresses.window_url, "--monitor", "left", "--place-file", str(memory)
            ):
                number = await standing_window_at(seeing, Rect(0, 0, 960, 1080))
                wide.tell("xdotool", "windowmove", str(number), "970", "10")

                await seen(lambda: seeing.place(number) == Rect(960, 0, 960, 1080))
                await seen(lambda: json.loads(memory.read_text(encoding="utf-8")) == {"monitor": "right"})


@pytest.mark.slow
async def test_it_remembers_its_monitor_and_follows_what_is_plugged(house: Standing, tmp_path: Path) -> None:
    memory = tmp_path / "window.json"
    async with desktop() as wide:
        with looking(wide) as seeing:
            _two_monitors(wide)
            async with window(wide, house.server.addresses.window_url, "--monitor", "2", "--place-file", str(memory)):
                number = await standing_window_at(seeing, Rect(960, 0, 960, 1080))
                assert json.loads(memory.read_text(encoding="utf-8")) == {"monitor": "right"}
            async with window(wide, house.server.addresses.window_url, "--place-file", str(memory)):
                number = await standing_window_at(seeing, Rect(960, 0, 960, 1080))
                wide.tell("xrandr", "--delmonitor", "right")
                await seen(lambda: seeing.place(number).x == 0)
                wide.tell("xrandr", "--setmonitor", "right", "960/254x1080/286+960+0", "none")
                await seen(lambda: seeing.place(number) == Rect(960, 0, 960, 1080))


def _two_monitors(on: Desktop) -> None:
    on.tell("xrandr", "--setmonitor", "left", "960/254x1080/286+0+0", "screen")
    on.tell("xrandr", "--setmonitor", "right", "960/254x1080/286+960+0", "none")


async def standing_window_at(seeing: Eyes, place: Rect) -> int:
    number = await seen(lambda: seeing.titled(TITLE))
    await seen(lambda: seeing.is_viewable(number) and seeing.place(number) == place)
    return number
