"""Pictures drawn for the tests of facts: a grey game with what a test wants on it."""

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from performer.core.files.home import ASSETS
from performer.vision.encode import encode_frame
from performer.vision.facts.observer import PictureObserver
from performer.vision.frame import Frame

GROUND = "#505860"
CORAL = "#ff5060"
GREEN = "#30d050"
FONT = ImageFont.truetype(ASSETS / "fonts" / "Nunito-Bold.ttf", 60)

Box = tuple[int, int, int, int]


class Drawn:
    """A picture of 1280x720 in the making."""

    def __init__(self, ground: str = GROUND) -> None:
        self.picture = Image.new("RGB", (1280, 720), ground)
        self._pen = ImageDraw.Draw(self.picture)

    def box(self, box: Box, colour: str = CORAL) -> "Drawn":
        """Draw a rectangle."""
        self._pen.rectangle(box, fill=colour)
        return self

    def hearts(self, count: int, *, left: int = 40, top: int = 30) -> "Drawn":
        """Draw a row of hearts."""
        for x in range(left, left + 60 * count, 60):
            self._pen.ellipse((x, top, x + 22, top + 22), fill=CORAL)
            self._pen.ellipse((x + 22, top, x + 44, top + 22), fill=CORAL)
            self._pen.polygon([(x + 2, top + 16), (x + 42, top + 16), (x + 22, top + 44)], fill=CORAL)
        return self

    def squares(self, count: int, colour: str = GREEN) -> "Drawn":
        """Draw a row of squares at the lower right."""
        for x in range(900, 900 + 60 * count, 60):
            self._pen.rectangle((x, 660, x + 36, 696), fill=colour)
        return self

    def text(self, words: str, at: tuple[int, int] = (400, 150)) -> "Drawn":
        """Write in white."""
        self._pen.text(at, words, font=FONT, fill="white")
        return self

    def frame(self, at_s: float) -> Frame:
        """Make a frame of it."""
        return encode_frame(self.picture, source="test", at_s=at_s, began_s=0.0)


def told(pictures: Sequence[Drawn], *, apart_s: float = 0.5) -> str:
    """Show pictures one after the other, and give the sentence after the last."""
    observer = PictureObserver()
    frames = [picture.frame(number * apart_s) for number, picture in enumerate(pictures)]
    for frame in frames:
        observer.look(frame)
    return observer.sentence(frames[-1].at_s)
