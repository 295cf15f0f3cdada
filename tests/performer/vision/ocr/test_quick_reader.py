"""A glance: the larger words with their places, and nothing read twice."""

from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ServiceError
from performer.vision.frame import Mask
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.tesseract import OcrSettings
from tests.conftest import missing
from tests.performer.vision.facts.drawn import Drawn
from tests.systems import write_script

pytestmark = pytest.mark.anyio


@pytest.fixture
def glance(clock: SystemClock) -> QuickReader:
    if not OcrSettings().is_installed:
        missing("Tesseract", "python3 run.py add ocr")
    return QuickReader(clock, OcrSettings(within_s=30))


def counting(folder: Path, *, says: str = "LEVEL") -> OcrSettings:
    """Write a Tesseract that reads the same off every page, and counts."""
    row = f"5\\t1\\t1\\t1\\t1\\t1\\t28\\t28\\t99\\t44\\t96\\t{says}"
    script = f"echo once >> {folder}/count\ncat > /dev/null\nprintf 'head\\n{row}\\n'\n"
    file = write_script(folder / "tesseract", script)
    return OcrSettings(program=str(file), within_s=30)


async def test_words_are_read_with_their_places(glance: QuickReader) -> None:
    (found,) = await glance.read(Drawn().text("LEVEL 2").frame(0))

    assert found.text == "LEVEL 2"
    assert 0.3 < found.place.x < 0.34
    assert 0.2 < found.place.y < 0.28


async def test_our_own_words_are_left_out(glance: QuickReader) -> None:
    assert await glance.read(Drawn().text("LEVEL 2").frame(0), [Mask(0.2, 0.1, 0.6, 0.3)]) == ()


async def test_the_program_is_asked_once_for_what_looks_the_same(clock: SystemClock, tmp_path: Path) -> None:
    glance = QuickReader(clock, counting(tmp_path))
    read = [
        await glance.read(Drawn().text("LEVEL", at).frame(at_s)) for at_s, at in enumerate([(400, 150), (420, 300)])
    ]

    assert [writings[0].text for writings in read] == ["LEVEL", "LEVEL"]
    assert (tmp_path / "count").read_text(encoding="utf-8") == "once\n"


async def test_a_picture_without_words_asks_nobody(clock: SystemClock, tmp_path: Path) -> None:
    assert await QuickReader(clock, counting(tmp_path)).read(Drawn().box((500, 300, 600, 500)).frame(0)) == ()
    assert not (tmp_path / "count").exists()


async def test_one_that_fails_is_told(clock: SystemClock, tmp_path: Path) -> None:
    settings = counting(tmp_path)
    (tmp_path / "tesseract").write_text("#!/bin/sh\ncat > /dev/null\necho broken >&2; exit 3\n", encoding="utf-8")

    with pytest.raises(ServiceError, match="broken"):
        await QuickReader(clock, settings).read(Drawn().text("LEVEL").frame(0))


async def test_the_next_process_stands_by_once_one_was_used(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    glance = QuickReader(virtual_clock, counting(tmp_path))
    async with anyio.create_task_group() as tasks:
        await tasks.start(glance.run)
        await virtual_clock.advance(5)
        before = (tmp_path / "count").exists()
        await glance.read(Drawn().text("LEVEL").frame(0))
        await virtual_clock.advance(5)
        read = await glance.read(Drawn().text("GAME OVER").frame(6))
        tasks.cancel_scope.cancel()

    assert not before
    assert [writing.text for writing in read] == ["LEVEL"]
    assert (tmp_path / "count").read_text(encoding="utf-8") == "once\nonce\n"
