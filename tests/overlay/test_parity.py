"""Page and window against each other: every kind in every built-in theme, at the same instant of the same stage."""

import io
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, get_args

import anyio
import pytest
from PIL import Image, ImageChops, ImageStat

import tests.chromium
from performer.core.audio import WordTime
from performer.core.files.home import CHECKOUT
from performer.stage.protocol.elements import (
    SHAPES,
    Bubble,
    Caption,
    Card,
    Element,
    Emote,
    Particles,
    Shape,
    Side,
    Size,
    StagePlace,
)
from tests.chromium import Chromium, launched
from tests.overlay.stills import owl, still
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio

THEMES = ("night", "bold", "paper")
PLACES: tuple[StagePlace, ...] = ("top", "middle")
SLACK_PX = 3
SPRITE_SLACK = 2
"""Of 255."""
SMALL_MEAN = 1.2
"""Of 255, over the whole picture: letters are painted by two hands, boxes and shadows alike."""
PAINTS = (
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--enable-gpu-rasterization",
    "--ignore-gpu-blocklist",
)
"""Has a browser paint as it does on a graphics card: without one it mixes neighbours in sixteenths only."""
LONG_WORD = "A-very-long-word-" + "o" * 90 + " and after"
CAPTIONS = (
    "Naturally.",
    "Two hit points left and he goes for the chest in the dragon's own bedroom. Naturally.",
    "Осталось две жизни, а он идёт к сундуку в спальне дракона. Естественно.",
    "Somebody in chat has asked three times whether the bridge is safe, and I say it is not. " * 2,
    "Somebody in chat has asked three times whether the bridge is safe, and I say it is not. " * 6,
    LONG_WORD,
    "שלום לכולם, איזה יום יפה! And then some English words to fill the line.",
    "“Quotes” — dashes… 1,234.56 % & <b>markup</b>",
)
BUBBLES = ("Ой!", "First try. I'll tell everyone.", CAPTIONS[1], CAPTIONS[3], CAPTIONS[5])

LINES = """(id) => {
    const range = document.createRange();
    const linesOf = (words) => {
        const lines = new Map(), texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const text = texts.currentNode;
            for (let at = 0; at < text.length; at += 1) {
                range.setStart(text, at);
                range.setEnd(text, at + 1);
                const rect = range.getClientRects()[0];
                if (!rect || (rect.top + rect.bottom) / 2 >= words.getBoundingClientRect().bottom) continue;
                const line = Math.round(rect.bottom);
                lines.set(line, (lines.get(line) ?? "") + text.data[at]);
            }
        }
        return [...lines.values()];
    };
    const element = document.querySelector(`[data-id="${id}"]`);
    const box = element.querySelector(".box").getBoundingClientRect();
    const lines = [...element.querySelectorAll(".words")].flatMap(linesOf);
    return {box: [box.x, box.y, box.width, box.height], lines};
}"""


@pytest.fixture(scope="module")
async def painting_chromium(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Chromium]:
    """A browser with a software graphics card."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tests.chromium, "OPTIONS", [each for each in tests.chromium.OPTIONS if each != "--disable-gpu"])
        async with launched(tmp_path_factory.mktemp("painting"), *PAINTS) as browser:
            yield browser


async def window_still(house: Standing, folder: Path, size: tuple[int, int]) -> tuple[Image.Image, dict[str, Any]]:
    """Have the window's half of the comparison: its picture, and its boxes with their lines."""
    process = await anyio.run_process(
        [sys.executable, "-m", "tests.overlay.window_still", str(folder), *map(str, size)],
        input=house.server.addresses.window_url.encode() + b"\n",
        cwd=CHECKOUT,
        stderr=subprocess.PIPE,
    )
    assert process.stderr == b"", process.stderr.decode()
    with Image.open(folder / "still.png") as picture:
        return picture.convert("RGBA"), json.loads((folder / "still.json").read_text(encoding="utf-8"))


async def both(
    chromium: Chromium,
    home: Path,
    elements: Sequence[Element],
    theme: str,
    *,
    at_ms: int = 0,
    size: tuple[int, int] = (1920, 1080),
) -> tuple[Image.Image, Image.Image]:
    """Take the page's and the window's pictures of the same stage; hold their words together."""
    async with still(chromium, home, elements, at_ms=at_ms, theme=theme, size=size) as it:
        page_picture = await it.picture()
        window_picture, boxes = await window_still(it.house, home, size)
        for id_, mine in boxes.items():
            theirs = await it.page.evaluate(f"({LINES})({id_!r})")
            hold_together(id_, mine, theirs)
    return page_picture, window_picture


