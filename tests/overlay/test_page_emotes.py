"""Pictures that move on the page, emotes' and cards': which frame shows at which instant of the server's clock."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import anyio
import pytest
from PIL import Image

from performer.stage.library.folder import Catalogue, LibraryItem
from performer.stage.protocol.elements import Card, Emote
from tests.chromium import Chromium
from tests.overlay.stills import Still, still

RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
FRAMES_MS = (100, 200, 50)
BORN_MS = 1000
PATIENCE_S = 60.0


def strip(it: Still, folder: Path) -> Emote:
    """Add an emote of three frames, each all of one colour, to the library."""
    row = Image.new("RGBA", (3 * 64, 64))
    for number, colour in enumerate((RED, GREEN, BLUE)):
        row.paste(colour, (64 * number, 0, 64 * number + 64, 64))
    row.save(folder / "lights.png")
    item = LibraryItem(path=folder / "lights.png", version="1", frames_ms=FRAMES_MS)
    it.house.library.catalogue = Catalogue(sprites={"lights": item})
    src, src2x = it.house.library.catalogue.emote_src("lights")
    return Emote(
        id="e", alt="lights", born_ms=BORN_MS, src=src, src2x=src2x, size="small", x=0.25, y=0.5, frames_ms=FRAMES_MS
    )


def colours(picture: Image.Image) -> set[tuple[int, ...]]:
    """Return the colours in the square where the emote is, edges included."""
    square = picture.crop((120 - 15, 135 - 15, 120 + 15, 135 + 15))
    data = square.tobytes()
    return {tuple(data[start : start + 4]) for start in range(0, len(data), 4)}


HIDE = """Object.defineProperty(document, 'hidden', {value: true, configurable: true}),
    document.dispatchEvent(new Event('visibilitychange'))"""
KEEP_COUNT = """(() => {
    globalThis.boxes = [];
    new MutationObserver((changes) => {
        for (const node of changes.flatMap((each) => [...each.addedNodes])) boxes.push(new WeakRef(node));
    }).observe(document.getElementById("stage"), {childList: true, subtree: true});
})()"""

KEPT = "boxes.filter((each) => each.deref()).length"


@pytest.mark.anyio
async def test_a_hidden_page_lets_go_of_those_that_have_left(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, at_ms=BORN_MS, size=(480, 270)) as it:
        emote = strip(it, tmp_path)
        await it.page.evaluate(KEEP_COUNT)
        await it.page.evaluate(HIDE)
        for number in range(5):
            it.house.stage.show(replace(emote, id=f"dropped {number}"))
            it.house.stage.drop(f"dropped {number}")
        for number in range(5):  # other content takes the place of what is there
            it.house.stage.show(replace(emote, id="changing", x=number / 10))
        it.house.stage.show(card("moving", emote.src))
        await it.page.until("document.querySelector('.card img')?.complete")
        it.house.stage.drop("changing")
        it.house.stage.drop("moving")
        await it.heard()

        assert await it.page.evaluate("boxes.length") > 10
        await it.page.evaluate("pictures.length = 0")  # the test's own
        with anyio.fail_after(PATIENCE_S):  # a browser tells nobody when it forgets
            while await it.page.evaluate(KEPT):
                await it.page.command("HeapProfiler.collectGarbage")


@pytest.mark.slow
@pytest.mark.anyio
async def test_each_frame_shows_from_its_instant_on_in_a_loop_and_alone(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, at_ms=BORN_MS - 10, size=(480, 270)) as it:
        await it.show(strip(it, tmp_path), until="document.querySelector('.emote') !== null")
        shown = {}
        for before_ms, after_ms in pairwise((-10, 0, 99, 100, 299, 300, 349, 350, 449, 450)):
            await it.go_on(after_ms - before_ms)
            shown[after_ms] = colours(await it.picture())

        assert shown == {
            0: {RED},
            99: {RED},
            100: {GREEN},
            299: {GREEN},
            300: {BLUE},
            349: {BLUE},
            350: {RED},
            449: {RED},
            450: {GREEN},
        }

        frames = await it.page.evaluate("frames")
        await it.page.evaluate("rung = 0, pass(35000)")  # a hundred rounds
        assert await it.page.evaluate("rung") == 300
        assert await it.page.evaluate("frames") == frames

        it.house.stage.drop("e")
        await it.page.until("document.querySelector('.emote') === null")
        await it.page.evaluate("pass(1000), rung = 0, pass(35000)")
        assert await it.page.evaluate("rung") == 0


@pytest.mark.slow
@pytest.mark.anyio
async def test_on_a_card_frames_follow_each_other_as_they_do_in_an_emote(chromium: Chromium, tmp_path: Path) -> None:
    async with still(chromium, tmp_path, at_ms=BORN_MS, size=(960, 540)) as it:
        src = strip(it, tmp_path).src
        await it.show(card("k", src), until="document.querySelector('.card img')?.naturalWidth > 0")
        shown = []
        for ms in (0, 99, 1, 199, 1, 49, 1):
            await it.go_on(ms)
            shown.append(card_colours(await it.picture()))
        await it.page.evaluate("rung = 0, pass(3500)")
        rung = await it.page.evaluate("rung")
        it.house.stage.drop("k")
        await it.page.until("document.querySelector('.card') === null")
        await it.page.evaluate("pass(1000), rung = 0, pass(35000)")

        assert shown == [{RED}, {RED}, {GREEN}, {GREEN}, {BLUE}, {BLUE}, {RED}]
        assert rung == 30
        assert await it.page.evaluate("rung") == 0


def card(id_: str, src: str) -> Card:
    return Card(id=id_, alt="lights", born_ms=BORN_MS, src=src, src2x=src, frames_ms=FRAMES_MS)


def card_colours(picture: Image.Image) -> set[tuple[int, ...]]:
    """Return the colours within the picture of a card that stands alone."""
    data = picture.crop((53, 122, 85, 154)).tobytes()
    return {tuple(data[start : start + 4]) for start in range(0, len(data), 4)}
