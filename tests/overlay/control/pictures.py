"""Pictures of the control page's screens, for the tests and the guides: `python -m tests.overlay.control.pictures`.

It starts a quiet show of the demo game with the understudy and makes both: the small pictures beside this module that
`test_pictures.py` compares with, and those of the guides. Look at what changed before you keep it.
"""

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, sync_playwright

from bench.speed.rig.chromium import find_chromium
from performer.core.files.home import CHECKOUT
from tests.overlay.control.showing import SCREENS, PanelShow, open_screen, running_show

FOLDER: Final = Path(__file__).with_name("pictures")
GUIDES: Final = CHECKOUT / "docs" / "control"
SIZES: Final = {"wide": (1280, 800), "dock": (420, 900)}
SCHEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
SHRUNK: Final = 4
"""How many times smaller the kept pictures are, each way."""
CHANGING: Final = "canvas, iframe, time, .took, [data-changes], #being span"
"""What is never the same twice: it is painted over."""
_SLOWEST: Final = {
    "eyes": ".sources canvas, .board canvas",
    "live": ".card.talk",
    "voice": ".picks",
    "health": "table.figures",
}
"""The parts of a screen that come last: the show has to look for what they tell."""
_SETTLED: Final = """() => new Promise((settled) => {
    let wait = setTimeout(settled, 800);
    const look = new MutationObserver((changes) => {
        const last = changes.every((each) => each.target.parentElement?.closest("time, canvas, [data-changes], #top"));
        if (last) return;
        clearTimeout(wait);
        wait = setTimeout(settled, 800);
    });
    look.observe(document.querySelector("#main"), { subtree: true, childList: true, characterData: true });
    setTimeout(settled, 8000);
})"""
"""Resolves when nothing of the screen has changed for 0.8 s, or after 8 s: what it asked for has been answered."""
_APART: Final = 40
"""How far apart, of 255, a colour must be to count: letters are drawn a little otherwise from machine to machine."""


def name_picture(screen: str, size: str, scheme: str) -> str:
    """Return the file name of a picture."""
    return f"{screen}-{size}-{scheme}.png"


def take_picture(page: Page, screen: str) -> Image.Image:
    """Return a screen as it stands, with all that changes painted over, a quarter as large."""
    open_screen(page, screen)
    page.locator("#main .screen :is(.card, section)").first.wait_for()
    for part in filter(None, _SLOWEST.get(screen, "").split(", ")):
        page.locator(f"#main {part}").first.wait_for()
    page.wait_for_function("document.fonts.status === 'loaded'")
    page.evaluate(_SETTLED)
    shot = page.screenshot(mask=[page.locator(CHANGING)], mask_color="#808080", animations="disabled", caret="hide")
    with Image.open(io.BytesIO(shot)) as picture:
        size = (picture.width // SHRUNK, picture.height // SHRUNK)
        return picture.convert("RGB").resize(size, Image.Resampling.BOX)


def measure_difference(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels, from 0 to 1, that are of another colour; 1 where the sizes differ."""
    if one.size != other.size:
        return 1.0
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return sum(apart.histogram()[_APART:]) / (one.width * one.height)


@contextmanager
def sized_page(browser: Browser, show: PanelShow, size: str, scheme: Literal["dark", "light"]) -> Iterator[Page]:
    """Open the control page in one size and colour scheme."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(show.url)
    page.locator("#frame.up .screen > *").first.wait_for()
    yield page
    context.close()


def main() -> None:
    """Make all pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    GUIDES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, running_show(Path(folder)) as show, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for size in SIZES:
            for scheme in SCHEMES:
                with sized_page(browser, show, size, scheme) as page:
                    for screen in SCREENS:
                        picture = take_picture(page, screen)
                        picture.quantize(64).save(FOLDER / name_picture(screen, size, scheme), optimize=True)
                        if (size, scheme) == ("wide", "dark"):
                            page.screenshot(path=GUIDES / f"{screen}.png", animations="disabled")
        browser.close()
    print(f"Wrote {FOLDER} and {GUIDES}.")


if __name__ == "__main__":
    main()
