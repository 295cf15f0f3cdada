"""Films: an animated PNG of single ones, with every part in its place."""

import io
import struct

import pytest
from PIL import Image

from performer.core.images.formats import UnfitPicture
from performer.tools.mcp.presets.pixellab_pictures import make_animation
from tests.performer.core.images.sandbox.bombs import saved


def frame(red: int, side: int = 8) -> bytes:
    written = io.BytesIO()
    Image.new("RGBA", (side, side), (red, 0, 0, 255)).save(written, "PNG")
    return written.getvalue()


def numbers(png: bytes) -> list[int]:
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        if png[at + 4 : at + 8] in (b"fcTL", b"fdAT"):
            found.append(struct.unpack_from(">I", png, at + 8)[0])
        at += 12 + length
    return found


def test_every_frame_is_there_for_its_time_and_in_order() -> None:
    made = make_animation([frame(10), frame(20), frame(30)], 120)

    seen = []
    with Image.open(io.BytesIO(made)) as picture:
        for at in range(3):
            picture.seek(at)
            seen.append((picture.convert("RGBA").getpixel((4, 4)), picture.info["duration"]))
        assert picture.info["loop"] == 0
    assert seen == [((10, 0, 0, 255), 120.0), ((20, 0, 0, 255), 120.0), ((30, 0, 0, 255), 120.0)]
    assert numbers(made) == list(range(5))


@pytest.mark.parametrize(
    "odd",
    [frame(1, side=9), b"<svg/>", frame(1)[:20], frame(1)[:8], make_animation([frame(1), frame(2)], 9), saved("GIF")],
)
def test_what_is_not_like_the_first_frame_makes_no_film(odd: bytes) -> None:
    with pytest.raises(UnfitPicture, match="frame"):
        make_animation([frame(10), odd], 120)
