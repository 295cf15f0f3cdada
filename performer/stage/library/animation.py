"""GIFs and animated PNGs, taken apart into frames by their blocks and chunks, and composed as browsers do it.

Pillow unpacks the parts one by one. Its own composing leaves traces: it fills what browsers leave transparent, lets the
disposal of one GIF frame go on for later ones, and shows an APNG's hidden picture.
"""

import io
import itertools
import struct
import zlib
from collections.abc import Iterator
from dataclasses import field
from enum import Enum
from typing import Final

from PIL import Image

from performer.core.images.formats import DECODERS_SAY_NO, MOST_FRAMES, MOST_PIXELS, UnfitPicture
from performer.core.own_text import own
from performer.core.values import dataclass


class Disposal(Enum):
    """What happens to a frame when its time is over."""

    KEPT = "kept"
    CLEARED = "cleared"
    RESTORED = "restored"
    """The picture before the frame comes back."""


@dataclass(frozen=True, kw_only=True)
class AnimationPart:
    """One frame as it is stored: a piece of the picture."""

    box: tuple[int, int, int, int]
    """The place of the piece: left, top, right and bottom."""
    still: bytes = field(repr=False)
    """A whole file with this piece alone."""
    shown_ms: int
    after: Disposal = Disposal.KEPT
    over: bool = True
    """Whether the piece is laid over the picture; if not, it replaces it, transparency and all."""

    @property
    def pixels(self) -> int:
        """The area of the piece."""
        left, top, right, bottom = self.box
        return (right - left) * (bottom - top)


