"""What the page's address may ask for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.stage.protocol.elements import Bubble, Caption, Card, Emote, Particles
from tests.chromium import Chromium, Page
from tests.overlay.stills import UP, owl
from tests.performer.stage.standing import Standing

NOTE_WARNINGS = "globalThis.warned = []; console.warn = (...words) => { warned.push(words.join(' ')); };"
KINDS = "[...document.querySelectorAll('.element')].map((each) => each.dataset.kind).sort().join()"


@asynccontextmanager
async def asking(chromium: Chromium, house: Standing, query: str) -> AsyncIterator[Page]:
    page = await chromium.open()
    await page.command("Page.addScriptToEvaluateOnNewDocument", source=NOTE_WARNINGS)
    await page.goto(house.server.addresses.url + query)
    await page.until(UP)
    yield page
    await page.close()
    assert page.complaints == []


def show_everything(house: Standing) -> None:
    src, src2x = house.library.catalogue.emote_src("laugh")
    until_ms = house.stage.now_ms() + 50_000
    for element in (
        Caption(id="c", alt="Two hit points left.", born_ms=0),
        Bubble(id="b", alt="First try.", born_ms=0),
        Card(id="k", alt="make sprite", born_ms=0),
        Emote(id="e", alt="laugh", born_ms=0, src=src, src2x=src2x, x=0.25, y=0.5),
        Particles(id="p", alt="snow", born_ms=0, until_ms=until_ms, shape="snow", count=50, seed=7),
        owl(),
    ):
        house.stage.show(element)


async def box(page: Page, kind: str) -> list[float]:
    """Tell left, top, right and bottom of a box."""
    rect = await page.evaluate(f"document.querySelector('.{kind} .box').getBoundingClientRect().toJSON()")
    return [rect[side] for side in ("left", "top", "right", "bottom")]


@pytest.mark.slow
@pytest.mark.anyio
async def test_several_pages_each_draw_what_they_were_asked_for(chromium: Chromium, house: Standing) -> None:
    show_everything(house)
    async with (
        asking(chromium, house, "&only=caption,bubble") as words,
        asking(chromium, house, "&mascot=0&theme=bold") as bold,
        asking(chromium, house, "&only=avatar,%20particles") as owls,
        asking(chromium, house, "&theme=paper&mascot=1") as everything,
    ):
        found = {name: await page.evaluate(KINDS) for name, page in locals().items() if isinstance(page, Page)}
        assert found == {
            "words": "bubble,caption",
            "bold": "bubble,caption,card,emote",
            "owls": "avatar",
            "everything": "avatar,bubble,caption,card,emote",
        }
        flies = "document.getElementById('particles').width > 0"
        await owls.until(flies)
        assert not await words.evaluate(flies)
        dressed = [
            await page.evaluate("document.querySelector('#stage').dataset.theme") for page in (words, bold, owls)
        ]
        assert dressed == ["night", "bold", "night"]
        assert await everything.evaluate("warned") == []

        await house.themes.choose("paper")  # which changes the pages that did not ask for another
        await words.until("document.querySelector('[data-theme=paper]') !== null")
        assert await bold.evaluate("document.querySelector('#stage').dataset.theme") == "bold"


@pytest.mark.anyio
async def test_everything_is_larger_or_smaller_where_it_stands(chromium: Chromium, house: Standing) -> None:
    show_everything(house)
    async with asking(chromium, house, "") as usual, asking(chromium, house, "&scale=1.25") as large:
        for page in (usual, large):
            await page.until("document.querySelector('.avatar img') !== null")
        for kind, (x, y) in {
            "caption": (960, 0),
            "bubble": (1920, 1080),
            "avatar": (1920, 1080),
            "emote": (480, 540),
        }.items():
            left, top, right, bottom = await box(usual, kind)
            wanted = [x + (left - x) * 1.25, y + (top - y) * 1.25, x + (right - x) * 1.25, y + (bottom - y) * 1.25]
            assert await box(large, kind) == pytest.approx(wanted, abs=2), kind

    async with asking(chromium, house, "&scale=3") as huge:
        left, top, right, bottom = await box(huge, "bubble")
        assert (left > 0, top > 0, right < 1920, bottom < 1080) == (True, True, True, True)
        left, _, right, _ = await box(huge, "caption")
        assert (left >= 64, right <= 1920 - 64) == (True, True)


@pytest.mark.anyio
async def test_what_nobody_understands_is_told_once_and_passed_over(chromium: Chromium, house: Standing) -> None:
    show_everything(house)
    query = "&scale=9&only=captoin,bubble&mascot=no&theme=nihgt&colour=red&colour=blue&audio=0&volume=1"
    async with asking(chromium, house, query) as page:
        for client in house.clients.of("renderer"):
            client.leave()  # it comes back, and does not complain again
        await page.until("document.querySelector('#stage[data-connection=lost]') !== null")
        await page.until(UP)

        warned = await page.evaluate("warned")
        assert await page.evaluate(KINDS) == "bubble"
        assert await page.evaluate("document.querySelector('.bubble .box').getBoundingClientRect().right") == 1750
    for what in ("scale=9", "captoin", "mascot=no", "nihgt", "colour"):
        assert len([sentence for sentence in warned if what in sentence]) == 1, what
    assert len(warned) == 5


@pytest.mark.anyio
async def test_nothing_in_the_address_becomes_part_of_the_page(chromium: Chromium, house: Standing) -> None:
    with anyio.fail_after(10):
        async with asking(chromium, house, "&theme=%3Cimg%20src=x%20onerror=alert(1)%3E&only=__proto__") as page:
            assert await page.evaluate("document.images.length") == 0
            assert await page.evaluate("document.querySelector('#stage').dataset.theme") == "night"
