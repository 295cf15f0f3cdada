"""A stranger's picture as a model may see it: its first frame, reduced, upright, on grey; nothing else of the file."""

import io
from typing import Final

from PIL import Image

from performer.darkroom.prints import Prints
from performer.pictures import load, opened_by_content, upright

_GREY: Final = (128, 128, 128)
"""Behind what is transparent: neither black nor white writing is lost on it."""
_QUALITY: Final = 80


def still(data: bytes, how: str) -> Prints:
    """Make a JPEG of a PNG, GIF, WebP or JPEG, whatever its name; a job for a process apart.

    Args:
        data: The file.
        how: How many pixels its longer side may have.

    Raises:
        Unfit: when it is no such picture, broken, or larger than 16 million pixels or 8 MB.
    """
    side = int(how)
    with opened_by_content(data) as picture:
        picture.draft("RGB", (side, side))  # a JPEG is then unpacked no larger than needed
        load(picture)
        layers = upright(picture)
    layers.thumbnail((side, side), Image.Resampling.LANCZOS)
    bare = Image.new("RGB", layers.size, _GREY)
    bare.paste(layers, mask=layers.getchannel("A"))
    written = io.BytesIO()
    bare.save(written, "JPEG", quality=_QUALITY)
    return Prints(files=(written.getvalue(),), size=bare.size)
