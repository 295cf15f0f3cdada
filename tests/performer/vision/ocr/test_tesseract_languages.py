"""Languages that are not there: named with what was meant and how to get it, wherever they are missed."""

from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.vision.frame import Frame
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import OcrSettings
from tests.performer.vision.ocr.test_reader import game_over, program

pytestmark = pytest.mark.anyio

__all__ = ["game_over"]

LISTS = 'case "$*" in *list-langs*) printf "List (2):\\neng\\nosd\\n";; *) cat >/dev/null; echo no >&2; exit 1;; esac'


@pytest.mark.parametrize(
    ("languages", "remedy"),
    [
        ("german", "Did you mean deu? To get it: apt install tesseract-ocr-deu. Installed: eng (ocr.languages)."),
        ("germann", "Did you mean deu? To get it: apt install tesseract-ocr-deu. Installed: eng (ocr.languages)."),
        ("en", "Did you mean eng? Installed: eng (ocr.languages)."),
        ("eng+jpn", "To get it: apt install tesseract-ocr-jpn. Installed: eng (ocr.languages)."),
        ("x1", "Installed: eng (ocr.languages)."),
    ],
)
async def test_what_lacks_is_told_at_the_start_and_in_the_show(
    tmp_path: Path, game_over: Frame, clock: SystemClock, languages: str, remedy: str
) -> None:
    reader = OcrReader(clock, OcrSettings(program=program(tmp_path, LISTS), languages=languages, within_s=30))

    await reader.run()
    (role,) = reader.roles()
    with pytest.raises(ServiceError) as caught:
        await reader.read(game_over)

    assert str(caught.value) == role.why == f"Tesseract lacks {languages.removeprefix('eng+')}. {remedy}"


async def test_of_what_is_there_nothing_is_told(tmp_path: Path, clock: SystemClock) -> None:
    there, gone = OcrSettings(program=program(tmp_path, LISTS)), OcrSettings(program="/nowhere/tesseract")

    for settings in (there, gone):
        reader = OcrReader(clock, settings)
        await reader.run()
        assert reader.roles() == ()
