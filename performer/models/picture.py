"""What can be told of a picture without any model: how bright, how colourful, how much has moved."""

import colorsys
import io
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageStat

_SMALL = (32, 18)
_MOVING = 12.0
_DARK = 60.0
_BRIGHT = 165.0
_COLOURFUL = 0.45

_HUES = ((15, "red"), (40, "orange"), (68, "yellow"), (165, "green"), (200, "teal"), (255, "blue"), (300, "purple"))


@dataclass(frozen=True, kw_only=True)
class Look:
    """A picture's plain facts."""

    brightness: float
    """Mean luma, 0 to 255."""
    colour: str | None
    """The strongest colour's name, when one stands out."""
    motion: float
    """Mean luma difference to the picture before, 0 to 255; 0 for the first."""
    small: Image.Image
    """A thumbnail, to be compared with the next picture."""

    @property
    def mood(self) -> str:
        """Name what is most remarkable: moving, dark, bright, colour or calm."""
        if self.motion > _MOVING:
            return "moving"
        if self.brightness < _DARK:
            return "dark"
        if self.brightness > _BRIGHT:
            return "bright"
        return "colour" if self.colour else "calm"

    def words(self) -> str:
        """Put the facts into a sentence."""
        light = {"dark": "a dark picture", "bright": "a bright picture"}.get(self.mood, "a picture of middling light")
        colour = f", mostly {self.colour}" if self.colour else ""
        motion = "much is moving" if self.motion > _MOVING else "little is moving"
        return f"{light}{colour}; {motion}"


def look_at(jpeg: bytes, before: Look | None = None) -> Look:
    """Look at a JPEG; takes about 2 ms for a reduced frame."""
    picture = Image.open(io.BytesIO(jpeg))
    picture.draft("RGB", (_SMALL[0] * 4, _SMALL[1] * 4))
    small = picture.convert("RGB").resize(_SMALL, Image.Resampling.BOX)
    grey = small.convert("L")
    motion = ImageStat.Stat(ImageChops.difference(grey, before.small.convert("L"))).mean[0] if before else 0.0
    return Look(brightness=ImageStat.Stat(grey).mean[0], colour=_colour(small), motion=motion, small=small)


def _colour(small: Image.Image) -> str | None:
    red, green, blue = (each / 255 for each in ImageStat.Stat(small).mean)
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation < _COLOURFUL or value < 0.15:
        return None
    return next((name for limit, name in _HUES if hue * 360 < limit), "red")
