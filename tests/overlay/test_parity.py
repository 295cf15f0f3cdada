"""Page and window against each other: every kind in every built-in theme, at the same instant of the same stage."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from PIL import Image

from performer.messages import Bubble, Caption, Element
from performer.paths import CHECKOUT
from tests.chromium import Chromium
from tests.overlay.stills import still
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio

THEMES = ("night", "bold", "paper")
SLACK_PX = 3
CAPTIONS = (
    "Naturally.",
    "Two hit points left and he goes for the chest in the dragon's own bedroom. Naturally.",
    "Осталось две жизни, а он идёт к сундуку в спальне дракона. Естественно.",
    "Somebody in chat has asked three times whether the bridge is safe, and I say it is not. " * 2,
    "Somebody in chat has asked three times whether the bridge is safe, and I say it is not. " * 6,
    "A-very-long-word-" + "o" * 90 + " and after",
    "שלום לכולם, איזה יום יפה! And then some English words to fill the line.",
    "“Quotes” — dashes… 1,234.56 % & <b>markup</b>",
)
BUBBLES = ("Ой!", "First try. I'll tell everyone.", CAPTIONS[1], CAPTIONS[3], CAPTIONS[5])

LINES = """(id) => {
    const words = document.querySelector(`[data-id="${id}"] .words`);
    const text = words.firstChild, range = document.createRange();
    const lines = new Map();
    for (let at = 0; at < text.length; at += 1) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const rect = range.getClientRects()[0];
        if (!rect || (rect.top + rect.bottom) / 2 >= words.getBoundingClientRect().bottom) continue;
        const line = Math.round(rect.bottom);
        lines.set(line, (lines.get(line) ?? "") + text.data[at]);
    }
    const box = words.closest(".box").getBoundingClientRect();
    return {box: [box.x, box.y, box.width, box.height], lines: [...lines.values()]};
}"""


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
        return picture.convert("RGBA"), json.loads((folder / "still.json").read_text())


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
    for number, (one, other) in enumerate(zip(ours, lines, strict=True)):
        whole = one.removesuffix("…") if number == len(ours) - 1 else one
        assert other.startswith(whole), f"{id_}: {ours} and {lines}"


def difference(one: Image.Image, other: Image.Image) -> tuple[int, float]:
    """The largest and the mean difference of two pictures' premultiplied values, of 255."""
    values = [abs(a - b) for a, b in zip(one.convert("RGBa").tobytes(), other.convert("RGBa").tobytes(), strict=True)]
    return max(values), sum(values) / len(values)


@pytest.mark.parametrize("theme", THEMES)
async def test_words_break_into_the_same_lines_in_the_same_boxes(
    chromium: Chromium, tmp_path: Path, theme: str
) -> None:
    for number, text in enumerate(CAPTIONS):
        words: list[Element] = [Caption(id="c", alt=text, born_ms=0)]
        for place, said in zip(("top", "middle"), (BUBBLES * 4)[2 * number :], strict=False):
            words.append(
                Bubble(id=f"b-{place}", alt=said, born_ms=0, place=place, side="left" if number % 2 else "right")
            )
        await both(chromium, tmp_path, words, theme)
