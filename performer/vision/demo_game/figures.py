"""The figures: pictures cut from the sheets that `assets/make_demo_game.py` has drawn.

A figure's picture is placed by the middle of its lower edge, except bolts, bats and puffs: by their middle.
"""

from functools import lru_cache
from typing import Final

from PIL import Image

from performer.core.files.home import ASSETS

WALKING, JUMPING, THROWING = 0, 4, 5
"""Of the sheet `hero`; it walks in four steps."""
_PICTURES: Final = {
    "hero": 6,
    "slime": 2,
    "bat": 2,
    "brute": 2,
    "boss": 6,
    "bolt": 2,
    "sparks": 8,
    "cloud": 8,
    "chest": 2,
    "heart": 2,
    "confetti": 30,
}
"""How many there are on a sheet, side by side; on any other there is one."""


@lru_cache(maxsize=128)
def figure(sheet: str, number: int = 0) -> Image.Image:
    """Return a picture of a sheet, counted from the left."""
    with Image.open(ASSETS / "demo_game" / f"{sheet}.png") as row:
        width = row.width // _PICTURES.get(sheet, 1)
        return row.crop((number * width, 0, (number + 1) * width, row.height))


@lru_cache(maxsize=16)
def flashed(sheet: str, number: int) -> Image.Image:
    """Return a picture bleached, for the instant in which its figure is hit."""
    picture = figure(sheet, number)
    white = Image.new("RGBA", picture.size, "#FFFFFF")
    white.putalpha(picture.getchannel("A"))
    return Image.blend(picture, white, 0.65)
