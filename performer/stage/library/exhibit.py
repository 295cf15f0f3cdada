"""A picture that a tool made, as the stage shows it: written anew from its pixels, small ones enlarged in squares."""

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image

from performer.darkroom.prints import Prints
from performer.pictures import KINDS, kind_of
from performer.stage.library.strips import LARGEST_SIDE, LARGEST_STILL, frames_in, laid_in_row

MOST_FRAMES: Final = 32
MOST_VIEWS: Final = 8
"""Of a still picture that shows something from several sides, in squares beside each other."""
VIEW_MS: Final = 700
"""How long each of them shows."""
_MOST_DRAWN_COLOURS: Final = 64
"""More, and it was not drawn pixel by pixel."""
_LARGEST_DRAWN: Final = 320
"""Pixels of the longer side of one that is taken for drawn so."""
WHOLE_FRAMES: Final[dict[str, int]] = {"kmin": 0, "kmax": 1}
"""Of a WebP: one whose frames were cut to pieces without a clear pixel would not be clear around them."""
_CLEAR: Final = 255
"""The colour of a GIF that is none."""
_HALF: Final = 128
_SUFFIXES: Final = {kind: suffix for suffix, kind in KINDS.items()}


def exhibit(data: bytes, how: str) -> Prints:
    """Make two files: what an emote or a card shows, and the whole as others may keep it.

    The first is a PNG, a row of square frames where it moves; the last is a GIF or a WebP then, and else a PNG. It is a
    job for a process apart.

    Args:
        data: A PNG, GIF, WebP or JPEG.
        how: Nothing.

    Raises:
        Unfit: as `frames_in` does.
    """
    del how
    kind = kind_of(data)
    frames, frames_ms = frames_in(data, _SUFFIXES.get(kind, ""), most=MOST_FRAMES)
    if frames_ms:
        kept = _film(frames, frames_ms, "WEBP" if kind == "WEBP" else "GIF")
    else:
        kept = _png(_fitted(frames[0], LARGEST_STILL))
        frames = _views(frames[0])
        frames_ms = (VIEW_MS,) * len(frames) if len(frames) > 1 else ()
    side = LARGEST_SIDE if frames_ms else LARGEST_STILL
    shown = [_fitted(frame, side) for frame in frames]
    return Prints(files=(_png(laid_in_row(shown) if frames_ms else shown[0]), kept), frames_ms=frames_ms)


def _views(picture: Image.Image) -> list[Image.Image]:
    """Cut one that consists of squares beside each other; any other stays whole."""
    wide, high = picture.size
    count = wide // high
    if wide % high or not 2 <= count <= MOST_VIEWS:
        return [picture]
    return [picture.crop((number * high, 0, (number + 1) * high, high)) for number in range(count)]


def _fitted(picture: Image.Image, side: int) -> Image.Image:
    """Bring a picture into a square: reduce a large one; enlarge a drawn one by a whole number, so that it stays so."""
    longest = max(picture.size)
    if longest > side:
        picture = picture.copy()
        picture.thumbnail((side, side), Image.Resampling.LANCZOS)
        return picture
    times = side // longest if _is_drawn(picture) else 1
    return picture.resize((picture.width * times, picture.height * times), Image.Resampling.NEAREST)


def _is_drawn(picture: Image.Image) -> bool:
    """Tell whether each of its pixels was meant as a square."""
    return max(picture.size) <= _LARGEST_DRAWN and picture.getcolors(_MOST_DRAWN_COLOURS) is not None


def _png(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


def _film(frames: Sequence[Image.Image], frames_ms: Sequence[int], kind: str) -> bytes:
    options = {"disposal": 2, "transparency": _CLEAR} if kind == "GIF" else {"quality": 90, "method": 0, **WHOLE_FRAMES}
    ready = [_in_few_colours(frame) for frame in frames] if kind == "GIF" else frames
    written = io.BytesIO()
    ready[0].save(written, kind, save_all=True, append_images=ready[1:], duration=list(frames_ms), loop=0, **options)
    return written.getvalue()


def _in_few_colours(frame: Image.Image) -> Image.Image:
    """Choose the colours of a GIF; where they are few they stay exact, which Pillow's own way does not see to."""
    chosen = frame.convert("RGB").quantize(_CLEAR, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    clear = frame.getchannel("A").point(lambda alpha: 0 if alpha >= _HALF else 255)
    chosen.paste(_CLEAR, mask=clear)
    return chosen
