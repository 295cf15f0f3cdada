"""The demo game's sheets that lie in assets: all of them, and drawn by the script."""

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from performer.core.files.home import ASSETS

SHEETS = ASSETS / "demo_game"
SCRIPT = runpy.run_path(str(ASSETS / "make_demo_game.py"))


def test_there_is_a_file_for_every_sheet_and_nothing_else() -> None:
    assert {file.stem for file in SHEETS.iterdir()} == set(SCRIPT["SHEETS"])


@pytest.mark.parametrize(
    "sheet", ["hero", "lying", "bat", "boss", "cloud", "confetti", "panel-220x60", "sky-1", "trees-2"]
)
def test_drawing_a_sheet_again_gives_the_same_pixels(sheet: str, tmp_path: Path) -> None:
    SCRIPT["main"]([sheet, "--into", str(tmp_path)])

    again, before = Image.open(tmp_path / f"{sheet}.png"), Image.open(SHEETS / f"{sheet}.png")
    assert again.mode == before.mode
    assert ImageChops.difference(again, before).getbbox(alpha_only=False) is None
