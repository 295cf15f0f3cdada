"""The program's icon: of the size that it says, clear around the owl, and made by the script."""

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from performer.core.files.home import ASSETS

ICON = ASSETS / "icon"
SIZES = {"performer": 256, "tray": 64}


def test_each_icon_is_square_small_and_clear_in_its_corner() -> None:
    for name, size in SIZES.items():
        icon = Image.open(ICON / f"{name}.png").convert("RGBA")

        assert icon.size == (size, size)
        assert icon.getpixel((0, 0))[3:] == (0,)  # type: ignore[index]  # a pixel of four bands
        assert (ICON / f"{name}.png").stat().st_size < 40_000


def test_the_script_makes_them_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["make_icon.py", "--into", str(tmp_path)])
    runpy.run_path(str(ASSETS / "make_icon.py"), run_name="__main__")

    for name in SIZES:
        made, kept = (Image.open(folder / f"{name}.png").convert("RGBA") for folder in (tmp_path, ICON))
        assert ImageChops.difference(made, kept).getbbox(alpha_only=False) is None
