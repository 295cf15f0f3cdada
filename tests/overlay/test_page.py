from pathlib import Path

import pytest
from PIL import Image

from performer.stage.protocol.codec import encode
from performer.stage.protocol.elements import Bubble, Caption, Emote, Size, StagePlace
from performer.stage.protocol.messages import Put
from tests.chromium import Chromium, Page
from tests.overlay.stills import densest
from tests.performer.stage.standing import Standing, standing

UP = "document.querySelector('#stage[data-connection=up]') !== null"
LOST = "document.querySelector('#stage[data-connection=lost]') !== null"
CLEAR = (0, 0, 0, 0)
INK = (16, 19, 28)
PAPER = (251, 250, 244, 255)
LONG = "Somebody in chat has asked three times whether the bridge is safe, and I say it is not. " * 6


def caption(text: str, id_: str = "c") -> Caption:
    return Caption(id=id_, alt=text, born_ms=0)


def bubble(text: str, place: StagePlace = "top") -> Bubble:
    return Bubble(id=f"b-{place}", alt=text, born_ms=0, place=place)


def emote(house: Standing, name: str = "laugh", size: Size = "medium", x: float = 0.3, y: float = 0.4) -> Emote:
    src, src2x = house.library.catalogue.emote_src(name)
    return Emote(id=f"e-{name}", alt=name, born_ms=0, src=src, src2x=src2x, size=size, x=x, y=y)


async def present(page: Page, count: int) -> None:
    await page.until(f"document.querySelectorAll('.element').length === {count}")
    await page.at_rest()


async def lines(page: Page, kind: str) -> int:
    words = f"document.querySelector('.{kind} .words')"
    height = f"parseFloat(getComputedStyle({words}).lineHeight)"
    return int(await page.evaluate(f"Math.round({words}.clientHeight / {height})"))


def pixel(picture: Image.Image, x: int, y: int) -> tuple[int, ...]:
    found = picture.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def near(one: tuple[int, ...], wanted: tuple[int, ...], slack: int = 2) -> bool:
    return all(abs(mine - other) <= slack for mine, other in zip(one, wanted, strict=True))


@pytest.mark.anyio
async def test_an_empty_stage_is_nothing_at_all(page: Page) -> None:
    picture = await page.screenshot()

    assert picture.size == (1920, 1080)
    assert picture.getextrema() == ((0, 0), (0, 0), (0, 0), (0, 0))


@pytest.mark.anyio
async def test_a_caption_is_read_by_everybody_and_lets_the_game_through(house: Standing, page: Page) -> None:
    house.stage.show(caption("Two hit points left and he goes for the <b>chest</b>."))
    await present(page, 1)

    assert await page.evaluate("document.querySelector('[data-id=c] .words').textContent") == (
        "Two hit points left and he goes for the <b>chest</b>."
    )
    assert await page.evaluate("document.querySelector('.caption').getAttribute('aria-label')")
    assert await page.evaluate("document.querySelector('[data-kind=caption] b')") is None
    picture = await page.screenshot()
    rect = await page.evaluate("document.querySelector('.caption .box').getBoundingClientRect().toJSON()")
    assert rect["top"] == 64  # off the middle of the bottom, where games have their bars
    inside = (int(rect["left"]) + 20, int(rect["top"] + rect["height"] / 2))
    assert near(pixel(picture, *inside), (*INK, 204))
    shadow = pixel(picture, 960, int(rect["bottom"]) + 8)
    assert shadow[:3] == (0, 0, 0)
    assert 10 < shadow[3] < 97
    assert pixel(picture, 5, 5) == CLEAR


@pytest.mark.anyio
async def test_a_bubble_is_paper_with_a_soft_shadow(house: Standing, page: Page) -> None:
    house.stage.show(bubble("First try."))
    await present(page, 1)

    picture = await page.screenshot()
    assert pixel(picture, 1740, 340) == PAPER
    assert pixel(picture, 1749, 389)[3] < 255  # the round corner
    assert pixel(picture, 1660, 390 + 10) == PAPER  # the tail
    assert 0 < pixel(picture, 1720, 390 + 10)[3] < 97


