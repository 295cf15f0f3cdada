"""Pictures that are kept for a later turn: developed, and without those that are none."""

import io

import pytest
from PIL import Image

from performer.core.clock import VirtualClock
from performer.core.images.developed import DevelopedPictures

pytestmark = pytest.mark.anyio


async def test_a_picture_is_kept_as_a_jpeg_and_what_is_none_is_left_out(virtual_clock: VirtualClock) -> None:
    written = io.BytesIO()
    Image.new("RGB", (40, 20)).save(written, "PNG")
    pictures = DevelopedPictures(virtual_clock)  # a busy machine takes its time for the process that unpacks them

    (digest,) = await pictures.keep([b"no picture", written.getvalue()])

    assert (pictures.find(digest) or b"").startswith(b"\xff\xd8\xff")
    assert pictures.find("another") is None
