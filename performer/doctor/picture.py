"""A picture made for one question: a number that nobody can guess, and anybody can read who sees."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from performer.paths import ASSETS

SIZE: Final = (640, 360)
_DIGITS_PX: Final = 280
_GROUND: Final = (24, 40, 96)
_INK: Final = (255, 236, 140)
_QUALITY: Final = 90


def numbered(number: int) -> bytes:
    """Draw a number as large as the picture allows, as JPEG."""
    picture = Image.new("RGB", SIZE, _GROUND)
    font = ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", _DIGITS_PX)
    centre = (SIZE[0] / 2, SIZE[1] / 2)
    ImageDraw.Draw(picture).text(centre, str(number), fill=_INK, font=font, anchor="mm")
    file = BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()
