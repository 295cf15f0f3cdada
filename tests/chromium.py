"""A small driver for a real headless Chromium, over its DevTools protocol (CDP)."""

import base64
import io
import itertools
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import anyio
from anyio.abc import Process
from PIL import Image

from tests.canaries import FOREIGN
from tests.conftest import missing

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
)
PATIENCE_S = 60.0
MID_NAVIGATION = ("Not attached to an active page", "navigated or closed", "Execution context was destroyed")


class ChromiumError(Exception):
    """Says what the browser, or the script in it, complained about."""


class Page:
    """One tab; its console's errors and its scripts' uncaught ones collect in `complaints`."""

    def __init__(self, browser: "Chromium", session: str, target: str) -> None:
        self.complaints: list[str] = []
        self.target = target
        self._browser = browser
        self._session = session
        self._loads = 0
        self._loaded = anyio.Event()
        self._complained = anyio.Event()

    async def command(self, method: str, **arguments: Any) -> dict[str, Any]:
        """Send one DevTools command to this tab and answer with its result."""
        return await self._browser.command(method, session=self._session, **arguments)

    async def goto(self, url: str) -> None:
        """Open an address and return when it has loaded."""
        loaded = self._loaded
        answer = await self.command("Page.navigate", url=url)
        if "errorText" in answer:
            raise ChromiumError(f"{url}: {answer['errorText']}")
        await loaded.wait()

    async def evaluate(self, expression: str) -> Any:
        """Run an expression in the page, wait if it is a promise, and answer with its value."""
        answer = await self.command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise ChromiumError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

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
            loaded = self._loaded
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
        match method:
            case "Page.loadEventFired":
                self._loaded.set()
                self._loaded = anyio.Event()
            case "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                self._complain(details.get("exception", {}).get("description") or details["text"])
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                self._complain(params["entry"]["text"])

    def _complain(self, what: str) -> None:
        self.complaints.append(what)
        self._complained.set()


class Chromium:
    """A running browser; get one from `launched`."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, pid: int) -> None:
        self.pid = pid
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, tuple[anyio.Event, list[dict[str, Any]]]] = {}
        self._pages: dict[str, Page] = {}

    async def command(self, method: str, *, session: str | None = None, **arguments: Any) -> dict[str, Any]:
        """Send one DevTools command and answer with its result."""
        number = next(self._numbers)
        arrived, box = self._answers[number] = (anyio.Event(), [])
        address = {} if session is None else {"sessionId": session}
        await self._socket.send_json({"id": number, "method": method, "params": arguments, **address})
        with anyio.fail_after(PATIENCE_S):
            await arrived.wait()
        answer = box[0]
        if "error" in answer:
            raise ChromiumError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    async def open(
        self, url: str = "about:blank", *, width: int = 1920, height: int = 1080, apart: bool = False
    ) -> Page:
        """Open a tab of that size, with nothing behind the page, and return when the address has loaded.

        It hides the tab before it, unless it gets a window apart.
        """
        target = (await self.command("Target.createTarget", url="about:blank", newWindow=apart))["targetId"]
        session = (await self.command("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = self._pages[session] = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log"):
            await page.command(f"{domain}.enable")
        nothing = {"r": 0, "g": 0, "b": 0, "a": 0}
        await page.command("Emulation.setDefaultBackgroundColorOverride", color=nothing)
        await page.resize(width, height)
        if url != "about:blank":
            await page.goto(url)
        return page

    async def hear(self) -> None:
        """Hand out what the browser says, until it is gone."""
        async for frame in self._socket:
            message = frame.json()
            if "id" in message:
                arrived, box = self._answers.pop(message["id"])
                box.append(message)
                arrived.set()
            elif (page := self._pages.get(message.get("sessionId", ""))) is not None:
                page.hear(message["method"], message["params"])


@asynccontextmanager
async def launched(
    profile: Path, *options: str, environment: Mapping[str, str] | None = None
) -> AsyncIterator[Chromium]:
    """Start a browser with a profile folder of its own; it has ended when the block has."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        missing("Chromium", "sudo apt-get install chromium")
    assert program is not None
    profile.mkdir(parents=True, exist_ok=True)
    (profile / FOREIGN).touch()
    process = await anyio.open_process(
        [program, *OPTIONS, *options, f"--user-data-dir={profile}", "about:blank"],
        stdout=None,
        start_new_session=True,
        env=environment,
    )
    try:
        async with (
            anyio.create_task_group() as tasks,
            aiohttp.ClientSession() as session,
            session.ws_connect(await _devtools(process), max_msg_size=0) as socket,
        ):
            browser = Chromium(socket, process.pid)
            tasks.start_soon(browser.hear)
            tasks.start_soon(_drain, process)
            yield browser
            await browser.command("Browser.close")
            with anyio.move_on_after(PATIENCE_S):
                await process.wait()
            tasks.cancel_scope.cancel()
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
        with anyio.CancelScope(shield=True):
            await process.aclose()


async def _devtools(process: Process) -> str:
    """Read standard error up to the line that names the DevTools address."""
    said = b""
    assert process.stderr is not None
    with anyio.fail_after(PATIENCE_S):
        async for piece in process.stderr:
            said += piece
            if found := re.search(rb"DevTools listening on (ws://\S+)\s", said):
                return found[1].decode()
    raise ChromiumError(f"Chromium ended without a word about DevTools: {said.decode(errors='replace')}")


async def _drain(process: Process) -> None:
    """Keep reading standard error: a full pipe would stop the browser."""
    assert process.stderr is not None
    async for _ in process.stderr:
        pass
