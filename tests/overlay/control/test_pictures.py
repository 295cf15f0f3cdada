"""Each screen looks as it did when somebody last looked at its picture; `pictures.py` makes them anew."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.overlay.control.pictures import (
    FOLDER,
    SCHEMES,
    SIZES,
    measure_difference,
    name_picture,
    sized_page,
    take_picture,
)
from tests.overlay.control.showing import SCREENS, PanelShow

MOST = 0.03
"""The share of pixels that may differ: a word more in a list is less, a card that moved is more."""
LOOKS = [pytest.param((size, scheme), id=f"{size}-{scheme}") for size in SIZES for scheme in SCHEMES]


@pytest.fixture(scope="module", params=LOOKS)
def look(request: pytest.FixtureRequest, browser: Browser, panel_show: PanelShow) -> Iterator[tuple[str, str, Page]]:
    size, scheme = request.param
    with sized_page(browser, panel_show, size, scheme) as page:
        yield size, scheme, page


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_looks_as_it_did(look: tuple[str, str, Page], screen: str, tmp_path: Path) -> None:
    size, scheme, page = look
    name = name_picture(screen, size, scheme)
    seen = take_picture(page, screen)
    seen.save(tmp_path / name)

    with Image.open(FOLDER / name) as kept:
        difference = measure_difference(seen, kept)
    assert difference <= MOST, f"{difference:.1%} of {name} differ; it is kept in {tmp_path}"


def test_a_picture_differs_from_one_with_a_card_elsewhere() -> None:
    before, after = Image.new("RGB", (320, 200), "black"), Image.new("RGB", (320, 200), "black")
    before.paste("white", (10, 10, 110, 60))
    after.paste("white", (10, 80, 110, 130))

    assert measure_difference(before, after) > MOST
    assert measure_difference(before, before) == 0
