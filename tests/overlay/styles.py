"""What a box on the page looks like, as the browser computes it."""

import re

import pytest

from performer.stage.places import StageBox
from performer.stage.protocol.theme import BoxStyle, CardStyle
from tests.chromium import Page


async def box(page: Page, id_: str) -> StageBox:
    """Return where a box is, in units of the board."""
    rect = await page.evaluate(f"document.querySelector('[data-id={id_}] .box').getBoundingClientRect().toJSON()")
    return StageBox(rect["x"], rect["y"], rect["width"], rect["height"])


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
