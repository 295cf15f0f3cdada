"""The window on a display with a compositor: what is seen of each kind, and of what a server may send."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from performer.stage.library.convert import convert_tool_picture
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.codec import encode
from performer.stage.protocol.elements import Caption, Card, Emote, Particles, Toast
from performer.stage.protocol.messages import Mouth, Put
from performer.tools.pixel_art.drawing import drawn
from performer.tools.pixel_art.recipe import Recipe
from tests.eyes import Eyes, Rect
from tests.overlay.desktop import Desktop, seen, window
from tests.overlay.screenshots import CLEAR, GROUND, INSIDE, PAPER, looking, standing_window
from tests.overlay.stills import owl
from tests.performer.stage.standing import Standing, clear_stage

pytestmark = pytest.mark.anyio


BEAK = (1642, 862)
"""A point of the owl that is feathers while its beak is shut, and its edge while it is wide open."""

CARD_PICTURE = Rect(90, 232, 96, 96)
"""Where the picture of a card on the left is."""
ON_CARD = (300, 240)
LEFT_HALF = Rect(0, 0, 960, 800)


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
            await seen(lambda: seeing.pixel(number, 960, 110)[3] == 0xCC)

            mixed = [round(ink * 0.8 + ground * 0.2) for ink, ground in zip((16, 19, 28), GROUND, strict=True)]
            await seen(lambda: _near(seeing.pixel(seeing.root, 960, 110), mixed))


async def test_with_straight_alpha_colours_are_stored_as_they_are(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url, "--straight-alpha"):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            house.stage.show(Caption(id="c", alt="Two hit points left.", born_ms=0))

            await seen(lambda: _near(seeing.pixel(number, 960, 110), (16, 19, 28, 0xCC)))  # its letters pass here


@pytest.mark.slow
async def test_every_kind_is_drawn(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url):
        with looking(screen) as seeing:
            number = await standing_window(house, seeing)
            src, src2x = house.library.catalogue.emote_src("laugh")
            house.stage.show(Emote(id="e", alt="laugh", born_ms=0, src=src, src2x=src2x, x=0.25, y=0.5))
            house.stage.show(Toast(id="t", alt="The voice is back.", born_ms=0))
            now_ms = house.stage.now_ms()
            snow = Particles(id="p", alt="", born_ms=now_ms, until_ms=now_ms + 20_000, shape="snow", count=100, seed=7)
            house.stage.show(snow)

            await seen(lambda: seeing.pixel(number, 480, 500)[3] == 255)
            await seen(lambda: _near(seeing.pixel(number, 68, 244), (0x3F, 0xD5, 0xC8, 255)))
            await seen(lambda: _drawn(seeing.pixels(number, Rect(700, 0, 300, 800))))


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
            clear_stage(house.stage)
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
    house.library.catalogue = MediaLibrary.of([tmp_path / "emotes"], [], cache=tmp_path / "made").catalogue
    src, src2x = house.library.catalogue.emote_src("größe")
    frames_ms = house.library.catalogue.sprites["größe"].frames_ms
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
    prints = convert_tool_picture(drawn(Recipe(thing="slime", colours=("blue",)), "walk")[0], "")
    src = house.gallery.keep(prints.files[0])
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
                assert seeing.pixel(number, 1745, 561) == (*PAPER, 255)
                assert seeing.pixel(number, 1752, 561)[3] < 100
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
            await house.themes.choose("bold")

            await seen(lambda: seeing.pixel(number, *INSIDE) == (0xFF, 0xC9, 0x4A, 255))


_WILD_PARTICLES = (
    '{"op":"put","element":{"id":"6","kind":"particles","alt":"","born_ms":0,"until_ms":9000,"shape":"snow",'
    '"count":1000000000,"seed":99999999999999999999,"x":1e300,"y":-1e300}}'
)


def _shows(seeing: Eyes, number: int, colour: tuple[int, ...]) -> bool:
    return seeing.pixel(number, 480, 540) == colour


def _has_walked(steps: set[bytes], seeing: Eyes, number: int, count: int) -> bool:
    steps.add(seeing.pixels(number, CARD_PICTURE).tobytes())
    return len(steps) >= count


def _near(one: tuple[int, ...], wanted: "list[int] | tuple[int, ...]", slack: int = 2) -> bool:
    return all(abs(mine - other) <= slack for mine, other in zip(one, wanted, strict=True))


def _drawn(picture: Image.Image) -> bool:
    return picture.getchannel("A").getbbox() is not None
