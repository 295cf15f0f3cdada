"""A headless Chromium, driven over its DevTools protocol (CDP)."""

import itertools
import os
import re
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import aiohttp
import anyio
from anyio.abc import Process

from performer.core.errors import ServiceError

PATIENT_S: Final = 60.0
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_OPTIONS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
)


class ChromiumError(ServiceError):
    """Raised with what the browser, or a script in it, complained about."""


class Tab:
    """One tab of a browser."""

    def __init__(self, browser: "Chromium", session: str, target: str) -> None:
        self.target = target
        self.loaded = anyio.Event()
        """Set once the address that is loading has loaded; then it is another event."""
        self._browser = browser
        self._session = session

    async def command(self, method: str, **arguments: Any) -> dict[str, Any]:
        """Send one DevTools command to this tab, and return its result."""
        return await self._browser.command(method, session=self._session, **arguments)

    async def goto(self, url: str) -> None:
        """Open an address, and return when it has loaded."""
        loaded = self.loaded
        answer = await self.command("Page.navigate", url=url)
        if "errorText" in answer:
            raise ChromiumError(f"{url}: {answer['errorText']}")
        await loaded.wait()

    async def evaluate(self, expression: str) -> Any:
        """Run an expression in the page, wait if it is a promise, and return its value."""
        answer = await self.command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise ChromiumError(explain_exception(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def hear(self, method: str, _params: dict[str, Any]) -> None:
        """Note an event of this tab."""
        if method == "Page.loadEventFired":
            self.loaded.set()
            self.loaded = anyio.Event()


TabT = TypeVar("TabT", bound=Tab)


class Chromium:
    """A running browser; `launch` starts it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, pid: int) -> None:
        self.pid = pid
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, tuple[anyio.Event, list[dict[str, Any]]]] = {}
        self._tabs: dict[str, Tab] = {}

    async def command(self, method: str, *, session: str | None = None, **arguments: Any) -> dict[str, Any]:
        """Send one DevTools command, and return its result."""
        number = next(self._numbers)
        arrived, box = self._answers[number] = (anyio.Event(), [])
        address = {} if session is None else {"sessionId": session}
        await self._socket.send_json({"id": number, "method": method, "params": arguments, **address})
        with anyio.fail_after(PATIENT_S):
            await arrived.wait()
        answer = box[0]
        if "error" in answer:
            raise ChromiumError(f"{method}: {answer['error']['message']}")
        return dict(answer["result"])

    async def open_tab(self, make: Callable[["Chromium", str, str], TabT], *, apart: bool = False) -> TabT:
        """Open an empty tab; it hides the tab before it, unless it gets a window apart."""
        target = (await self.command("Target.createTarget", url="about:blank", newWindow=apart))["targetId"]
        session = (await self.command("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        tab = make(self, session, target)
        self._tabs[session] = tab
        await tab.command("Page.enable")
        return tab

    async def hear(self) -> None:
        """Pass on what the browser says, until it is gone."""
        async for frame in self._socket:
            message = frame.json()
            if "id" in message:
                arrived, box = self._answers.pop(message["id"])
                box.append(message)
                arrived.set()
            elif tab := self._tabs.get(message.get("sessionId", "")):
                tab.hear(message["method"], message["params"])


ChromiumT = TypeVar("ChromiumT", bound=Chromium)


def find_chromium() -> str | None:
    """Return the browser's program; None where it is not installed."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


@asynccontextmanager
async def launch(
    program: str,
    profile: Path,
    *options: str,
    make: Callable[[aiohttp.ClientWebSocketResponse, int], ChromiumT],
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[ChromiumT]:
    """Start a browser with a profile folder of its own; it has ended when the block has."""
    process = await anyio.open_process(
        [program, *_OPTIONS, *options, f"--user-data-dir={profile}", "about:blank"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        env=environment,
    )
    try:
        async with (
            anyio.create_task_group() as tasks,
            aiohttp.ClientSession() as session,
            session.ws_connect(await _find_devtools(process), max_msg_size=0) as socket,
        ):
            browser = make(socket, process.pid)
            tasks.start_soon(browser.hear)
            tasks.start_soon(_drain, process)
            yield browser
            await browser.command("Browser.close")
            with anyio.move_on_after(PATIENT_S):
                await process.wait()
            tasks.cancel_scope.cancel()
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
        with anyio.CancelScope(shield=True):
            await process.aclose()


def explain_exception(details: dict[str, Any]) -> str:
    """Return what a script complained about, from the protocol's `exceptionDetails`."""
    return str(details.get("exception", {}).get("description") or details["text"])


async def _find_devtools(process: Process) -> str:
    """Read standard error up to the line that names the DevTools address."""
    said = b""
    assert process.stderr is not None
    with anyio.fail_after(PATIENT_S):
        async for piece in process.stderr:
            said += piece
            if found := re.search(rb"DevTools listening on (ws://\S+)\s", said):
                return found[1].decode()
    raise ChromiumError(f"Chromium ended without a word about DevTools: {said.decode(errors='replace')[-500:]}")


async def _drain(process: Process) -> None:
    """Keep reading standard error: a full pipe would stop the browser."""
    assert process.stderr is not None
    async for _ in process.stderr:
        pass
