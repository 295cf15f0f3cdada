"""The streamer's own places: page and window have things in the same rectangles, on both boards."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from performer.stage.layout import LandscapeSettings, LayoutSettings, PortraitSettings, find_safe_area
from performer.stage.protocol.elements import Bubble, Caption, Card, Element, Emote, Side
from performer.stage.protocol.layout import BoardName
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


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(("board", "query"), [("landscape", ""), ("portrait", ""), ("portrait", "&scale=1.5")])
async def test_without_settings_everything_is_within_the_safe_area(
    chromium: Chromium, tmp_path: Path, board: BoardName, side: Side, query: str
) -> None:
    size = {"landscape": (1920, 1080), "portrait": (1080, 1920)}[board]
    shown = list_all_kinds(side)
    left, top, across, down = find_safe_area(board)
    async with still(chromium, tmp_path, shown, size=size, query=query) as it:
        boxes = {each.id: await box(it.page, each.id) for each in shown}

    outside = {
        id_
        for id_, (x, y, w, h) in boxes.items()
        if min(x - left * size[0], y - top * size[1]) < -1
        or x + w > (left + across) * size[0] + 1
        or y + h > (top + down) * size[1] + 1
    }
    assert outside == set()


def list_all_kinds(side: Side) -> list[Element]:
    """Return an element of every kind that has a place, with emotes as far out as they come."""
    other: Side = "left" if side == "right" else "right"
    emote = Emote(id="e", alt="", born_ms=0, src="/emotes/clap.png", src2x="/emotes/clap@2x.png")
    corners = [(x, y) for x in (0.09, 0.91) for y in (0.16, 0.84)]
    return [
        Caption(id="c", alt=LONG, born_ms=0),
        Bubble(id="b", alt=LONG, born_ms=0, place="top", side=side),
        Bubble(id="d", alt=LONG, born_ms=0, place="bottom", side=side),
        Card(id="k", alt="make sprite", text=LONG, born_ms=0, progress=0.5, side=other),
        owl(side=side),
        *(replace(emote, id=f"e{at}", x=x, y=y) for at, (x, y) in enumerate(corners)),
    ]


async def test_page_and_window_have_words_where_the_look_screen_tells_on_a_stage_higher_than_wide(
    chromium: Chromium, tmp_path: Path
) -> None:
    size = _, height = 1080, 1920
    async with still(chromium, tmp_path, SHOWN, size=size) as it:
        _, boxes = await window_still(it.house, tmp_path, size)
        spots = it.house.themes.find_spots("portrait")
        top = {kind: spots[kind][1] * height for kind in ("caption", "card")}

        for id_, mine in boxes.items():
            hold_together(id_, mine, await it.page.evaluate(f"({LINES})({id_!r})"))
        assert (await box(it.page, "c")).y == pytest.approx(top["caption"], abs=1)
        assert (await box(it.page, "k")).y == pytest.approx(top["card"], abs=1)


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
