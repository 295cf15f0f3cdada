"""The scenery of the demo game: sky, towers, hills and ground of its four places."""

import math
from dataclasses import dataclass
from random import Random

from PIL import Image, ImageColor

from performer.vision.demo_game.plot import GROUND_Y, HEIGHT, PLACES, WIDTH
from sketching.sketch import Point, Sketch, box, ring

TILE = 1600
"""Width of a layer in pixels; its right edge meets its left."""
_FINE = 2
"""Coarser than figures: a layer is large, and nobody looks at its edges."""


@dataclass(frozen=True, kw_only=True)
class Palette:
    """The colours of a place, from far to near."""

    sky: tuple[str, str, str]
    light: str
    """Sun or moon."""
    stars: int
    towers: str
    window: str
    far: str
    near: str
    trees: str
    grass: str
    earth: str


PALETTES = (
    Palette(
        sky=("#17203F", "#3B4F86", "#8FA3CF"), light="#FBF3D5", stars=90, towers="#27315A", window="#FFC94A",
        far="#3B5478", near="#2F5242", trees="#274536", grass="#3E7A55", earth="#2A3B3A",
    ),
    Palette(
        sky=("#5B4A8A", "#E58A8F", "#FFD9A0"), light="#FFF1C9", stars=14, towers="#8A5D8C", window="#FFE9A8",
        far="#B06C88", near="#5F7A63", trees="#4A6653", grass="#7FA668", earth="#5A4A4C",
    ),
    Palette(
        sky=("#0C2B33", "#1C5A5E", "#7CC2A6"), light="#E4FFF0", stars=60, towers="#10383F", window="#8CEBE2",
        far="#226058", near="#1D4B3C", trees="#153A30", grass="#37805A", earth="#1D3530",
    ),
    Palette(
        sky=("#26142F", "#7A2F45", "#F08A4B"), light="#FFD98A", stars=36, towers="#43203C", window="#FF9A4D",
        far="#6A3046", near="#4A2A38", trees="#3A202E", grass="#8A5540", earth="#33212B",
    ),
)  # fmt: skip


def sky(place: int) -> Image.Image:
    """Paint the sky, with the lights and clouds in it."""
    palette = PALETTES[place]
    high, middle, low = (ImageColor.getrgb(colour) for colour in palette.sky)
    column = Image.new("RGB", (1, HEIGHT))
    for y in range(HEIGHT):
        share = min(1.0, y / 560)
        pair, within = ((high, middle), share / 0.55) if share < 0.55 else ((middle, low), (share - 0.55) / 0.45)
        column.putpixel((0, y), tuple(round(a + (b - a) * within) for a, b in zip(*pair, strict=True)))
    sky = column.resize((WIDTH, HEIGHT))
    lights = _lights(palette, Random(PLACES[place]))
    sky.paste(lights, (0, 0), lights)
    return sky


def _lights(palette: Palette, chance: Random) -> Image.Image:
    s = Sketch(WIDTH, 420, fine=_FINE)
    for _ in range(palette.stars):
        x, y = chance.uniform(0, WIDTH), chance.uniform(0, 330)
        s.fill(ring(x, y, chance.choice((1.0, 1.4, 2.0))), "#FFFFFF")
    for size, veil in ((120, "18"), (86, "26"), (54, "FF")):
        s.fill(ring(960, 190, size), palette.light + veil)
    picture = s.picture()
    picture.alpha_composite(_clouds())
    return picture


def _clouds() -> Image.Image:
    s = Sketch(WIDTH, 420, fine=_FINE)
    for x, y, wide in ((240, 150, 150), (560, 84, 110), (1180, 300, 130)):
        for dx, dy, share, thick in ((-0.42, 7, 0.5, 13), (0, 0, 0.5, 20), (0.45, 8, 0.52, 12)):
            s.fill(ring(x + dx * wide, y + dy, wide * share, thick), "#FFFFFF")
    picture = s.picture()
    picture.putalpha(picture.getchannel("A").point(lambda alpha: alpha * 0.17))
    return picture


