"""Particles on the page: the same ways as in the window, at most a hundred, and no frames once they are gone."""

import json
import math
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from overlay import particles as law
from overlay.motion import make_bezier_curve
from performer.core.files import home
from performer.stage.protocol.codec import encode
from performer.stage.protocol.elements import SHAPES, Particles, Shape
from performer.stage.protocol.messages import Put
from tests.chromium import Chromium
from tests.overlay.stills import Still, densest, picture_of, still

MODULE = "import(document.querySelector('script').src.replace('stage.js', 'lots.js'))"
CANVAS = "document.getElementById('particles')"
COUNT_SPRITES = """(() => {
    globalThis.sprites = [];
    const paint = CanvasRenderingContext2D.prototype, draw = paint.drawImage, clear = paint.clearRect;
    paint.drawImage = function (...all) { sprites.push([all[3], all[7]]); return draw.apply(this, all); };
    paint.clearRect = function (...all) { sprites = []; return clear.apply(this, all); };
})()"""
SETTLED = "new Promise((done) => askFrame(() => askFrame(() => askFrame(done))))"


def burst(shape: Shape, id_: str = "p", *, count: int = 40, until_ms: int = 4000, x: float = 0.3) -> Particles:
    return Particles(id=id_, alt=shape, born_ms=0, until_ms=until_ms, shape=shape, count=count, seed=7, x=x, y=0.4)


def whole(length: float) -> int:
    return math.floor(length + 0.5)


def lay_by_the_law(picture: Image.Image, element: Particles, at_ms: int) -> None:
    """Lay the sprites where the law of the window says, on a board of 1920 x 1080."""
    seconds, part = at_ms / 1000, at_ms / law.compute_lifetime_ms(element)
    sheets = {cell: sheet(element.shape, cell) for cell in (32, 64)}
    for piece in law.make_particles(element, element.count, 1920, 1080):
        side = whole(piece.side)
        x, y = piece.at(seconds, part)
        cell = 64 if side > 32 else 32
        left, top = piece.find_phase(seconds) * cell, piece.row * cell
        sprite = sheets[cell].crop((left, top, left + cell, top + cell)).resize((side, side))
        corner = (whole(x - side / 2), whole(y - side / 2))
        if min(corner) > -side:
            picture.alpha_composite(
                sprite, (max(corner[0], 0), max(corner[1], 0)), (max(-corner[0], 0), max(-corner[1], 0))
            )


def sheet(shape: Shape, cell: int) -> Image.Image:
    return Image.open(home.ASSETS / "particles" / f"{shape}{'@2x' if cell > 32 else ''}.png").convert("RGBA")


async def sprites_drawn(it: Still) -> list[tuple[int, int]]:
    """Tell of each sprite of the newest frame how large it was in its sheet and is on the page."""
    await it.page.evaluate(SETTLED)
    return [(cell, side) for cell, side in await it.page.evaluate("sprites")]


@pytest.mark.anyio
async def test_every_piece_goes_the_way_that_the_window_draws(chromium: Chromium, tmp_path: Path) -> None:
    def numbers(piece: law.Particle, shape: Shape) -> list[float]:
        origin = (0.0, 0.0) if shape == "snow" else (0.3 * 1920, 0.4 * 1080)
        places = [piece.at(second, second / 4) for second in (0.0, 0.7, 3.3)]
        offsets = [coordinate - start for place in places for coordinate, start in zip(place, origin, strict=True)]
        return [piece.row, piece.side, *offsets, piece.find_phase(0.0), piece.find_phase(0.7), piece.find_phase(3.3)]

    wanted = [[numbers(each, shape) for each in law.make_particles(burst(shape), 100, 1920, 1080)] for shape in SHAPES]

    async with still(chromium, tmp_path) as it:
        found = await it.page.evaluate(
            f"""{MODULE}.then((law) => {json.dumps(SHAPES)}.map((shape) => law.pieces(shape, 7, 100).map((piece) => [
                piece.row, piece.side,
                ...[0, .7, 3.3].flatMap((second) => {{
                    const {{x, y}} = piece.at(second, second / 4);
                    return [x + (piece.across ?? 0) * 1920, y];
                }}),
                piece.phase(0), piece.phase(.7), piece.phase(3.3)])))"""
        )
        chance = await it.page.evaluate(
            f"{MODULE}.then((law) => [7, 2 ** 32 - 1].map((seed) => Array.from({{length: 6}}, law.mulberry32(seed))))"
        )

    for found_shape, wanted_shape in zip(found, wanted, strict=True):
        for one, other in zip(found_shape, wanted_shape, strict=True):
            assert one == pytest.approx(other, abs=1e-6)
    assert chance[0] == pytest.approx([0.011704753, 0.061958258, 0.976907613, 0.699028706, 0.521445269, 0.405521688])
    lots = law.generate_random_numbers(2**32 - 1)
    assert chance[1] == [next(lots) for _ in range(6)]


