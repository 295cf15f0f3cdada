"""From raw pixels to a Frame: mask, reduce, encode, and the small grey pictures for the change measures.

1080p takes about 8 ms of one core: `reduce(k)` and JPEG are the two cheap ways Pillow has, anything else costs more.
"""

import hashlib
import io
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import anyio.to_thread
from PIL import Image

from performer.vision.frame import FINE_SIZE, Frame, FullSizePicture, Mask, encode_jpeg, paint_masks

KEPT_S: Final = 30.0
_APART_S: Final = 0.9
"""A little less than a second, for no source is that punctual."""


class RecentFrames:
    """The pictures of the last half minute, one a second, reduced; masks are painted on them as on every picture."""

    most_bytes = 16_000_000
    """Thirty pictures of a busy game are some 4 MB."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque()

    def see(self, frame: Frame) -> None:
        """Keep a picture, unless one of the same second is there; the oldest go."""
        if not self._frames or frame.at_s - self._frames[-1].at_s >= _APART_S:
            self._frames.append(replace(frame, full=None))
        while self._frames and self._frames[0].at_s < frame.at_s - KEPT_S:
            self._frames.popleft()
        while sum(len(each.jpeg) for each in self._frames) > self.most_bytes:
            self._frames.popleft()

    def drop(self, frame: Frame) -> None:
        """Forget a picture if it is the last one that was kept."""
        if self._frames and self._frames[-1].at_s == frame.at_s:
            self._frames.pop()

    def forget(self) -> None:
        """Forget all pictures."""
        self._frames.clear()

    def find_near(self, at_s: float) -> Frame | None:
        """Find the picture that was taken nearest to an instant of the show's clock."""
        return min(self._frames, key=lambda frame: abs(frame.at_s - at_s), default=None)


LEAST_WIDTH: Final = 320
"""Pixels; on a narrower picture of a game no word can be read."""
_JPEG_QUALITY = 80


class FrameShrinker:
    """The shrinking of pictures, each once: a turn and what follows it often look at the same one."""

    def __init__(self) -> None:
        self._made: tuple[str, int] | None = None
        self._jpeg = b""

    async def shrink(self, frame: Frame, divisor: int) -> bytes:
        """Return a frame's JPEG with its width divided by `divisor`, or less where it would be under 320 pixels.

        Takes 2 to 4 ms of a worker thread for a frame of 960x540.
        """
        divisor = min(divisor, frame.size[0] // LEAST_WIDTH)
        if divisor <= 1:
            return frame.jpeg
        if self._made != (frame.digest, divisor):
            self._jpeg = await anyio.to_thread.run_sync(partial(shrink_jpeg, frame.jpeg, divisor))
            self._made = (frame.digest, divisor)
        return self._jpeg


def shrink_jpeg(jpeg: bytes, divisor: int) -> bytes:
    """Divide width and height of a JPEG; it is decoded at half or a quarter of its size where that will do."""
    picture = Image.open(io.BytesIO(jpeg))
    wanted = (picture.width // divisor, picture.height // divisor)
    picture.draft("RGB", wanted)
    return encode_jpeg(picture.resize(wanted, Image.Resampling.BOX), _JPEG_QUALITY)


_TARGET_WIDTH = 1000
"""Vision models see no more in a wider picture of a game, and each pixel costs them time."""


def encode_frame(
    picture: Image.Image,
    *,
    source: str,
    at_s: float,
    began_s: float,
    masks: Sequence[Mask] = (),
    bgr: bool = False,
    lent: bool = False,
) -> Frame:
    """Make a Frame of a picture: RGB, or four bands with the fourth unused; masks are painted first, at its full size.

    Its grab began at `at_s` on the show's clock and, for the cost, at `began_s` on `time.perf_counter`. With `bgr` red
    and blue are exchanged, as X11 hands them out. The pixels of a `lent` picture will be overwritten by those of the
    next one; 1080p is then copied in 1 ms.
    """
    paint_masks(picture, masks)
    divisor = max(1, round(picture.width / _TARGET_WIDTH))
    small = picture.reduce(divisor)
    if bgr:
        small = Image.frombuffer("RGB", small.size, small.tobytes(), "raw", "BGRX", 0, 1)
    full = FullSizePicture(picture=picture.copy() if lent else picture, bgr=bgr) if divisor > 1 else None
    jpeg = encode_jpeg(small, _JPEG_QUALITY)
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
