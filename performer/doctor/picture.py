"""Pictures made for one question: a number that nobody can guess, and anybody can read who sees."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from performer.paths import ASSETS

SIZE: Final = (640, 360)
_DIGITS_PX: Final = 280
_LETTERS_PX: Final = 44
_GROUND: Final = (24, 40, 96)
_INK: Final = (255, 236, 140)
_QUALITY: Final = 90


def numbered(number: int) -> bytes:
    """Draw a number as large as the picture allows, as JPEG."""
    return _drawn(str(number), _DIGITS_PX)


def lettered(words: str) -> bytes:
    """Draw a line as large as a game's score would be, as JPEG."""
    return _drawn(words, _LETTERS_PX)


def _drawn(words: str, height_px: int) -> bytes:
    picture = Image.new("RGB", SIZE, _GROUND)
    font = ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", height_px)
    centre = (SIZE[0] / 2, SIZE[1] / 2)
    ImageDraw.Draw(picture).text(centre, words, fill=_INK, font=font, anchor="mm")
    file = BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()
