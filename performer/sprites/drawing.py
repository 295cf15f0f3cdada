"""Drawing: a recipe becomes pictures: one view, four, or a walk. It takes some milliseconds: call it in a thread."""

import io
from collections.abc import Sequence
from typing import Final, Literal

from PIL import Image

from performer.sprites.bodies.body import STANDS, Pace
from performer.sprites.plate import NOTHING, Plate, Turn
from performer.sprites.recipe import Recipe

View = Literal["best", "front", "left", "right", "back", "four", "walk"]
Format = Literal["png", "gif", "webp"]
ANGLES: Final = {"front": 0.0, "left": -90.0, "back": 180.0, "right": 90.0}
"""Degrees, in the order in which four views stand beside each other: shown one after the other, they turn around."""
SIDE: Final = 256
"""Pixels of each side of a picture; of four, each has half of that."""
FRAMES: Final = 6
_BEGINS: Final = 0.25
"""How far into the first step a walk begins, so that no two frames show the same up and down."""
_TURN_FRAMES: Final = 8
"""Of a thing that turns all around."""
FRAME_MS: Final = 120


def drawn(recipe: Recipe, view: View, animated_as: Literal["gif", "webp"] = "gif") -> tuple[bytes, Format]:
    """Draw a sprite and give the file and what it is: PNG, or GIF or WebP for a walk."""
    if view == "walk":
        return _film(walk(recipe), animated_as), animated_as
    if view == "four":
        return _png(row([still(recipe, angle) for angle in ANGLES.values()])), "png"
    angle = recipe.figure.best if view == "best" else ANGLES[view]
    return _png(_large(still(recipe, angle), SIDE)), "png"


def still(recipe: Recipe, angle: float, pace: Pace = STANDS) -> Image.Image:
    """Draw one view, as many pixels large as the recipe says; 0 is nothing, the palette's colours begin at 1."""
    plate, turn = Plate(recipe.pixels), Turn(angle)
    body = recipe.body(pace)
    for piece in (*body.clay, *body.spots):
        piece.press(plate, turn)
    plate.contour()
    body.face.press(plate, turn)
    picture = Image.new("P", (plate.pixels, plate.pixels))
    picture.putpalette(_colours(recipe))
    picture.putdata([0 if ink == NOTHING else ink + 1 for ink in plate.inks])
    return picture


def walk(recipe: Recipe) -> list[Image.Image]:
    """Draw the frames of a walk; a thing turns all around instead."""
    if recipe.figure.kind == "item":
        shares = [number / _TURN_FRAMES for number in range(_TURN_FRAMES)]
        return [still(recipe, 360 * share, Pace(phase=share, walks=True)) for share in shares]
    angle = recipe.figure.walks_at
    return [still(recipe, angle, Pace(phase=(number + _BEGINS) / FRAMES, walks=True)) for number in range(FRAMES)]


def row(pictures: Sequence[Image.Image]) -> Image.Image:
    """Lay pictures beside each other, half as large as one alone."""
    side = SIDE // 2
    laid = Image.new("P", (side * len(pictures), side))
    laid.putpalette(pictures[0].getpalette() or [])
    for number, picture in enumerate(pictures):
        laid.paste(_large(picture, side), (number * side, 0))
    return laid


def _large(picture: Image.Image, side: int) -> Image.Image:
    """Enlarge by a whole number, in the middle of a square."""
    times = side // picture.width
    large = picture.resize((picture.width * times, picture.height * times), Image.Resampling.NEAREST)
    if large.width == side:
        return large
    framed = Image.new("P", (side, side))
    framed.putpalette(picture.getpalette() or [])
    framed.paste(large, ((side - large.width) // 2, (side - large.height) // 2))
    return framed


def _colours(recipe: Recipe) -> list[int]:
    return [0, 0, 0, *(value for colour in recipe.palette.colours for value in colour)]


def _png(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG", transparency=0)
    return written.getvalue()


def _film(frames: Sequence[Image.Image], as_: Literal["gif", "webp"]) -> bytes:
    large = [_large(frame, SIDE) for frame in frames]
    written = io.BytesIO()
    if as_ == "gif":
        large[0].save(
            written, "GIF", save_all=True, append_images=large[1:], duration=FRAME_MS, loop=0, transparency=0,
            disposal=2, optimize=False,
        )  # fmt: skip
        return written.getvalue()
    for frame in large:
        frame.info["transparency"] = 0
    seen = [frame.convert("RGBA") for frame in large]
    # Whole frames: pieces of them without a clear pixel would not be clear around.
    seen[0].save(
        written,
        "WEBP",
        save_all=True,
        append_images=seen[1:],
        duration=FRAME_MS,
        loop=0,
        lossless=True,
        method=0,
        kmin=0,
        kmax=1,
    )
    return written.getvalue()
