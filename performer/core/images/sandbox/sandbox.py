"""The darkroom: the one way for a picture that somebody else made to come before a model, or onto the stage.

A stranger's picture as a model may see it: its first frame, reduced, upright, on grey; nothing else of the file.
"""

import hashlib
import io
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import anyio
from PIL import Image

from performer.core.clock import Clock
from performer.core.images.formats import (
    MOST_BYTES,
    UnfitPicture,
    detect_kind,
    load_frame,
    open_header_by_content,
    turn_upright,
)
from performer.core.images.sandbox.process import SandboxProcess
from performer.core.images.sandbox.results import Job, SandboxResult
from performer.core.process.thread import WorkerThread

_GREY: Final = (128, 128, 128)
"""Behind what is transparent: neither black nor white writing is lost on it."""
_QUALITY: Final = 80


def make_still_jpeg(data: bytes, how: str) -> SandboxResult:
    """Make a JPEG of a PNG, GIF, WebP or JPEG, whatever its name; a job for a process apart.

    Args:
        data: The file.
        how: How many pixels its longer side may have.

    Raises:
        Unfit: when it is no such picture, broken, or larger than 16 million pixels or 8 MB.
    """
    side = int(how)
    with open_header_by_content(data) as picture:
        picture.draft("RGB", (side, side))  # a JPEG is then unpacked no larger than needed
        load_frame(picture)
        layers = turn_upright(picture)
    layers.thumbnail((side, side), Image.Resampling.LANCZOS)
    bare = Image.new("RGB", layers.size, _GREY)
    bare.paste(layers, mask=layers.getchannel("A"))
    written = io.BytesIO()
    bare.save(written, "JPEG", quality=_QUALITY)
    return SandboxResult(files=(written.getvalue(),), size=bare.size)


MOST_SIDE: Final = 1_024
"""Pixels of the longer side of what comes out."""
WITHIN_S: Final = 20.0
"""How long a picture may take in all, the start of its process too."""
_MOST_JPEG_BYTES: Final = 2_000_000
"""Of what comes out; one full of noise has a third of it."""
_MOST_WAITING: Final = 8
"""Pictures that may wait for their turn."""


@dataclass(frozen=True, kw_only=True)
class SafePicture:
    """A picture of somebody else's: made harmless, still untrusted in what it shows."""

    jpeg: bytes = field(repr=False)
    """Made anew from its pixels: no text, place, profile or comment of the file is in it."""
    size: tuple[int, int]
    """Width and height in pixels; neither is larger than 1,024."""
    digest: str
    """First 16 hex digits of the SHA-256 of `jpeg`."""


class ImageSandbox:
    """Has strangers' pictures unpacked one at a time, each in a process of its own that ends with it.

    A process costs a tenth of a second, and no picture meets another.

    Args:
        clock: Whose seconds count.
        job: What is done with each.
    """

    def __init__(self, clock: Clock, job: Job = make_still_jpeg) -> None:
        self._clock = clock
        self._job = job
        self._turn = anyio.Lock()

    async def develop(self, data: bytes) -> SafePicture:
        """Make a picture of a PNG, GIF, WebP or JPEG, by its content: the first frame of an animated one.

        Cancelling ends the process.

        Raises:
            Unfit: when it is no such picture, broken, larger than 8 MB or 16 million pixels, takes too long or too much
                memory, or too many pictures wait already; says which.
        """
        return _picture(await self.prints(data, str(MOST_SIDE)))

    async def prints(self, data: bytes, how: str) -> SandboxResult:
        """Have the job done on such a picture, and give what came of it as it came: whoever takes it looks at it.

        Args:
            data: The picture.
            how: The one word that the job takes with it.

        Raises:
            Unfit: as `develop` does.
        """
        _check_kind(data)
        if self._turn.statistics().tasks_waiting >= _MOST_WAITING:
            raise UnfitPicture(f"{_MOST_WAITING} pictures wait to be unpacked already: send it later")
        async with self._turn:
            return await self._done(data, how)

    async def _done(self, data: bytes, how: str) -> SandboxResult:
        process, thread = SandboxProcess(self._job), WorkerThread("darkroom")
        try:
            with self._clock.move_on_after(WITHIN_S):
                return await thread.run(partial(_done, process, data, how))
        finally:
            process.kill()
            thread.close()
        raise UnfitPicture(f"unpacking it takes longer than {WITHIN_S:g} s: make it smaller")


def _check_kind(data: bytes) -> None:
    """Spare a process what is no picture at all."""
    if len(data) > MOST_BYTES:
        raise UnfitPicture(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    if not detect_kind(data):
        raise UnfitPicture("it is no PNG, GIF, WebP or JPEG: save it as one")


def _picture(prints: SandboxResult) -> SafePicture:
    """Take nothing but what we asked for: a picture may have talked the process into anything."""
    jpeg, *more = prints.files
    is_small = len(jpeg) <= _MOST_JPEG_BYTES and all(0 < side <= MOST_SIDE for side in prints.size)
    if more or not is_small or detect_kind(jpeg) != "JPEG":
        raise UnfitPicture("what came of unpacking it is no small JPEG")
    return SafePicture(jpeg=jpeg, size=prints.size, digest=hashlib.sha256(jpeg).hexdigest()[:16])


def _done(process: SandboxProcess, data: bytes, how: str) -> SandboxResult:
    with process:
        return process.do(data, how)
