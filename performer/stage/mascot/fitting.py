"""Fitting: a picture of any size is brought to the one that every client draws, so that none has to reckon."""

import io

from PIL import Image


def fitted(picture: Image.Image, width: int, height: int) -> bytes:
    """Scale a picture to fit into a size, stand it at the bottom in the middle, and write it as PNG."""
    scale = min(width / picture.width, height / picture.height)
    across, down = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
    scaled = picture.convert("RGBA").resize((across, down), Image.Resampling.LANCZOS)
    sheet = Image.new("RGBA", (width, height))
    sheet.paste(scaled, ((width - across) // 2, height - down))
    written = io.BytesIO()
    sheet.save(written, "PNG")
    return written.getvalue()
