"""The theme on the page: each field counts, a change is taken up at once, and the built-in ones can be read."""

import re
from dataclasses import replace

import pytest

from performer import paths
from performer.messages import (
    AvatarStyle,
    BoxStyle,
    Bubble,
    BubbleStyle,
    Caption,
    CaptionStyle,
    Card,
    CardStyle,
    Element,
    Emote,
    EmoteStyle,
    Font,
    Look,
    Motion,
    Shadow,
    Theme,
    encode,
)
from performer.stage.places import Box, Places
from performer.stage.themes import read_theme
from tests.chromium import Page
from tests.overlay.stills import densest, owl
from tests.performer.stage.standing import Standing

BUILT_IN = {path.stem: path for path in (paths.ASSETS / "themes").glob("*.toml")}
LEAST_CONTRAST = 4.5
LONG = "Somebody in chat has asked three times whether the bridge is safe, and I say it is not. " * 6

ODD = Theme(
    name="odd",
    font=Font(family='Odd "Sans'),
    caption=CaptionStyle(
        size=52,
        weight=700,
        leading=1.5,
        lines=1,
        max_width=900,
        padding=(10, 20, 30, 40),
        text="#010203",
        fill="#AABBCC80",
        border="#11223344",
        border_width=5,
        corner=7,
        shadow=Shadow(down=3, blur=9, colour="#55667788"),
        at="top",
        margin=33,
    ),
    bubble=BubbleStyle(
        size=30,
        weight=600,
        leading=1.1,
        lines=2,
        max_width=500,
        padding=(11, 21, 31, 41),
        text="#FEDCBA",
        fill="#102030",
        border="#405060",
        border_width=4,
        corner=13,
        shadow=Shadow(down=4, blur=11, colour="#000000FF"),
        margin=222,
        stands=(780, 580, 380),
        tail=40,
        tail_margin=80,
    ),
    card=CardStyle(
        size=31,
        weight=600,
        leading=1.4,
        lines=2,
        max_width=420,
        padding=(12, 22, 32, 42),
        text="#ABCDEF",
        fill="#203040",
        border="#506070",
        border_width=3,
        corner=17,
        shadow=Shadow(down=5, blur=13, colour="#01020380"),
        text_size=21,
        top=111,
        margin=44,
        gap=9,
        picture=60,
        bar=16,
        groove="#30405060",
        working="#123456",
        done="#234567",
        failed="#345678",
    ),
    emote=EmoteStyle(small=100, medium=150, large=250),
    avatar=AvatarStyle(height=300, margin=25, bottom=15, breathes=False),
    motion=Motion(
        in_ms=321,
        in_curve=(0.1, 0.2, 0.3, 0.4),
        in_scale=0.25,
        out_ms=123,
        out_curve=(0.5, 0.6, 0.7, 0.8),
        out_drop=-0.5,
    ),
)
NOTE_MOTION = """(() => {
    globalThis.motions = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        motions.push([frames, timing]);
        return animate.call(this, frames, timing);
    };
})()"""


def elements(house: Standing) -> list[Element]:
    src, src2x = house.library.emote_src("wow")
    return [
        Caption(id="c", alt=LONG, born_ms=0),
        Bubble(id="b0", alt=LONG, born_ms=0, place="top"),
        Bubble(id="b1", alt="W" * 90, born_ms=0, place="middle", side="left"),
        Bubble(id="b2", alt="Oh!", born_ms=0, place="bottom"),
        Emote(id="e0", alt="wow", born_ms=0, src=src, src2x=src2x, size="large", x=0.2, y=0.3),
        Emote(id="e1", alt="wow", born_ms=0, src=src, src2x=src2x, size="medium", x=0.5, y=0.6),
        Emote(id="e2", alt="wow", born_ms=0, src=src, src2x=src2x, size="small", x=0.1, y=0.8),
        *cards(house),
        owl(),
    ]


def cards(house: Standing) -> list[Card]:
    src, src2x = house.library.emote_src("wow")
    return [
        Card(id="k0", alt=LONG, text=LONG, born_ms=3, progress=0.5, src=src, src2x=src2x),
        Card(id="k1", alt="W" * 90, born_ms=2, text=LONG, progress=0.0, state="failed"),
        Card(id="k2", alt="Oh!", born_ms=1, text=LONG, progress=1.0, state="done"),
    ]


async def present(page: Page, shown: list[Element]) -> None:
    await page.until(f"document.querySelectorAll('.element').length === {len(shown)}")
    await page.until("document.querySelector('.avatar img') !== null")
    await page.at_rest()


async def wear(page: Page, house: Standing, theme: Theme) -> None:
    house.clients.broadcast(encode(Look(theme=theme)), "renderer")
    await page.until(f"document.querySelector('#stage').dataset.theme === '{theme.name}'")
    await page.at_rest()


