"""The memory of the graphics card, as its driver tells it."""

import sys
from pathlib import Path

import pytest

from performer.models.graphics_memory import GraphicsMemory, read_graphics_memory

NOWHERE = Path("/nonexistent")
GIB = 2**30


def write_card(folder: Path, name: str, total: str, used: str) -> None:
    device = folder / name / "device"
    device.mkdir(parents=True)
    (device / "mem_info_vram_total").write_text(total, encoding="utf-8")
    (device / "mem_info_vram_used").write_text(used, encoding="utf-8")


def run(script: str) -> tuple[str, ...]:
    return (sys.executable, "-c", script)


def test_the_driver_of_amd_tells_it_in_files_and_the_largest_card_counts(tmp_path: Path) -> None:
    write_card(tmp_path, "card0", f"{512 * 2**20}\n", "100\n")
    write_card(tmp_path, "card1", f"{8 * GIB}\n", f"{3 * GIB}\n")

    found = read_graphics_memory(("no-such-program",), tmp_path)

    assert found == GraphicsMemory(total=8 * GIB, used=3 * GIB)
    assert found.free == 5 * GIB


def test_nvidias_program_tells_it_in_mebibytes_a_line_for_each_card() -> None:
    found = read_graphics_memory(run("print('8192, 1024\\n24576, 2048\\n')"), NOWHERE)

    assert found == GraphicsMemory(total=24 * GIB, used=2 * GIB)


@pytest.mark.parametrize(
    "script", ["raise SystemExit(9)", "print('[N/A], [N/A]')", "print('NVIDIA-SMI has failed')", "print('1, 2, 3')"]
)
def test_of_a_broken_driver_nothing_is_known(script: str, tmp_path: Path) -> None:
    write_card(tmp_path, "card0", "no number", "")

    assert read_graphics_memory(run(script), tmp_path) is None


def test_without_a_card_nothing_is_known() -> None:
    assert read_graphics_memory(("no-such-program",), NOWHERE) is None