def hold_together(id_: str, mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> None:
    """The same lines, and boxes that differ by no more than the slack on any edge."""
    edges = [(x, y, x + w, y + h) for x, y, w, h in (mine["box"], theirs["box"])]
    off = max(abs(one - other) for one, other in zip(*edges, strict=True))
    assert off <= SLACK_PX, f"{id_}: {mine} and {theirs} are {off} apart"
    lines = [" ".join(line.split()) for line in theirs["lines"]]
    ours = [" ".join(line.split()) for line in mine["lines"]]
    assert len(ours) == len(lines), f"{id_}: {ours} and {lines}"
    for one, other in zip(ours, lines, strict=True):
        assert other.startswith(one.removesuffix("…")), f"{id_}: {ours} and {lines}"


def difference(one: Image.Image, other: Image.Image) -> tuple[int, float]:
    """The largest and the mean difference of two pictures' premultiplied values, of 255."""
    # Premultiplied pictures cannot be taken from each other, but their bands can.
    bands = zip(one.convert("RGBa").split(), other.convert("RGBa").split(), strict=True)
    apart = [ImageStat.Stat(ImageChops.difference(mine, theirs)) for mine, theirs in bands]
    return max(int(each.extrema[0][1]) for each in apart), sum(each.mean[0] for each in apart) / len(apart)


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
async def test_words_break_into_the_same_lines_in_the_same_boxes(
    chromium: Chromium, tmp_path: Path, theme: str
) -> None:
    for number, text in enumerate(CAPTIONS):
        side: Side = "left" if number % 2 else "right"
        bubbles = zip(PLACES, (BUBBLES * 4)[2 * number :], strict=False)
        words: list[Element] = [
            Bubble(id=f"b-{place}", alt=said, born_ms=0, place=place, side=side) for place, said in bubbles
        ]
        page, window = await both(chromium, tmp_path, [Caption(id="c", alt=text, born_ms=0), *words], theme)

        assert difference(page, window)[1] < SMALL_MEAN


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "colour"), [("night", (255, 201, 74)), ("paper", (46, 75, 216))])
async def test_the_word_that_is_heard_stands_out_in_the_same_place_and_breaks_no_other_line(
    chromium: Chromium, tmp_path: Path, theme: str, colour: tuple[int, int, int]
) -> None:
    for text in (each for each in CAPTIONS if each != LONG_WORD):  # which is cut at another letter
        said = [*re.finditer(r"\S+", text)][:3]
        words = tuple(WordTime(word.start(), word.end(), at, at + 1) for at, word in enumerate(said))
        caption = Caption(id="c", alt=text, born_ms=0, words=words)
        page, window = await both(chromium, tmp_path, [caption], theme, at_ms=1000 * len(words) - 500)

        assert difference(page, window)[1] < SMALL_MEAN
        places = [find_colour(each, colour) for each in (page, window)]
        assert places[0] is not None, text
        assert places[1] is not None, text
        assert max(abs(one - other) for one, other in zip(*places, strict=True)) <= SLACK_PX, text


def find_colour(picture: Image.Image, colour: tuple[int, int, int]) -> tuple[int, int, int, int] | None:
    """Return the edges of what has a colour."""
    alike = (
        band.point([abs(value - wanted) <= SPRITE_SLACK for value in range(256)], "1")
        for band, wanted in zip(picture.split(), colour, strict=False)
    )
    return reduce(ImageChops.logical_and, alike).getbbox()


@pytest.mark.slow
async def test_on_a_screen_of_another_size_too(chromium: Chromium, tmp_path: Path) -> None:
    words: list[Element] = [Caption(id="c", alt=CAPTIONS[1], born_ms=0), Bubble(id="b", alt=BUBBLES[1], born_ms=0)]
    page, window = await both(chromium, tmp_path, words, "night", size=(1366, 768))

    assert difference(page, window)[1] < SMALL_MEAN


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
async def test_on_a_tall_screen_all_is_larger_and_the_tail_points_at_the_owl_in_both(
    chromium: Chromium, tmp_path: Path, theme: str
) -> None:
    words: list[Element] = [Caption(id="c", alt=CAPTIONS[1], born_ms=0), Bubble(id="b", alt=BUBBLES[1], born_ms=0)]
    page, window = await both(chromium, tmp_path, [owl(side="left"), *words], theme, size=(1080, 1920))

    assert difference(page, window)[1] < SMALL_MEAN


@pytest.mark.slow
@pytest.mark.parametrize("avatar", ["height = 600", "height = 900\nmargin = 200", "height = 120"])
async def test_the_tail_follows_an_avatar_of_another_size_in_both(
    chromium: Chromium, tmp_path: Path, avatar: str
) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "giant.toml").write_text(f'base = "paper"\n[avatar]\n{avatar}\n', encoding="utf-8")
    bubbles: list[Element] = [
        Bubble(id="b", alt="Hm.", born_ms=0, place="top"),
        Bubble(id="c", alt=BUBBLES[1], born_ms=0, place="middle"),
        Bubble(id="d", alt=BUBBLES[1], born_ms=0, place="bottom", points=False),
    ]
    page, window = await both(chromium, tmp_path, bubbles, "giant")

    assert difference(page, window)[1] < SMALL_MEAN / 2


