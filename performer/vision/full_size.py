"""A picture at its full size, kept for as long as it is the newest: small words are read off it."""

from dataclasses import dataclass

from PIL import Image

from performer.vision.mask import Mask


@dataclass(frozen=True, kw_only=True)
class FullSizePicture:
    """A picture as it was grabbed, masks painted; 8 MB at 1920x1080."""

    picture: Image.Image
    bgr: bool
    """Whether red and blue are exchanged."""

    def cut(self, part: Mask) -> Image.Image:
        """Cut a rectangle out, in RGB."""
        piece = self.picture.crop(part.pixels(self.picture.size))
        if self.bgr:
            return Image.frombuffer("RGB", piece.size, piece.tobytes(), "raw", "BGRX", 0, 1)
        return piece.convert("RGB")