@pytest.mark.anyio
async def test_sprites_lie_on_whole_pixels_where_the_law_says(chromium: Chromium, tmp_path: Path) -> None:
    elements = [burst(shape, shape, count=25, x=0.2 + 0.2 * number) for number, shape in enumerate(SHAPES)]
    wanted = Image.new("RGBA", (1920, 1080))
    for element in elements:
        lay_by_the_law(wanted, element, 1400)

    shown = await picture_of(chromium, tmp_path, elements, at_ms=1400)

    ground = Image.new("RGBA", shown.size, "#29406B")
    difference = ImageChops.difference(
        Image.alpha_composite(ground, wanted).convert("RGB"), Image.alpha_composite(ground, shown).convert("RGB")
    )
    covered = wanted.getchannel("A").point(lambda alpha: 255 if alpha else 0)
    assert max(ImageStat.Stat(difference, covered).mean) < 6  # there is more than one way of making a sprite smaller
    assert max(ImageStat.Stat(difference, ImageChops.invert(covered)).mean) < 0.01


@pytest.mark.slow
@pytest.mark.anyio
async def test_at_most_a_hundred_fly_and_the_older_ones_come_first(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, at_ms=100) as it:
        await it.page.evaluate(COUNT_SPRITES)
        counts = []
        for name, count, until_ms in (("a", 30, 2000), ("b", 1000, 4000), ("c", 20, 4000)):
            # Not by the stage, which would not let so many on.
            message = Put(element=burst("sparks", name, count=count, until_ms=until_ms))
            it.house.clients.broadcast(encode(message), "renderer")
            await it.heard()
            counts.append(len(await sprites_drawn(it)))
        assert counts == [30, 100, 100]

        await it.go_on(2000)
        left = await sprites_drawn(it)
        assert len(left) == 70
        assert {(cell, side > 32) for cell, side in left} == {(32, False), (64, True)}


@pytest.mark.anyio
async def test_frames_are_asked_for_only_while_they_live_and_the_canvas_is_empty_afterwards(
    chromium: Chromium, tmp_path: Path
) -> None:
    async with still(chromium, tmp_path, [burst("confetti")], at_ms=500) as it:
        assert await it.page.evaluate(f"{CANVAS}.width") == 1920
        asked = await it.page.evaluate("frames")
        await it.page.evaluate(SETTLED)
        assert await it.page.evaluate("frames") > asked

        await it.go_on(3500)
        assert await it.page.evaluate(f"[{CANVAS}.width, {CANVAS}.height]") == [0, 0]
        asked = await it.page.evaluate("frames")
        await it.page.evaluate(SETTLED)
        assert await it.page.evaluate("frames") == asked
        assert (await it.picture()).getbbox() is None


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_burst_that_is_dropped_fades_away_by_the_curve_of_the_theme(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, [burst("hearts", count=1)], at_ms=500) as it:
        motion = it.house.themes.current.motion
        full = densest(await it.picture())
        it.house.stage.drop("p")
        await it.heard()
        await it.page.evaluate(f"pass({motion.out_ms / 2})")
        half = densest(await it.picture())
        await it.page.evaluate(f"pass({motion.out_ms / 2 + 1})")

        assert full == 255
        assert abs(make_bezier_curve(motion.out_curve)(0.5) - 0.5) > 0.1
        assert half == pytest.approx(255 * (1 - make_bezier_curve(motion.out_curve)(0.5)), abs=3)
        assert (await it.picture()).getbbox() is None


@pytest.mark.anyio
async def test_a_burst_without_an_end_or_of_an_unknown_shape_is_passed_over(chromium: Chromium, tmp_path: Path) -> None:
    elements = [
        Particles(id="a", alt="", born_ms=0, shape="snow", count=9, seed=1),
        Particles(id="b", alt="", born_ms=0, until_ms=90_000, shape="snow", count=9, seed=1),
        Particles(id="c", alt="", born_ms=0, until_ms=900, shape="toString", count=9, seed=1),  # type: ignore[arg-type]
    ]
    async with still(chromium, tmp_path, elements, at_ms=10) as it:
        assert await it.page.evaluate("frames") == 0
