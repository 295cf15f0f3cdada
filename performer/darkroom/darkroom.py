"""The darkroom: the one way for a picture that somebody else made to come before a model, or onto the stage."""

import hashlib
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import anyio

from performer.clock import Clock
from performer.darkroom.prints import Job, Prints
from performer.darkroom.process import PictureProcess
from performer.darkroom.still import still
from performer.own_thread import OwnThread
from performer.pictures import MOST_BYTES, Unfit, kind_of

MOST_SIDE: Final = 1_024
"""Pixels of the longer side of what comes out."""
WITHIN_S: Final = 20.0
"""How long a picture may take in all, the start of its process too."""
_MOST_JPEG_BYTES: Final = 2_000_000
"""Of what comes out; one full of noise has a third of it."""
_MOST_WAITING: Final = 8
"""Pictures that may wait for their turn."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture of somebody else's: made harmless, still untrusted in what it shows."""

    jpeg: bytes = field(repr=False)
    """Made anew from its pixels: no text, place, profile or comment of the file is in it."""
    size: tuple[int, int]
    """Width and height in pixels; neither is larger than 1,024."""
    digest: str
    """First 16 hex digits of the SHA-256 of `jpeg`."""


class Darkroom:
    """Has strangers' pictures unpacked one at a time, each in a process of its own that ends with it.

    A process costs a tenth of a second, and no picture meets another.

    Args:
        clock: Whose seconds count.
        job: What is done with each.
    """

    def __init__(self, clock: Clock, job: Job = still) -> None:
        self._clock = clock
        self._job = job
        self._turn = anyio.Lock()

    async def develop(self, data: bytes) -> Picture:
        """Make a picture of a PNG, GIF, WebP or JPEG, by its content: the first frame of an animated one.

        Cancelling ends the process.

        Raises:
            Unfit: when it is no such picture, broken, larger than 8 MB or 16 million pixels, takes too long or too much
                memory, or too many pictures wait already; says which.
        """
        return _picture(await self.prints(data, str(MOST_SIDE)))

    async def prints(self, data: bytes, how: str) -> Prints:
        """Have the job done on such a picture, and give what came of it as it came: whoever takes it looks at it.

        Args:
            data: The picture.
            how: The one word that the job takes with it.

        Raises:
            Unfit: as `develop` does.
        """
        _look_at_it_from_outside(data)
        if self._turn.statistics().tasks_waiting >= _MOST_WAITING:
            raise Unfit(f"{_MOST_WAITING} pictures wait to be unpacked already: send it later")
        async with self._turn:
            return await self._done(data, how)

    async def _done(self, data: bytes, how: str) -> Prints:
        process, thread = PictureProcess(self._job), OwnThread("darkroom")
        try:
            with self._clock.move_on_after(WITHIN_S):
                return await thread.run(partial(_done, process, data, how))
        finally:
            process.kill()
            thread.close()
        raise Unfit(f"unpacking it takes longer than {WITHIN_S:g} s: make it smaller")


def _look_at_it_from_outside(data: bytes) -> None:
    """Spare a process what is no picture at all."""
    if len(data) > MOST_BYTES:
        raise Unfit(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    if not kind_of(data):
        raise Unfit("it is no PNG, GIF, WebP or JPEG: save it as one")


def _picture(prints: Prints) -> Picture:
    """Take nothing but what we asked for: a picture may have talked the process into anything."""
    jpeg, *more = prints.files
    is_small = len(jpeg) <= _MOST_JPEG_BYTES and all(0 < side <= MOST_SIDE for side in prints.size)
    if more or not is_small or kind_of(jpeg) != "JPEG":
        raise Unfit("what came of unpacking it is no small JPEG")
    return Picture(jpeg=jpeg, size=prints.size, digest=hashlib.sha256(jpeg).hexdigest()[:16])


def _done(process: PictureProcess, data: bytes, how: str) -> Prints:
    with process:
        return process.do(data, how)
