"""Checks of pictures that strangers made: kind and size are read from the header before anything is decoded.

A file is read once, and the bytes that were read are those that are checked, so that it cannot change in between. Such
pictures are decoded in a process of its own (`sandbox/`).
"""

import io
import re
import struct
import zlib
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError
from PIL.ImageFile import ImageFile

MOST_BYTES: Final = 8_000_000
MOST_PIXELS: Final = 16_000_000
"""The most pixels of one frame."""
MOST_FRAMES: Final = 1_000
MOST_PIXELS_IN_ALL: Final = 400_000_000
"""The most pixels of all frames: a whole minute of a large emote, a few seconds of work."""

_PIXELS: Final = re.compile(r"\((\d+) pixels\)")
"""The size in Pillow's message about a picture that is far too large."""
_MOST_SCANS: Final = 64
"""The most scans of a JPEG: each is a pass over the whole picture, and a dozen is usual."""

_PNG_HEAD: Final = 8
_CHUNK: Final = struct.Struct(">I4s")
"""The size and the name of a part of a PNG, which stand before its content; behind it stands a check sum."""
_CRC: Final = struct.Struct(">I")
_EXTRA: Final = 0x20
"""In the first letter of a name: the picture can be shown without that part."""

KINDS: Final = {".png": "PNG", ".apng": "PNG", ".gif": "GIF", ".webp": "WEBP", ".jpg": "JPEG", ".jpeg": "JPEG"}
"""The kind that a file must have, by its suffix in lower case."""
NAMES: Final = {"PNG": "PNG", "GIF": "GIF", "WEBP": "WebP", "JPEG": "JPEG"}

DECODERS_SAY_NO: Final = (
    OSError,
    SyntaxError,
    ValueError,
    LookupError,
    ArithmeticError,
    TypeError,
    AttributeError,
    AssertionError,
    EOFError,
    MemoryError,
    RuntimeError,
    Warning,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
)
"""The exceptions that Pillow raises at broken files: whatever its decoders run into."""


class UnfitPicture(Exception):
    """Raised for a picture that is left out; the text says why, without the file's name."""


