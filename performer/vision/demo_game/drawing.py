"""The drawing of the demo game: a state as an RGB picture of 1280x720.

Figures and scenery are cut from the sheets that `assets/make_demo_game.py` has drawn. A figure is placed by the middle
of its lower edge; bolts, bats and puffs are placed by their middle.
"""

import math
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from performer.core.files.home import ASSETS
from performer.vision.demo_game.events import CHEST_POINTS
from performer.vision.demo_game.plot import CONTENT, GROUND_Y, HEARTS, HEIGHT, HERO_X, PLACES, WIDTH
from performer.vision.demo_game.state import GameState, Screen
from performer.vision.demo_game.view import JUMPING, WALKING, find_step

BOSS_BAR = (360, 78, 920, 98)
"""Left, top, right and bottom of the boss's health while it is whole."""
BOSS_BAR_COLOUR = (255, 111, 125)
BOSS_BAR_EMPTY_COLOUR = (44, 51, 71)
"""What is left of the bar where the health is gone."""
CALL_BAND = (0, 132, WIDTH, 216)
"""Where the game calls out what counts, across the whole picture."""
_BAND_ALPHA = 0xD8
_INK, _PAPER, _LIMELIGHT, _CORAL, _TEAL = "#10131C", "#FBFAF4", "#FFC94A", "#FF6F7D", "#3FD5C8"
_LAYERS: Final = (("towers", 170, 0.12), ("hills", 330, 0.3), ("trees", 340, 0.6), ("ground", GROUND_Y - 14, 1.0))
"""From far to near: the upper edge of each, and its share of the walk; its right edge meets its left."""


def draw(state: GameState) -> Image.Image:
    """Draw a state; the picture is the caller's to keep or change."""
    painted = {
        Screen.MENU: _draw_menu,
        Screen.LOADING: _draw_loading,
        Screen.PLAY: _draw_play,
        Screen.VICTORY: _draw_victory,
        Screen.GAME_OVER: _draw_game_over,
    }[state.screen](state)
    if state.dark <= 0:
        return painted
    return Image.blend(painted, Image.new("RGB", painted.size), state.dark)


def _draw_menu(state: GameState) -> Image.Image:
    picture = _draw_landscape(state.place, state.since_s * 40)
    _write(picture, (WIDTH / 2, 214), "LANTERN KEEP", 118, _LIMELIGHT)
    _write(picture, (WIDTH / 2, 304), "an owl, a light, a long way up", 34, _PAPER)
    _put(picture, _load_figure("hero", find_step(state.since_s)), HERO_X + 370, GROUND_Y + 8)
    if math.sin(state.since_s * 4.4) > -0.45:
        _write(picture, (WIDTH / 2, 400), "PRESS START", 40, _PAPER)
    if state.best:
        _write(picture, (WIDTH / 2, 676), f"Best {_group_digits(state.best)}", 30, _PAPER)
    return picture


def _draw_loading(state: GameState) -> Image.Image:
    picture, tips = Image.new("RGB", (WIDTH, HEIGHT), _INK), CONTENT["tips"]
    _write(picture, (WIDTH / 2, 160), "LOADING", 84, _PAPER)
    _write(picture, (WIDTH / 2, 236), f"Level {state.level} · {PLACES[state.place]}", 34, _LIMELIGHT)
    _draw_bar(picture, (390, 470, 890, 490), state.share, _TEAL)
    _write(picture, (WIDTH / 2, 556), tips[state.level % len(tips)], 30, "#A9B0C6")
    _put(picture, _load_figure("hero", find_step(state.since_s)), 390 + 500 * state.share, 472)
    return picture


