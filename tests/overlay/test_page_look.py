"""The theme on the page: each field counts, a change is taken up at once, and the built-in ones can be read."""

from dataclasses import replace

import pytest

from performer.core.files import home
from performer.stage.places import Places, StageBox
from performer.stage.protocol.elements import Bubble, Caption
from performer.stage.protocol.theme import CaptionStyle, Shadow, Theme
from performer.stage.themes import read_theme
from tests.chromium import Page
from tests.overlay.stills import densest
from tests.overlay.styles import assert_box_is, assert_cards_are, box, rgba, style
from tests.overlay.themed import NOTE_MOTION, ODD, elements, present, wear
from tests.performer.stage.standing import Standing

BUILT_IN = {path.stem: path for path in (home.ASSETS / "themes").glob("*.toml")}
LEAST_CONTRAST = 4.5


@pytest.mark.anyio
async def test_every_field_of_a_theme_counts_and_a_change_is_taken_up_at_once(house: Standing, page: Page) -> None:
    shown = elements(house)
    for element in shown:
        house.stage.show(element)
    await present(page, shown)

    await wear(page, house, ODD)

    assert '"Odd Sans", Stage' in (await style(page, "#stage"))["font-family"]
    await assert_box_is(page, "caption", ODD.caption)
    await assert_box_is(page, "bubble", ODD.bubble)
    await assert_cards_are(page, ODD.card)
    caption = await box(page, "c")
    assert (caption.y, caption.x + caption.w / 2) == (33, 960)
    assert caption.w <= 900
    for id_, bottom in (("b0", 300), ("b1", 500), ("b2", 700)):
        bubble = await box(page, id_)
        assert bubble.y + bubble.h == bottom
        assert (bubble.x if id_ == "b1" else 1920 - bubble.x - bubble.w) == 222
    assert (await box(page, "b2")).w == 150
    outline, inside = [await style(page, "[data-id=b2] .box", f"::{part}") for part in ("before", "after")]
    assert (outline["width"], outline["right"], rgba(outline["background-color"])) == ("40px", "76px", rgba("#405060"))
    assert float(inside["width"][:-2]) == pytest.approx(40 - 1.4142 * 4, abs=0.02)
    assert inside["right"] == "80px"
    assert [(await box(page, id_)).w for id_ in ("e0", "e1", "e2")] == [250, 150, 100]
    assert await box(page, "avatar") == StageBox(1920 - 25 - 285, 1080 - 15 - 300, 285, 300)


@pytest.mark.anyio
async def test_a_bubble_that_can_be_seen_through_is_no_thicker_where_its_tail_begins(
    house: Standing, page: Page
) -> None:
    glass = replace(Theme().bubble, fill="#FBFAF480", shadow=Shadow(colour="#00000000"))
    await wear(page, house, replace(Theme(), name="glass", bubble=glass))
    house.stage.show(Bubble(id="b", alt="First try.", born_ms=0, place="top"))
    await page.until("document.querySelector('.bubble') !== null")
    await page.at_rest()

    picture = (await page.screenshot()).getchannel("A")
    column = picture.crop((1656, 390 - 8, 1657, 390 + 8)).tobytes()
    assert max(column) - min(column) <= 2


@pytest.mark.anyio
async def test_things_come_and_go_as_the_theme_says(house: Standing, page: Page) -> None:
    await wear(page, house, ODD)
    await page.evaluate(NOTE_MOTION)
    house.stage.show(Caption(id="c", alt="Hello.", born_ms=0))
    await page.until("document.querySelector('.caption') !== null")
    house.stage.drop("c")
    await page.until("document.querySelector('.caption') === null")

    (coming, coming_time), (going, going_time) = await page.evaluate("motions")
    assert coming[0] == {"transform": "scale(0.25)", "opacity": 0}
    assert (coming_time["duration"], coming_time["easing"]) == (321, "cubic-bezier(0.1,0.2,0.3,0.4)")
    assert going[1] == {"transform": "translateY(-50%)", "opacity": 0}
    assert (going_time["duration"], going_time["easing"]) == (123, "cubic-bezier(0.5,0.6,0.7,0.8)")


@pytest.mark.anyio
async def test_words_are_laid_out_anew_for_another_theme(house: Standing, page: Page) -> None:
    house.stage.show(Caption(id="c", alt="He goes for the chest in the dragon's own bedroom, naturally.", born_ms=0))
    await page.until("document.querySelector('.caption') !== null")
    await page.at_rest()
    words = "document.querySelector('.words').getBoundingClientRect()"
    size = "getComputedStyle(document.querySelector('.words')).fontSize"
    before = await page.evaluate(f"[{words}.width, {words}.height, {size}]")

    narrow = replace(Theme(), name="narrow", caption=CaptionStyle(max_width=500, lines=4))
    await wear(page, house, narrow)
    now = await page.evaluate(f"[{words}.width, {words}.height, {size}]")
    assert now[0] < 500 - 68
    assert now[1] > before[1]
    assert now[2] == before[2]

    await wear(page, house, Theme())
    assert await page.evaluate(f"[{words}.width, {words}.height, {size}]") == before
    assert (await style(page, "#stage"))["font-family"].startswith("Stage,")  # Nunito as it comes with us


@pytest.mark.slow
@pytest.mark.anyio
async def test_everything_stays_in_the_box_that_the_server_reckons_with(house: Standing, page: Page) -> None:
    shown = elements(house)
    for element in shown:
        house.stage.show(element)
    await present(page, shown)

    for name, path in BUILT_IN.items():
        await house.themes.choose(name)
        await page.until(f"document.querySelector('#stage').dataset.theme === '{name}'")
        await page.at_rest()
        picture = await page.screenshot()
        for element in shown:
            own = await box(page, element.id)
            own = StageBox(own.x / 1920, own.y / 1080, own.w / 1920, own.h / 1080)
            reckoned = Places(read_theme(path, BUILT_IN)).box(element)
            assert own.overlap(reckoned) == pytest.approx(own.w * own.h), (name, element.id)
            left, top, width, height = reckoned
            corners = (left * 1920, top * 1080, (left + width) * 1920, (top + height) * 1080)
            x0, y0, x1, y1 = (round(edge) for edge in corners)
            picture.paste((0, 0, 0, 0), (x0, y0, x1, y1))
        assert densest(picture) < 12  # the rims of the shadows


@pytest.mark.parametrize("name", sorted(BUILT_IN))
@pytest.mark.parametrize("behind", ["#FFFFFF", "#000000", "#808080"])
def test_words_stand_out_from_their_box_over_any_picture(name: str, behind: str) -> None:
    theme = read_theme(BUILT_IN[name], BUILT_IN)

    for kind, box_style in {
        "caption": theme.caption,
        "bubble": theme.bubble,
        "toast": theme.toast,
        "card": theme.card,
    }.items():
        ground = laid_over(rgba(behind), rgba(box_style.fill))
        text = laid_over(ground, rgba(box_style.text))
        assert contrast(text, ground) >= LEAST_CONTRAST, kind


def laid_over(below: tuple[float, ...], above: tuple[float, ...]) -> tuple[float, ...]:
    alpha = above[3] / 255
    return (*(one * (1 - alpha) + other * alpha for one, other in zip(below[:3], above[:3], strict=True)), 255)


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: tuple[float, ...]) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
