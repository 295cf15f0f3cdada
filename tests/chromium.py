"""A real headless Chromium, with what tests look for in its pages."""

import base64
import io
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from PIL import Image

from bench.speed.rig.chromium import Chromium as BareChromium
from bench.speed.rig.chromium import ChromiumError, Tab, explain_exception, find_chromium, launch
from tests.canaries import FOREIGN
from tests.conftest import missing

OPTIONS = ("--disable-gpu",)
PATIENCE_S = 60.0
MID_NAVIGATION = ("Not attached to an active page", "navigated or closed", "Execution context was destroyed")


class Page(Tab):
    """One tab; its console's errors and its scripts' uncaught ones collect in `complaints`."""

    def __init__(self, browser: BareChromium, session: str, target: str) -> None:
        super().__init__(browser, session, target)
        self.complaints: list[str] = []
        self._complained = anyio.Event()

    async def until(self, condition: str) -> Any:
        """Return the value of an expression once it is true: it is tried at every change of the document."""
        return await self.evaluate(
            f"""new Promise((resolve) => {{
                const watch = new MutationObserver(look);
                function look() {{
                    const value = {condition};
                    if (value) {{ watch.disconnect(); resolve(value); }}
                }}
                watch.observe(document, {{subtree: true, childList: true, attributes: true, characterData: true}});
                look();
            }})"""
        )

    async def lands_on(self, url_start: str) -> None:
        """Return when the tab has loaded an address that begins so, however often it moves before."""
        while True:
            loaded = self.loaded
            try:
                history = await self.command("Page.getNavigationHistory")
                if history["entries"][history["currentIndex"]]["url"].startswith(url_start):
                    loading = "new Promise((done) => addEventListener('load', () => done(true)))"
                    await self.evaluate(f"document.readyState === 'complete' || {loading}")
                    return
            except ChromiumError as error:
                if not any(each in str(error) for each in MID_NAVIGATION):
                    raise  # a tab between two documents answers nothing; its next load is still to come
            await loaded.wait()

    async def at_rest(self) -> None:
        """Return when no animation is under way and the newest frame has been painted."""
        await self.evaluate(
            """(async () => {
                const moving = () => document.getAnimations().filter((each) =>
                    each.effect.getComputedTiming().progress !== null && each.playState === "running");
                const pictures = [...document.images].map((each) => each.decode().catch(() => {}));
                await Promise.all(pictures);
                while (moving().length) await Promise.all(moving().map((each) => each.finished.catch(() => {})));
                await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            })()"""
        )

    async def complaint(self) -> str:
        """Wait for the next complaint and take it off the list: it was expected."""
        with anyio.fail_after(PATIENCE_S):
            while not self.complaints:
                self._complained = anyio.Event()
                await self._complained.wait()
        return self.complaints.pop(0)

    async def screenshot(self) -> Image.Image:
        """Take a picture of the tab as RGBA, straight alpha, over nothing."""
        answer = await self.command("Page.captureScreenshot", format="png")
        return Image.open(io.BytesIO(base64.b64decode(answer["data"]))).convert("RGBA")

    async def resize(self, width: int, height: int) -> None:
        """Make the tab as large as that, in CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.command("Emulation.setDeviceMetricsOverride", **size)

    async def close(self) -> None:
        """Close the tab."""
        await self._browser.command("Target.closeTarget", targetId=self.target)

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Take in an event of this tab."""
        super().hear(method, params)
        if method == "Runtime.exceptionThrown":
            self._complain(explain_exception(params["exceptionDetails"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self._complain(params["entry"]["text"])

    def _complain(self, what: str) -> None:
        self.complaints.append(what)
        self._complained.set()


class Chromium(BareChromium):
    """A running browser; get one from `launched`."""

    async def open(
        self, url: str = "about:blank", *, width: int = 1920, height: int = 1080, apart: bool = False
    ) -> Page:
        """Open a tab of that size, with nothing behind the page, and return when the address has loaded.

        It hides the tab before it, unless it gets a window apart.
        """
        page = await self.open_tab(Page, apart=apart)
        for domain in ("Runtime", "Log"):
            await page.command(f"{domain}.enable")
        nothing = {"r": 0, "g": 0, "b": 0, "a": 0}
        await page.command("Emulation.setDefaultBackgroundColorOverride", color=nothing)
        await page.resize(width, height)
        if url != "about:blank":
            await page.goto(url)
        return page


@asynccontextmanager
async def launched(
    profile: Path, *options: str, environment: Mapping[str, str] | None = None
) -> AsyncIterator[Chromium]:
    """Start a browser with a profile folder of its own; it has ended when the block has."""
    program = find_chromium()
    if program is None:
        missing("Chromium", "sudo apt-get install chromium")
    assert program is not None
    profile.mkdir(parents=True, exist_ok=True)
    (profile / FOREIGN).touch()
    async with launch(program, profile, *OPTIONS, *options, make=Chromium, environment=environment) as browser:
        yield browser