def _draw_play(state: GameState) -> Image.Image:
    picture = _draw_landscape(state.place, state.scroll)
    for x, opened in state.chests:
        _put(picture, _load_figure("chest", opened), x, GROUND_Y + 10)
        if opened and x > HERO_X - 30:
            _write(picture, (x, GROUND_Y - 196), f"+{CHEST_POINTS}", 38, _LIMELIGHT)
    for sprite in state.sprites:
        seen = (_load_flashed if sprite.flashes else _load_figure)(sprite.sheet, sprite.number)
        _put(picture, seen, sprite.x, sprite.y, by_middle=sprite.by_middle)
    if state.boss:
        left, top, right, bottom = BOSS_BAR
        _draw_panel(picture, (left - 24, top - 52, right + 24, bottom + 16))
        _write(picture, (WIDTH / 2, top - 24), state.boss.name, 30, _PAPER, shadow=False)
        _draw_bar(picture, BOSS_BAR, state.boss.health, BOSS_BAR_COLOUR)
    _draw_score_and_hearts(picture, state)
    _draw_call(picture, state)
    return picture


def _draw_victory(state: GameState) -> Image.Image:
    picture = _draw_landscape(state.place, state.scroll)
    for number in range(70):
        x = (number * 197 + 60 * math.sin(state.since_s * 2 + number)) % WIDTH
        y = (number * 131 + state.since_s * (90 + 13 * (number % 7))) % (HEIGHT + 60) - 30
        turn = int(state.since_s * 6 + number) % 6
        _put(picture, _load_figure("confetti", number % 5 * 6 + turn), x, y, by_middle=True)
    _write(picture, (WIDTH / 2, 230), "VICTORY!", 124, _LIMELIGHT)
    _write(picture, (WIDTH / 2, 330), f"Score {_group_digits(state.score)}", 46, _PAPER)
    if state.score > state.best:
        _write(picture, (WIDTH / 2, 392), "New best!", 38, _PAPER)
    hop = abs(math.sin(state.since_s * 5)) * 46
    _put(picture, _load_figure("hero", JUMPING if hop > 12 else WALKING), WIDTH / 2, GROUND_Y + 8 - hop)
    return picture


def _draw_game_over(state: GameState) -> Image.Image:
    picture = _draw_landscape(state.place, state.scroll)
    picture = Image.blend(picture, Image.new("RGB", picture.size, "#1A0C14"), 0.72)
    _write(picture, (WIDTH / 2, 280), "GAME OVER", 128, _CORAL)
    _write(picture, (WIDTH / 2, 384), f"Score {_group_digits(state.score)}", 46, _PAPER)
    _write(picture, (WIDTH / 2, 444), f"Best {_group_digits(max(state.best, state.score))}", 32, "#C9CEDD")
    _put(picture, _load_figure("lying"), WIDTH / 2, GROUND_Y + 14)
    return picture


def _draw_score_and_hearts(picture: Image.Image, state: GameState) -> None:
    _draw_panel(picture, (28, 24, 28 + 46 * HEARTS + 22, 84))
    for number in range(HEARTS):
        heart = _load_figure("heart", number < state.hearts)
        picture.paste(heart, (38 + 46 * number, 31), heart)
    _draw_panel(picture, (WIDTH - 248, 24, WIDTH - 28, 84))
    _write(picture, (WIDTH - 138, 54), _group_digits(state.score), 38, _LIMELIGHT, shadow=False)


def _draw_call(picture: Image.Image, state: GameState) -> None:
    """Write what the game wants noticed over everything else: what just counted, and the level's name."""
    if state.called > 0:
        left, top, right, bottom = CALL_BAND
        band = Image.new("RGBA", (right - left, bottom - top), f"{_INK}{round(_BAND_ALPHA * state.called):02X}")
        picture.paste(band, (left, top), band)
        middle = (left + right) / 2, (top + bottom) / 2
        _write(picture, middle, state.call, 56, _LIMELIGHT, state.called, shadow=False)
    if state.banner > 0:
        _write(picture, (WIDTH / 2, 250), f"LEVEL {state.level}", 84, _LIMELIGHT, state.banner)
        _write(picture, (WIDTH / 2, 324), PLACES[state.place], 40, _PAPER, state.banner)


