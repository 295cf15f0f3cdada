"""The drawing: a state of the arcade as an RGB picture of 1280x720."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from performer.core.files.home import ASSETS
from performer.vision.demo_game.events import CHEST_POINTS
from performer.vision.demo_game.figures import JUMPING, THROWING, WALKING, figure, flashed
from performer.vision.demo_game.plot import GROUND_Y, HEARTS, HEIGHT, HERO_X, PLACES, WIDTH, FoeKind
from performer.vision.demo_game.scenery import landscape
from performer.vision.demo_game.state import BossView, GameState, HeroView, Screen

BOSS_BAR = (360, 78, 920, 98)
"""Left, top, right and bottom of the boss's health while it is whole."""
BOSS_BAR_COLOUR = (255, 111, 125)
BOSS_BAR_EMPTY_COLOUR = (44, 51, 71)
"""What is left of the bar where the health is gone."""
CALL_BAND = (0, 132, WIDTH, 216)
"""Where the game calls out what counts, across the whole picture."""
_BAND_ALPHA = 0xD8
_INK, _PAPER, _LIMELIGHT, _CORAL, _TEAL = "#10131C", "#FBFAF4", "#FFC94A", "#FF6F7D", "#3FD5C8"
_TIPS = (
    "Bats fly low. Owls fly never.",
    "Chests do not bite. Usually.",
    "Thorns hurt more than pride.",
    "A boss at half health is twice as cross.",
    "Light travels fast. Be patient anyway.",
)


def draw(state: GameState) -> Image.Image:
    """Draw a state; the picture is the caller's to keep or change."""
    painted = {
        Screen.MENU: _menu,
        Screen.LOADING: _loading,
        Screen.PLAY: _play,
        Screen.VICTORY: _victory,
        Screen.GAME_OVER: _game_over,
    }[state.screen](state)
    if state.dark <= 0:
        return painted
    return Image.blend(painted, Image.new("RGB", painted.size), state.dark)


def _menu(state: GameState) -> Image.Image:
    picture = landscape(state.place, state.since_s * 40)
    _write(picture, (WIDTH / 2, 214), "LANTERN KEEP", 118, _LIMELIGHT)
    _write(picture, (WIDTH / 2, 304), "an owl, a light, a long way up", 34, _PAPER)
    _put(picture, figure("hero", _step(state.since_s)), HERO_X + 370, GROUND_Y + 8)
    if math.sin(state.since_s * 4.4) > -0.45:
        _write(picture, (WIDTH / 2, 400), "PRESS START", 40, _PAPER)
    if state.best:
        _write(picture, (WIDTH / 2, 676), f"Best {_grouped(state.best)}", 30, _PAPER)
    return picture


def _loading(state: GameState) -> Image.Image:
    picture = Image.new("RGB", (WIDTH, HEIGHT), _INK)
    _write(picture, (WIDTH / 2, 160), "LOADING", 84, _PAPER)
    _write(picture, (WIDTH / 2, 236), f"Level {state.level} · {PLACES[state.place]}", 34, _LIMELIGHT)
    _bar(picture, (390, 470, 890, 490), state.share, _TEAL)
    _write(picture, (WIDTH / 2, 556), _TIPS[state.level % len(_TIPS)], 30, "#A9B0C6")
    _put(picture, figure("hero", _step(state.since_s)), 390 + 500 * state.share, 472)
    return picture


def _play(state: GameState) -> Image.Image:
    picture = landscape(state.place, state.scroll)
    for x, opened in state.chests:
        _put(picture, figure("chest", opened), x, GROUND_Y + 10)
        if opened and x > HERO_X - 30:
            _write(picture, (x, GROUND_Y - 196), f"+{CHEST_POINTS}", 38, _LIMELIGHT)
    for x in state.hurdles:
        _put(picture, figure("thorns"), x, GROUND_Y + 12)
    if state.boss:
        _boss(picture, state.boss)
    for foe in state.foes:
        frame = int(foe.age_s * (9 if foe.kind is FoeKind.BAT else 4)) % 2
        seen = (flashed if foe.hurt else figure)(foe.kind.title, frame)
        middle = seen.height / 2 if foe.kind is FoeKind.BAT else 0
        _put(picture, seen, foe.x, GROUND_Y + 10 - foe.height + middle)
    if state.hero:
        _hero(picture, state.hero)
    for bolt in state.bolts:
        _put_middle(picture, figure("bolt", bolt.ours), bolt.x, GROUND_Y - bolt.height)
    for puff in state.puffs:
        seen = figure("cloud" if puff.big else "sparks", min(7, int(puff.share * 8)))
        _put_middle(picture, seen, puff.x, GROUND_Y - puff.height)
    _score_and_hearts(picture, state)
    _call_out(picture, state)
    return picture


