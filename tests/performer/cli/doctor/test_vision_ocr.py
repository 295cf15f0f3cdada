"""The doctor and the words on the screen."""

import pytest

from performer.cli.doctor.vision import OcrCheck
from performer.core.clock import SystemClock
from performer.vision.ocr.settings import OcrSettings
from performer.vision.ocr.tesseract import find_tesseract
from tests.conftest import missing
from tests.performer.cli.doctor.taking import Taken, taken

pytestmark = pytest.mark.anyio


async def examined(settings: OcrSettings) -> Taken:
    return await taken(OcrCheck(SystemClock(), settings).look)


async def test_where_it_is_installed_it_reads_a_number() -> None:
    if not find_tesseract("tesseract"):
        missing("Tesseract", "python3 run.py add ocr")

    found = await examined(OcrSettings(within_s=30))

    assert found.states == {"reads": "ok"}


async def test_a_language_that_is_not_there_is_named_with_the_package() -> None:
    if not find_tesseract("tesseract"):
        missing("Tesseract", "python3 run.py add ocr")

    found = await examined(OcrSettings(languages="eng+chi_xyz"))

    assert found["languages"].state == "failed"
    assert "apt install tesseract-ocr-chi-xyz" in found["languages"].remedy


async def test_where_it_is_not_installed_that_is_no_failure() -> None:
    found = await examined(OcrSettings(program="/nowhere/tesseract"))

    assert found["reads"].state == "skipped"
    assert found["reads"].remedy.endswith("python3 run.py add ocr")


async def test_switched_off_it_is_not_looked_for() -> None:
    assert (await examined(OcrSettings(enabled=False)))["reads"].state == "skipped"