def _draw_bar(
    picture: Image.Image, edges: tuple[int, int, int, int], share: float, colour: str | tuple[int, int, int]
) -> None:
    left, top, right, bottom = edges
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((left, top, right, bottom), (bottom - top) / 2, fill=BOSS_BAR_EMPTY_COLOUR)
    end = left + (right - left) * share
    if end - left > bottom - top:
        pen.rounded_rectangle((left, top, end, bottom), (bottom - top) / 2, fill=colour)
    elif share > 0:
        pen.ellipse((left, top, left + bottom - top, bottom), fill=colour)


def _draw_panel(picture: Image.Image, edges: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = edges
    sheet = _load_figure(f"panel-{right - left}x{bottom - top}")
    picture.paste(sheet, (left, top), sheet)


def _write(
    picture: Image.Image,
    middle: tuple[float, float],
    words: str,
    size: int,
    colour: str,
    clear: float = 1.0,
    *,
    shadow: bool = True,
) -> None:
    lettering = _draw_letters(words, size, colour, shadow=shadow)
    if clear < 1:
        lettering = lettering.copy()
        lettering.putalpha(lettering.getchannel("A").point(lambda alpha: alpha * clear))
    _put(picture, lettering, *middle, by_middle=True)


@lru_cache(maxsize=64)
def _draw_letters(words: str, size: int, colour: str, *, shadow: bool) -> Image.Image:
    """Draw one line in the bundled font, its middle in the middle of the picture."""
    font = _load_font(size)
    _, _, right, _ = font.getbbox(words, anchor="lm")
    wide, high = math.ceil(right) + 24, round(size * 1.5)
    picture = Image.new("RGBA", (wide, high), colour + "00")
    pen = ImageDraw.Draw(picture)
    if not shadow:
        pen.text((12, high / 2), words, font=font, fill=colour, anchor="lm")
        return picture
    drop, dark, edge = max(2, size // 22), _INK + "B0", max(1, size // 28)
    pen.text((12, high / 2 + drop), words, font=font, fill=dark, anchor="lm", stroke_width=edge, stroke_fill=dark)
    face = _draw_letters(words, size, colour, shadow=False)
    picture.alpha_composite(face)
    return picture


@lru_cache(maxsize=16)
def _load_font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", size, layout_engine=ImageFont.Layout.BASIC)


def _put(picture: Image.Image, figure: Image.Image, x: float, y: float, *, by_middle: bool = False) -> None:
    """Place a figure by the middle of its lower edge, or by its own middle."""
    above = figure.height / 2 if by_middle else figure.height
    picture.paste(figure, (round(x - figure.width / 2), round(y - above)), figure)


def _group_digits(points: int) -> str:
    return f"{points:,}".replace(",", " ")


@lru_cache(maxsize=128)
def _load_figure(sheet: str, number: int = 0) -> Image.Image:
    """Return a picture of a sheet, counted from the left."""
    with Image.open(ASSETS / "demo_game" / f"{sheet}.png") as row:
        width = row.width // CONTENT["sheets"].get(sheet, 1)
        return row.crop((number * width, 0, (number + 1) * width, row.height))


@lru_cache(maxsize=16)
def _load_flashed(sheet: str, number: int) -> Image.Image:
    """Return a picture bleached, for the instant in which its figure is hit."""
    picture = _load_figure(sheet, number)
    white = Image.new("RGBA", picture.size, "#FFFFFF")
    white.putalpha(picture.getchannel("A"))
    return Image.blend(picture, white, 0.65)


def _draw_landscape(place: int, scroll: float) -> Image.Image:
    """Draw the place as seen after that many walked pixels; the caller may draw on the picture."""
    picture = _load_layer("sky", place).copy()
    for name, top, pace in _LAYERS:
        layer = _load_layer(name, place)
        left = -round(scroll * pace) % layer.width - layer.width
        while left < WIDTH:
            if left + layer.width > 0:
                picture.paste(layer, (left, top), layer)
            left += layer.width
    return picture


@lru_cache(maxsize=2 * (1 + len(_LAYERS)))
def _load_layer(name: str, place: int) -> Image.Image:
    with Image.open(ASSETS / "demo_game" / f"{name}-{place}.png") as layer:
        return layer.copy()
