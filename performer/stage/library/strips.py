"""Pictures made ready for the stage: a still one becomes a PNG, an animated one a row of equal square frames.

Browsers and Qt differ in how they time and dispose of animations; a row of finished frames is the same for both.
"""

import io
import itertools
import time
from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image
from PIL.ImageFile import ImageFile
from PIL.PngImagePlugin import PngInfo

from performer.core.images.formats import (
    MOST_FRAMES,
    MOST_PIXELS_IN_ALL,
    UnfitPicture,
    convert_to_rgba,
    load_frame,
    open_header,
    turn_upright,
)
from performer.core.images.sandbox.wire import SandboxResult
from performer.core.own_text import own
from performer.stage.library.animation import Animation, parse_apng, parse_gif

MOST_KEPT: Final = 60
"""The most frames of a row; of a longer animation they are chosen evenly."""
LARGEST_SIDE: Final = 272
"""The side of a frame in a row, in pixels: 60 of them stay below the 16,384 pixels that a texture may be wide."""
LARGEST_STILL: Final = 640
"""The longer side of a still picture, in pixels."""
WITHIN_S: Final = 10.0
"""The most time for decoding an animation, checked between its frames."""
_TOO_SHORT_MS: Final = 10
_USUAL_MS: Final = 100
"""The duration that browsers use instead of 10 ms or less."""
_LONGEST_MS: Final = 60_000

_NOTE: Final = "frames_ms"
"""The name of the text in a PNG that holds the durations of its frames."""

_Frame = tuple[Image.Image, int]
"""A picture, with the milliseconds that it shows."""


def prepare_picture(data: bytes, suffix: str) -> SandboxResult:
    """Decode a whole picture, and convert it unless it is a still PNG of a sane size, whose bytes stay as they are.

    Takes some 50 ms for a usual emote and seconds for the largest: call it in a worker thread, or a process apart.

    Raises:
        UnfitPicture: when it is no picture, broken, too large, or takes longer than 10 s.
    """
    with open_header(data, suffix) as picture:
        animation = _parse_animation(picture, data)
        frames, frames_ms = _read_frames(picture, animation, MOST_KEPT)
        if frames_ms:
            return SandboxResult(files=(encode_png(join_in_row(frames), frames_ms),), frames_ms=frames_ms)
        if animation is None and picture.format == "PNG" and max(picture.size) <= LARGEST_STILL:
            return SandboxResult(files=(data,))
        return SandboxResult(files=(encode_png(_reduce(frames[0], LARGEST_STILL)),))


def read_frames(data: bytes, suffix: str, *, most: int = MOST_KEPT) -> tuple[list[Image.Image], tuple[int, ...]]:
    """Decode a picture: its frames, chosen evenly where they are too many, and how long each of them shows.

    A still one has one frame, of its own size, and no times; those of an animated one are reduced to LARGEST_SIDE.

    Raises:
        UnfitPicture: as `prepare_picture` does.
    """
    with open_header(data, suffix) as picture:
        return _read_frames(picture, _parse_animation(picture, data), most)


def _parse_animation(picture: ImageFile, data: bytes) -> Animation | None:
    if picture.format == "GIF":
        return parse_gif(data)
    return parse_apng(data) if picture.format == "PNG" else None


def _read_frames(
    picture: ImageFile, animation: Animation | None, most: int
) -> tuple[list[Image.Image], tuple[int, ...]]:
    if animation is not None and len(animation.parts) > 1:
        return _choose_frames(animation.frames(), most)
    if animation is not None:
        return [next(animation.frames())[0]], ()
    if picture.format == "WEBP" and getattr(picture, "n_frames", 1) > 1:  # a JPEG may hold several photographs
        return _choose_frames(_read_webp_frames(picture), most)
    load_frame(picture)
    return [turn_upright(picture)], ()


def join_in_row(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return one picture with the frames beside each other, each in the middle of a square."""
    side = max(pictures[0].size)
    row = Image.new("RGBA", (side * len(pictures), side))
    for number, picture in enumerate(pictures):
        row.paste(picture, (number * side + (side - picture.width) // 2, (side - picture.height) // 2))
    return row


def _choose_frames(frames: Iterator[_Frame], most: int) -> tuple[list[Image.Image], tuple[int, ...]]:
    """Return at most so many frames, chosen evenly; together they show for as long as all did.

    Whenever twice too many are kept, each second one gives its time to the one before.
    """
    kept: list[Image.Image] = []
    kept_ms: list[int] = []
    every = 1
    for number, (frame, shown_ms) in enumerate(_check_limits(frames)):
        if number % every:
            kept_ms[-1] += shown_ms
        else:
            kept.append(_reduce(frame, LARGEST_SIDE))
            kept_ms.append(shown_ms)
        if len(kept) == 2 * most:
            kept, kept_ms = kept[::2], [sum(pair) for pair in zip(kept_ms[::2], kept_ms[1::2], strict=True)]
            every *= 2
    if not kept:
        raise UnfitPicture(own("it has no frames"))
    count = min(len(kept), most)
    starts = [number * len(kept) // count for number in range(count)]
    shown = (sum(kept_ms[start:end]) for start, end in itertools.pairwise([*starts, len(kept)]))
    return [kept[start] for start in starts], tuple(shown)


def _check_limits(frames: Iterator[_Frame]) -> Iterator[_Frame]:
    pixels, began_s = 0, time.monotonic()
    for count, (frame, shown_ms) in enumerate(frames, 1):
        pixels += frame.width * frame.height
        if count > MOST_FRAMES:
            raise UnfitPicture(own("it has more than {most_frames} frames", most_frames=MOST_FRAMES))
        if pixels > MOST_PIXELS_IN_ALL:
            raise UnfitPicture(
                own(
                    "its frames have more than {most_pixels_in_all} million pixels together",
                    most_pixels_in_all=MOST_PIXELS_IN_ALL // 1_000_000,
                )
            )
        if time.monotonic() - began_s > WITHIN_S:
            raise UnfitPicture(own("decoding it takes longer than {within_s:g} s: make it smaller", within_s=WITHIN_S))
        yield frame, _USUAL_MS if shown_ms <= _TOO_SHORT_MS else min(shown_ms, _LONGEST_MS)


def _read_webp_frames(picture: ImageFile) -> Iterator[_Frame]:
    for number in range(getattr(picture, "n_frames", 1)):
        picture.seek(number)
        load_frame(picture)
        yield convert_to_rgba(picture), round(picture.info.get("duration", 0))


def _reduce(picture: Image.Image, side: int) -> Image.Image:
    """Make a picture fit into a square; a smaller one keeps its size."""
    picture.thumbnail((side, side), Image.Resampling.LANCZOS)
    return picture


def read_frame_times(picture: ImageFile) -> tuple[int, ...]:
    """Return the durations of the frames of a PNG that was made here; empty for a still picture."""
    note = picture.info.get(_NOTE, "")
    return tuple(int(shown_ms) for shown_ms in note.split())


def encode_png(picture: Image.Image, frames_ms: tuple[int, ...] = ()) -> bytes:
    """Return a picture as PNG, with the durations of its frames if it is a row."""
    note = PngInfo()
    if frames_ms:
        note.add_text(_NOTE, " ".join(map(str, frames_ms)))
    written = io.BytesIO()
    picture.save(written, "PNG", pnginfo=note)
    return written.getvalue()
