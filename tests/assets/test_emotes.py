"""The emotes that lie in assets: complete, soft-edged, small, and made by the script beside them."""

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from performer.core.files.home import ASSETS

EMOTES = ASSETS / "emotes"
NAMES = sorted(file.stem for file in EMOTES.glob("*.png") if "@" not in file.name)


def test_there_are_at_least_twelve_under_names_a_model_would_guess() -> None:
    assert len(NAMES) >= 12
    assert {"laugh", "wow", "love", "cry", "rage", "cool", "think", "clap", "fire", "skull", "party", "sleepy"} <= set(
        NAMES
    )
    assert all(name.replace("_", "").isalpha() and name.islower() for name in NAMES)


def test_every_large_picture_has_its_small_one() -> None:
    assert sorted(file.name.removesuffix("@2x.png") for file in EMOTES.glob("*@2x.png")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_an_emote_comes_in_two_sizes_with_soft_edges_and_nothing_cut_off(name: str) -> None:
    for file, side, limit in ((f"{name}.png", 256, 20_000), (f"{name}@2x.png", 512, 40_000)):
        picture = Image.open(EMOTES / file)
        alpha = picture.getchannel("A")

        assert (picture.size, picture.mode) == ((side, side), "RGBA")
        assert len(set(alpha.tobytes())) > 10
        assert all(
            alpha.getpixel(corner) == 0 for corner in ((0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1))
        )
        assert max(_border(alpha)) == 0
        assert (EMOTES / file).stat().st_size < limit


def test_drawing_an_emote_again_gives_the_same_picture(tmp_path: Path) -> None:
    main = runpy.run_path(str(ASSETS / "make_emotes.py"))["main"]

    for folder in ("once", "twice"):
        main(["sleepy", "--into", str(tmp_path / folder)])

    for file in ("sleepy.png", "sleepy@2x.png"):
        assert (tmp_path / "once" / file).read_bytes() == (tmp_path / "twice" / file).read_bytes()
        # The bytes of a PNG depend on the machine's zlib, its pixels do not.
        assert _same_pixels(tmp_path / "once" / file, EMOTES / file)


def _border(alpha: Image.Image) -> bytes:
    side = alpha.width
    strips = ((0, 0, side, 1), (0, side - 1, side, side), (0, 0, 1, side), (side - 1, 0, side, side))
    return b"".join(alpha.crop(strip).tobytes() for strip in strips)


def _same_pixels(one: Path, other: Path) -> bool:
    return ImageChops.difference(Image.open(one), Image.open(other)).getbbox(alpha_only=False) is None
