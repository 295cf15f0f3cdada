"""Pages whose time stands still, and moves on only as a test says: what they show is told by the instant alone."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from PIL import Image

from performer.core.clock import VirtualClock
from performer.core.moods import Mood
from performer.stage.protocol.elements import POSES, Avatar, Caption, Element, Side
from tests.chromium import Chromium, Page
from tests.performer.stage.standing import Standing, standing

UP = "document.querySelector('#stage[data-connection=up]') !== null"

STOP_TIME = """(() => {
    let now = 1000, number = 0;
    const timers = new Map();
    globalThis.setTimeout = (ring, ms = 0) => { timers.set(++number, {ring, at: now + ms}); return number; };
    globalThis.clearTimeout = (which) => timers.delete(which);
    performance.now = () => now;
    globalThis.rung = 0;
    globalThis.pass = (ms) => {
        const until = now + ms;
        for (;;) {
            const [which, timer] = [...timers].sort(([, one], [, other]) => one.at - other.at)[0] ?? [];
            if (!timer || timer.at > until) break;
            timers.delete(which);
            now = timer.at;
            rung += 1;
            timer.ring();
        }
        now = until;
    };
    const ask = requestAnimationFrame;
    globalThis.frames = 0;
    globalThis.requestAnimationFrame = (draw) => { frames += 1; return ask(draw); };
    globalThis.askFrame = ask;
    globalThis.pictures = [];
    globalThis.Image = class extends Image { constructor(...size) { super(...size); pictures.push(this); } };
})()"""
"""Takes the page's clock and timers into the test's hands: `pass(ms)` lets time pass, and `rung` counts the timers that
rang meanwhile, `frames` the animation frames that were asked for."""

PAINTED = """(async () => {
    await Promise.all([...document.images, ...pictures].map((each) => each.decode().catch(() => {})));
    await new Promise((done) => askFrame(() => askFrame(done)));
})()"""


class Still:
    """A stage and a page on it that stand still at the same instant."""

    def __init__(self, house: Standing, clock: VirtualClock, page: Page) -> None:
        self.house = house
        self.page = page
        self._clock = clock
        self._told = 0

    async def go_on(self, ms: int) -> None:
        """Let so much time pass, on the stage and then on the page."""
        await self._clock.advance(ms / 1000)
        await self.page.evaluate(f"pass({ms})")
        await self.page.evaluate(PAINTED)

    async def show(self, element: Element, *, until: str) -> None:
        """Put an element on stage, and return when a condition holds in the page and nothing comes or goes any more."""
        self.house.stage.show(element)
        await self.page.until(until)
        await self.page.at_rest()

    async def heard(self) -> None:
        """Return when the page has heard all that the stage has told so far."""
        self._told += 1
        self.house.stage.show(Caption(id="heard", alt=str(self._told), born_ms=0))
        await self.page.until(f"document.querySelector('[data-id=heard]')?.textContent === '{self._told}'")
        self.house.stage.drop("heard")
        await self.page.until("document.querySelector('[data-id=heard]') === null")

    async def picture(self) -> Image.Image:
        """Take a picture of what is there now."""
        await self.page.evaluate(PAINTED)
        return await self.page.screenshot()


@asynccontextmanager
async def still(
    chromium: Chromium,
    home: Path,
    elements: Iterable[Element] = (),
    *,
    at_ms: int = 0,
    theme: str = "night",
    query: str = "",
    size: tuple[int, int] = (1920, 1080),
) -> AsyncIterator[Still]:
    """Open a page that has just got these elements in its snapshot, at an instant of the server's clock."""
    clock = VirtualClock(seed=7)
    await clock.advance(at_ms / 1000)
    async with standing(home, clock=clock) as house:
        await house.themes.reload()
        await house.themes.choose(theme)
        for element in elements:
            house.stage.show(element)
        page = await chromium.open(width=size[0], height=size[1])
        await page.command("Page.addScriptToEvaluateOnNewDocument", source=STOP_TIME)
        await page.goto(house.server.addresses.url + query)
        await page.until(UP)
        await page.evaluate(PAINTED)
        yield Still(house, clock, page)
        await page.close()
    assert page.complaints == []


async def picture_of(
    chromium: Chromium,
    home: Path,
    elements: Iterable[Element],
    *,
    at_ms: int = 0,
    theme: str = "night",
    size: tuple[int, int] = (1920, 1080),
) -> Image.Image:
    """Take a picture of these elements as the page shows them at an instant of the server's clock, straight alpha."""
    async with still(chromium, home, elements, at_ms=at_ms, theme=theme, size=size) as it:
        return await it.picture()


def densest(picture: Image.Image) -> int:
    """Return the highest alpha anywhere."""
    return max(picture.getchannel("A").tobytes())


def owl(mood: Mood = "neutral", side: Side = "right") -> Avatar:
    """Make the mascot."""
    srcs = tuple(f"/mascot/{mood}-{pose}.png" for pose in POSES)
    srcs2x = tuple(f"/mascot/{mood}-{pose}@2x.png" for pose in POSES)
    return Avatar(id="avatar", alt=f"The mascot, {mood}", born_ms=0, side=side, mood=mood, srcs=srcs, srcs2x=srcs2x)
