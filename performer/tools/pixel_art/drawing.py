"""Drawing: a recipe becomes pictures: one view, four, or a walk. It takes some milliseconds: call it in a thread."""

import io
import math
from collections.abc import Sequence
from typing import Final, Literal

from PIL import Image

from performer.tools.pixel_art.canvas import (
    ROOM,
    add_frame,
    add_outline,
    add_pattern,
    colour_icon,
    fit,
    resize,
    stand,
    trim,
)
from performer.tools.pixel_art.dictionary import load_vocabulary
from performer.tools.pixel_art.palette import Pixel, read_pixels, shade
from performer.tools.pixel_art.recipe import Recipe
from performer.tools.pixel_art.worn import draw_mood, dress, lay_beside, paint_over_eyes

View = Literal["best", "front", "left", "right", "back", "four", "walk"]
Side = Literal["front", "left", "back", "right"]
Format = Literal["png", "gif", "webp"]
SIDES: Final[tuple[Side, ...]] = ("front", "left", "back", "right")
"""In the order in which four views stand beside each other: shown one after the other, they turn around."""
SIDE: Final = 256
"""Pixels of each side of a picture; of four, each has half of that."""
FRAMES, _TURN_FRAMES = 6, 8
"""Of a walk, and of a thing that turns all around."""
FRAME_MS: Final = 120
_ROOM: Final = 0.9
"""How large what moves is, of what stands still."""
_BOB: Final = 0.06
"""Of its height: how far a step lifts it, and how much it is squashed between."""
_ASIDE, _NARROWEST = 0.78, 0.12
"""How wide what looks at us is when it looks aside, and at the least when it turns."""
_BACK, _FAR = 0.72, 0.82
"""How light a back is, and what turns away."""
_GLOW: Final[Pixel] = (255, 244, 170, 255)
_SCALES: Final = {"tiny": (0.5, 0.5), "fat": (1.0, 0.78), "thin": (0.62, 1.0)}