async def test_sprites_of_their_own_size_are_the_very_same(chromium: Chromium, tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "even.toml").write_text(
        "[emote]\nsmall = 128\nmedium = 256\nlarge = 512\n", encoding="utf-8"
    )
    sprites: list[Element] = [owl("angry"), emote("laugh", "medium", 0.25), emote("skull", "small", 0.5)]
    page, window = await both(chromium, tmp_path, sprites, "even", at_ms=1_500)

    assert difference(page, window)[0] <= SPRITE_SLACK


@pytest.mark.slow
async def test_sprites_made_smaller_are_so_in_the_same_way(chromium: Chromium, tmp_path: Path) -> None:
    page, window = await both(chromium, tmp_path, [emote("skull", "small", 0.5)], "night")

    area = window.getbbox()
    assert area == page.getbbox()
    assert difference(page.crop(area), window.crop(area))[1] < 0.6


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
async def test_every_kind_is_the_same_in_a_browser_that_paints_as_obs_does(
    painting_chromium: Chromium, tmp_path: Path, theme: str
) -> None:
    sprites: list[Element] = [owl("happy", "left"), emote("laugh", "medium", 0.3), emote("cool", "large", 0.6)]
    sprites += [burst(shape, number) for number, shape in enumerate(SHAPES)]
    page, window = await both(painting_chromium, tmp_path, sprites, theme, at_ms=1_500)

    largest, mean = difference(page, window)
    assert largest <= SPRITE_SLACK
    assert mean < 0.001


def emote(name: str, size: Size, x: float) -> Emote:
    src, src2x = f"/emotes/{name}.png", f"/emotes/{name}@2x.png"
    return Emote(id=name, alt=name, born_ms=0, src=src, src2x=src2x, size=size, x=x, y=0.25)


def burst(shape: Shape, number: int) -> Particles:
    x, y = 0.3 + 0.15 * number, 0.6
    return Particles(id=shape, alt="", born_ms=0, until_ms=4_000, shape=shape, count=25, seed=number + 7, x=x, y=y)


def cards(side: Side = "left") -> list[Element]:
    src, src2x = "/emotes/wow.png", "/emotes/wow@2x.png"
    return [
        Card(id="k0", alt="pixellab: create character", born_ms=1, text=CAPTIONS[1], state="done", side=side),
        Card(id="k1", alt=CAPTIONS[3], born_ms=2, text=CAPTIONS[2], progress=0.62, src=src, src2x=src2x, side=side),
        Card(id="k2", alt=CAPTIONS[6], born_ms=2, text=CAPTIONS[6], progress=0.01, state="failed", side=side),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768)])
@pytest.mark.parametrize("theme", THEMES)
async def test_cards_stand_below_each_other_in_the_same_places(
    chromium: Chromium, tmp_path: Path, theme: str, size: tuple[int, int]
) -> None:
    for side in get_args(Side):
        page, window = await both(chromium, tmp_path, cards(side), theme, size=size)

        assert difference(page, window)[1] < SMALL_MEAN


@pytest.mark.slow
@pytest.mark.parametrize(("at_ms", "colour"), [(1_000, (255, 0, 0, 255)), (1_250, (0, 0, 255, 255))])
async def test_a_picture_that_moves_on_a_card_shows_the_same_frame_in_the_same_place(
    chromium: Chromium, tmp_path: Path, at_ms: int, colour: tuple[int, ...]
) -> None:
    row = Image.new("RGBA", (3 * 256, 256))
    for number, each in enumerate(((255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255))):
        row.paste(each, (256 * number + 40, 20, 256 * number + 200, 236))
    async with still(chromium, tmp_path, at_ms=at_ms) as it:
        written = io.BytesIO()
        row.save(written, "PNG")
        src = it.house.gallery.keep(written.getvalue())
        frames_ms = (100, 100, 100)
        card = Card(id="k", alt="lights", text="Three.", born_ms=1_000, src=src, src2x=src, frames_ms=frames_ms)
        await it.show(card, until="document.querySelector('.card img')?.naturalWidth > 0")
        page = await it.picture()
        window, _ = await window_still(it.house, tmp_path, (1920, 1080))

    assert page.getpixel((140, 280)) == window.getpixel((140, 280)) == colour
    assert difference(page, window)[1] < SMALL_MEAN


@pytest.mark.slow
async def test_a_small_picture_in_a_card_is_enlarged_in_the_same_way(chromium: Chromium, tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "large.toml").write_text("[card]\npicture = 270\n", encoding="utf-8")
    large = Card(id="k", alt="A", born_ms=0, src="/emotes/wow.png", src2x="/emotes/wow.png")
    page, window = await both(chromium, tmp_path, [large], "large", size=(3840, 2160))

    inside = (200, 500, 700, 940)
    assert window.crop(inside).getextrema() == page.crop(inside).getextrema()
    assert difference(page.crop(inside), window.crop(inside))[0] <= SPRITE_SLACK
