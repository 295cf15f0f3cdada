"""Animations composed frame by frame as browsers do it, from parts that Pillow unpacks one by one.

Pillow's own composing leaves traces: it fills what browsers leave transparent, lets the disposal of one GIF frame go
on for later ones, and shows an APNG's hidden picture.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from PIL import Image

from performer.pictures import DECODERS_SAY_NO, MOST_FRAMES, MOST_PIXELS, Unfit


class After(Enum):
    """What becomes of a frame when its time is over."""

    KEPT = "kept"
    CLEARED = "cleared"
    RESTORED = "restored"
    """What was there before it comes back."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One frame as it is stored: a piece of the picture."""

    left: int
    top: int
    width: int
    height: int
    still: bytes = field(repr=False)
    """A whole file of this piece alone."""
    shown_ms: int
    after: After = After.KEPT
    over: bool = True
    """Laid over what is there; otherwise put in its place, transparency and all."""


@dataclass(frozen=True, kw_only=True)
class Animation:
    """A picture's size and its parts, nothing unpacked yet.

    Raises:
        Unfit: when there are no parts, too many, or too large ones.
    """

    kind: str
    width: int
    height: int
    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise Unfit(f"it is a broken {self.kind} (there is no frame in it)")
        if len(self.parts) > MOST_FRAMES:
            raise Unfit(f"it has more than {MOST_FRAMES} frames")
        if max(self.width * self.height, *(part.width * part.height for part in self.parts)) > MOST_PIXELS:
            raise Unfit(f"a frame of it has more than {MOST_PIXELS // 1_000_000} million pixels")

    def frames(self) -> Iterator[tuple[Image.Image, int]]:
        """Compose each frame (RGBA, a picture of its own) with the milliseconds that it shows.

        Raises:
            Unfit: when one cannot be unpacked.
        """
        canvas = Image.new("RGBA", (self.width, self.height))
        for part in self.parts:
            before = canvas.copy()
            self._lay(part, canvas)
            yield canvas.copy(), part.shown_ms
            if part.after is After.CLEARED:
                canvas.paste((0, 0, 0, 0), (part.left, part.top, part.left + part.width, part.top + part.height))
            elif part.after is After.RESTORED:
                canvas = before

    def _lay(self, part: Part, canvas: Image.Image) -> None:
        try:
            with Image.open(io.BytesIO(part.still), formats=[self.kind]) as piece:
                laid = piece.convert("RGBA")
        except DECODERS_SAY_NO as error:
            raise Unfit(f"it is a broken {self.kind} ({str(error)[:80]})") from None
        if part.over:
            box = (part.left, part.top, part.left + part.width, part.top + part.height)
            laid = Image.alpha_composite(canvas.crop(box), laid)
        canvas.paste(laid, (part.left, part.top))