@pytest.mark.anyio
async def test_an_emotes_soft_edge_keeps_its_straight_colour(house: Standing, page: Page) -> None:
    sprite = Image.open(house.library.catalogue.sprites["laugh"].path).convert("RGBA")
    house.stage.show(emote(house))
    await present(page, 1)

    shown = (await page.screenshot()).crop((576 - 100, 432 - 100, 576 + 100, 432 + 100))
    wanted = sprite.resize((200, 200), Image.Resampling.BOX)
    for x in range(0, 200, 10):
        for y in range(0, 200, 10):
            assert abs(pixel(shown, x, y)[3] - pixel(wanted, x, y)[3]) < 48
    soft = [pixel(shown, x, y) for x in range(200) for y in range(200) if 60 < pixel(shown, x, y)[3] < 200]
    assert len(soft) > 50
    # Straight alpha: an edge is as bright as the sprite it belongs to, not darkened towards black.
    assert sum(max(each[:3]) for each in soft) / len(soft) > 200


@pytest.mark.anyio
@pytest.mark.parametrize(("kind", "most"), [("caption", 2), ("bubble", 3)])
async def test_long_words_shrink_and_then_end_in_an_ellipsis(house: Standing, page: Page, kind: str, most: int) -> None:
    house.stage.show(caption(LONG) if kind == "caption" else bubble(LONG))
    await present(page, 1)

    assert await lines(page, kind) == most
    assert await page.evaluate(f"document.querySelector('.{kind} .words').scrollHeight") > 100


@pytest.mark.anyio
async def test_short_words_get_a_small_box_and_even_lines(house: Standing, page: Page) -> None:
    house.stage.show(caption("Two hit points left and he goes for the chest in the dragon's own bedroom. Naturally."))
    house.stage.show(bubble("Ой!"))
    await present(page, 2)

    assert await lines(page, "caption") == 2
    assert await page.evaluate("document.querySelector('.caption .box').offsetWidth") < 1000
    assert await page.evaluate("document.querySelector('.bubble .box').offsetWidth") == 150


@pytest.mark.anyio
async def test_a_page_of_another_size_is_the_same_stage_smaller(house: Standing, page: Page) -> None:
    house.stage.show(caption("Even lines at every size, that is what the page is for, and so it is here as well."))
    house.stage.show(bubble("First try."))
    await present(page, 2)
    large = await page.evaluate("document.querySelector('.bubble .box').getBoundingClientRect().toJSON()")

    await page.resize(960, 540)
    await page.at_rest()
    small = await page.evaluate("document.querySelector('.bubble .box').getBoundingClientRect().toJSON()")

    assert [small[side] * 2 for side in ("x", "y", "width", "height")] == pytest.approx(
        [large[side] for side in ("x", "y", "width", "height")], abs=4
    )
    assert await lines(page, "caption") == 2


@pytest.mark.anyio
async def test_a_dropped_element_leaves_and_an_unknown_kind_is_passed_over(house: Standing, page: Page) -> None:
    house.stage.show(caption("Bye."))
    await present(page, 1)
    house.clients.broadcast('{"op":"put","element":{"id":"x","kind":"hologram","alt":"?"}}', "renderer")
    house.stage.drop("c")

    await present(page, 0)
    assert densest(await page.screenshot()) == 0


@pytest.mark.anyio
async def test_an_element_fades_by_itself_when_its_time_is_over(house: Standing, page: Page) -> None:
    now_ms = house.stage.now_ms()
    line = Bubble(id="b", alt="Quick.", born_ms=now_ms, until_ms=now_ms + 400)
    house.clients.broadcast('{"op":"put","element":' + as_json(line) + "}", "renderer")

    await page.until("document.querySelector('[data-id=b]') !== null")
    await page.until("document.querySelector('[data-id=b]') === null")