def _victory(state: GameState) -> Image.Image:
    picture = landscape(state.place, state.scroll)
    for number in range(70):
        x = (number * 197 + 60 * math.sin(state.since_s * 2 + number)) % WIDTH
        y = (number * 131 + state.since_s * (90 + 13 * (number % 7))) % (HEIGHT + 60) - 30
        _put_middle(picture, figure("confetti", number % 5 * 6 + int(state.since_s * 6 + number) % 6), x, y)
    _write(picture, (WIDTH / 2, 230), "VICTORY!", 124, _LIMELIGHT)
    _write(picture, (WIDTH / 2, 330), f"Score {_grouped(state.score)}", 46, _PAPER)
    if state.score > state.best:
        _write(picture, (WIDTH / 2, 392), "New best!", 38, _PAPER)
    hop = abs(math.sin(state.since_s * 5)) * 46
    _put(picture, figure("hero", JUMPING if hop > 12 else WALKING), WIDTH / 2, GROUND_Y + 8 - hop)
    return picture


def _game_over(state: GameState) -> Image.Image:
    picture = landscape(state.place, state.scroll)
    picture = Image.blend(picture, Image.new("RGB", picture.size, "#1A0C14"), 0.72)
    _write(picture, (WIDTH / 2, 280), "GAME OVER", 128, _CORAL)
    _write(picture, (WIDTH / 2, 384), f"Score {_grouped(state.score)}", 46, _PAPER)
    _write(picture, (WIDTH / 2, 444), f"Best {_grouped(max(state.best, state.score))}", 32, "#C9CEDD")
    _put(picture, figure("lying"), WIDTH / 2, GROUND_Y + 14)
    return picture


def _hero(picture: Image.Image, hero: HeroView) -> None:
    if hero.hurt and int(hero.since_s * 14) % 2:
        return
    if hero.pose == "fall":
        drop = 120 * 4 * hero.since_s * (1 - hero.since_s) if hero.since_s < 1 else 0.0
        _put(picture, figure("lying"), HERO_X - 20, GROUND_Y + 14 - drop)
        return
    poses = {"walk": WALKING + _step(hero.since_s), "jump": JUMPING, "throw": THROWING}
    _put(picture, figure("hero", poses.get(hero.pose, WALKING)), HERO_X, GROUND_Y + 8 - hero.height)


def _boss(picture: Image.Image, boss: BossView) -> None:
    sway = 6 * math.sin(boss.age_s * (7 if boss.enraged else 3))
    seen = (flashed if boss.hurt else figure)("boss", 2 * boss.look + boss.enraged)
    _put(picture, seen, boss.x + sway, GROUND_Y + 14)
    left, top, right, bottom = BOSS_BAR
    _panel(picture, (left - 24, top - 52, right + 24, bottom + 16))
    _write(picture, (WIDTH / 2, top - 24), boss.name, 30, _PAPER, shadow=False)
    _bar(picture, BOSS_BAR, boss.health, BOSS_BAR_COLOUR)


def _score_and_hearts(picture: Image.Image, state: GameState) -> None:
    _panel(picture, (28, 24, 28 + 46 * HEARTS + 22, 84))
    for number in range(HEARTS):
        heart = figure("heart", number < state.hearts)
        picture.paste(heart, (38 + 46 * number, 31), heart)
    _panel(picture, (WIDTH - 248, 24, WIDTH - 28, 84))
    _write(picture, (WIDTH - 138, 54), _grouped(state.score), 38, _LIMELIGHT, shadow=False)


def _call_out(picture: Image.Image, state: GameState) -> None:
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


def _bar(
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


def _panel(picture: Image.Image, edges: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = edges
    sheet = figure(f"panel-{right - left}x{bottom - top}")
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
    lettering = _lettering(words, size, colour, shadow=shadow)
    if clear < 1:
        lettering = lettering.copy()
        lettering.putalpha(lettering.getchannel("A").point(lambda alpha: alpha * clear))
    _put_middle(picture, lettering, *middle)


@lru_cache(maxsize=64)
def _lettering(words: str, size: int, colour: str, *, shadow: bool) -> Image.Image:
    """Set one line in the bundled font, its middle in the middle of the picture."""
    font = _font(size)
    _, _, right, _ = font.getbbox(words, anchor="lm")
    wide, high = math.ceil(right) + 24, round(size * 1.5)
    picture = Image.new("RGBA", (wide, high), colour + "00")
    pen = ImageDraw.Draw(picture)
    if shadow:
        drop = max(2, size // 22)
        dark, edge = _INK + "B0", max(1, size // 28)
        pen.text((12, high / 2 + drop), words, font=font, fill=dark, anchor="lm", stroke_width=edge, stroke_fill=dark)
        face = Image.new("RGBA", picture.size, colour + "00")
        ImageDraw.Draw(face).text((12, high / 2), words, font=font, fill=colour, anchor="lm")
        picture.alpha_composite(face)
    else:
        pen.text((12, high / 2), words, font=font, fill=colour, anchor="lm")
    return picture


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", size, layout_engine=ImageFont.Layout.BASIC)


def _put(picture: Image.Image, figure: Image.Image, x: float, floor_y: float) -> None:
    """Place a figure by the middle of its lower edge."""
    picture.paste(figure, (round(x - figure.width / 2), round(floor_y - figure.height)), figure)


def _put_middle(picture: Image.Image, figure: Image.Image, x: float, y: float) -> None:
    picture.paste(figure, (round(x - figure.width / 2), round(y - figure.height / 2)), figure)


def _step(seconds: float) -> int:
    return int(seconds * 9) % 4


def _grouped(points: int) -> str:
    return f"{points:,}".replace(",", " ")
