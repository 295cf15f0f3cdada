"""The particles that lie in assets: whole sheets, every cell apart from its neighbours, and drawn by the script."""

import runpy
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from performer.core.files.home import ASSETS
from performer.stage.protocol.elements import SHAPES

PARTICLES = ASSETS / "particles"
PHASES, VARIANTS = 8, 5


def cells(shape: str, twin: str) -> list[list[Image.Image]]:
    side = 64 if twin else 32
    sheet = Image.open(PARTICLES / f"{shape}{twin}.png")
    assert (sheet.size, sheet.mode) == ((PHASES * side, VARIANTS * side), "RGBA")
    return [
        [sheet.crop((column * side, row * side, (column + 1) * side, (row + 1) * side)) for column in range(PHASES)]
        for row in range(VARIANTS)
    ]


def test_there_is_a_sheet_in_two_sizes_for_every_shape_and_nothing_else() -> None:
    names = {f"{shape}{twin}.png" for shape in SHAPES for twin in ("", "@2x")}

    assert {file.name for file in PARTICLES.iterdir()} == names


@pytest.mark.parametrize("twin", ["", "@2x"])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_cell_is_filled_and_keeps_off_its_neighbours(shape: str, twin: str) -> None:
    for row in cells(shape, twin):
        for cell in row:
            left, top, right, bottom = cell.getchannel("A").getbbox() or (0, 0, 0, 0)

            assert min(left, top) >= 1
            assert max(right, bottom) <= cell.width - 1
            assert right - left > cell.width / 4
            assert len(set(cell.getchannel("A").tobytes())) > 4


@pytest.mark.parametrize("shape", SHAPES)
def test_phases_move_and_variants_differ(shape: str) -> None:
    rows = cells(shape, "@2x")
    for row in rows:
        assert all(one.tobytes() != other.tobytes() for one, other in pairwise([*row, row[0]]))

    assert len({row[0].tobytes() for row in rows}) == VARIANTS


@pytest.mark.parametrize("shape", SHAPES)
def test_drawing_a_sheet_again_gives_the_same_pixels(shape: str, tmp_path: Path) -> None:
    runpy.run_path(str(ASSETS / "make_particles.py"))["main"]([shape, "--into", str(tmp_path)])

    for name in (f"{shape}.png", f"{shape}@2x.png"):
        again, before = Image.open(tmp_path / name), Image.open(PARTICLES / name)
        assert ImageChops.difference(again, before).getbbox(alpha_only=False) is None


@pytest.mark.parametrize("ground", [(255, 255, 255), (250, 228, 150), (18, 22, 30)])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_piece_stands_out_from_bright_pictures_and_dark_ones(shape: str, ground: tuple[int, int, int]) -> None:
    for row in cells(shape, ""):
        for cell in row:
            seen = Image.new("RGB", cell.size, ground)
            seen.paste(cell, (0, 0), cell)
            apart = ImageChops.difference(seen, Image.new("RGB", cell.size, ground)).convert("L")
            assert sum(level > 60 for level in apart.tobytes()) >= 12
