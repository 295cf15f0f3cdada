"""Draws a recipe, dressed and in its mood: one view, four, or a walk. It takes milliseconds: call it in a thread."""

import io
import math
from collections.abc import Sequence
from typing import Final, Literal

from PIL import Image, ImageOps

from performer.tools.pixel_art import canvas
from performer.tools.pixel_art.atlas import SIDE as ICON_SIDE
from performer.tools.pixel_art.atlas import Icon, Part, Pixel, find_icon, load_vocabulary
from performer.tools.pixel_art.canvas import CLEAR, ROOM
from performer.tools.pixel_art.recipe import Recipe

View = Literal["best", "front", "left", "right", "back", "four", "walk"]
Side = Literal["front", "left", "back", "right"]
Format = Literal["png", "gif", "webp"]
SIDES: Final[tuple[Side, ...]] = ("front", "left", "back", "right")
"""In the order in which four views stand beside each other: shown one after the other, they turn around."""
SIDE: Final = 256
"""Pixels of each side of a picture; each of four views has half of that."""
FRAMES, _TURN_FRAMES = 6, 8
"""Frames of a walk, and of a whole turn."""
FRAME_MS: Final = 120
_BOB: Final = 0.06
"""Share of its height by which a step lifts a sprite, and by which it is squashed in between."""
_FAR: Final = 0.82
"""How light is what turns away."""
_GLOW: Final[Pixel] = (255, 244, 170, 255)
_EYE: Final = 9
"""Pixels of each side of a square around an eye."""
_SIGN, _HELD, _BESIDE = 13, 30, 26
"""Pixels of the longer side of a mood's sign, of what is held, and of a thing that stands with it."""


