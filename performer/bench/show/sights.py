"""Sights: what can truly be named of the arcade at an instant: things, words, colours and numbers."""

import colorsys
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageStat

from performer.frames.arcade.chronicle import CHEST_POINTS
from performer.frames.arcade.drawing import draw
from performer.frames.arcade.game import Arcade
from performer.frames.arcade.plot import HEARTS, PLACES
from performer.frames.arcade.state import ArcadeState, Screen

_JUST_NOW_S: Final = 4.0
"""An event is still on everybody's mind for so long."""
_SMALL: Final = (64, 36)
_ENOUGH: Final = 0.05
"""Share of the picture from which on a colour is one of its colours."""
_DARK, _BRIGHT = 60.0, 165.0
_HUES: Final = (
    (15, "red"),
    (40, "orange"),
    (68, "yellow"),
    (165, "green"),
    (200, "teal"),
    (255, "blue"),
    (300, "purple"),
    (345, "pink"),
)
_STOP_WORDS: Final = frozenset("a an and at by down for had has hits in is it left of on one s the to too was".split())
_SCREENS: Final = {
    Screen.MENU: "lantern keep owl light way press start best title menu",
    Screen.LOADING: "loading level bar owl",
    Screen.PLAY: "hero owl lantern heart health score point",
    Screen.VICTORY: "victory win won score best confetti owl",
    Screen.GAME_OVER: "game over score best owl hero",
}
_DARK_WORDS: Final = frozenset({"dark", "darkness", "gloom", "shadow", "night"})
_BRIGHT_WORDS: Final = frozenset({"bright", "brightness"})
LOOKS: Final = frozenset({name for _, name in _HUES} | {"black", "grey", "white"} | _DARK_WORDS | _BRIGHT_WORDS)
"""All that `looks` may name."""


def things(arcade: Arcade, at_s: float) -> frozenset[str]:
    """Name what the picture of an instant shows, and what has just happened, as `stem` writes it."""
    state = arcade.state_at(at_s)
    words = {stem(word) for word in (*_SCREENS[state.screen].split(), *_things(state))}
    for event in arcade.events_between(max(0.0, at_s - _JUST_NOW_S), at_s):
        words |= content(event.text)
    return frozenset(words)


def numbers(arcade: Arcade, at_s: float) -> frozenset[int]:
    """Tell the numbers that are written on the picture, and how many there are of what can be counted."""
    return frozenset(_numbers(arcade.state_at(at_s)))


def looks(arcade: Arcade, at_s: float) -> frozenset[str]:
    """Name the colours of an instant's picture, and its light; drawing it takes about 10 ms."""
    small = draw(arcade.state_at(at_s)).resize(_SMALL, Image.Resampling.BOX)
    pixels = small.tobytes()
    counts = Counter(_colour(*pixels[at : at + 3]) for at in range(0, len(pixels), 3))
    named = {name for name, count in counts.items() if count >= _ENOUGH * counts.total()}
    grey = ImageStat.Stat(small.convert("L")).mean[0]
    light = _DARK_WORDS if grey < _DARK else _BRIGHT_WORDS if grey > _BRIGHT else frozenset[str]()
    return frozenset(named | light)


def content(text: str) -> set[str]:
    """Take the words of a text that say something, as `stem` writes them."""
    return {stem(word) for word in re.findall(r"[^\W\d_]+", text)} - _STOP_WORDS


def stem(word: str) -> str:
    """Write a word small, and without the s of a plural."""
    small = word.lower()
    return small[:-1] if len(small) > 3 and small.endswith("s") and not small.endswith("ss") else small


def _things(state: ArcadeState) -> Iterator[str]:
    yield from PLACES[state.place].lower().split() if state.screen is Screen.LOADING or state.banner else ()
    for foe in state.foes:
        yield from (foe.kind.title, "enemy", "enemies", "monster", "foe")
    if state.boss:
        yield from ("boss", "bar", *state.boss.name.split(), *(("enraged", "angry") if state.boss.enraged else ()))
    if state.chests:
        yield from ("chest", "treasure")
    if state.hurdles:
        yield from ("thorn", "bush")
    if state.bolts:
        yield from ("bolt", "light", "fire", "fireball", "shot")
    if state.banner:
        yield "level"


def _numbers(state: ArcadeState) -> Iterator[int]:
    yield from (state.hearts, HEARTS, HEARTS - state.hearts, state.score, state.best, state.level)
    yield from (len(each) for each in (state.foes, state.bolts, state.chests, state.hurdles))
    if any(opened for _, opened in state.chests):
        yield CHEST_POINTS


def _colour(red: int, green: int, blue: int) -> str:
    hue, saturation, value = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    if value < 0.15:
        return "black"
    if saturation < 0.2:
        return "white" if value > 0.8 else "grey"
    return next((name for limit, name in _HUES if hue * 360 < limit), "red")
