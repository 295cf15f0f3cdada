"""Glimpses and pictures with their source and instant, masks and regions, and the port of every source of pictures.

A glimpse is cheap and sees what changed; its picture is made only when somebody wants it. Masks are rectangles of the
picture that nobody may see, painted over before anything else looks at it.
"""

import hashlib
import io
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import field, replace
from typing import Any, Final, Literal, Protocol, runtime_checkable

import anyio.to_thread
from PIL import Image

from performer.core.values import dataclass
from performer.vision.look_pace import CanLook


@dataclass(frozen=True)
class Mask:
    """A rectangle in fractions of the picture: left, top, width and height, each from 0 to 1."""

    x: float
    y: float
    width: float
    height: float

    def pixels(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom in pixels, rounded outwards, for a picture of that size."""
        columns, rows = size
        right = min(columns, int((self.x + self.width) * columns + 0.999))
        bottom = min(rows, int((self.y + self.height) * rows + 0.999))
        return int(self.x * columns), int(self.y * rows), right, bottom


def paint_masks(picture: Image.Image, masks: Sequence[Mask]) -> None:
    """Blacken the masked rectangles of a picture, in place."""
    for mask in masks:
        picture.paste(0, mask.pixels(picture.size))


def exchange_bands(picture: Image.Image) -> Image.Image:
    """Return a small picture, of three bands or four, in RGB with red and blue exchanged."""
    blue, green, red, *_ = picture.split()
    return Image.merge("RGB", (red, green, blue))


def map_pixels(size: tuple[int, int], pixels: Any) -> Image.Image:
    """Return a picture of pixels of four bytes, the fourth unused, without copying them; it changes with them.

    It is RGB, as Pillow itself keeps such a picture, for three bands are reduced sooner than four: at 1080p in two
    thirds of the time. Where Pillow cannot map them so, it has the fourth band.
    """
    with suppress(AttributeError, TypeError, ValueError):
        # What `frombuffer` does for a mode of four bands alone.
        core: Any = getattr(Image, "core")  # noqa: B009  it is not exported
        mapped = core.map_buffer(pixels, size, "raw", 0, ("RGB", 0, 1))
        picture = Image.new("RGB", (0, 0))._new(mapped)  # noqa: SLF001  there is no other way
        picture.readonly = 1
        return picture
    return Image.frombuffer("RGBX", size, pixels, "raw", "RGBX", 0, 1)


LUMA_SIZE = (32, 18)
"""Columns and rows of the small grey picture that the change measure compares."""
FINE_SIZE = (64, 36)
"""Columns and rows of the finer one, in which a digit or a heart of a HUD is a cell or two."""


@dataclass(frozen=True, kw_only=True)
class FullSizePicture:
    """A picture as it was grabbed, masks painted; 8 MB at 1920x1080. Small words are read off the newest one."""

    picture: Image.Image
    bgr: bool
    """Whether red and blue are exchanged."""

    def cut(self, part: Mask) -> Image.Image:
        """Cut a rectangle out, in RGB."""
        piece = self.picture.crop(part.pixels(self.picture.size))
        if self.bgr:
            return exchange_bands(piece)
        return piece.convert("RGB")


@dataclass(frozen=True, kw_only=True)
class Glimpse:
    """What one look at a source saw, on small grey pictures, masks painted."""

    source: str
    """Where it is from, as the start-up table says it: `screen 1 1920x1080`."""
    at_s: float
    """When its grab began, in seconds of the show's clock."""
    size: tuple[int, int]
    """Width and height of the JPEG in pixels, made or not."""
    luma: bytes = field(repr=False)
    """LUMA_SIZE grey values, row by row."""
    fine: bytes = field(default=b"", repr=False)
    """FINE_SIZE grey values, row by row; empty where nobody made them."""
    sample: str = ""
    """16 hex digits, the same where every sampled pixel is; empty where nobody sampled, or summed it up yet."""
    cost_ms: float = 0.0
    """Wall time from the start of the grab to what was made of it."""

    @property
    def identity(self) -> str:
        """Return what is the same for looks at the same picture."""
        return self.sample

    @property
    def outline(self) -> str:
        """Return 16 hex digits, the same for looks at pictures that are alike in grey; costs less than `identity`."""
        return hashlib.sha256(self.fine).hexdigest()[:16] if self.fine else self.identity

    def shows_same(self, other: "Glimpse") -> bool:
        """Whether both are of the same picture; most that are not are told apart without their identity."""
        return self.fine == other.fine and self.identity == other.identity

    async def develop(self, *, full_size: bool = False) -> "Frame":
        """Make the picture, at its full size too where that is asked for; only before the source looks again.

        Raises ServiceError when the source is gone.
        """
        raise NotImplementedError

    async def shrink(self, width: int) -> bytes:
        """Make a small JPEG, coarser than the picture is, for who only glances; only before the source looks again."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Frame(Glimpse):
    """A look whose picture is made: already masked, reduced and encoded."""

    jpeg: bytes = field(repr=False)
    digest: str
    """First 16 hex digits of the SHA-256 of `jpeg`."""
    full: FullSizePicture | None = field(default=None, repr=False, compare=False)
    """The same at its full size, where that is larger and was asked for; only the newest picture should hold it."""

    @property
    def identity(self) -> str:
        """Return what is the same for looks at the same picture; without a sample the JPEG's digest."""
        return self.sample or self.digest

    async def develop(self, *, full_size: bool = False) -> "Frame":  # noqa: ARG002  it is made as it is
        """Return itself, made as it is."""
        return self

    async def shrink(self, width: int) -> bytes:
        """Return the picture, shrunk to that width if it is wider."""
        return await anyio.to_thread.run_sync(shrink_to_width, self.jpeg, width)


class FrameSource(Protocol):
    """A source of pictures.

    `frames()` yields as fast as the source's own rate allows, the first one made; a reader that is slow gets the
    newest, never a backlog. It raises ServiceError when the source is gone (a display that closed) and may then be
    asked for `frames()` again. Leaving the iterator (`aclose`) frees whatever it opened.
    """

    @property
    def name(self) -> str:
        """The name in the start-up table: `screen 1 1920x1080`."""

    def frames(self) -> AsyncGenerator[Glimpse, None]:
        """Open the source and yield looks until it is closed."""


@runtime_checkable
class PromptSource(FrameSource, Protocol):
    """A source that need not be waited for."""

    @property
    def pace(self) -> CanLook:
        """The port by which it is asked to look at once; that look comes out of `frames()` as a Frame."""


Region = Literal[
    "whole", "top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"
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


def crop_region(frame: Frame, region: Region) -> Image.Image:
    """Cut a region out, in RGB: of the picture at its full size if that is still there, else of the JPEG.

    Takes 1 to 15 ms; not for the event loop.
    """
    part = PARTS[region]
    if frame.full is not None:
        return frame.full.cut(part)
    picture = Image.open(io.BytesIO(frame.jpeg))
    return picture.crop(part.pixels(picture.size)).convert("RGB")


async def make_close_up(frame: Frame, region: Region) -> Frame:
    """Make a frame of one of its regions, large enough to be read; the whole of it is the frame itself.

    Its digest is another for each region; its small grey pictures are still those of the whole.
    """
    if region == "whole":
        return frame
    return await anyio.to_thread.run_sync(_make_close_up, frame, region)


def _make_close_up(frame: Frame, region: Region) -> Frame:
    picture = _make_readable(crop_region(frame, region))
    jpeg = encode_jpeg(picture, _JPEG_QUALITY)
    return replace(frame, size=picture.size, jpeg=jpeg, full=None, digest=f"{frame.digest} {region}")


def encode_jpeg(picture: Image.Image, quality: int) -> bytes:
    """Return a picture as a JPEG."""
    into = io.BytesIO()
    picture.save(into, "JPEG", quality=quality)
    return into.getvalue()


_SMALL_QUALITY: Final = 70


def shrink_to_width(jpeg: bytes, width: int) -> bytes:
    """Return a JPEG, shrunk to that width if it is wider; takes 2 ms of a picture of 960x540."""
    picture = Image.open(io.BytesIO(jpeg))
    if picture.width <= width:
        return jpeg
    wanted = (width, max(1, round(picture.height * width / picture.width)))
    picture.draft("RGB", wanted)
    return encode_jpeg(picture.resize(wanted, Image.Resampling.BOX), _SMALL_QUALITY)


def _make_readable(picture: Image.Image) -> Image.Image:
    """Enlarge what is small by whole steps, and shrink what is larger than a model looks at."""
    if picture.width > _MOST_WIDTH:
        height = max(1, round(picture.height * _MOST_WIDTH / picture.width))
        return picture.resize((_MOST_WIDTH, height), Image.Resampling.BOX)
    times = min(_MOST_TIMES, -(-_LEAST_WIDTH // max(1, picture.width)))
    if times <= 1:
        return picture
    return picture.resize((picture.width * times, picture.height * times), Image.Resampling.LANCZOS)
