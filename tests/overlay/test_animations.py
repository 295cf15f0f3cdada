"""Animations composed here against the same files composed by the browser, and sounds decoded by it."""

import base64
import io
import random
from collections.abc import AsyncIterator, Callable

import pytest
from PIL import Image

from performer.stage.library.sounds import SOUNDS, check_sound
from performer.stage.library.strips import prepare_picture
from tests.chromium import Chromium, Page
from tests.performer.stage.library.apngs import ApngFrame, apng
from tests.performer.stage.library.gifs import GifFrame, gif
from tests.performer.stage.library.soundfiles import sound_files
from tests.performer.stage.library.webps import WebpFrame, webp
from tests.performer.stage.standing import Standing

FILES = 25
SIZE = (8, 6)
CLEAR = (0, 0, 0, 0)
COLOURS = ((255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (0, 0, 255, 128), CLEAR)
ROUNDED = 3
"""How far two ways to blend half-transparent colours may differ."""

FRAMES = """(async () => {
    const bytes = Uint8Array.from(atob("%s"), (each) => each.charCodeAt(0));
    const decoder = new ImageDecoder({data: bytes, type: "%s"});
    await decoder.tracks.ready;
    await decoder.completed;
    const frames = [];
    for (let index = 0; index < decoder.tracks.selectedTrack.frameCount; index++) {
        const {image} = await decoder.decode({frameIndex: index});
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
        frames.push([canvas.width, canvas.height, Array.from(data)]);
    }
    return frames;
})()"""
SECONDS = """(async () => {
    const bytes = Uint8Array.from(atob("%s"), (each) => each.charCodeAt(0));
    return (await new OfflineAudioContext(2, 1, 48000).decodeAudioData(bytes.buffer)).duration;
})()"""


def any_box(chance: random.Random, *, step: int = 1, over_edge: int = 0) -> tuple[int, int, int, int]:
    if chance.random() < 0.4:
        return (0, 0, *SIZE)
    left, top = chance.randrange(0, SIZE[0], step), chance.randrange(0, SIZE[1], step)
    return left, top, chance.randint(1, SIZE[0] - left + over_edge), chance.randint(1, SIZE[1] - top + over_edge)


def any_gif(chance: random.Random) -> bytes:
    def frame() -> GifFrame:
        box = any_box(chance, over_edge=2)
        pixels = [chance.randrange(4) for _ in range(box[2] * box[3])]
        transparent = chance.choice([None, 2, 3])
        return GifFrame(box=box, pixels=pixels, disposal=chance.randrange(4), transparent=transparent)

    return gif(SIZE, *(frame() for _ in range(chance.randint(2, 5))), background=chance.randrange(4))


def any_apng(chance: random.Random) -> bytes:
    def frame(box: tuple[int, int, int, int]) -> ApngFrame:
        pixels = [chance.choice(COLOURS) for _ in range(box[2] * box[3])]
        return ApngFrame(box=box, pixels=pixels, disposal=chance.randrange(3), over=chance.random() < 0.5)

    frames = [frame((0, 0, *SIZE)), *(frame(any_box(chance)) for _ in range(chance.randint(1, 4)))]
    return apng(SIZE, *frames, hidden=[(9, 9, 9, 255)] * 48 if chance.random() < 0.3 else None)


def any_webp(chance: random.Random) -> bytes:
    def frame() -> WebpFrame:
        box = any_box(chance, step=2)
        pixels = [chance.choice(COLOURS) for _ in range(box[2] * box[3])]
        return WebpFrame(box=box, pixels=pixels, cleared=chance.random() < 0.5, over=chance.random() < 0.5)

    return webp(SIZE, *(frame() for _ in range(chance.randint(2, 5))))


def our_frames(data: bytes, suffix: str, size: tuple[int, int]) -> list[Image.Image]:
    row = Image.open(io.BytesIO(prepare_picture(data, suffix).files[0]))
    side = row.height
    left, top = (side - size[0]) // 2, (side - size[1]) // 2
    return [row.crop((at + left, top, at + left + size[0], top + size[1])) for at in range(0, row.width, side)]


def furthest(ours: Image.Image, theirs: bytes) -> int:
    """Return how far the most different pixel is off; what cannot be seen has no colour."""
    pairs = zip(_seen(ours.tobytes()), _seen(theirs), strict=True)
    return max(abs(one - other) for mine, yours in pairs for one, other in zip(mine, yours, strict=True))


def _seen(data: bytes) -> list[tuple[int, ...]]:
    pixels = (tuple(data[at : at + 4]) for at in range(0, len(data), 4))
    return [pixel if pixel[3] else CLEAR for pixel in pixels]


@pytest.fixture
async def blank(chromium: Chromium, house: Standing) -> AsyncIterator[Page]:
    tab = await chromium.open(f"{house.base}/health")
    yield tab
    await tab.close()


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize(
    ("made", "suffix", "kind"),
    [(any_gif, ".gif", "image/gif"), (any_apng, ".png", "image/png"), (any_webp, ".webp", "image/webp")],
)
async def test_every_frame_is_what_the_browser_would_show(
    blank: Page, made: Callable[[random.Random], bytes], suffix: str, kind: str
) -> None:
    for seed in range(FILES):
        data = made(random.Random(seed))
        theirs = await blank.evaluate(FRAMES % (base64.b64encode(data).decode(), kind))
        width, height, _ = theirs[0]
        ours = our_frames(data, suffix, (width, height))

        assert len(ours) == len(theirs)
        worst = [furthest(mine, bytes(pixels)) for mine, (_, _, pixels) in zip(ours, theirs, strict=True)]
        assert max(worst) <= ROUNDED, f"seed {seed}: {worst}"


@pytest.mark.anyio
async def test_the_browser_decodes_every_kind_of_sound_that_is_taken(blank: Page) -> None:
    files = sound_files()
    assert {f".{kind}" for kind in files} == set(SOUNDS)
    for kind, data in files.items():
        check_sound(data, f".{kind}")
        assert await blank.evaluate(SECONDS % base64.b64encode(data).decode()) == pytest.approx(0.5, abs=0.1), kind
