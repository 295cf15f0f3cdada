"""Pictures that are none, bombs, and whatever bytes somebody may put into a folder."""

import io
import struct
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from performer.core.images.formats import (
    KINDS,
    UnfitPicture,
    load_frame,
    open_header,
    open_header_by_content,
    read_file,
)
from performer.stage.library.strips import prepare_picture
from tests.performer.stage.library.apngs import ApngFrame, apng, chunk
from tests.performer.stage.library.gifs import filled, gif
from tests.systems import make_link

PNG_SIGN = b"\x89PNG\r\n\x1a\n"
SIZE = (20, 10)


def saved(kind: str, **options: object) -> bytes:
    written = io.BytesIO()
    Image.effect_noise(SIZE, 90).convert("RGB").save(written, kind, **options)
    return written.getvalue()


FINE = {
    "a.png": saved("PNG"),
    "b.PNG": saved("PNG"),
    "c.jpg": saved("JPEG"),
    "d.jpeg": saved("JPEG", progressive=True),
    "e.gif": gif((4, 4), filled((0, 0, 4, 4), 1), filled((0, 0, 4, 4), 2)),
    "f.webp": saved("WEBP"),
    "g.apng": apng((1, 1), *[ApngFrame(box=(0, 0, 1, 1), pixels=[(9, 9, 9, 9)])] * 2),
}


def png_of(size: tuple[int, int], *more: bytes, pixels: bytes = b"") -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 6, 0, 0, 0))
    return PNG_SIGN + head + b"".join(more) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    text = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(100_000_000), 9))
    return png_of((1, 1), text, pixels=bytes(5))


def many_scans() -> bytes:
    data = saved("JPEG", progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:-2] + data[last:-2] * 100 + data[-2:]


def trouble(folder: Path, name: str, content: bytes) -> str:
    (folder / name).write_bytes(content)
    return trouble_with(folder / name, folder)


def trouble_with(path: Path, folder: Path) -> str:
    try:
        with open_header(read_file(path, folder), path.suffix) as picture:
            load_frame(picture)
    except UnfitPicture as unfit:
        return str(unfit)
    return ""


@pytest.mark.parametrize("name", FINE)
def test_every_kind_is_fine(tmp_path: Path, name: str) -> None:
    assert trouble(tmp_path, name, FINE[name]) == ""
    assert prepare_picture(FINE[name], Path(name).suffix).files[0].startswith(PNG_SIGN)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("page.png", b"<!doctype html><script>alert(1)</script>", "its content is no PNG"),
        ("drawing.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "its content is no PNG"),
        ("drawing.svg", b"<svg/>", "it is no PNG, GIF, WebP or JPEG: save it as one"),
        ("empty.gif", b"", "its content is no GIF"),
        ("really.png", FINE["e.gif"], "its content is no PNG: it is a GIF, name it so"),
        ("really.gif", FINE["f.webp"], "its content is no GIF: it is a WebP, name it so"),
        ("wide.png", png_of((60_000, 60_000)), "it unpacks to 3600 million pixels; 16 million are the most"),
        ("large.png", png_of((5_000, 5_000)), "it is 5000 x 5000 pixels large; 16 million are the most"),
        ("warned.png", png_of((10_000, 10_000)), "million"),
        (
            "wide.gif",
            gif((65_535, 65_535), filled((0, 0, 1, 1), 1)),
            "it unpacks to 4294 million pixels; 16 million are the most",
        ),
        ("text.png", text_bomb(), "it is a broken PNG"),
        ("scans.jpg", many_scans(), "more than 64 scans"),
    ],
)
def test_what_is_no_picture_or_a_bomb_is_told_apart(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    assert words in trouble(tmp_path, name, content)
    with pytest.raises(UnfitPicture):
        prepare_picture(content, Path(name).suffix)


def test_a_heavy_file_is_not_even_read_to_its_end(tmp_path: Path) -> None:
    assert trouble(tmp_path, "heavy.png", FINE["a.png"] + bytes(8_000_000)) == "it is larger than 8 MB"


@pytest.mark.parametrize("name", FINE)
def test_a_file_that_is_cut_short_is_refused(name: str) -> None:
    data = FINE[name]
    with pytest.raises(UnfitPicture):
        prepare_picture(data[: len(data) * 2 // 3], Path(name).suffix)


def test_a_png_with_a_broken_addition_is_shown_without_it_and_one_with_broken_pixels_is_not() -> None:
    fine = saved("PNG")
    ends = 8 + 12 + 13  # behind its head and what it says of its size
    profile = struct.pack(">I4s", 4, b"iCCP") + b"mine" + b"\0\0\0\0"

    with open_header_by_content(fine[:ends] + profile + fine[ends:]) as picture:
        load_frame(picture)
    with pytest.raises(UnfitPicture), open_header_by_content(fine[:ends] + profile.replace(b"iC", b"IC") + fine[ends:]):
        pass


def test_what_is_no_file_or_out_of_the_folder_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "mascot"
    (folder / "dir.png").mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(FINE["a.png"])

    assert trouble_with(folder / "dir.png", folder) == "it is no file"
    assert trouble_with(folder / "nothing.png", folder) == "it is no file"
    assert trouble_with(folder / ".." / "secret.png", folder) == "it points out of its folder"


def test_a_link_out_of_the_folder_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "mascot"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(FINE["a.png"])
    make_link(folder / "link.png", tmp_path / "secret.png")

    assert trouble_with(folder / "link.png", folder) == "it points out of its folder"


def made_or_unfit(data: bytes, suffix: str) -> None:
    with suppress(UnfitPicture):
        ready = prepare_picture(data, suffix)
        with Image.open(io.BytesIO(ready.files[0]), formats=["PNG"]) as picture:
            picture.load()


SIGNS = [PNG_SIGN, b"GIF89a", b"RIFF\xff\xff\0\0WEBPVP8X", b"RIFF\xff\xff\0\0WEBPVP8L", b"\xff\xd8\xff\xe0", b""]


@settings(max_examples=150, deadline=None)
@given(sign=st.sampled_from(SIGNS), rest=st.binary(max_size=400), suffix=st.sampled_from(sorted(KINDS)))
def test_no_garbage_breaks_it(sign: bytes, rest: bytes, suffix: str) -> None:
    made_or_unfit(sign + rest, suffix)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
@given(data=st.data(), name=st.sampled_from(sorted(FINE)))
def test_no_damage_breaks_it(data: st.DataObject, name: str) -> None:
    damaged = bytearray(FINE[name])
    places = st.integers(0, len(damaged) - 1)
    for at in data.draw(st.lists(places, max_size=6)):
        damaged[at] = data.draw(st.integers(0, 255))
    begin, end = sorted(data.draw(st.tuples(places, places)))
    if data.draw(st.booleans()):
        del damaged[begin:end]

    made_or_unfit(bytes(damaged), Path(name).suffix)