def drawn(recipe: Recipe, view: View, animated_as: Literal["gif", "webp"] = "gif") -> tuple[bytes, Format]:
    """Return a sprite's file and what it is: PNG, or GIF or WebP for a walk."""
    if view == "walk":
        return _save([_enlarge(each, SIDE) for each in draw_walk(recipe)], animated_as), animated_as
    if view != "four":
        return _save([_enlarge(draw_still(recipe, "front" if view == "best" else view), SIDE)], "png"), "png"
    row = Image.new("RGBA", (SIDE // 2 * len(SIDES), SIDE // 2))
    for number, side in enumerate(SIDES):
        row.paste(_enlarge(draw_still(recipe, side), SIDE // 2), (number * SIDE // 2, 0))
    return _save([row], "png"), "png"


def draw_still(recipe: Recipe, side: Side) -> Image.Image:
    """Return one view, as many pixels large as the recipe says."""
    return canvas.fit(_draw_whole(recipe, side), recipe.pixels)


def draw_walk(recipe: Recipe) -> list[Image.Image]:
    """Return the frames of a walk; a thing turns all around instead."""
    bare = canvas.fit(_draw_whole(recipe, "front"), recipe.pixels, 0.9)
    bare = bare.crop(bare.getbbox())
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
    picture, vocabulary = canvas.colour_icon(icon, recipe.colours, recipe.seed), load_vocabulary()
    for look in (each for each in vocabulary["patterns"] if each in recipe.moods):
        picture = canvas.add_pattern(picture, look)
    sheet = ImageOps.expand(picture, ROOM)
    if is_back:
        paint_over_eyes(sheet, icon)
    elif faces := [each for each in recipe.moods if each in vocabulary["moods"]]:
        draw_mood(sheet, icon, faces[-1])
    sheet = canvas.add_outline(sheet)
    for part in (*recipe.parts, *recipe.things):
        dress(sheet, icon, part, is_back=is_back)
    if "glowing" in recipe.moods:
        sheet = canvas.add_outline(canvas.add_outline(sheet, _GLOW), _GLOW)
    picture = _turn_to(sheet.crop(sheet.getbbox()), [x for x, _ in icon.eyes], side)
    for wide, high in (scale for look in recipe.moods if (scale := vocabulary["scales"].get(look))):
        picture = canvas.resize(picture, picture.width * wide, picture.height * high)
    return picture


def _turn_to(picture: Image.Image, eyes: Sequence[int], side: Side) -> Image.Image:
    """Return a picture turned to a side; what shows one eye looks aside already, and is narrower from the front."""
    if side == "front":
        return picture
    if side == "back":
        return canvas.shade(ImageOps.mirror(picture), 0.72)
    is_aside = len(eyes) == 1
    turned = picture if is_aside else canvas.resize(picture, picture.width * 0.78, picture.height)
    if not is_aside:
        far = turned.width * 2 // 3
        turned.paste(canvas.shade(turned.crop((far, 0, *turned.size)), _FAR), (far, 0))
    looks_right = is_aside and eyes[0] > ICON_SIDE // 2
    return ImageOps.mirror(turned) if (side == "right") != looks_right else turned


def _enlarge(picture: Image.Image, side: int) -> Image.Image:
    """Return a square picture enlarged by a whole number, in the middle of a larger square."""
    large = ImageOps.scale(picture, side // picture.width, Image.Resampling.NEAREST)
    return ImageOps.expand(large, (side - large.width) // 2)


def _save(frames: Sequence[Image.Image], format_: Format) -> bytes:
    file, film = io.BytesIO(), {"append_images": frames[1:], "duration": FRAME_MS, "loop": 0, "disposal": 2}
    # Whole frames: pieces of them without a clear pixel would not be clear around.
    exact = {} if format_ != "webp" else {"lossless": True, "method": 0, "kmin": 0, "kmax": 1}
    frames[0].save(file, format_, save_all=len(frames) > 1, **film, **exact)
    return file.getvalue()


def draw_mood(sheet: Image.Image, icon: Icon, look: str) -> None:
    """Draw a mood over an icon's eyes, or onto what has none, and its sign beside the head."""
    mood, inks = load_vocabulary()["moods"][look], load_vocabulary()["inks"]
    paint_over_eyes(sheet, icon)
    marks: list[tuple[float, float, str]] = [(*at, eye) for at, eye in zip(icon.face, mood["eyes"], strict=False)]
    if not icon.eyes:
        marks.append(((icon.face[0][0] + icon.face[1][0]) / 2, icon.face[0][1] + 9, mood["mouth"]))
    for x, y, rows in ((x, y, text.split()) for x, y, text in marks):
        pixels = (tuple(inks.get(sign, CLEAR)) for row in rows for sign in row)
        canvas.lay(canvas.make_picture(pixels, (len(rows[0]), len(rows))), sheet, x, y)
    if sign := mood.get("sign"):
        dress(sheet, icon, Part("", sign, "sign"))


def paint_over_eyes(sheet: Image.Image, icon: Icon) -> None:
    """Paint an icon's eyes over with what is around them."""
    for x, y in icon.eyes:
        left, top = x + ROOM - _EYE // 2, y + ROOM - _EYE // 2
        eye = sheet.crop((left, top, left + _EYE, top + _EYE))
        around = sheet.crop((left - 1, top - 1, left + _EYE + 1, top + _EYE + 1))
        sheet.paste(canvas.find_main_colour(around), (left, top), eye.getchannel("A"))


def dress(sheet: Image.Image, icon: Icon, part: Part, *, is_back: bool = False) -> None:
    """Lay a part onto an icon; glasses are not seen from behind."""
    worn = find_icon(part.icon)
    if worn is None or (is_back and part.place == "eyes"):
        return
    drawn = canvas.colour_icon(worn, [part.hue] * bool(part.hue))
    drawn = drawn.crop(drawn.getbbox())
    left, top, right, bottom = icon.pixels.getbbox() or (0, 0, ICON_SIDE, ICON_SIDE)
    x, y, wide = icon.hat
    (first_x, first_y), (last_x, last_y) = icon.face[0], icon.face[-1]
    eyes_x, eyes_y = (first_x + last_x) / 2, (first_y + last_y) / 2
    middle = (top + bottom) / 2 - 2
    hat, slim = max(wide * 0.85, 14), min(drawn.width / drawn.height, 1)
    foot = bottom - _BESIDE * slim * drawn.height / drawn.width / 2 + 2
    places: dict[str, tuple[float, float, float]] = {
        "top": (hat, x, y + 4 - drawn.height * hat / drawn.width / 2),
        "ear": (15, x + wide / 3, y + 3),
        "head": (wide + 6, x, y + wide * 0.45),
        "eyes": (max((last_x - first_x) * 1.9, 17), eyes_x, eyes_y),
        "neck": (20, eyes_x + 1, min(eyes_y + 14, bottom - 6)),
        "sides": (22, right + 3, middle),
        "behind": (min(right - left + 8, 52), (left + right) / 2, middle + 5),
        "around": (min(right - left + 8, 52), (left + right) / 2, middle + 2),
        "held": (_HELD, right - 2, bottom - _HELD / 2 + 1),
        "shield": (18, left + 4, bottom - 12),
        "right foot": (_BESIDE * slim, right + 5, foot),
        "left foot": (_BESIDE * slim, left - 5, foot),
        "sign": (_SIGN * slim, min(x + wide / 2 + 4, 44), max(y - 3, 0)),
    }
    size, across, down = places[part.place]
    picture = canvas.resize(drawn, size, drawn.height * size / drawn.width)
    picture = canvas.add_outline(ImageOps.expand(picture, 1))
    before_a_back, behind = ("top", "ear", "head", "neck", "behind"), ("sides", "around", "behind")
    is_behind = part.place not in before_a_back if is_back else part.place in behind
    canvas.lay(picture, sheet, across, down, is_behind=is_behind)
    if part.place == "sides":
        canvas.lay(ImageOps.mirror(picture), sheet, left - 3, middle, is_behind=True)
