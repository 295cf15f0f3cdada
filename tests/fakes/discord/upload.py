"""A file put to a post, and what Discord finds out about it."""

import io
import time
from dataclasses import dataclass, field

from PIL import Image

_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}


@dataclass(kw_only=True, eq=False)
class Upload:
    """A file put to a post."""

    id: str
    filename: str
    data: bytes = field(repr=False)
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str = ""
    told_size: int | None = None
    """What Discord says of its size when that is not so; None tells the truth."""
    expires_at: float = field(default_factory=lambda: time.time() + 86_400)


def upload(number: str, data: bytes, *, filename: str = "", content_type: str = "", description: str = "") -> Upload:
    """Make a file of bytes, with what Discord finds out about it by itself."""
    kind, width, height = _looked_at(data)
    name = filename or f"image.{kind.rpartition('/')[2]}" if kind else filename or "file.bin"
    shown = content_type or kind or "application/octet-stream"
    return Upload(
        id=number, filename=name, data=data, content_type=shown, width=width, height=height, description=description
    )


def _looked_at(data: bytes) -> tuple[str, int | None, int | None]:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return _TYPES.get(picture.format or "", ""), picture.width, picture.height
    except (OSError, Image.DecompressionBombError):
        return "", None, None
