"""The streamer's own places: page and window have things in the same rectangles, on both boards."""

from pathlib import Path
from typing import Any

import pytest

from performer.stage.layout import LandscapeSettings, LayoutSettings, PortraitSettings
from performer.stage.protocol.elements import Bubble, Caption, Card, Element
from tests.chromium import Chromium, Page
from tests.overlay.stills import owl, still
from tests.overlay.styles import box
from tests.overlay.test_parity import LINES, hold_together, window_still
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio

LONG = "Two hit points left and he goes for the chest in the dragon's own bedroom. Naturally."
PLACED: dict[str, Any] = {
    "caption": (0.5, 0.7, 0.4, 0.2),
    "bubble": (0.05, 0.1, 0.3, 0.5),
    "card": (0.6, 0.05, 0.3, 0.4),
    "avatar": (0.4, 0.3, 0.2, 0.3),
}
SHOWN: tuple[Element, ...] = (
    Caption(id="c", alt=LONG, born_ms=0),
    Bubble(id="b", alt=LONG, born_ms=0, place="top", side="left"),
    Bubble(id="d", alt="First try.", born_ms=0, place="bottom"),
    Card(id="k", alt="make sprite", text=LONG, born_ms=0, progress=0.5),
    Card(id="l", alt="make sprite", born_ms=0, side="right"),
)


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
async def test_page_and_window_have_words_in_the_same_rectangles(
    chromium: Chromium, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with still(chromium, tmp_path, SHOWN, theme="night", size=size) as it:
        it.house.themes.arrange(
            LayoutSettings(landscape=LandscapeSettings(**PLACED), portrait=PortraitSettings(**PLACED), text_size=0.9)
        )
        await it.page.until("document.querySelector('#stage[data-placed]') !== null")
        _, boxes = await window_still(it.house, tmp_path, size)

        assert boxes.keys() == {each.id for each in SHOWN}
        for id_, mine in boxes.items():
            hold_together(id_, mine, await it.page.evaluate(f"({LINES})({id_!r})"))


async def test_a_new_place_is_taken_up_at_once_and_reset_as_well(house: Standing, page: Page) -> None:
    house.stage.show(Caption(id="c", alt="Hello.", born_ms=0))
    house.stage.show(owl())
    await page.until("document.querySelectorAll('.element').length === 2")
    await page.at_rest()
    before = await box(page, "c")

    house.themes.arrange(LayoutSettings(landscape=LandscapeSettings(**PLACED)))
    await page.until("document.querySelector('#stage').dataset.captions === 'bottom'")

    caption = await box(page, "c")
    assert caption.x + caption.w / 2 == pytest.approx(0.7 * 1920, abs=1)
    assert caption.y + caption.h == pytest.approx(0.9 * 1080, abs=1)
    assert (await box(page, "avatar")).h == pytest.approx(0.3 * 1080, abs=1)
    house.themes.arrange(LayoutSettings())
    await page.until("document.querySelector('#stage').dataset.captions === 'top'")
    assert await box(page, "c") == before


async def test_what_is_hidden_on_this_board_is_not_seen(house: Standing, page: Page) -> None:
    house.stage.show(owl())
    house.themes.arrange(
        LayoutSettings(landscape=LandscapeSettings(hidden=("avatar",)), portrait=PortraitSettings(hidden=("caption",)))
    )
    await page.until("document.querySelector('.avatar') !== null")

    await page.until("getComputedStyle(document.querySelector('.avatar')).visibility === 'hidden'")
