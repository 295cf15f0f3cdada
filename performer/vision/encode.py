"""From raw pixels to a look or a picture: mask, sample for the change measures; reduce and encode.

At 1080p a look takes about 0.3 ms of one core and a picture 5: `reduce(k)` and JPEG are the two cheap ways Pillow has,
anything else costs more.
"""

import hashlib
import io
import time
import zlib
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from typing import Final, TypedDict

import anyio.to_thread
from PIL import Image

from performer.core.values import dataclass
from performer.vision.frame import (
    FINE_SIZE,
    LUMA_SIZE,
    Frame,
    FullSizePicture,
    Glimpse,
    Mask,
    encode_jpeg,
    exchange_bands,
    paint_masks,
)

KEPT_S: Final = 30.0
_APART_S: Final = 0.9
"""A little less than a second, for no source is that punctual."""
_DUE_S: Final = 4.9
"""To make a picture costs ten times a look, few are ever asked about, and of what was talked about there is one."""


class RecentFrames:
    """The pictures of the last half minute, reduced; masks are painted on them as on every picture.

    One every five seconds is asked for, and at most one a second is kept of what is made anyway, as for each turn.
    """

    most_bytes = 16_000_000
    """Thirty pictures of a busy game are some 4 MB."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque()

    def is_due(self, at_s: float) -> bool:
        """Whether a picture of that instant should be made to be kept."""
        return not self._frames or at_s - self._frames[-1].at_s >= _DUE_S

    def see(self, frame: Frame) -> None:
        """Keep a picture, unless one of the same second is there; the oldest go."""
        if not self._frames or frame.at_s - self._frames[-1].at_s >= _APART_S:
            self._frames.append(replace(frame, full=None))
        while self._frames and self._frames[0].at_s < frame.at_s - KEPT_S:
            self._frames.popleft()
        while sum(len(each.jpeg) for each in self._frames) > self.most_bytes:
            self._frames.popleft()

    def drop(self, look: Glimpse) -> None:
        """Forget the picture of a look if it is the last one that was kept."""
        if self._frames and self._frames[-1].at_s == look.at_s:
            self._frames.pop()

    def forget(self) -> None:
        """Forget all pictures."""
        self._frames.clear()

    def find_near(self, at_s: float) -> Frame | None:
        """Find the picture that was taken nearest to an instant of the show's clock."""
        return min(self._frames, key=lambda frame: abs(frame.at_s - at_s), default=None)


LEAST_WIDTH: Final = 320
"""Pixels; on a narrower picture of a game no word can be read."""
JPEG_QUALITY: Final = 80


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
    return encode_jpeg(picture.resize(wanted, Image.Resampling.BOX), JPEG_QUALITY)


_TARGET_WIDTH = 1000
"""Vision models see no more in a wider picture of a game, and each pixel costs them time."""
_SAMPLE_SIZE: Final = (384, 216)
"""Every fifth pixel of 1080p each way: six times six of them are a cell of the fine grey picture.

Fewer would make a look cheaper still, and film grain an event.
"""

_FINER: Final = 2
"""Each way, the pixels that become one of a small picture."""
_SMALL_QUALITY: Final = 70
_PIXEL_BYTES: Final = 4
_STRIP_BYTES: Final = 120_000
"""What a picture is reduced in at a time: larger blocks come fresh from the system, which clears them page by page."""

Develop = Callable[[bool], Awaitable[Frame]]
"""Makes the picture of a look, where that is True at its full size too, before the source looks again."""


class _Measured(TypedDict):
    """What a look and a picture have in common."""

    source: str
    at_s: float
    size: tuple[int, int]
    luma: bytes
    fine: bytes


