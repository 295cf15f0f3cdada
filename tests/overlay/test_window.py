"""The window on a real display: its pixels, its place, its life."""

import json
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from overlay.window import TITLE
from performer.messages import Bubble, Caption, Card, Emote, Mouth, Particles, Put, Toast, encode
from performer.sprites.drawing import drawn
from performer.sprites.recipe import Recipe
from performer.stage.library.exhibit import exhibit
from performer.stage.library.library import Library
from tests import eyes
from tests.client.running import Running
from tests.eyes import Eyes, Rect
from tests.overlay import game
from tests.overlay.desktop import Desktop, desktop, seen, window
from tests.overlay.stills import owl
from tests.performer.stage.standing import Standing, standing

pytestmark = pytest.mark.anyio

GROUND = game.COLOUR
PAPER = (251, 250, 244)
CLEAR = (0, 0, 0, 0)


@pytest.fixture(scope="module")
async def screen() -> AsyncIterator[Desktop]:
    """A display with a compositor."""
    async with desktop() as made:
        with made.game():
            yield made


@pytest.fixture(scope="module")
async def bare_screen() -> AsyncIterator[Desktop]:
    """A display without one."""
    async with desktop(compositor=False) as made:
        yield made


@contextmanager
def looking(on: Desktop) -> Iterator[Eyes]:
    with eyes.opened(on.display) as seeing:
        yield seeing


def sign(text: str = "First try.") -> Bubble:
    return Bubble(id="b", alt=text, born_ms=0, place="middle")


INSIDE = (1650, 606)
"""A point of the paper of a bubble in the middle."""

BEAK = (1666, 886)
"""A point of the owl that is feathers while its beak is shut, and its edge while it is wide open."""


CARD_PICTURE = Rect(90, 232, 96, 96)
"""Where the picture of a card on the left is."""
ON_CARD = (300, 240)
LEFT_HALF = Rect(0, 0, 960, 800)


async def standing_window(house: Standing, seeing: Eyes) -> int:
    """Wait until the window is there, with a bubble on it, and tell its number."""
    number = await seen(lambda: seeing.titled(TITLE))
    house.stage.show(sign())
    await seen(lambda: seeing.is_viewable(number) and seeing.pixel(number, *INSIDE)[:3] == PAPER)
    return number


async def test_its_pixels_are_clear_but_where_something_is(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)

            assert seeing.depth(number) == 32
            assert seeing.place(number) == Rect(0, 0, 1920, 1080)
            assert seeing.pixel(number, 5, 5) == CLEAR
            assert seeing.pixel(number, *INSIDE) == (*PAPER, 255)
            await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)
            assert seeing.pixel(seeing.root, 5, 5) == GROUND
            house.stage.drop("b")
            await seen(lambda: seeing.pixels(number, Rect(1200, 380, 700, 320)).getextrema() == ((0, 0),) * 4)


async def test_the_ground_shines_through_a_caption(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            house.stage.show(Caption(id="c", alt="Two hit points left.", born_ms=0))
            await seen(lambda: seeing.pixel(number, 960, 955)[3] == 0xCC)

            mixed = [round(ink * 0.8 + ground * 0.2) for ink, ground in zip((16, 19, 28), GROUND, strict=True)]
            await seen(lambda: _near(seeing.pixel(seeing.root, 960, 955), mixed))


async def test_with_straight_alpha_colours_are_stored_as_they_are(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url, "--straight-alpha"):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            house.stage.show(Caption(id="c", alt="Two hit points left.", born_ms=0))
            await seen(lambda: seeing.pixel(number, 960, 955)[3] == 0xCC)

            assert _near(seeing.pixel(number, 960, 955), (16, 19, 28, 0xCC))


@pytest.mark.slow
async def test_every_kind_is_drawn(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            src, src2x = house.library.emote_src("laugh")
            house.stage.show(Emote(id="e", alt="laugh", born_ms=0, src=src, src2x=src2x, x=0.25, y=0.5))
            house.stage.show(Toast(id="t", alt="The voice is back.", born_ms=0))
            now_ms = house.stage.now_ms()
            snow = Particles(id="p", alt="", born_ms=now_ms, until_ms=now_ms + 20_000, shape="snow", count=100, seed=7)
            house.stage.show(snow)

            await seen(lambda: seeing.pixel(number, 480, 500)[3] == 255)
            await seen(lambda: _near(seeing.pixel(number, 68, 90), (0x3F, 0xD5, 0xC8, 255)))
            await seen(lambda: _drawn(seeing.pixels(number, Rect(700, 0, 300, 800))))


async def test_without_a_compositor_it_is_cut_to_its_elements(bare_screen: Desktop, house: Standing) -> None:
    async with window(bare_screen, house.server.addresses.window_url) as running:
        with looking(bare_screen) as seeing:
            number = await standing_window(house, seeing)

            assert seeing.pixel(seeing.root, 5, 5) == GROUND
            await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)
            assert seeing.pixel(seeing.root, *INSIDE) == PAPER
            assert seeing.pixel(seeing.root, 960, 955) == GROUND
            house.stage.drop("b")
            await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == GROUND)
            assert seeing.is_viewable(number)
            assert "cut to its elements: no compositor runs" in running.errors