def towers(place: int) -> Image.Image:
    """Paint the towers on the horizon."""
    palette, chance = PALETTES[place], Random(f"towers {place}")
    s = Sketch(TILE, 335, fine=_FINE)
    s.fill([*_ridge(TILE, 260, ((3, 34, 0.4), (7, 14, 2.0))), (TILE, 335), (0, 335)], palette.towers)
    for x in (180, 620, 700, 1130, 1380):
        high, half = chance.uniform(150, 290), chance.uniform(26, 40)
        top = 330 - high
        s.fill(box(x - half, top, x + half, 360), palette.towers)
        if chance.random() < 0.5:
            s.fill(
                [(x - half - 12, top + 2), (x, top - 70), (x + half + 12, top + 2)],
                palette.towers,
            )
        else:
            for tooth in (-1, 0, 1):
                s.fill(
                    box(x + tooth * half * 0.8 - 9, top - 16, x + tooth * half * 0.8 + 9, top + 4, 2), palette.towers
                )
        for row in range(int(high // 70)):
            s.fill(box(x - 6, top + 24 + row * 54, x + 6, top + 44 + row * 54, 6), palette.window)
    return s.picture()


def hills(place: int) -> Image.Image:
    """Paint the hills before them."""
    s = Sketch(TILE, 218, fine=_FINE)
    s.fill([*_ridge(TILE, 100, ((2, 46, 1.2), (5, 16, 0.0))), (TILE, 218), (0, 218)], PALETTES[place].far)
    return s.picture()


def trees(place: int) -> Image.Image:
    """Paint the trees."""
    palette, chance = PALETTES[place], Random(f"trees {place}")
    s = Sketch(TILE, 264, fine=_FINE)
    ridge = _ridge(TILE, 160, ((2, 26, 0.5), (3, 14, 2.2)))
    draw = _pine if place in (2, 3) else _round_tree
    x = 60.0
    while x < TILE - 60:
        draw(s, x, ridge[round(x / TILE * (len(ridge) - 1))][1] + 10, chance.uniform(0.7, 1.2), palette.trees)
        x += chance.uniform(70, 260)
    s.fill([*ridge, (TILE, 264), (0, 264)], palette.near)
    return s.picture()


def _round_tree(s: Sketch, x: float, y: float, size: float, colour: str) -> None:
    s.fill(box(x - 5 * size, y - 40 * size, x + 5 * size, y + 6), colour)
    for dx, dy, r in ((-18, -44, 24), (18, -46, 24), (0, -66, 28)):
        s.fill(ring(x + dx * size, y + dy * size, r * size), colour)


def _pine(s: Sketch, x: float, y: float, size: float, colour: str) -> None:
    s.fill(box(x - 4 * size, y - 20 * size, x + 4 * size, y + 6), colour)
    for low, wide in ((-12, 34), (-42, 27), (-70, 19)):
        top: list[Point] = [(x, y + (low - 44) * size)]
        s.fill([*top, (x + wide * size, y + low * size), (x - wide * size, y + low * size)], colour)


def ground(place: int) -> Image.Image:
    """Paint the ground that is walked on."""
    palette, chance = PALETTES[place], Random(f"ground {place}")
    deep = HEIGHT - GROUND_Y + 14
    s = Sketch(TILE, deep, fine=_FINE)
    s.fill(box(0, 14, TILE, deep), palette.earth)
    s.fill(box(0, 12, TILE, 36), palette.grass)
    for number in range(TILE // 20):
        x, high = number * 20 + 10, chance.uniform(4, 12)
        s.fill([(x - 9, 14), (x + chance.uniform(-4, 4), 14 - high), (x + 9, 14)], palette.grass)
        s.fill(ring(x, 36, 11, chance.uniform(4, 11)), palette.grass)
    for _ in range(46):
        x_of, y_of = chance.uniform(20, TILE - 20), chance.uniform(60, deep - 12)
        s.fill(ring(x_of, y_of, chance.uniform(5, 14), chance.uniform(3, 6)), "#FFFFFF14")
    return s.picture()


def _ridge(wide: int, middle: float, waves: tuple[tuple[int, float, float], ...]) -> list[Point]:
    """Make a line of hills that meets itself after `wide` pixels."""

    def height(share: float) -> float:
        return sum(size * math.sin(math.tau * count * share + phase) for count, size, phase in waves)

    return [(wide * step / 200, middle + height(step / 200)) for step in range(201)]
