"""Draws a recipe: one view, four, or a walk, with moods on the face, hats, glasses, wings, and things in the hands.

It takes some milliseconds: call it in a thread.
"""

import io
import math
from collections.abc import Sequence
from typing import Any, Final, Literal

from PIL import Image, ImageOps

from performer.tools.pixel_art import canvas
from performer.tools.pixel_art.atlas import SIDE as ICON_SIDE
from performer.tools.pixel_art.atlas import Icon, Part, find_icon, load_vocabulary
from performer.tools.pixel_art.canvas import CLEAR, ROOM, Pixel
from performer.tools.pixel_art.recipe import Recipe

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
_BOB: Final = 0.06
"""Of its height: how far a step lifts it, and how much it is squashed between."""
_FAR: Final = 0.82
"""How light is what turns away."""
_GLOW: Final[Pixel] = (255, 244, 170, 255)
_EYE: Final = 9
"""Pixels of each side of a square around an eye."""
_SIGN, _HELD, _BESIDE = 15, 30, 26
"""Pixels of the longer side of a mood's sign, of what is held, and of a thing that stands with it."""


def drawn(recipe: Recipe, view: View, animated_as: Literal["gif", "webp"] = "gif") -> tuple[bytes, Format]:
    """Return a sprite's file and what it is: PNG, or GIF or WebP for a walk."""
    if view == "walk":
        frames = [_index_colours(each) if animated_as == "gif" else each for each in draw_walk(recipe)]
        return _save([_enlarge(each, SIDE) for each in frames], animated_as), animated_as
    if view == "four":
        row = Image.new("RGBA", (SIDE // 2 * len(SIDES), SIDE // 2))
        for number, side in enumerate(SIDES):
            row.paste(_enlarge(draw_still(recipe, side), SIDE // 2), (number * SIDE // 2, 0))
        return _save([_index_colours(row)], "png"), "png"
    still = draw_still(recipe, "front" if view == "best" else view)
    return _save([_enlarge(_index_colours(still), SIDE)], "png"), "png"


def draw_still(recipe: Recipe, side: Side) -> Image.Image:
    """Return one view, as many pixels large as the recipe says."""
    return canvas.fit(_draw_whole(recipe, side), recipe.pixels)


def draw_walk(recipe: Recipe) -> list[Image.Image]:
    """Return the frames of a walk; a thing turns all around instead."""
    bare = canvas.trim(canvas.fit(_draw_whole(recipe, "front"), recipe.pixels, 0.9))
    count, bob, frames = FRAMES if recipe.icon.is_creature else _TURN_FRAMES, recipe.pixels * _BOB, []
    for number in range(count):
        sine, cosine = (wave(math.tau * (number + 0.25) / count) for wave in (math.sin, math.cos))
        if recipe.icon.is_creature:  # lifted and stretched, or squashed; each other one leans up by a pixel
            moved = canvas.resize(bare, bare.width * (1 - sine * _BOB * 0.7), bare.height * (1 + sine * _BOB))
            lift = max(sine, 0) * bob
        else:
            moved = canvas.resize(bare, max(abs(cosine), 0.12) * bare.width, bare.height)
            moved = canvas.shade(ImageOps.mirror(moved), _FAR) if cosine < 0 else moved
            lift = (1 + sine) * bob / 2
        frames.append(canvas.stand(moved, recipe.pixels, round(lift) + number % 2 * recipe.icon.is_creature))
    return frames


def _draw_whole(recipe: Recipe, side: Side) -> Image.Image:
    """Return all that is to be seen from a side, as large as it comes, without clear edges."""
    icon, is_back = recipe.icon, side == "back"
    picture = canvas.colour_icon(icon, recipe.hues, recipe.seed)
    for look in (each for each in ("spotted", "striped") if each in recipe.moods):
        picture = canvas.add_pattern(picture, look)
    sheet = ImageOps.expand(picture, ROOM)
    if is_back:
        paint_over_eyes(sheet, icon)
    elif faces := [each for each in recipe.moods if each in load_vocabulary()["moods"]]:
        draw_mood(sheet, icon, faces[-1])
    sheet = canvas.add_outline(sheet)
    for part in recipe.parts:
        dress(sheet, icon, part, recipe.hue_of(part), is_back=is_back)
    for number, thing in enumerate(recipe.things):
        lay_beside(sheet, thing, number, is_back=is_back)
    if "glowing" in recipe.moods:
        sheet = canvas.add_outline(canvas.add_outline(sheet, _GLOW), _GLOW)
    picture = _turn_to(canvas.trim(sheet), [x for x, _ in icon.eyes], side)
    scales = load_vocabulary()["scales"]
    for wide, high in (scales[look] for look in recipe.moods if look in scales):
        picture = canvas.resize(picture, picture.width * wide, picture.height * high)
    return picture


def _turn_to(picture: Image.Image, eyes: Sequence[int], side: Side) -> Image.Image:
    """Return a picture turned to a side; what shows one eye looks aside already, and is narrower from the front."""
    if side == "front":
        return picture
    if side == "back":
        return canvas.shade(ImageOps.mirror(picture), 0.72)
    if is_aside := len(eyes) == 1:
        turned = picture
    else:
        turned = canvas.resize(picture, picture.width * 0.78, picture.height)
        far = turned.width * 2 // 3
        turned.paste(canvas.shade(turned.crop((far, 0, *turned.size)), _FAR), (far, 0))
    looks_right = is_aside and eyes[0] > ICON_SIDE // 2
    return ImageOps.mirror(turned) if (side == "right") != looks_right else turned


def _enlarge(picture: Image.Image, side: int) -> Image.Image:
    """Return a square picture enlarged by a whole number, in the middle of a larger square."""
    large = ImageOps.scale(picture, side // picture.width, Image.Resampling.NEAREST)
    return ImageOps.expand(large, (side - large.width) // 2)


def _index_colours(picture: Image.Image) -> Image.Image:
    """Return a picture with a palette of all its colours; 0 is clear."""
    pixels = canvas.read_pixels(picture)
    colours = sorted({pixel for pixel in pixels if pixel[3]})[:255]
    inks = {colour: number for number, colour in enumerate(colours, 1)}
    indexed = Image.new("P", picture.size)
    indexed.putpalette([0, 0, 0, *(value for colour in colours for value in colour[:3])])
    indexed.putdata([inks.get(pixel, 0) for pixel in pixels])
    return indexed


def _save(frames: Sequence[Image.Image], format_: Format) -> bytes:
    file, film = io.BytesIO(), {"save_all": True, "append_images": frames[1:], "duration": FRAME_MS, "loop": 0}
    options: dict[Format, dict[str, Any]] = {
        "png": {"transparency": 0},
        "gif": {**film, "transparency": 0, "disposal": 2, "optimize": False},
        # Whole frames: pieces of them without a clear pixel would not be clear around.
        "webp": {**film, "lossless": True, "method": 0, "kmin": 0, "kmax": 1},
    }
    frames[0].save(file, format_.upper(), **options[format_])
    return file.getvalue()


def draw_mood(sheet: Image.Image, icon: Icon, look: str) -> None:
    """Draw a mood over an icon's eyes, or onto what has none, and its sign beside the head."""
    mood, eyes = load_vocabulary()["moods"][look], icon.eyes or _choose_eyes(sheet)
    if icon.eyes:
        paint_over_eyes(sheet, icon)
    else:
        _stamp(sheet, (eyes[0][0] + eyes[1][0]) / 2, eyes[0][1] + 9, mood["mouth"].split())
    for at, (x, y) in enumerate(eyes):
        rows = mood["eyes"].split()
        _stamp(sheet, x, y, [row[::-1] for row in rows] if at and mood.get("slants") else rows)
    if sign := find_icon(mood.get("sign", "")):
        x, y, wide = icon.hat
        canvas.lay(_resize_to(canvas.trim(sign.pixels), _SIGN), sheet, min(x + wide / 2 + 4, 44), max(y - 3, 0))


def paint_over_eyes(sheet: Image.Image, icon: Icon) -> None:
    """Paint an icon's eyes over with what is around them."""
    for x, y in icon.eyes:
        left, top = x + ROOM - _EYE // 2, y + ROOM - _EYE // 2
        eye = sheet.crop((left, top, left + _EYE, top + _EYE))
        around = sheet.crop((left - 1, top - 1, left + _EYE + 1, top + _EYE + 1))
        sheet.paste(canvas.find_main_colour(canvas.read_pixels(around)), (left, top), eye.getchannel("A"))


def dress(sheet: Image.Image, icon: Icon, part: Part, hue: str, *, is_back: bool) -> None:
    """Lay a part onto an icon, in a colour or its own; glasses are not seen from behind."""
    worn = find_icon(part.icon)
    if worn is None or (is_back and part.place == "eyes"):
        return
    drawn = canvas.trim(canvas.colour_icon(worn, (hue or part.hue,) if hue or part.hue else ()))
    left, top, right, bottom = _find_box(sheet)
    x, y, wide = icon.hat
    xs, ys = zip(*(icon.eyes or [(x, y + 8)]), strict=True)
    eyes_x, eyes_y = sum(xs) / len(xs), sum(ys) / len(ys)
    glasses = max((xs[-1] - xs[0]) * 1.9, 17) if icon.eyes else 26
    middle = (top + bottom) / 2 - 2
    hat = max(wide * 0.85, 14)
    places: dict[str, tuple[float, float, float]] = {
        "top": (hat, x, y + 4 - drawn.height * hat / drawn.width / 2),
        "ear": (15, x + wide / 3, y + 3),
        "head": (wide + 6, x, y + wide * 0.45),
        "eyes": (glasses, eyes_x, eyes_y),
        "neck": (20, eyes_x + 1, min(eyes_y + 14, bottom - 6)),
        "sides": (22, right + 3, middle),
        "behind": (min(right - left + 8, 52), (left + right) / 2, middle + 5),
        "around": (min(right - left + 8, 52), (left + right) / 2, middle + 2),
        "held": (_HELD, right - 2, bottom - _HELD / 2 + 1),
        "shield": (18, left + 4, bottom - 12),
    }
    size, across, down = places[part.place]
    picture = canvas.resize(drawn, size, drawn.height * size / drawn.width)
    picture = canvas.add_outline(ImageOps.expand(picture, 1))
    is_behind = part.place in {"sides", "around", *(("held", "shield") if is_back else ("behind",))}
    canvas.lay(picture, sheet, across, down, is_behind=is_behind)
    if part.place == "sides":
        canvas.lay(ImageOps.mirror(picture), sheet, left - 3, middle, is_behind=True)


def lay_beside(sheet: Image.Image, thing: Icon, number: int, *, is_back: bool) -> None:
    """Lay a thing in front of an icon, at its right foot, the second at its left."""
    left, _, right, bottom = _find_box(sheet)
    drawn = _resize_to(canvas.trim(canvas.colour_icon(thing, ())), _BESIDE)
    drawn = canvas.add_outline(ImageOps.expand(drawn, 1))
    canvas.lay(drawn, sheet, left - 5 if number else right + 5, bottom - drawn.height / 2 + 2, is_behind=is_back)


def _choose_eyes(sheet: Image.Image) -> tuple[tuple[int, int], ...]:
    """Return where eyes would be on what has none: where its upper half is widest."""
    left, top, right, bottom = _find_box(sheet)
    alpha = sheet.getchannel("A").crop((ROOM, ROOM, ROOM + ICON_SIDE, ROOM + ICON_SIDE)).tobytes()
    rows = [[x for x in range(left, right) if alpha[y * ICON_SIDE + x]] for y in range(ICON_SIDE)]
    row = max(range(top + (bottom - top) // 5, bottom - (bottom - top) // 3), key=lambda y: len(rows[y]), default=top)
    middle = sum(rows[row]) // max(len(rows[row]), 1)
    return (middle - 6, row), (middle + 6, row)


def _stamp(sheet: Image.Image, x: float, y: float, rows: list[str]) -> None:
    inks, size = load_vocabulary()["inks"], (len(rows[0]), len(rows))
    pixels = (tuple(inks.get(sign, CLEAR)) for row in rows for sign in row)
    canvas.lay(canvas.make_picture(pixels, size), sheet, x, y)


def _find_box(sheet: Image.Image) -> tuple[int, int, int, int]:
    return sheet.crop((ROOM, ROOM, ROOM + ICON_SIDE, ROOM + ICON_SIDE)).getbbox() or (0, 0, ICON_SIDE, ICON_SIDE)


def _resize_to(drawn: Image.Image, long: float) -> Image.Image:
    return canvas.resize(drawn, drawn.width * long / max(drawn.size), drawn.height * long / max(drawn.size))
