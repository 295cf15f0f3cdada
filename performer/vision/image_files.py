"""Picture files, opened with care: what is no picture, or a bomb, is refused by name before anything is decoded."""

from pathlib import Path

from PIL import Image, UnidentifiedImageError

from performer.core.errors import PerformerError
from performer.core.images.formats import DECODERS_SAY_NO, MOST_PIXELS

MOST_BYTES = 64_000_000
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")


class BadPictureError(PerformerError):
    """Say which file cannot be shown, why, and what to do."""


def open_picture(path: Path) -> Image.Image:
    """Open a PNG, JPEG, WebP, BMP or GIF and read its size, but none of its pixels yet.

    Raises:
        BadPictureError: when it cannot be read, is no picture, or is too large.
    """
    _check_bytes(path)
    picture = _open(path)
    if picture.width * picture.height > MOST_PIXELS:
        size = f"{picture.width}x{picture.height}"
        picture.close()
        raise _too_many_pixels(path, size)
    return picture


def decode_picture(picture: Image.Image) -> Image.Image:
    """Decode an opened picture, or the frame it stands at, to RGB of its own; what is transparent becomes black.

    Raises:
        One of DECODERS_SAY_NO.
    """
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    layers = picture.convert("RGBA")
    black = Image.new("RGB", layers.size)
    black.paste(layers, mask=layers.getchannel("A"))
    return black


def _check_bytes(path: Path) -> None:
    try:
        size = path.stat().st_size
    except OSError as error:
        raise BadPictureError(f"'{path}' cannot be read: {error.strerror}.") from None
    if size > MOST_BYTES:
        raise BadPictureError(
            f"'{path}' has {size / 1e6:.0f} MB, more than {MOST_BYTES / 1e6:.0f}. Make it smaller, or cut it up."
        )


def _open(path: Path) -> Image.Image:
    try:
        return Image.open(path, formats=_FORMATS)
    except UnidentifiedImageError:
        raise BadPictureError(
            f"'{path}' is no picture that is known here. Expected PNG, JPEG, WebP, BMP or GIF."
        ) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_many_pixels(path, "far too many") from None
    except DECODERS_SAY_NO as error:
        raise BadPictureError(f"'{path}' cannot be read: {error}.") from None


def _too_many_pixels(path: Path, size: str) -> BadPictureError:
    return BadPictureError(
        f"'{path}' has {size} pixels, more than {MOST_PIXELS / 1e6:.0f} million. Make it smaller; 1920x1080 is plenty."
    )
