"""Strangers' pictures in the process apart: what comes out of good ones, and why the bad ones stay out."""

import io
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.process import SandboxProcess
from performer.core.images.sandbox.sandbox import make_still_jpeg
from tests.performer.core.images.sandbox.bombs import REFUSED, long_apng, saved, whole_bombs
from tests.performer.stage.library.gifs import filled, gif

SIDE = "100"


@pytest.fixture(scope="module")
def process() -> Iterator[SandboxProcess]:
    with SandboxProcess(make_still_jpeg) as process:
        process.do(saved("PNG"), SIDE)
        yield process


def seen(jpeg: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(jpeg), formats=["JPEG"])
    picture.load()
    return picture


def left_top(process: SandboxProcess, data: bytes) -> tuple[int, ...]:
    pixel = seen(process.do(data, SIDE).files[0]).getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return pixel


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_picture_or_a_bomb_is_refused_and_brings_nobody_down(process: SandboxProcess, name: str) -> None:
    make, words = REFUSED[name]
    before = process.process

    with pytest.raises(UnfitPicture, match=re.escape(words)):
        process.do(make(), SIDE)
    assert process.process is before


@pytest.mark.slow
def test_bombs_that_would_go_off_are_refused_or_looked_at_from_the_first_frame(process: SandboxProcess) -> None:
    before = process.process
    for name, data in whole_bombs():
        if name.startswith("APNG"):
            assert process.do(data, SIDE).size == (2, 2)
        else:
            with pytest.raises(UnfitPicture, match=r"million pixels|pixels large|larger than 8 MB"):
                process.do(data, SIDE)
    assert process.process is before


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
@pytest.mark.parametrize(
    ("size", "made"), [((60, 40), (60, 40)), ((400, 300), (100, 75)), ((3, 900), (1, 100)), ((1, 1), (1, 1))]
)
def test_a_picture_comes_out_no_larger_than_asked(
    process: SandboxProcess, kind: str, size: tuple[int, int], made: tuple[int, int]
) -> None:
    prints = process.do(saved(kind, Image.new("RGB", size, "red")), SIDE)

    assert (prints.size, seen(prints.files[0]).size) == (made, made)


def test_nothing_of_the_file_comes_out_but_its_pixels(process: SandboxProcess) -> None:
    exif = Image.Exif()
    exif[0x010E] = "a secret place"
    note = PngInfo()
    note.add_text("Comment", "a secret place")
    hidden = {"exif": exif, "icc_profile": b"a secret place", "comment": b"a secret place", "pnginfo": note}
    for kind in ("PNG", "JPEG", "WEBP", "GIF"):
        data = saved(kind, None, **hidden) + b"PK\3\4 a secret place <script>"
        assert data.count(b"a secret place") > 1
        (jpeg,) = process.do(data, SIDE).files

        assert b"secret" not in jpeg
        assert b"script" not in jpeg
        assert not seen(jpeg).info.keys() & hidden.keys()


def test_a_photograph_stands_upright(process: SandboxProcess) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6

    assert process.do(saved("JPEG", exif=exif), SIDE).size == (40, 60)


def test_of_an_animation_the_first_frame_comes_out(process: SandboxProcess) -> None:
    red, blue = Image.new("RGB", (4, 4), "red"), Image.new("RGB", (4, 4), "blue")
    for kind in ("PNG", "WEBP"):
        red_one, _, blue_one = left_top(process, saved(kind, red, save_all=True, append_images=[blue]))
        assert red_one > 200 > 50 > blue_one
    assert left_top(process, gif((1, 1), filled((0, 0, 1, 1), 1), filled((0, 0, 1, 1), 2)))[1] > 200
    assert left_top(process, long_apng(1_500)) < (20, 20, 20)


def test_both_black_and_white_can_be_read_on_what_was_transparent(process: SandboxProcess) -> None:
    assert left_top(process, saved("PNG", Image.new("RGBA", (4, 4), (255, 255, 255, 0)))) == (128, 128, 128)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "I;16", "CMYK"])
def test_pictures_of_every_mode_come_out(process: SandboxProcess, mode: str) -> None:
    data = saved("JPEG" if mode == "CMYK" else "PNG", Image.new(mode, (8, 8)))

    assert process.do(data, SIDE).size == (8, 8)


FINE = [
    saved(kind, **options)
    for kind, options in (
        ("PNG", {}),
        ("JPEG", {"progressive": True}),
        ("WEBP", {}),
        ("GIF", {}),
        ("PNG", {"save_all": True, "append_images": [Image.new("RGB", (60, 40))]}),
    )
]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), fine=st.sampled_from(FINE))
def test_no_damage_brings_it_down(process: SandboxProcess, data: st.DataObject, fine: bytes) -> None:
    damaged = bytearray(fine)
    places = st.integers(0, len(damaged) - 1)
    for at in data.draw(st.lists(st.one_of(st.integers(0, 60), places), max_size=6)):
        damaged[at] = data.draw(st.integers(0, 255))
    begin = data.draw(places)
    del damaged[begin : begin + data.draw(st.integers(0, 40))]
    before = process.process

    with suppress(UnfitPicture):
        assert max(process.do(bytes(damaged), SIDE).size) <= 100
    assert process.process is before
