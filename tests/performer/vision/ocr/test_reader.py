"""Reading for real: the arcade's words by the installed Tesseract, and what is said when it cannot."""

import os
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ServiceError
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import OcrSettings
from tests.conftest import missing
from tests.pipes import make_pipe
from tests.systems import write_script

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def game_over() -> Frame:
    """Show the first game over of a game: its score and its best are on it."""
    arcade = DemoGame(1)
    at_s = next(
        at for at in range(1000) if arcade.state_at(at).screen.value == "game over" and not arcade.state_at(at).dark
    )
    return encode_frame(draw(arcade.state_at(at_s)), source="arcade", at_s=at_s, began_s=0.0)


@pytest.fixture
def reader(clock: SystemClock) -> OcrReader:
    if not OcrSettings().is_installed:
        missing("Tesseract", "python3 run.py add ocr")
    return OcrReader(clock, OcrSettings(within_s=30))


def program(folder: Path, script: str) -> str:
    """Write a Tesseract of the test's own."""
    return str(write_script(folder / "tesseract", f"{script}\n"))


async def test_the_words_of_a_game_are_read_in_their_order(reader: OcrReader, game_over: Frame) -> None:
    text = await reader.read(game_over)

    assert text.startswith("GAME OVER / Score ")
    assert " / Best " in text


async def test_a_region_is_read_by_itself(reader: OcrReader, game_over: Frame) -> None:
    assert await reader.read(game_over, "top left") == ""


async def test_a_language_that_is_not_there_is_named(clock: SystemClock, reader: OcrReader, game_over: Frame) -> None:
    with pytest.raises(ServiceError, match="Tesseract lacks xyz"):
        await OcrReader(clock, OcrSettings(languages="xyz", within_s=30)).read(game_over)


async def test_a_program_that_is_not_there_cannot_read(clock: SystemClock, game_over: Frame) -> None:
    reader = OcrReader(clock, OcrSettings(program="/nowhere/tesseract"))

    assert not reader.can_read
    with pytest.raises(ServiceError, match=r"run\.py add ocr"):
        await reader.read(game_over)


async def test_switched_off_it_does_not_read(clock: SystemClock) -> None:
    assert not OcrReader(clock, OcrSettings(enabled=False, program="sh")).can_read


async def test_a_program_that_hangs_is_ended(virtual_clock: VirtualClock, game_over: Frame, tmp_path: Path) -> None:
    make_pipe(tmp_path / "pid")
    hangs = program(tmp_path, f"echo $$ > {tmp_path}/pid; exec sleep 60")
    reader = OcrReader(virtual_clock, OcrSettings(program=hangs, within_s=0.3))

    async def read() -> None:
        with pytest.raises(ServiceError, match=r"longer than 0.3 s \(ocr.within_s\)"):
            await reader.read(game_over)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(read)
        pid = int(await anyio.to_thread.run_sync((tmp_path / "pid").read_text))
        await virtual_clock.advance(0.3)

    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_program_that_never_stops_writing_fills_no_memory(
    clock: SystemClock, game_over: Frame, tmp_path: Path
) -> None:
    babbles = program(tmp_path, "cat > /dev/null; head -c 5000000 /dev/zero | tr '\\0' 'x'; echo enough >&2")

    assert await OcrReader(clock, OcrSettings(program=babbles)).read(game_over) == ""


async def test_what_was_read_once_is_not_read_again(clock: SystemClock, game_over: Frame, tmp_path: Path) -> None:
    counts = program(tmp_path, f"cat > /dev/null; echo once >> {tmp_path}/count")
    reader = OcrReader(clock, OcrSettings(program=counts))
    for _ in range(3):
        await reader.read(game_over)

    assert (tmp_path / "count").read_text(encoding="utf-8") == "once\n"