@pytest.mark.anyio
async def test_a_line_that_lingers_is_not_drawn_anew(house: Standing, page: Page) -> None:
    house.stage.show(caption("The same."))
    await present(page, 1)
    await page.evaluate("document.querySelector('[data-id=c]').marked = true")

    house.stage.show(Caption(id="c", alt="The same.", born_ms=0, until_ms=house.stage.now_ms() + 60_000))
    house.stage.show(emote(house))
    await present(page, 2)

    assert await page.evaluate("document.querySelector('[data-id=c]').marked") is True


@pytest.mark.anyio
async def test_a_picture_that_is_not_there_shows_nothing(house: Standing, page: Page) -> None:
    house.stage.show(Emote(id="e", alt="gone", born_ms=0, src="/emotes/gone.png", src2x="/emotes/gone.png"))
    await page.until("document.querySelector('[data-id=e] .box')?.style.visibility === 'hidden'")
    await page.at_rest()

    assert densest(await page.screenshot()) == 0
    assert "404" in await page.complaint()


@pytest.mark.anyio
async def test_custom_css_of_obs_can_move_and_hide(house: Standing, page: Page) -> None:
    await page.evaluate(
        """(() => {
            const css = document.createElement("style");
            css.innerHTML = "[data-kind=caption] { bottom: 500px !important } .emote { display: none }";
            document.querySelector("head").appendChild(css);
        })()"""
    )
    house.stage.show(caption("Higher."))
    house.stage.show(emote(house))
    await present(page, 2)

    assert await page.evaluate("document.querySelector('.caption').getBoundingClientRect().bottom") == 580
    assert await page.evaluate("getComputedStyle(document.querySelector('.emote')).display") == "none"


@pytest.mark.anyio
async def test_nothing_is_under_way_while_words_are_read(house: Standing, page: Page) -> None:
    house.stage.show(caption("Read me."))
    house.stage.show(bubble("And me."))
    await present(page, 2)

    frames = await page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length")
    assert frames == 0


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_page_comes_back_and_rebuilds_what_is_there_then(chromium: Chromium, tmp_path: Path) -> None:
    async with standing(tmp_path) as first:
        page = await chromium.open(first.server.addresses.url)
        await page.until(UP)
        first.stage.show(caption("Before.", "c1"))
        first.stage.show(bubble("Stays."))
        await present(page, 2)
        port = first.server.addresses.port
    await page.until(LOST)
    assert await page.evaluate("document.querySelectorAll('.element').length") == 2

    async with standing(tmp_path, port=port) as second:
        second.stage.show(caption("After.", "c2"))
        second.stage.show(bubble("Stays."))
        await page.until(UP)
        assert await page.evaluate(
            "[...document.querySelectorAll('.words')].map((each) => each.textContent).sort()"
        ) == [
            "After.",
            "Stays.",
        ]
        second.stage.drop("c2")
        await present(page, 1)
        await page.close()


@pytest.mark.anyio
async def test_the_page_calls_itself_up_only_when_all_that_is_on_stage_is_there(
    chromium: Chromium, house: Standing
) -> None:
    house.stage.show(caption("Here already."))
    page = await chromium.open()
    await page.command(
        "Page.addScriptToEvaluateOnNewDocument",
        source="""addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
            globalThis.thereWhenUp ??= document.querySelectorAll(".element").length;
        }).observe(document.getElementById("stage"), {attributeFilter: ["data-connection"]}))""",
    )
    await page.goto(house.server.addresses.url)
    await page.until(UP)

    assert await page.evaluate("thereWhenUp") == 1
    await page.close()


def as_json(element: Bubble) -> str:
    return encode(Put(element=element)).partition('"element":')[2][:-1]