def read_file(path: Path, folder: Path) -> bytes:
    """Read a file of a folder.

    Raises:
        UnfitPicture: when the path points out of the folder, is no file, is too large, or cannot be read.
    """
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            raise UnfitPicture("it points out of its folder")
        if not path.is_file():
            raise UnfitPicture("it is no file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, RuntimeError) as error:  # a ring of links is a RuntimeError before Python 3.13
        raise UnfitPicture(f"it cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(data) > MOST_BYTES:
        raise UnfitPicture(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return data


def open_header(data: bytes, suffix: str) -> ImageFile:
    """Open a picture by its header; nothing is decoded yet.

    Raises:
        UnfitPicture: when the content is not what the suffix says, or `open_header_by_content` raises it.
    """
    kind = KINDS.get(suffix.lower())
    if kind is None:
        raise UnfitPicture("it is no PNG, GIF, WebP or JPEG: save it as one")
    content = detect_kind(data)
    if content != kind:
        remedy = f": it is a {NAMES[content]}, name it so" if content else ""
        raise UnfitPicture(f"its content is no {NAMES[kind]}{remedy}")
    return open_header_by_content(data)


def open_header_by_content(data: bytes) -> ImageFile:
    """Open a picture without a suffix by its header; nothing is decoded yet.

    Raises:
        UnfitPicture: when the content is no picture, or too large in bytes, pixels or scans.
    """
    kind = detect_kind(data)
    if not kind:
        raise UnfitPicture("it is no PNG, GIF, WebP or JPEG: save it as one")
    if len(data) > MOST_BYTES:
        raise UnfitPicture(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    if kind == "PNG":
        data = _drop_broken_extras(data)
    if kind == "JPEG" and data.count(b"\xff\xda") > _MOST_SCANS:
        raise UnfitPicture(f"it is a JPEG of more than {_MOST_SCANS} scans")
    if kind == "WEBP":
        _check_size(*_read_webp_size(data))  # its decoder takes memory for the whole canvas as soon as it is opened
    try:
        picture = Image.open(io.BytesIO(data), formats=[kind])
    except DECODERS_SAY_NO as error:
        raise _describe_broken(kind, error) from None
    _check_size(*picture.size)
    return picture


def load_frame(picture: ImageFile) -> None:
    """Decode the current frame of a picture; raise UnfitPicture when the frame is broken."""
    try:
        picture.load()
    except DECODERS_SAY_NO as error:
        raise _describe_broken(picture.format or "picture", error) from None


def detect_kind(data: bytes) -> str:
    """Return the kind that a content claims by its first bytes: PNG, GIF, WEBP, JPEG, or empty."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "GIF"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    return "JPEG" if data.startswith(b"\xff\xd8\xff") else ""


def convert_to_rgba(picture: Image.Image) -> Image.Image:
    """Return a picture of any mode as RGBA; raise UnfitPicture when its colours cannot be converted."""
    try:
        return picture.convert("RGBA")
    except DECODERS_SAY_NO as error:
        raise UnfitPicture(f"its colours ({picture.mode}) cannot be shown ({_shorten_error(error)})") from None


def turn_upright(picture: ImageFile) -> Image.Image:
    """Return a photograph turned the way its camera was held, as RGBA; raises as `convert_to_rgba` does."""
    try:
        return convert_to_rgba(ImageOps.exif_transpose(picture))
    except DECODERS_SAY_NO:
        return convert_to_rgba(picture)


def _drop_broken_extras(png: bytes) -> bytes:
    """Return a PNG without those of its additions, such as a colour profile, that are broken: browsers show it too."""
    kept, at = [png[:_PNG_HEAD]], _PNG_HEAD
    while at + _CHUNK.size + _CRC.size <= len(png):
        size, name = _CHUNK.unpack_from(png, at)
        content_ends = at + _CHUNK.size + size
        if content_ends + _CRC.size > len(png):
            break
        is_extra = bool(name[0] & _EXTRA)
        is_whole = not is_extra or _CRC.unpack_from(png, content_ends)[0] == zlib.crc32(png[at + 4 : content_ends])
        kept += [png[at : content_ends + _CRC.size]] if is_whole else []
        at = content_ends + _CRC.size
    return b"".join((*kept, png[at:]))


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise UnfitPicture(f"it is {width} x {height} pixels large; {MOST_PIXELS // 1_000_000} million are the most")
    if not width or not height:
        raise UnfitPicture("it has no pixels")


def _read_webp_size(data: bytes) -> tuple[int, int]:
    """Read the size that a WebP claims for its whole canvas."""
    head = data[12:30].ljust(18, b"\0")
    match head[:4]:
        case b"VP8X":
            return int.from_bytes(head[12:15], "little") + 1, int.from_bytes(head[15:18], "little") + 1
        case b"VP8L":
            sides = int.from_bytes(head[9:13], "little")
            return (sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", head, 14)
            return width & 0x3FFF, height & 0x3FFF
        case _:
            raise UnfitPicture("it is a broken WebP (it does not begin with a picture)")


def _describe_broken(kind: str, error: BaseException) -> UnfitPicture:
    if isinstance(error, MemoryError):
        return UnfitPicture("unpacking it takes more memory than a picture may have: make it smaller")
    if isinstance(error, Image.DecompressionBombError | Image.DecompressionBombWarning):
        told = _PIXELS.search(str(error))
        size = f"{int(told[1]) // 1_000_000} million pixels" if told else "far too many pixels"
        return UnfitPicture(f"it unpacks to {size}; {MOST_PIXELS // 1_000_000} million are the most")
    return UnfitPicture(f"it is a broken {NAMES.get(kind, kind)} ({_shorten_error(error)})")


def _shorten_error(error: BaseException) -> str:
    if isinstance(error, UnidentifiedImageError):
        return "its header makes no sense"
    text = " ".join(str(error).split())
    return text[:80] or type(error).__name__