@dataclass(frozen=True, kw_only=True)
class Animation:
    """A picture's size and its parts, nothing unpacked yet."""

    kind: str
    width: int
    height: int
    parts: tuple[AnimationPart, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise UnfitPicture(own("it is a broken {kind} (there is no frame in it)", kind=self.kind))
        if len(self.parts) > MOST_FRAMES:
            raise UnfitPicture(own("it has more than {most_frames} frames", most_frames=MOST_FRAMES))
        if max(self.width * self.height, *(part.pixels for part in self.parts)) > MOST_PIXELS:
            raise UnfitPicture(
                own("a frame of it has more than {most_pixels} million pixels", most_pixels=MOST_PIXELS // 1_000_000)
            )

    def frames(self) -> Iterator[tuple[Image.Image, int]]:
        """Yield each frame, composed (RGBA, a picture of its own), with the milliseconds that it shows.

        Raises:
            UnfitPicture: when one cannot be unpacked.
        """
        canvas = Image.new("RGBA", (self.width, self.height))
        for part in self.parts:
            before = canvas.copy()
            self._lay(part, canvas)
            yield canvas.copy(), part.shown_ms
            if part.after is Disposal.CLEARED:
                canvas.paste((0, 0, 0, 0), part.box)
            elif part.after is Disposal.RESTORED:
                canvas = before

    def _lay(self, part: AnimationPart, canvas: Image.Image) -> None:
        try:
            with Image.open(io.BytesIO(part.still), formats=[self.kind]) as piece:
                laid = piece.convert("RGBA")
        except DECODERS_SAY_NO as error:
            raise UnfitPicture(own("it is a broken {kind} ({error})", kind=self.kind, error=str(error)[:80])) from None
        if part.over:
            laid = Image.alpha_composite(canvas.crop(part.box), laid)
        canvas.paste(laid, part.box[:2])


_CONTROL: Final = 0xF9
_NO_CONTROL: Final = bytes(4)
_GIF_DISPOSAL: Final = {2: Disposal.CLEARED, 3: Disposal.RESTORED}


def parse_gif(data: bytes) -> Animation:
    """Parse the blocks of a GIF; a still one has one part.

    Raises:
        UnfitPicture: when it is broken, or has too many pixels or frames.
    """
    try:
        return _GifReader(data).read()
    except (IndexError, struct.error):
        raise UnfitPicture(own("it is a broken GIF (it is cut short)")) from None


class _GifReader:
    """Reads a GIF block by block."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 13
        self._width, self._height, flags = struct.unpack_from("<HHB", data, 6)
        self._colours = self._read_colour_table(flags)
        self._control = _NO_CONTROL
        self._parts: list[AnimationPart] = []

    def read(self) -> Animation:
        while len(self._parts) <= MOST_FRAMES and self._at < len(self._data):
            match self._take(1):
                case b"!":
                    self._read_extension()
                case b",":
                    self._parts.append(self._read_part())
                case b"\0":
                    pass  # a stray end of a chain, which everybody forgives
                case _:
                    break
        # Some writers leave the size out, or get it wrong: the first frame is always whole.
        width = max(self._width, *(part.box[2] for part in self._parts[:1]), 0)
        height = max(self._height, *(part.box[3] for part in self._parts[:1]), 0)
        return Animation(kind="GIF", width=width, height=height, parts=tuple(self._parts))

    def _read_extension(self) -> None:
        label = self._take(1)[0]
        begin = self._at
        self._skip_chain()
        if label == _CONTROL and self._data[begin] >= len(_NO_CONTROL):
            self._control = self._data[begin + 1 : begin + 5]

    def _read_part(self) -> AnimationPart:
        left, top, width, height, flags = struct.unpack("<HHHHB", self._take(9))
        colours = self._read_colour_table(flags) or self._colours
        begin = self._at
        self._at += 1
        self._skip_chain()
        control, self._control = self._control, _NO_CONTROL
        how, delay_cs = struct.unpack_from("<BH", control)
        size = struct.pack("<HH", width, height)
        head = b"GIF89a" + size + bytes([_table_flags(colours), 0, 0]) + colours
        transparency = b"!\xf9\x04" + bytes([how & 1]) + control[1:] + b"\0"
        image = b"," + bytes(4) + size + bytes([flags & 0b0100_0000]) + self._data[begin : self._at]
        return AnimationPart(
            box=(left, top, left + width, top + height),
            still=head + transparency + image + b";",
            shown_ms=delay_cs * 10,
            after=_GIF_DISPOSAL.get(how >> 2 & 7, Disposal.KEPT),
        )

    def _read_colour_table(self, flags: int) -> bytes:
        return self._take(3 << (flags & 7) + 1) if flags & 128 else b""

    def _take(self, count: int) -> bytes:
        taken = self._data[self._at : self._at + count]
        if len(taken) < count:
            raise IndexError
        self._at += count
        return taken

    def _skip_chain(self) -> None:
        """Move behind a chain of blocks; an empty one ends it."""
        while size := self._data[self._at]:
            self._at += 1 + size
        self._at += 1


def _table_flags(colours: bytes) -> int:
    return 128 | (len(colours) // 3).bit_length() - 2 if colours else 0


_SIGN: Final = b"\x89PNG\r\n\x1a\n"
_COLOURS: Final = (b"PLTE", b"tRNS")
_MOST_COLOUR_BYTES: Final = 3 * 256
_APNG_DISPOSAL: Final = {1: Disposal.CLEARED, 2: Disposal.RESTORED}

_Chunk = tuple[bytes, bytes]


def parse_apng(data: bytes) -> Animation | None:
    """Parse the chunks of a PNG; None for a still one.

    Raises:
        UnfitPicture: when it is broken, cut short, or has too many pixels or frames.
    """
    try:
        return _parse_chunks(list(_read_chunks(data)))
    except struct.error:
        raise UnfitPicture(own("it is a broken PNG (it is cut short)")) from None


def _parse_chunks(chunks: list[_Chunk]) -> Animation | None:
    before_pixels = dict(itertools.takewhile(lambda chunk: chunk[0] != b"IDAT", chunks))
    if b"acTL" not in before_pixels or b"IHDR" not in before_pixels:
        return None
    if any(len(before_pixels.get(kind, b"")) > _MOST_COLOUR_BYTES for kind in _COLOURS):
        raise UnfitPicture(own("it is a broken PNG (it has too many colours)"))
    head = before_pixels[b"IHDR"]
    width, height = struct.unpack_from(">II", head)
    (count,) = struct.unpack_from(">I", before_pixels[b"acTL"])
    colours = b"".join(_encode_chunk((kind, before_pixels[kind])) for kind in _COLOURS if kind in before_pixels)
    frames = itertools.islice(_pair_frames(chunks), MOST_FRAMES + 1)
    parts = tuple(_make_part(control, pixels, head, colours) for control, pixels in frames)
    if len(parts) < count:
        raise UnfitPicture(own("it is cut short: some of its frames are missing"))
    if any(part.box[2] > width or part.box[3] > height for part in parts):
        raise UnfitPicture(own("it is a broken PNG (a frame reaches over its edge)"))
    return Animation(kind="PNG", width=width, height=height, parts=parts)


def _pair_frames(chunks: list[_Chunk]) -> Iterator[tuple[bytes, bytearray]]:
    """Pair each frame's control chunk with its packed pixels; what comes before the first control chunk is no frame."""
    control, pixels = b"", bytearray()
    for kind, content in chunks:
        if kind == b"fcTL":
            if control:
                yield control, pixels
            control, pixels = content, bytearray()
        elif kind == b"IDAT":
            pixels += content
        elif kind == b"fdAT":
            pixels += content[4:]
    if control:
        yield control, pixels


def _make_part(control: bytes, pixels: bytearray, head: bytes, colours: bytes) -> AnimationPart:
    _, width, height, left, top, delay, per_s, disposal, blend = struct.unpack_from(">IIIIIHHBB", control)
    own_head = _encode_chunk((b"IHDR", struct.pack(">II", width, height) + head[8:]))
    return AnimationPart(
        box=(left, top, left + width, top + height),
        still=_SIGN + own_head + colours + _encode_chunk((b"IDAT", bytes(pixels))) + _encode_chunk((b"IEND", b"")),
        shown_ms=round(delay * 1000 / (per_s or 100)),
        after=_APNG_DISPOSAL.get(disposal, Disposal.KEPT),
        over=blend == 1,
    )


def _read_chunks(data: bytes) -> Iterator[_Chunk]:
    at = len(_SIGN)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def _encode_chunk(chunk: _Chunk) -> bytes:
    kind, content = chunk
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
