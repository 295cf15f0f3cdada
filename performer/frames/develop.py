"""From raw pixels to a Frame: mask, reduce, encode, and the small grey pictures for the change measures.

1080p takes about 8 ms of one core: `reduce(k)` and JPEG are the two cheap ways Pillow has, anything else costs more.
"""

import hashlib
import io
import time
from collections.abc import Sequence

from PIL import Image

from performer.frames.frame import FINE_SIZE, Frame
from performer.frames.full import FullPicture
from performer.frames.mask import Mask, paint

_TARGET_WIDTH = 1000
"""Vision models see no more in a wider picture of a game, and each pixel costs them time."""
_JPEG_QUALITY = 80


def develop(
    picture: Image.Image,
    *,
    source: str,
    at_s: float,
    began_s: float,
    masks: Sequence[Mask] = (),
    bgr: bool = False,
    lent: bool = False,
) -> Frame:
    """Make a Frame of a picture.

    Args:
        picture: RGB, or four bands with the fourth unused.
        source: Its source's name.
        at_s: When its grab began, on the show's clock.
        began_s: The same on `time.perf_counter`, for the cost.
        masks: Painted over first, on the full picture.
        bgr: Red and blue are exchanged, as X11 hands them out.
        lent: Its pixels will be overwritten by the next picture's; 1080p is then copied in 1 ms.
    """
    paint(picture, masks)
    divisor = max(1, round(picture.width / _TARGET_WIDTH))
    small = picture.reduce(divisor)
    if bgr:
        small = Image.frombuffer("RGB", small.size, small.tobytes(), "raw", "BGRX", 0, 1)
    full = FullPicture(picture=picture.copy() if lent else picture, bgr=bgr) if divisor > 1 else None
    jpeg = _jpeg(small)
    fine = small.resize(FINE_SIZE, Image.Resampling.BOX, reducing_gap=1.0).convert("L")
    return Frame(
        source=source,
        at_s=at_s,
        size=small.size,
        jpeg=jpeg,
        luma=fine.reduce(2).tobytes(),
        fine=fine.tobytes(),
        digest=hashlib.sha256(jpeg).hexdigest()[:16],
        full=full,
        cost_ms=(time.perf_counter() - began_s) * 1000,
    )


def _jpeg(picture: Image.Image) -> bytes:
    into = io.BytesIO()
    picture.save(into, "JPEG", quality=_JPEG_QUALITY)
    return into.getvalue()
