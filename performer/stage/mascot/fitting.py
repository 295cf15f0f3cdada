"""Fitting: a picture of any size is brought to the one that every client draws, so that none has to reckon."""

import io
from typing import Final

from PIL import Image

from performer.darkroom.prints import Prints
from performer.pictures import load, opened

WIDTH: Final = 380
HEIGHT: Final = 400


def both_sizes(data: bytes, suffix: str) -> Prints:
    """Fit the picture of a file into the mascot's size, and into twice that.

    Raises:
        Unfit: when it is no picture, broken, or too large.
    """
    with opened(data, suffix) as picture:
        load(picture)
        return Prints(files=(fitted(picture, WIDTH, HEIGHT), fitted(picture, 2 * WIDTH, 2 * HEIGHT)))


def fitted(picture: Image.Image, width: int, height: int) -> bytes:
    """Scale a picture to fit into a size, stand it at the bottom in the middle, and write it as PNG."""
    scale = min(width / picture.width, height / picture.height)
    across, down = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
    scaled = picture.convert("RGBA").resize((across, down), Image.Resampling.LANCZOS)
    sheet = Image.new("RGBA", (width, height))
    sheet.paste(scaled, ((width - across) // 2, height - down))
    written = io.BytesIO()
    sheet.save(written, "PNG")
    return written.getvalue()
