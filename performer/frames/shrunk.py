"""A picture made smaller once more, for a model that is short of time."""

import io
from functools import partial
from typing import Final

import anyio.to_thread
from PIL import Image

from performer.frames.frame import Frame

LEAST_WIDTH: Final = 320
"""Pixels; on a narrower picture of a game no word can be read."""
_JPEG_QUALITY = 80


class Shrinker:
    """Makes pictures smaller, each once: a turn and what follows it often look at the same one."""

    def __init__(self) -> None:
        self._made: tuple[str, int] | None = None
        self._jpeg = b""

    async def jpeg(self, frame: Frame, divisor: int) -> bytes:
        """Give a frame's JPEG with its width divided by `divisor`, or less where it would be under 320 pixels.

        Takes 2 to 4 ms of a worker thread for a frame of 960x540.
        """
        divisor = min(divisor, frame.size[0] // LEAST_WIDTH)
        if divisor <= 1:
            return frame.jpeg
        if self._made != (frame.digest, divisor):
            self._jpeg = await anyio.to_thread.run_sync(partial(shrunk, frame.jpeg, divisor))
            self._made = (frame.digest, divisor)
        return self._jpeg


def shrunk(jpeg: bytes, divisor: int) -> bytes:
    """Divide width and height of a JPEG; it is decoded at half or a quarter of its size where that will do."""
    picture = Image.open(io.BytesIO(jpeg))
    wanted = (picture.width // divisor, picture.height // divisor)
    picture.draft("RGB", wanted)
    into = io.BytesIO()
    picture.resize(wanted, Image.Resampling.BOX).save(into, "JPEG", quality=_JPEG_QUALITY)
    return into.getvalue()