async def test_or_it_hides_and_comes_with_the_compositor_and_goes_with_it(
    bare_screen: Desktop, house: Standing
) -> None:
    async with window(bare_screen, house.server.addresses.window_url, "--without-compositor", "hide") as running:
        with looking(bare_screen) as seeing:
            number = await seen(lambda: seeing.titled(TITLE))
            await seen(lambda: "hidden: no compositor runs" in running.errors)
            assert not seeing.is_viewable(number)

            with bare_screen.compositor():
                await standing_window(house, seeing)
                await seen(lambda: seeing.pixel(seeing.root, *INSIDE) == PAPER)
                await seen(lambda: seeing.pixel(seeing.root, 5, 5) != (0, 0, 0))

            await seen(lambda: not seeing.is_viewable(number))
            await seen(lambda: running.errors.count("hidden: no compositor runs") == 2)


async def test_a_compositor_that_comes_and_goes_is_followed_in_shape(bare_screen: Desktop, house: Standing) -> None:
    async with window(bare_screen, house.server.addresses.window_url):
        with looking(bare_screen) as seeing:
            await standing_window(house, seeing)
            with bare_screen.compositor():
                await seen(lambda: 0 < _blue_behind_shadow(seeing) < GROUND[2])
            await seen(lambda: _blue_behind_shadow(seeing) == GROUND[2])

            assert seeing.pixel(seeing.root, *INSIDE) == PAPER


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
        await seen(lambda: "no window can be hidden from capture" in running.errors)


@pytest.mark.slow
async def test_nonsense_on_the_wire_is_survived(screen: Desktop, house: Standing) -> None:
    wrong = [
        '{"op":"put","element":{"id":"1","kind":"emote","alt":"","born_ms":0,"src":"http://x/y.png","src2x":"/.."}}',
        '{"op":"put","element":{"id":"2","kind":"emote","alt":"","born_ms":0,"src":"/emotes/none.png","src2x":"/"}}',
        '{"op":"put","element":{"id":"3","kind":"emote","alt":"","born_ms":0,"src":"/sounds/ding.wav","src2x":"/"}}',
        '{"op":"put","element":{"id":"4","kind":"avatar","alt":"","born_ms":0,"srcs":[],"srcs2x":[]}}',
        '{"op":"put","element":{"id":"5","kind":"particles","alt":"","born_ms":0,"until_ms":9e99,"shape":"?"}}',
        _WILD_PARTICLES,
        '{"op":"put","element":{"id":"9","kind":"caption","alt":"x","born_ms":0,"until_ms":"soon"}}',
        '{"op":"put","element":{"id":"10","kind":"caption","alt":"\\ud800 x","born_ms":0}}',
        '{"op":"put","element":{"id":"7","kind":"caption","alt":"","born_ms":0}}',
        '{"op":"put","element":{"id":"8","kind":"bubble","alt":"\\u202e\\u0000x","born_ms":0,"place":"nowhere"}}',
        '{"op":"mouth","at_ms":-1,"envelope":[NaN,1e300]}',
        *(f'{{"op":"put","element":{{"id":"f{n}","kind":"toast","alt":"{n}","born_ms":0}}}}' for n in range(200)),
        '{"op":"drop","id":"nobody"}',
    ]
    async with window(screen, house.server.addresses.window_url) as running:
        with looking(screen) as seeing:
            await seen(lambda: "connected to" in running.errors)
            for text in wrong:
                house.clients.broadcast(text, "window")
            house.stage.clear()
            await standing_window(house, seeing)
            assert "Traceback" not in running.errors
            assert running.errors.count("cannot be shown") == 1  # of many such warnings one is enough