@dataclass(frozen=True, kw_only=True)
class GrabbedPicture:
    """The pixels of one grab: RGB, or four bands with the fourth unused."""

    picture: Image.Image
    source: str
    """Where it is from, as the start-up table says it."""
    at_s: float
    """When its grab began, in seconds of the show's clock."""
    began_s: float
    """The same on `time.perf_counter`, for the cost."""
    masks: Sequence[Mask] = ()
    """Painted before anything else looks at it, at its full size."""
    bgr: bool = False
    """Whether red and blue are exchanged, as X11 hands them out."""
    is_lent: bool = False
    """Whether the pixels will be overwritten by those of the next grab; 1080p is copied in 1 ms where it is kept."""

    def look(self, develop: Develop) -> Glimpse:
        """Look at it, and leave it as it is: about 0.3 ms at any size; `develop` makes the picture later."""
        return _LentGlimpse(
            **self._measured, cost_ms=self._count_ms(), make=develop, sum_up=self._sum_up, small=self.shrink
        )

    def encode(self, *, full_size: bool = True) -> Frame:
        """Make the picture, at its full size too if that is asked for; for a worker thread."""
        measured = self._measured  # before the masks are painted at its full size, which copies it where it is lent
        small = self.reduce()
        jpeg = encode_jpeg(small, JPEG_QUALITY)
        return Frame(
            **measured,
            sample=self._sum_up(),
            jpeg=jpeg,
            digest=hashlib.sha256(jpeg).hexdigest()[:16],
            full=self._keep() if full_size and self._divisor > 1 else None,
            cost_ms=self._count_ms(),
        )

    def shrink(self, width: int) -> bytes:
        """Make a small JPEG of every so many pixels, masks painted: about 1 ms at any size; for a worker thread."""
        height = max(1, round(self.picture.height * width / self.picture.width))
        coarse = self.picture.resize((_FINER * width, _FINER * height), Image.Resampling.NEAREST)
        paint_masks(coarse, self.masks)
        small = coarse.reduce(_FINER)
        return encode_jpeg(exchange_bands(small) if self.bgr else small.convert("RGB"), _SMALL_QUALITY)

    def reduce(self) -> Image.Image:
        """Paint the masks, and reduce it to the size of a picture, in the colours that a JPEG wants."""
        paint_masks(self.picture, self.masks)
        small = Image.new("RGB" if self.bgr else self.picture.mode, self._small_size, None)
        strip = max(1, _STRIP_BYTES // (_PIXEL_BYTES * small.width))
        for top in range(0, small.height, strip):
            small.paste(self._reduce_strip(top, top + strip), (0, top))
        return small

    def _reduce_strip(self, top: int, bottom: int) -> Image.Image:
        """Reduce what becomes the rows from `top` on, without `bottom`."""
        wide, high = self.picture.size
        rows = (top * self._divisor, min(bottom * self._divisor, high))
        strip = self.picture.reduce(self._divisor, (0, rows[0], wide, rows[1]))
        return exchange_bands(strip) if self.bgr else strip

    @property
    def _small_size(self) -> tuple[int, int]:
        return -(-self.picture.width // self._divisor), -(-self.picture.height // self._divisor)

    @property
    def _divisor(self) -> int:
        return max(1, round(self.picture.width / _TARGET_WIDTH))

    def _keep(self) -> FullSizePicture:
        return FullSizePicture(picture=self.picture.copy() if self.is_lent else self.picture, bgr=self.bgr)

    def _count_ms(self) -> float:
        return (time.perf_counter() - self.began_s) * 1000

    @cached_property
    def _sample(self) -> Image.Image:
        """Sample the picture, and paint the masks on that."""
        sample = self.picture.resize(_SAMPLE_SIZE, Image.Resampling.NEAREST)
        paint_masks(sample, self.masks)
        return sample

    def _sum_up(self) -> str:
        """Make 16 hex digits of the green of every sampled pixel, and of all colours' means; takes a quarter of a look.

        A checksum costs little.
        """
        fine = hashlib.sha256(self._measured["fine"]).hexdigest()
        return f"{zlib.crc32(self._sample.tobytes('raw', 'G')):08x}{fine[:8]}"

    @cached_property
    def _measured(self) -> _Measured:
        """Make the small grey pictures of a sample."""
        means = self._sample.reduce(_SAMPLE_SIZE[0] // FINE_SIZE[0])
        if self.bgr:
            means = exchange_bands(means)
        fine = means.convert("L")
        return _Measured(
            source=self.source,
            at_s=self.at_s,
            size=self._small_size,
            luma=fine.reduce(FINE_SIZE[0] // LUMA_SIZE[0]).tobytes(),
            fine=fine.tobytes(),
        )


@dataclass(frozen=True, kw_only=True)
class _LentGlimpse(Glimpse):
    """A look whose pixels stay where they were grabbed until the next grab."""

    make: Develop = field(repr=False, compare=False)
    sum_up: Callable[[], str] = field(repr=False, compare=False)
    small: Callable[[int], bytes] = field(repr=False, compare=False)

    @cached_property
    def identity(self) -> str:
        """Sum the sample up when it is asked for, which it is not while the picture moves."""
        return self.sum_up()

    async def develop(self, *, full_size: bool = False) -> Frame:
        return await self.make(full_size)

    async def shrink(self, width: int) -> bytes:
        return await anyio.to_thread.run_sync(self.small, width)


def encode_frame(
    picture: Image.Image,
    *,
    source: str,
    at_s: float,
    began_s: float,
    masks: Sequence[Mask] = (),
    bgr: bool = False,
) -> Frame:
    """Make a Frame of a picture that is ours, as `GrabbedPicture.encode` does, with the picture at its full size."""
    return GrabbedPicture(picture=picture, source=source, at_s=at_s, began_s=began_s, masks=masks, bgr=bgr).encode()
