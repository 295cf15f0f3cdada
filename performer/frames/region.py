"""Regions: the parts of a picture that somebody may ask to look at more closely."""

import io
from dataclasses import replace
from typing import Final, Literal

import anyio.to_thread
from PIL import Image

from performer.frames.frame import Frame
from performer.frames.mask import Mask

Region = Literal[
    "whole",
    "top left",
    "top",
    "top right",
    "left",
    "centre",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
]

PARTS: Final[dict[Region, Mask]] = {
    "whole": Mask(0.0, 0.0, 1.0, 1.0),
    "top left": Mask(0.0, 0.0, 0.4, 0.4),
    "top": Mask(0.0, 0.0, 1.0, 0.3),
    "top right": Mask(0.6, 0.0, 0.4, 0.4),
    "left": Mask(0.0, 0.0, 0.4, 1.0),
    "centre": Mask(0.25, 0.25, 0.5, 0.5),
    "right": Mask(0.6, 0.0, 0.4, 1.0),
    "bottom left": Mask(0.0, 0.6, 0.4, 0.4),
    "bottom": Mask(0.0, 0.7, 1.0, 0.3),
    "bottom right": Mask(0.6, 0.6, 0.4, 0.4),
}
"""What each region takes in; they overlap, so that little is cut in two by the edge between them."""

_LEAST_WIDTH: Final = 640
"""Pixels; a vision model reads little off a picture that is narrower."""
_MOST_WIDTH: Final = 1024
_MOST_TIMES: Final = 3
"""Beyond this a picture grows, and nothing more can be read off it."""
_JPEG_QUALITY: Final = 85


def piece_of(frame: Frame, region: Region) -> Image.Image:
    """Cut a region out, in RGB: of the picture at its full size if that is still there, else of the JPEG.

    Takes 1 to 15 ms; not for the event loop.
    """
    part = PARTS[region]
    if frame.full is not None:
        return frame.full.cut(part)
    picture = Image.open(io.BytesIO(frame.jpeg))
    return picture.crop(part.pixels(picture.size)).convert("RGB")


async def close_up(frame: Frame, region: Region) -> Frame:
    """Make a frame of one of its regions, large enough to be read; the whole of it is the frame itself.

    Its digest is another for each region; its small grey pictures are still those of the whole.
    """
    if region == "whole":
        return frame
    return await anyio.to_thread.run_sync(_close_up, frame, region)


def _close_up(frame: Frame, region: Region) -> Frame:
    picture = _readable(piece_of(frame, region))
    into = io.BytesIO()
    picture.save(into, "JPEG", quality=_JPEG_QUALITY)
    return replace(
        frame,
        size=picture.size,
        jpeg=into.getvalue(),
        full=None,
        digest=f"{frame.digest} {region}",
    )


def _readable(picture: Image.Image) -> Image.Image:
    """Enlarge what is small by whole steps, and shrink what is larger than a model looks at."""
    if picture.width > _MOST_WIDTH:
        height = max(1, round(picture.height * _MOST_WIDTH / picture.width))
        return picture.resize((_MOST_WIDTH, height), Image.Resampling.BOX)
    times = min(_MOST_TIMES, -(-_LEAST_WIDTH // max(1, picture.width)))
    if times <= 1:
        return picture
    return picture.resize((picture.width * times, picture.height * times), Image.Resampling.LANCZOS)
