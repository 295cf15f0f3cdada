"""Files that mean no good: bombs, liars and cripples, each with the words by which it is refused."""

import gzip
import io
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping

from PIL import Image

from tests.performer.stage.library.apngs import ApngFrame, apng, chunk
from tests.performer.stage.library.gifs import filled, gif

PNG_SIGN = b"\x89PNG\r\n\x1a\n"


def saved(kind: str, picture: Image.Image | None = None, **options: object) -> bytes:
    written = io.BytesIO()
    picture = picture or Image.effect_noise((60, 40), 90).convert("RGB")
    picture.save(written, kind, **options)
    return written.getvalue()


def black_png(side: int) -> bytes:
    """Write a whole PNG of black grey values, row by row, and hold none of it in memory."""
    packer = zlib.compressobj(9)
    rows = bytes((side + 1) * 100)
    packed = b"".join(packer.compress(rows) for _ in range(side // 100)) + packer.flush()
    return png_of((side, side), chunk(b"IDAT", packed))


def png_of(size: tuple[int, int], *chunks: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 0, 0, 0, 0))
    return PNG_SIGN + head + b"".join(chunks) + chunk(b"IEND", b"")


def jpeg_of(size: tuple[int, int]) -> bytes:
    """Write a JPEG that claims another size than it has."""
    data = bytearray(saved("JPEG"))
    at = data.index(b"\xff\xc0")
    struct.pack_into(">HH", data, at + 5, size[1], size[0])
    return bytes(data)


def webp_of(size: tuple[int, int]) -> bytes:
    """Write a WebP whose canvas is far larger than the picture on it."""
    inner = saved("WEBP", lossless=True)[12:]
    canvas = bytes(4) + b"".join(struct.pack("<I", side - 1)[:3] for side in size)
    body = b"WEBP" + b"VP8X" + struct.pack("<I", 10) + canvas + inner
    return b"RIFF" + struct.pack("<I", len(body)) + body


def packed_bytes(kind: bytes, before: bytes) -> bytes:
    """Write a tiny PNG with a chunk that unpacks to 20 MB."""
    bomb = chunk(kind, before + zlib.compress(bytes(20_000_000), 9))
    return png_of((1, 1), bomb, chunk(b"IDAT", zlib.compress(bytes(2))))


def many_scans() -> bytes:
    data = saved("JPEG", progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:-2] + data[last:-2] * 100 + data[-2:]


def fits() -> bytes:
    cards = [
        "SIMPLE  =                    T",
        "BITPIX  =                    8",
        "NAXIS   =                    0",
        "END",
    ]
    return "".join(card.ljust(80) for card in cards).encode().ljust(2880) + gzip.compress(bytes(1_000_000))


def long_apng(frames: int) -> bytes:
    return apng((2, 2), *[ApngFrame(box=(0, 0, 2, 2), pixels=[(9, 9, 9, 255)] * 4)] * frames)


NO_PICTURE = "it is no PNG, GIF, WebP or JPEG: save it as one"
BROKEN = "it is a broken "

REFUSED: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "PNG 12000 x 12000": (lambda: png_of((12_000, 12_000)), "144 million pixels; 16 million are the most"),
    "PNG 8000 x 8000": (lambda: png_of((8_000, 8_000)), "64 million pixels"),
    "PNG 4001 x 4000": (lambda: png_of((4_001, 4_000)), "it is 4001 x 4000 pixels large; 16 million are the most"),
    "PNG a pixel high": (lambda: png_of((2_000_000_000, 1)), "2000 million pixels"),
    "PNG without pixels": (lambda: png_of((0, 0)), BROKEN + "PNG (its header makes no sense)"),
    "GIF 65535 x 65535": (lambda: gif((65_535, 65_535), filled((0, 0, 1, 1), 1)), "4294 million pixels"),
    "GIF with a huge frame": (
        lambda: gif((1, 1), filled((0, 0, 1, 1), 1)).replace(b",\0\0\0\0\1\0\1\0", b",\0\0\0\0\xff\xff\xff\xff"),
        "4294 million pixels",
    ),
    "WebP 16384 x 16384": (lambda: webp_of((16_384, 16_384)), "it is 16384 x 16384 pixels large"),
    "WebP 5000 x 5000": (lambda: webp_of((5_000, 5_000)), "it is 5000 x 5000 pixels large"),
    "JPEG 65535 x 65535": (lambda: jpeg_of((65_535, 65_535)), "4294 million pixels"),
    "JPEG 6000 x 4000": (lambda: jpeg_of((6_000, 4_000)), "it is 6000 x 4000 pixels large"),
    "JPEG of 100 scans": (many_scans, "it is a JPEG of more than 64 scans"),
    "PNG with a profile of 20 MB": (lambda: packed_bytes(b"iCCP", b"x\0\0"), BROKEN + "PNG"),
    "PNG with a text of 20 MB": (lambda: packed_bytes(b"zTXt", b"x\0\0"), BROKEN + "PNG"),
    "PNG with a text of 20 MB in Unicode": (lambda: packed_bytes(b"iTXt", b"x\0\1\0\0\0"), BROKEN + "PNG"),
    "PNG cut short": (lambda: saved("PNG")[:-900], BROKEN + "PNG"),
    "JPEG cut short": (lambda: saved("JPEG")[:-900], BROKEN + "JPEG"),
    "WebP cut short": (lambda: saved("WEBP")[:-300], BROKEN + "WebP"),
    "GIF cut short": (lambda: saved("GIF")[:-900], BROKEN + "GIF"),
    "PNG by its sign alone": (lambda: PNG_SIGN, BROKEN + "PNG"),
    "GIF that is a page": (lambda: b"GIF89a/*<svg/onload=alert(1)>*/=0;", BROKEN + "GIF (its header makes no sense)"),
    "WebP that is none": (lambda: b"RIFF\x10\0\0\0WEBPjunk" + bytes(40), BROKEN + "WebP"),
    "TIFF": (lambda: saved("TIFF"), NO_PICTURE),
    "ICO": (lambda: saved("ICO"), NO_PICTURE),
    "BMP": (lambda: saved("BMP"), NO_PICTURE),
    "FITS, packed": (fits, NO_PICTURE),
    "SVG": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", NO_PICTURE),
    "HTML": (lambda: b"<!doctype html><script>alert(1)</script>", NO_PICTURE),
    "EPS": (lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", NO_PICTURE),
    "a PNG behind a blank": (lambda: b" " + saved("PNG"), NO_PICTURE),
    "nothing": (lambda: b"", NO_PICTURE),
    "9 MB": (lambda: saved("PNG") + bytes(9_000_000), "it is larger than 8 MB"),
}
"""By a name for people."""


def whole_bombs() -> Iterator[tuple[str, bytes]]:
    """Yield bombs that would really go off, one at a time: they take a second to make."""
    yield "PNG 12000 x 12000, whole", black_png(12_000)
    yield "PNG 8000 x 8000, whole", black_png(8_000)
    yield "GIF 12000 x 12000, whole", saved("GIF", Image.new("P", (12_000, 12_000)))
    yield "WebP 8000 x 8000, whole", saved("WEBP", Image.new("RGB", (8_000, 8_000)), method=0)
    yield "JPEG 12000 x 12000, whole", saved("JPEG", Image.new("L", (12_000, 12_000)))
    yield "APNG of 20000 frames", long_apng(20_000)
