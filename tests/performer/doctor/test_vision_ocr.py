"""The doctor and the words on the screen."""

from random import Random

import pytest

from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.install import explain_tesseract_languages
from performer.doctor.vision import check_ocr
from performer.vision.ocr.tesseract import OcrSettings
from tests.conftest import missing
from tests.performer.doctor.taking import Taken, examined, taken

pytestmark = pytest.mark.anyio


async def ocr(settings: OcrSettings) -> Taken:
    return await taken(check_ocr, examined(ocr=settings))


async def test_where_it_is_installed_it_reads_a_number() -> None:
    if not OcrSettings().is_installed:
        missing("Tesseract", "python3 run.py add ocr")

    found = await ocr(OcrSettings(within_s=30))

    assert found.states == {"reads": "ok"}


class Numbers(Random):
    """Chance that brings these numbers, one after the other."""

    def __init__(self, *numbers: int) -> None:
        super().__init__()
        self._numbers = iter(numbers)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return next(self._numbers)


async def test_a_number_that_tesseract_misses_is_no_failure() -> None:
    if not OcrSettings().is_installed:
        missing("Tesseract", "python3 run.py add ocr")
    clock = SystemClock()
    clock.chance = Numbers(87670, 16780)

    found = await taken(check_ocr, examined(clock=clock, ocr=OcrSettings(within_s=30)))

    assert found.states == {"reads": "ok"}


async def test_a_language_that_is_not_there_is_named_with_what_installs_it() -> None:
    if not OcrSettings().is_installed:
        missing("Tesseract", "python3 run.py add ocr")

    found = await ocr(OcrSettings(languages="eng+chi_xyz"))

    assert found["languages"].state == "failed"
    assert explain_tesseract_languages(["chi_xyz"]) in found["languages"].remedy


async def test_where_it_is_not_installed_that_is_no_failure() -> None:
    found = await ocr(OcrSettings(program="/nowhere/tesseract"))

    assert found["reads"].state == "skipped"
    assert found["reads"].remedy.endswith(f"{COMMAND} add ocr")


async def test_switched_off_it_is_not_looked_for() -> None:
    assert (await ocr(OcrSettings(enabled=False)))["reads"].state == "skipped"