@pytest.mark.slow
async def test_a_burst_without_an_end_is_passed_over(screen: Desktop, house: Standing) -> None:
    now_ms = house.stage.now_ms()
    snow = Particles(id="p", alt="", born_ms=now_ms, until_ms=now_ms + 60_000, shape="snow", count=100, seed=7)
    async with window(screen, house.server.addresses.window_url) as running:
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            house.stage.show(snow)
            await seen(lambda: _drawn(seeing.pixels(number, Rect(700, 0, 300, 800))))  # its sheets are there
            for until_ms in (None, now_ms + 90_000):
                endless = replace(snow, id=f"until {until_ms}", until_ms=until_ms)
                house.clients.broadcast(encode(Put(element=endless)), "window")
            house.stage.drop("b")

            await seen(lambda: seeing.pixel(number, *INSIDE) == CLEAR)
            assert "Traceback" not in running.errors


@pytest.mark.slow
async def test_an_animated_emote_with_a_foreign_name_is_shown_frame_by_frame(
    screen: Desktop, house: Standing, tmp_path: Path
) -> None:
    colours = ((255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255))
    frames = [Image.new("RGBA", (64, 64), colour) for colour in colours]
    (tmp_path / "emotes").mkdir()
    frames[0].save(tmp_path / "emotes" / "größe.png", save_all=True, append_images=frames[1:], duration=150, loop=0)
    house.library.catalogue = Library.of([tmp_path / "emotes"], [], cache=tmp_path / "made").catalogue
    src, src2x = house.library.emote_src("größe")
    frames_ms = house.library.catalogue.frames_ms("größe")
    async with window(screen, house.server.addresses.window_url):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            born_ms = house.stage.now_ms()
            house.stage.show(
                Emote(id="e", alt="", born_ms=born_ms, src=src, src2x=src2x, x=0.25, y=0.5, frames_ms=frames_ms)
            )
            for colour in (*colours, *colours):
                await seen(partial(_shows, seeing, number, colour))


@pytest.mark.slow
async def test_a_sprite_that_walks_does_so_on_a_card_and_is_gone_with_it(screen: Desktop, house: Standing) -> None:
    prints = exhibit(drawn(Recipe.of("blue slime"), "walk")[0], "")
    src = house.gallery.hang(prints.files[0])
    card = Card(id="k", alt="blue slime", born_ms=0, src=src, src2x=src, side="left", frames_ms=prints.frames_ms)
    house.stage.show(card)  # before the window is there, for which it makes no entrance
    async with window(screen, house.server.addresses.window_url):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            await seen(lambda: seeing.pixel(number, *ON_CARD)[3] > 0)
            steps: set[bytes] = set()
            await seen(lambda: _has_walked(steps, seeing, number, len(prints.frames_ms)))
            house.stage.drop("k")

            await seen(lambda: seeing.pixels(number, LEFT_HALF).getextrema() == ((0, 0),) * 4)


async def test_it_works_in_device_pixels_however_the_desktop_is_enlarged(screen: Desktop, house: Standing) -> None:
    screen.environment["QT_SCALE_FACTOR"] = "1.5"
    try:
        async with window(screen, house.server.addresses.window_url):
            with looking(screen) as seeing:
                number = await standing_window(house, seeing)

                assert seeing.place(number) == Rect(0, 0, 1920, 1080)
                assert seeing.pixel(number, 1745, 585) == (*PAPER, 255)
                assert seeing.pixel(number, 1752, 585)[3] < 100
    finally:
        del screen.environment["QT_SCALE_FACTOR"]


