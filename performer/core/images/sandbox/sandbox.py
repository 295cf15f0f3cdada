"""The image sandbox: the one way for a stranger's picture to reach a model or the stage.

A model sees the picture's first frame, reduced, upright, on grey; nothing else of the file is left.
"""

import hashlib
import io
from dataclasses import field
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
from performer.core.images.sandbox.wire import Job, SandboxResult
from performer.core.own_text import own
from performer.core.process.thread import WorkerThread
from performer.core.values import dataclass

_GREY: Final = (128, 128, 128)
"""The ground behind transparent pixels: neither black nor white writing is lost on it."""
_QUALITY: Final = 80


def make_still_jpeg(data: bytes, how: str) -> SandboxResult:
    """Make a JPEG of a PNG, GIF, WebP or JPEG, as a job of the sandbox process.

    The word `how` is the most pixels of the longer side.

    Raises:
        UnfitPicture: when the file is no such picture, broken, or larger than 16 million pixels or 8 MB.
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
"""The most pixels of the longer side of a result, where no other is asked for."""
WITHIN_S: Final = 20.0
"""The time limit of a picture, with the start of its process."""
_MOST_JPEG_BYTES: Final = 2_000_000
"""The most bytes of a result with that side; one full of noise has a third of it."""
_MOST_WAITING: Final = 8
"""The most pictures that wait for their turn."""


@dataclass(frozen=True, kw_only=True)
class SafePicture:
    """A stranger's picture, encoded anew; still untrusted in what it shows."""

    jpeg: bytes = field(repr=False)
    """The JPEG, made from the pixels alone: no text, place, profile or comment of the file is in it."""
    size: tuple[int, int]
    """Width and height in pixels; neither is larger than was asked for."""
    digest: str
    """First 16 hex digits of the SHA-256 of `jpeg`."""


class ImageSandbox:
    """A sandbox that decodes strangers' pictures one at a time, each in a process of its own.

    A process costs a tenth of a second, and so no picture meets another.
    """

    def __init__(self, clock: Clock, job: Job = make_still_jpeg) -> None:
        self._clock = clock
        self._job = job
        self._turn = anyio.Lock()

    async def develop(self, data: bytes, most_side: int = MOST_SIDE) -> SafePicture:
        """Make a safe picture of a PNG, GIF, WebP or JPEG: of the first frame of an animated one.

        Its longer side has `most_side` pixels at most.
        Cancelling ends the process.

        Raises:
            UnfitPicture: when the data is no such picture, broken, larger than 8 MB or 16 million pixels, takes too
                long or too much memory, or too many pictures wait already; the text says which.
        """
        return _check_picture(await self.prints(data, str(most_side)), most_side)

    async def prints(self, data: bytes, how: str) -> SandboxResult:
        """Run the job, with the word `how`, on a picture and return the result unchecked: the caller must check it.

        Raises:
            UnfitPicture: as `develop` does.
        """
        if len(data) > MOST_BYTES:
            raise UnfitPicture(own("it is larger than {most_bytes} MB", most_bytes=MOST_BYTES // 1_000_000))
        if not detect_kind(data):
            raise UnfitPicture(own("it is no PNG, GIF, WebP or JPEG: save it as one"))
        if self._turn.statistics().tasks_waiting >= _MOST_WAITING:
            raise UnfitPicture(
                own("{most_waiting} pictures wait to be unpacked already: send it later", most_waiting=_MOST_WAITING)
            )
        async with self._turn:
            process, thread = SandboxProcess(self._job), WorkerThread("image sandbox")
            try:
                with self._clock.move_on_after(WITHIN_S):
                    return await thread.run(partial(_run_job, process, data, how))
            finally:
                process.kill()
                thread.close()
            raise UnfitPicture(own("unpacking it takes longer than {within_s:g} s: make it smaller", within_s=WITHIN_S))


def _check_picture(result: SandboxResult, most_side: int) -> SafePicture:
    """Return a result only as the small JPEG that we asked for: a picture may make the process answer anything."""
    jpeg, *more = result.files
    most_bytes = _MOST_JPEG_BYTES * most_side**2 // MOST_SIDE**2
    is_small = len(jpeg) <= most_bytes and all(0 < side <= most_side for side in result.size)
    if more or not is_small or detect_kind(jpeg) != "JPEG":
        raise UnfitPicture(own("what came of unpacking it is no small JPEG"))
    return SafePicture(jpeg=jpeg, size=result.size, digest=hashlib.sha256(jpeg).hexdigest()[:16])


def _run_job(process: SandboxProcess, data: bytes, how: str) -> SandboxResult:
    with process:
        return process.do(data, how)