def drawn(recipe: Recipe, view: View, animated_as: Literal["gif", "webp"] = "gif") -> tuple[bytes, Format]:
    """Return a sprite's file and what it is: PNG, or GIF or WebP for a walk."""
    if view == "walk":
        return _save_film(draw_walk(recipe), animated_as), animated_as
    if view == "four":
        row = Image.new("RGBA", (SIDE // 2 * len(SIDES), SIDE // 2))
        for number, side in enumerate(SIDES):
            row.paste(_enlarge(draw_still(recipe, side), SIDE // 2), (number * SIDE // 2, 0))
        return _save_png(_index_colours(row)), "png"
    return _save_png(_enlarge(_index_colours(draw_still(recipe, "front" if view == "best" else view)), SIDE)), "png"


def draw_still(recipe: Recipe, side: Side) -> Image.Image:
    """Return one view, as many pixels large as the recipe says."""
    return fit(_draw_whole(recipe, side), recipe.pixels)


def draw_walk(recipe: Recipe) -> list[Image.Image]:
    """Return the frames of a walk; a thing turns all around instead."""
    bare = trim(fit(_draw_whole(recipe, "front"), recipe.pixels, _ROOM))
    step, count = (_draw_step, FRAMES) if recipe.icon.is_creature else (_draw_turn, _TURN_FRAMES)
    return [step(bare, recipe.pixels, number) for number in range(count)]


def _draw_whole(recipe: Recipe, side: Side) -> Image.Image:
    """Return all that is to be seen from a side, as large as it comes, without clear edges."""
    icon, is_back = recipe.icon, side == "back"
    picture = colour_icon(icon, recipe.hues, recipe.seed)
    for look in {"spotted", "striped"} & set(recipe.moods):
        picture = add_pattern(picture, look)
    canvas = add_frame(picture, ROOM)
    if is_back:
        paint_over_eyes(canvas, icon)
    for look in () if is_back else [each for each in recipe.moods if each in load_vocabulary()["moods"]][-1:]:
        draw_mood(canvas, icon, look)
    canvas = add_outline(canvas)
    for part in recipe.parts:
        dress(canvas, icon, part, recipe.hue_of(part), is_back=is_back)
    for number, thing in enumerate(recipe.things):
        lay_beside(canvas, thing, number, is_back=is_back)
    if "glowing" in recipe.moods:
        canvas = add_outline(add_outline(canvas, _GLOW), _GLOW)
    picture = _turn_to(trim(canvas), [x for x, _ in icon.eyes], side)
    for wide, high in (_SCALES[look] for look in recipe.moods if look in _SCALES):
        picture = resize(picture, picture.width * wide, picture.height * high)
    return picture


def _turn_to(picture: Image.Image, eyes: Sequence[int], side: Side) -> Image.Image:
    """Return a picture turned to a side; what shows one eye looks aside already, and is narrower from the front."""
    is_aside, narrow = len(eyes) == 1, resize(picture, picture.width * _ASIDE, picture.height)
    match side:
        case "front":
            return picture
        case "back":
            return shade(_flip(picture), _BACK)
    if not is_aside:
        far = narrow.width * 2 // 3
        narrow.paste(shade(narrow.crop((far, 0, *narrow.size)), _FAR), (far, 0))
    looks_right = is_aside and eyes[0] > 24
    turned = picture if is_aside else narrow
    return _flip(turned) if (side == "right") != looks_right else turned


def _draw_step(bare: Image.Image, side: int, number: int) -> Image.Image:
    """Return one frame of a walk: lifted and stretched, or squashed; each other one leans up by a pixel."""
    lift = math.sin(2 * math.pi * (number + 0.25) / FRAMES)
    squashed = resize(bare, bare.width * (1 - lift * _BOB * 0.7), bare.height * (1 + lift * _BOB))
    return stand(squashed, side, round(max(lift, 0) * side * _BOB) + number % 2)


def _draw_turn(bare: Image.Image, side: int, number: int) -> Image.Image:
    """Return one frame of a turn."""
    angle = 2 * math.pi * (number + 0.25) / _TURN_FRAMES
    turned = resize(bare, max(abs(math.cos(angle)), _NARROWEST) * bare.width, bare.height)
    seen = shade(_flip(turned), _FAR) if math.cos(angle) < 0 else turned
    return stand(seen, side, round((1 + math.sin(angle)) * side * _BOB / 2))


def _flip(picture: Image.Image) -> Image.Image:
    return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def _enlarge(picture: Image.Image, side: int) -> Image.Image:
    """Return a picture enlarged by a whole number, in the middle of a square."""
    times = side // picture.width
    large = picture.resize((picture.width * times, picture.height * times), Image.Resampling.NEAREST)
    framed_ = Image.new(picture.mode, (side, side))
    if picture.mode == "P":
        framed_.putpalette(picture.getpalette() or [])
    framed_.paste(large, ((side - large.width) // 2, (side - large.height) // 2))
    return framed_


def _index_colours(picture: Image.Image) -> Image.Image:
    """Return a picture with a palette of all its colours; 0 is clear."""
    pixels = read_pixels(picture)
    colours = sorted({pixel for pixel in pixels if pixel[3]})[:255]
    inks = {colour: number for number, colour in enumerate(colours, 1)}
    indexed = Image.new("P", picture.size)
    indexed.putpalette([0, 0, 0, *(value for colour in colours for value in colour[:3])])
    indexed.putdata([inks.get(pixel, 0) for pixel in pixels])
    return indexed


def _save_png(picture: Image.Image) -> bytes:
    written_ = io.BytesIO()
    picture.save(written_, "PNG", transparency=0)
    return written_.getvalue()


def _save_film(frames: Sequence[Image.Image], as_: Literal["gif", "webp"]) -> bytes:
    large = [_enlarge(_index_colours(frame) if as_ == "gif" else frame, SIDE) for frame in frames]
    file = io.BytesIO()
    if as_ == "gif":
        of_it = {"transparency": 0, "disposal": 2, "optimize": False}
    else:
        # Whole frames: pieces of them without a clear pixel would not be clear around.
        of_it = {"lossless": True, "method": 0, "kmin": 0, "kmax": 1}
    large[0].save(file, as_.upper(), save_all=True, append_images=large[1:], duration=FRAME_MS, loop=0, **of_it)
    return file.getvalue()