async def test_the_beak_opens_though_its_pictures_come_one_by_one(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            house.stage.show(owl())
            await seen(lambda: _near(seeing.pixel(number, *BEAK), (181, 185, 245, 255)))

            house.stage.tell(Mouth(at_ms=house.stage.now_ms(), envelope=(1.0,) * 3000))

            await seen(lambda: _near(seeing.pixel(number, *BEAK), (201, 143, 29, 255)))


async def test_another_theme_is_worn_at_once(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            await house.themes.wear("bold")

            await seen(lambda: seeing.pixel(number, *INSIDE) == (0xFF, 0xC9, 0x4A, 255))


@pytest.mark.slow
async def test_it_waits_for_the_stage_and_comes_back_to_it(screen: Desktop, tmp_path: Path) -> None:
    async with standing(tmp_path) as first:
        url, port = first.server.addresses.window_url, first.server.addresses.port
    async with window(screen, url) as running:
        with looking(screen) as seeing:
            await seen(lambda: "trying until there is" in running.errors)
            for times in (1, 2):
                async with standing(tmp_path, port=port) as house:
                    await standing_window(house, seeing)
                    await seen(partial(_has_heard, house))
                await seen(partial(_has_lost, running, times + 1))


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
                await seen(lambda: json.loads(memory.read_text()) == {"monitor": "right"})


@pytest.mark.slow
async def test_it_remembers_its_monitor_and_follows_what_is_plugged(house: Standing, tmp_path: Path) -> None:
    memory = tmp_path / "window.json"
    async with desktop() as wide:
        with looking(wide) as seeing:
            _two_monitors(wide)
            async with window(wide, house.server.addresses.window_url, "--monitor", "2", "--place-file", str(memory)):
                number = await standing_window_at(seeing, Rect(960, 0, 960, 1080))
                assert json.loads(memory.read_text()) == {"monitor": "right"}
            async with window(wide, house.server.addresses.window_url, "--place-file", str(memory)):
                number = await standing_window_at(seeing, Rect(960, 0, 960, 1080))
                wide.tell("xrandr", "--delmonitor", "right")
                await seen(lambda: seeing.place(number).x == 0)
                wide.tell("xrandr", "--setmonitor", "right", "960/254x1080/286+960+0", "none")
                await seen(lambda: seeing.place(number) == Rect(960, 0, 960, 1080))


_WILD_PARTICLES = (
    '{"op":"put","element":{"id":"6","kind":"particles","alt":"","born_ms":0,"until_ms":9000,"shape":"snow",'
    '"count":1000000000,"seed":99999999999999999999,"x":1e300,"y":-1e300}}'
)


def _two_monitors(on: Desktop) -> None:
    on.tell("xrandr", "--setmonitor", "left", "960/254x1080/286+0+0", "screen")
    on.tell("xrandr", "--setmonitor", "right", "960/254x1080/286+960+0", "none")


async def standing_window_at(seeing: Eyes, place: Rect) -> int:
    number = await seen(lambda: seeing.titled(TITLE))
    await seen(lambda: seeing.is_viewable(number) and seeing.place(number) == place)
    return number


def _shows(seeing: Eyes, number: int, colour: tuple[int, ...]) -> bool:
    return seeing.pixel(number, 480, 540) == colour


def _has_walked(steps: set[bytes], seeing: Eyes, number: int, count: int) -> bool:
    steps.add(seeing.pixels(number, CARD_PICTURE).tobytes())
    return len(steps) >= count


def _has_heard(house: Standing) -> bool:
    return house.heard == ["on screen"]


def _has_lost(running: Running, times: int) -> bool:
    return running.errors.count("trying until there is") == times


def _blue_behind_shadow(seeing: Eyes) -> int:
    """The ground just below the bubble, where its shadow is."""
    return seeing.pixel(seeing.root, 1600, 630)[2]


def _near(one: tuple[int, ...], wanted: "list[int] | tuple[int, ...]", slack: int = 2) -> bool:
    return all(abs(mine - other) <= slack for mine, other in zip(one, wanted, strict=True))


def _drawn(picture: Image.Image) -> bool:
    return picture.getchannel("A").getbbox() is not None
