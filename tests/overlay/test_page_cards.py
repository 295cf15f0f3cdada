"""Cards on the page: in a column, the youngest on top; they change where they stand and are only ever text."""

import json

import pytest

from performer.stage.protocol.elements import Card, Side
from tests.chromium import Page
from tests.overlay.themed import NOTE_MOTION
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio


def card(id_: str, born_ms: int, text: str = "", *, progress: float | None = None, side: Side = "left") -> Card:
    return Card(id=id_, alt=f"Card {id_}", born_ms=born_ms, text=text, progress=progress, side=side)


async def present(page: Page, count: int) -> None:
    await page.until(f"document.querySelectorAll('.card').length === {count}")
    await page.at_rest()


async def edges(page: Page, id_: str) -> tuple[float, float, float, float]:
    """Tell left, top, right and bottom of a card's box."""
    rect = await page.evaluate(f"document.querySelector('[data-id={id_}] .box').getBoundingClientRect().toJSON()")
    return rect["left"], rect["top"], rect["right"], rect["bottom"]


@pytest.mark.slow
async def test_the_youngest_stands_on_top_whatever_came_last(house: Standing, page: Page) -> None:
    for each in (card("old", 1), card("new", 3), card("middle", 2, "Words."), card("other", 4, side="right")):
        house.stage.show(each)
        await page.until(f"document.querySelector('[data-id={each.id}]') !== null")
        await present(page, len(house.stage.snapshot().elements))
    boxes = [await edges(page, id_) for id_ in ("new", "middle")]

    assert [each.id for each in house.stage.snapshot().elements] == ["new", "middle", "other"]  # three at once
    assert [(left, right) for left, _, right, _ in boxes] == [(64, 504), (64, 504)]
    assert boxes[0][1] == 216
    assert boxes[1][1] - boxes[0][3] == 14
    assert (await edges(page, "other"))[:3] == (1416, 216, 1856)


async def test_it_changes_where_it_stands_and_makes_no_second_entrance(house: Standing, page: Page) -> None:
    house.stage.show(card("k", 1, "Begun.", progress=0.25))
    await present(page, 1)
    await page.evaluate("globalThis.node = document.querySelector('.card')")
    await page.evaluate(NOTE_MOTION)
    low = (await edges(page, "k"))[3]
    house.stage.show(card("k", 1, "It goes on and on and on, and is not done for a long time yet.", progress=0.5))
    await page.until("document.querySelector('.card .filled').style.width === '50%'")

    assert await page.evaluate("document.querySelector('.card') === node")
    assert await page.evaluate("motions") == []
    assert (await edges(page, "k"))[3] > low
    assert await page.evaluate("document.querySelector('.card .text').textContent.startsWith('It goes on')")


@pytest.mark.slow
async def test_it_goes_over_to_the_other_side_when_a_bubble_hangs_on_its_own(house: Standing, page: Page) -> None:
    house.stage.show(card("k", 1))
    await present(page, 1)
    house.stage.show(card("k", 1, side="right"))
    await page.until("document.querySelector('.cards[data-side=right] .card') !== null")
    await present(page, 1)

    assert (await edges(page, "k"))[:3] == (1416, 216, 1856)


@pytest.mark.slow
async def test_without_progress_there_is_no_bar_and_its_state_is_a_mark(house: Standing, page: Page) -> None:
    house.stage.show(card("k", 1))
    await present(page, 1)

    shown = "getComputedStyle(document.querySelector('.card .{}')).display !== 'none'"
    assert [await page.evaluate(shown.format(part)) for part in ("bar", "text", "picture", "mark")] == [0, 0, 0, 1]
    assert await page.evaluate("document.querySelector('.card').dataset.state") == "working"


async def test_markup_in_a_card_is_written_as_it_is(house: Standing, page: Page) -> None:
    evil = "<img src=x onerror=alert(1)><b>bold</b>"
    house.stage.show(Card(id="k", alt=evil, text=evil, born_ms=1))
    await present(page, 1)

    told = "[...document.querySelectorAll('.card .words')].map((each) => [each.textContent, each.childElementCount])"
    assert await page.evaluate(told) == [[evil, 0], [evil, 0]]


@pytest.mark.slow
async def test_a_small_picture_is_enlarged_by_a_whole_number(house: Standing, page: Page) -> None:
    src, _ = house.library.catalogue.emote_src("wow")  # of 256 pixels
    house.stage.show(Card(id="k", alt="A sprite", born_ms=1, src=src, src2x=src))
    img = "document.querySelector('.card img')"
    shown = f"[{img}.width, {img}.offsetLeft, {img}.classList.contains('enlarged')]"
    await page.until(f"{img}?.naturalWidth > 0")
    small = await page.evaluate(shown)
    await page.resize(3840, 2160)
    await wear_pictures_of(page, house, 300)

    assert small == [96, 0, False]
    assert await page.evaluate(shown) == [512, 44, True]


async def wear_pictures_of(page: Page, house: Standing, side: int) -> None:
    (house.home / "themes").mkdir()
    (house.home / "themes" / "large.toml").write_text(f"[card]\npicture = {side}\n", encoding="utf-8")
    await house.themes.reload()
    await house.themes.choose("large")
    await page.until("document.querySelector('#stage').dataset.theme === 'large'")
    await page.at_rest()


@pytest.mark.slow
async def test_a_picture_that_is_not_there_leaves_its_room_to_the_words(house: Standing, page: Page) -> None:
    house.stage.show(Card(id="k", alt="A sprite", born_ms=1, src="/emotes/none.png", src2x="/emotes/none.png"))
    await page.until("document.querySelector('.card .picture')?.hidden")
    await present(page, 1)

    assert "404" in await page.complaint()
    assert await page.evaluate("document.querySelector('.card .told').offsetLeft") == 26


@pytest.mark.slow
async def test_a_card_that_goes_keeps_its_place_until_it_has_gone(house: Standing, page: Page) -> None:
    for each in (card("a", 1), card("b", 2)):
        house.stage.show(each)
    await present(page, 2)
    before = await edges(page, "b"), await edges(page, "a")
    await page.evaluate(
        "globalThis.seen = new Set(); globalThis.look = () => {"
        " const [top] = [...document.querySelectorAll('[data-id=a]')].map((each) => each.offsetTop);"
        " seen.add(`${document.querySelectorAll('.card').length} ${top}`); requestAnimationFrame(look); }; look()"
    )
    house.stage.drop("b")
    await present(page, 1)
    await page.until("[...seen].some((each) => each.startsWith('1 '))")

    height = before[1][1] - before[0][1]
    assert set(json.loads(await page.evaluate("JSON.stringify([...seen])"))) == {f"2 {height:g}", "1 0"}