async def box(page: Page, id_: str) -> Box:
    """Tell where a box is, in units of the board."""
    rect = await page.evaluate(f"document.querySelector('[data-id={id_}] .box').getBoundingClientRect().toJSON()")
    return Box(rect["x"], rect["y"], rect["width"], rect["height"])


async def style(page: Page, selector: str, pseudo: str = "") -> dict[str, str]:
    found: dict[str, str] = await page.evaluate(
        f"(() => {{ const all = getComputedStyle(document.querySelector('{selector}'), '{pseudo}');"
        " return Object.fromEntries([...all].map((name) => [name, all.getPropertyValue(name)])); })()"
    )
    return found


def rgba(colour: str) -> tuple[int, ...]:
    """Read a colour as CSS computes it, or as a theme writes it."""
    if colour.startswith("#"):
        return tuple(bytes.fromhex(colour[1:] if len(colour) == 9 else colour[1:] + "FF"))
    red, green, blue, *alpha = re.findall(r"[\d.]+", colour)
    return (int(red), int(green), int(blue), round(float(alpha[0]) * 255) if alpha else 255)


async def assert_box_is(page: Page, kind: str, wanted: BoxStyle) -> None:
    words = await style(page, f".{kind} .words:not(.title)")
    found = await style(page, f".{kind} .box")
    assert words["-webkit-line-clamp"] == str(wanted.lines)
    assert float(words["line-height"][:-2]) / float(words["font-size"][:-2]) == pytest.approx(wanted.leading, rel=0.01)
    assert (await style(page, f".{kind} .words"))["font-weight"] == str(wanted.weight)
    assert found["max-width"] == f"{wanted.max_width}px"
    padding = tuple(float(found[f"padding-{side}"][:-2]) for side in ("left", "top", "right", "bottom"))
    assert padding == wanted.padding
    assert rgba(found["color"]) == rgba(wanted.text)
    assert rgba(found["background-color"]) == rgba(wanted.fill)
    assert rgba(found["border-bottom-color"]) == rgba(wanted.border)
    assert found["border-left-width"] == f"{wanted.border_width}px"
    assert found["border-top-left-radius"] == f"{wanted.corner}px"
    colour, shadow = re.fullmatch(r"(rgba?\(.*\)) (.*)", found["box-shadow"]).groups()  # type: ignore[union-attr]
    assert rgba(colour) == rgba(wanted.shadow.colour)
    assert shadow == f"0px {wanted.shadow.down}px {wanted.shadow.blur}px 0px"


async def assert_cards_are(page: Page, wanted: CardStyle) -> None:
    """Tell what only cards have: their column, what is in them, and the colour of each state."""
    await assert_box_is(page, "card", wanted)
    first, second = await box(page, "k0"), await box(page, "k1")
    assert (first.x, first.y, first.w) == (wanted.margin, wanted.top, wanted.max_width)
    assert second.y - first.y - first.h == pytest.approx(wanted.gap)
    title, text = [await style(page, f"[data-id=k2] .{part}") for part in ("title", "text")]
    assert title["font-size"] == f"{wanted.size}px"
    assert text["font-size"] == f"{0.68 * wanted.text_size:g}px"
    assert (await style(page, "[data-id=k0] .picture"))["width"] == f"{wanted.picture}px"
    bar = await style(page, "[data-id=k0] .bar")
    assert (bar["height"], rgba(bar["background-color"])) == (f"{wanted.bar}px", rgba(wanted.groove))
    colours = [(await style(page, f"[data-id={id_}] .filled"))["background-color"] for id_ in ("k0", "k2", "k1")]
    assert [rgba(each) for each in colours] == [rgba(each) for each in (wanted.working, wanted.done, wanted.failed)]


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
    assert await box(page, "avatar") == Box(1920 - 25 - 285, 1080 - 15 - 300, 285, 300)


@pytest.mark.anyio
async def test_a_bubble_that_can_be_seen_through_is_no_thicker_where_its_tail_begins(
    house: Standing, page: Page
) -> None:
    await wear(
        page,
        house,
        replace(Theme(), name="glass", bubble=BubbleStyle(fill="#FBFAF480", shadow=Shadow(colour="#00000000"))),
    )
    house.stage.show(Bubble(id="b", alt="First try.", born_ms=0, place="top"))
    await page.until("document.querySelector('.bubble') !== null")
    await page.at_rest()

    picture = (await page.screenshot()).getchannel("A")
    column = picture.crop((1680, 377 - 8, 1681, 377 + 8)).tobytes()
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
        await house.themes.wear(name)
        await page.until(f"document.querySelector('#stage').dataset.theme === '{name}'")
        await page.at_rest()
        picture = await page.screenshot()
        for element in shown:
            own = await box(page, element.id)
            own = Box(own.x / 1920, own.y / 1080, own.w / 1920, own.h / 1080)
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
    """Tell the contrast of two colours as WCAG 2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: tuple[float, ...]) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
