"""Moving pictures with known events: the demo game, and what else stands on a streamer's screen, painted by code.

The same seed gives the same pictures and events. Painted scenes are 320x180: the gate looks at 64x36 cells of them.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Final, Literal, get_args

from PIL import Image, ImageDraw, ImageEnhance

from bench.show.ground_truth import MARKED
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame

SceneKind = Literal["game", "camera", "noise", "light", "chat", "menu", "still"]
KINDS: Final[tuple[SceneKind, ...]] = get_args(SceneKind)
"""The game; a camera that turns; film grain; light that comes and goes; a chat that scrolls beside a calm game; a menu
whose words blink; and a picture that stays the same."""
_EVENTLESS: Final = frozenset({"menu", "still"})
_WIDE, _HIGH = 320, 180
_BANNER_S: Final = 2.2
"""How long a painted scene calls out what happened; the demo game takes as long."""
_SOONEST_S, _LATEST_S = 8.0, 30.0
"""Between two of a painted scene's events."""

Paint = Callable[[float], Image.Image]


@dataclass(frozen=True, kw_only=True)
class MarkedScene:
    """A scene of known length, and the instants of what a spectator would turn to, in seconds."""

    kind: SceneKind
    seed: int
    seconds: float
    events_s: tuple[float, ...]
    paint: Paint
    """Paints the picture of an instant, in RGB."""

    def frames(self, rate_hz: float) -> Iterator[Frame]:
        """Yield the looks at the scene, so many a second; a look at the game takes some 10 ms."""
        for number in range(round(self.seconds * rate_hz)):
            at_s = number / rate_hz
            yield encode_frame(self.paint(at_s), source=self.kind, at_s=at_s, began_s=0.0)


def make_scene(kind: SceneKind, seed: int, seconds: float) -> MarkedScene:
    """Make the scene of a kind and a seed."""
    if kind == "game":
        game = DemoGame(seed)
        marked = tuple(event.at_s for event in game.events_between(0.0, seconds) if event.name in MARKED)
        return MarkedScene(
            kind=kind, seed=seed, seconds=seconds, events_s=marked, paint=lambda at_s: draw(game.state_at(at_s))
        )
    chance = Random(f"{kind} {seed}")
    events_s = () if kind in _EVENTLESS else tuple(_draw_instants(chance, _SOONEST_S, _LATEST_S, seconds))
    background = _make_painter(kind, chance, seconds)
    return MarkedScene(
        kind=kind,
        seed=seed,
        seconds=seconds,
        events_s=events_s,
        paint=lambda at_s: _add_banner(background(at_s), at_s, events_s),
    )


def _draw_instants(chance: Random, soonest_s: float, latest_s: float, end_s: float) -> Iterator[float]:
    steps = (chance.uniform(soonest_s, latest_s) for _ in range(math.ceil(end_s / soonest_s)))
    return (at_s for at_s in accumulate(steps) if at_s < end_s)


def _add_banner(picture: Image.Image, at_s: float, events_s: Sequence[float]) -> Image.Image:
    """Paint what the scene calls out across the picture, as games do when something counts."""
    begun_s = max((each for each in events_s if each <= at_s < each + _BANNER_S), default=None)
    if begun_s is not None:
        pen = ImageDraw.Draw(picture)
        pen.rectangle((0, 66, _WIDE, 106), fill=(18, 14, 30))
        for letter in range(9):
            pen.rectangle((70 + 20 * letter, 76, 82 + 20 * letter, 96), fill=(250, 220, 120))
    return picture


def _make_painter(kind: SceneKind, chance: Random, seconds: float) -> Paint:
    match kind:
        case "camera":
            return _make_camera(chance)
        case "noise":
            return _make_noise(chance)
        case "light":
            return _make_light(chance)
        case "chat":
            return _make_chat(chance, seconds)
        case "menu":
            return _make_menu(chance)
        case _:
            view = _paint_view(chance, _WIDE)
            return lambda _at_s: view.copy()


def _paint_view(chance: Random, width: int) -> Image.Image:
    """Paint a blurred landscape of that width."""
    columns, rows = width // 20, _HIGH // 20
    patches = Image.frombytes("RGB", (columns, rows), chance.randbytes(3 * columns * rows))
    return patches.resize((width, _HIGH), Image.Resampling.BICUBIC)


def _make_camera(chance: Random) -> Paint:
    """Turn about and back over a landscape, at up to two thirds of a picture's width a second."""
    width, turn_s = 4 * _WIDE, chance.uniform(14.0, 20.0)
    world = _paint_view(chance, width)
    reach = (width - _WIDE) / 2

    def paint(at_s: float) -> Image.Image:
        left = round(reach * (1 + math.sin(math.tau * at_s / turn_s)))
        return world.crop((left, 0, left + _WIDE, _HIGH))

    return paint


def _make_noise(chance: Random) -> Paint:
    view, seed = _paint_view(chance, _WIDE), chance.random()

    def paint(at_s: float) -> Image.Image:
        grain = Image.frombytes("L", (_WIDE, _HIGH), Random(f"{seed} {at_s}").randbytes(_WIDE * _HIGH))
        return Image.blend(view, grain.convert("RGB"), 0.25)

    return paint


def _make_light(chance: Random) -> Paint:
    view, wave_s = _paint_view(chance, _WIDE), chance.uniform(9.0, 15.0)

    def paint(at_s: float) -> Image.Image:
        return ImageEnhance.Brightness(view).enhance(0.6 + 0.4 * math.sin(math.tau * at_s / wave_s))

    return paint


def _make_chat(chance: Random, seconds: float) -> Paint:
    """Scroll a line at a time, one in half a second to 3 s, beside a landscape across which something walks."""
    view = _paint_view(chance, _WIDE)
    lines_s = list(_draw_instants(chance, 0.5, 3.0, seconds))
    lengths = [chance.randint(20, 74) for _ in lines_s] or [40]

    def paint(at_s: float) -> Image.Image:
        picture = view.copy()
        pen = ImageDraw.Draw(picture)
        x = round(at_s * 24) % 220
        pen.ellipse((x, 128, x + 16, 150), fill=(240, 240, 240))
        pen.rectangle((240, 0, _WIDE, _HIGH), fill=(24, 24, 28))
        said = sum(each <= at_s for each in lines_s)
        for row, length in enumerate(reversed(lengths[max(0, said - 14) : said])):
            pen.rectangle((243, 166 - 12 * row, 243 + length, 172 - 12 * row), fill=(220, 220, 220))
        return picture

    return paint


def _make_menu(chance: Random) -> Paint:
    """Blink a line of words once a second, and move a pointer."""
    view, wave_s = _paint_view(chance, _WIDE), chance.uniform(3.0, 7.0)

    def paint(at_s: float) -> Image.Image:
        picture = view.copy()
        pen = ImageDraw.Draw(picture)
        if at_s % 1.0 < 0.5:
            pen.rectangle((110, 140, 210, 150), fill=(255, 255, 255))
        x, y = 160 + 120 * math.sin(at_s / wave_s), 80 + 50 * math.cos(at_s * 1.3 / wave_s)
        pen.polygon(((x, y), (x + 7, y + 8), (x, y + 11)), fill=(255, 255, 255))
        return picture

    return paint
