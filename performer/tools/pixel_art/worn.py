"""Adds to an icon: moods on its face, hats, glasses, wings, and things in its hands, which are icons too."""

from typing import Final

from PIL import Image

from performer.tools.pixel_art.atlas import SIDE, Icon, find_icon
from performer.tools.pixel_art.canvas import (
    ROOM,
    add_frame,
    add_outline,
    colour_icon,
    find_main_colour,
    lay,
    resize,
    trim,
)
from performer.tools.pixel_art.dictionary import Part, load_vocabulary
from performer.tools.pixel_art.palette import CLEAR, LINE, Pixel, make_picture, read_pixels

_INKS: Final[dict[str, Pixel]] = {"K": LINE, "W": (255, 255, 255, 255), "L": (242, 120, 130, 255)}
_REACH: Final = 4
"""How far an eye reaches from its middle."""
_SIGN, _HELD, _BESIDE = 15, 30, 26
"""Pixels of the longer side of a mood's sign, of what is held, and of a thing that stands with it."""


def draw_mood(canvas: Image.Image, icon: Icon, look: str) -> None:
    """Draw a mood over an icon's eyes, or onto what has none, and its sign beside the head."""
    mood = load_vocabulary()["moods"].get(look, {})
    eyes = icon.eyes or _choose_eyes(canvas)
    if icon.eyes:
        paint_over_eyes(canvas, icon)
    elif mood:
        _stamp(canvas, (eyes[0][0] + eyes[1][0]) / 2, eyes[0][1] + 9, mood["mouth"].split())
    for at, (x, y) in enumerate(eyes if mood else ()):
        rows = mood["eyes"].split()
        _stamp(canvas, x, y, [row[::-1] for row in rows] if at and mood.get("slants") else rows)
    if sign := find_icon(mood.get("sign", "")):
        x, y, wide = icon.hat
        lay(_resize_to(trim(sign.pixels), _SIGN), canvas, min(x + wide / 2 + 4, 44), max(y - 3, 0))


def paint_over_eyes(canvas: Image.Image, icon: Icon) -> None:
    """Paint an icon's eyes over with what is around them."""
    for x, y in icon.eyes:
        left, top = x + ROOM - _REACH, y + ROOM - _REACH
        box = (left, top, left + 2 * _REACH + 1, top + 2 * _REACH + 1)
        eye = read_pixels(canvas.crop(box))
        skin = find_main_colour(read_pixels(canvas.crop((left - 1, top - 1, box[2] + 1, box[3] + 1))))
        canvas.paste(make_picture((skin if pixel[3] else CLEAR for pixel in eye), (2 * _REACH + 1,) * 2), box)


def dress(canvas: Image.Image, icon: Icon, part: Part, hue: str, *, is_back: bool) -> None:
    """Lay a part onto an icon, in a colour or its own; glasses are not seen from behind."""
    worn = find_icon(part.icon)
    if worn is None or (is_back and part.place == "eyes"):
        return
    drawn = trim(colour_icon(worn, (hue or part.hue,) if hue or part.hue else ()))
    left, top, right, bottom = _find_box(canvas)
    x, y, wide = icon.hat
    eyes_x, eyes_y, across = _find_eyes(icon, (x, y + 8, 26))
    middle = (top + bottom) / 2 - 2
    hat = max(wide * 0.85, 14)
    places: dict[str, tuple[float, float, float]] = {
        "top": (hat, x, y + 4 - drawn.height * hat / drawn.width / 2),
        "ear": (15, x + wide / 3, y + 3),
        "head": (wide + 6, x, y + wide * 0.45),
        "eyes": (across, eyes_x, eyes_y),
        "neck": (20, eyes_x + 1, min(eyes_y + 14, bottom - 6)),
        "sides": (22, right + 3, middle),
        "behind": (min(right - left + 8, 52), (left + right) / 2, middle + 5),
        "around": (min(right - left + 8, 52), (left + right) / 2, middle + 2),
        "held": (_HELD, right - 2, bottom - _HELD / 2 + 1),
        "shield": (18, left + 4, bottom - 12),
    }
    size, across, down = places[part.place]
    picture = _outline(resize(drawn, size, drawn.height * size / drawn.width))
    is_behind = part.place in {"sides", "around", *(("held", "shield") if is_back else ("behind",))}
    lay(picture, canvas, across, down, is_behind=is_behind)
    if part.place == "sides":
        lay(picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT), canvas, left - 3, middle, is_behind=True)


def lay_beside(canvas: Image.Image, thing: Icon, number: int, *, is_back: bool) -> None:
    """Lay a thing in front of an icon, at its right foot, the second at its left."""
    left, _, right, bottom = _find_box(canvas)
    drawn = _outline(_resize_to(trim(colour_icon(thing, ())), _BESIDE))
    lay(drawn, canvas, left - 5 if number else right + 5, bottom - drawn.height / 2 + 2, is_behind=is_back)


def _find_eyes(icon: Icon, others: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return the middle of an icon's eyes and how wide glasses are there; the others where it has none."""
    if not icon.eyes:
        return others
    across, down = zip(*icon.eyes, strict=True)
    return sum(across) / len(across), sum(down) / len(down), max((across[-1] - across[0]) * 1.9, 17)


def _choose_eyes(canvas: Image.Image) -> tuple[tuple[int, int], ...]:
    """Return where eyes would be on what has none: where its upper half is widest."""
    left, top, right, bottom = _find_box(canvas)
    alpha = canvas.getchannel("A").crop((ROOM, ROOM, ROOM + SIDE, ROOM + SIDE)).tobytes()
    rows = [[x for x in range(left, right) if alpha[y * SIDE + x]] for y in range(SIDE)]
    row = max(range(top + (bottom - top) // 5, bottom - (bottom - top) // 3), key=lambda y: len(rows[y]), default=top)
    middle = sum(rows[row]) // max(len(rows[row]), 1)
    return (middle - 6, row), (middle + 6, row)


def _stamp(canvas: Image.Image, x: float, y: float, rows: list[str]) -> None:
    size = (max(map(len, rows), default=1), max(len(rows), 1))
    lay(make_picture((_INKS.get(sign, CLEAR) for row in rows for sign in row), size), canvas, x, y)


def _find_box(canvas: Image.Image) -> tuple[int, int, int, int]:
    return canvas.crop((ROOM, ROOM, ROOM + SIDE, ROOM + SIDE)).getbbox() or (0, 0, SIDE, SIDE)


def _resize_to(drawn: Image.Image, long: float) -> Image.Image:
    return resize(drawn, drawn.width * long / max(drawn.size), drawn.height * long / max(drawn.size))


def _outline(drawn: Image.Image) -> Image.Image:
    return add_outline(add_frame(drawn, 1))
