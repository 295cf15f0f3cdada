"""A headless Chromium with one page, over its DevTools protocol: when a frame with something new was made."""

import itertools
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory
from typing import Any, Final

import aiohttp
import anyio
from anyio.abc import Process

from performer.core.errors import ServiceError

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_OPTIONS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
_PATIENT_S: Final = 30.0
_PAINTED: Final = """requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => done(performance.timeOrigin + performance.now());
    painted.port2.postMessage(1);
});"""
"""Calls `done` with the wall time, in ms, at which the next frame was made."""


def explain_missing_browser() -> str:
    """Return why no page can be measured; empty where it can."""
    return "" if _find() else "The page was not measured: there is no Chromium (apt install chromium)."


def _find() -> str | None:
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


class BenchPage:
    """The page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._session = ""
        self._loads = 0

    async def open(self, url: str) -> None:
        """Open an address, and return when it has loaded."""
        target = (await self._command("Target.createTarget", url="about:blank"))["targetId"]
        self._session = (await self._command("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        await self._command("Page.enable")
        before = self._loads
        await self._command("Page.navigate", url=url)
        while self._loads == before:
            await self._read()

    async def find_frame_with(self, kind: str) -> float:
        """Wait for the next element of a kind, and return when its first frame was made: seconds of wall time."""
        return 1e-3 * float(
            await self.evaluate(f"""new Promise((done) => {{
            const watch = new MutationObserver((changes) => {{
                const put = changes.flatMap((each) => [...each.addedNodes]);
                if (!put.find((each) => each.dataset?.kind === "{kind}")) return;
                watch.disconnect();
                {_PAINTED}
            }});
            watch.observe(document.getElementById("stage"), {{childList: true, subtree: true}});
        }})""")
        )

    async def find_bare_frame(self) -> float:
        """Return when the next frame was made."""
        return 1e-3 * float(await self.evaluate(f"new Promise((done) => {{ {_PAINTED} }})"))

    async def wait_until_gone(self, kind: str) -> None:
        """Wait until no element of a kind is there."""
        await self.evaluate(f"""new Promise((done) => {{
            const look = () => document.querySelector('[data-kind="{kind}"]') ? setTimeout(look, 50) : done(1);
            look();
        }})""")

    async def evaluate(self, expression: str) -> Any:
        """Run an expression in the page, and return what its promise comes to."""
        answer = await self._command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value")

    async def _command(self, method: str, **arguments: Any) -> dict[str, Any]:
        number = next(self._numbers)
        where = {"sessionId": self._session} if self._session else {}
        await self._socket.send_json({"id": number, "method": method, "params": arguments, **where})
        with anyio.fail_after(_PATIENT_S):
            while (message := await self._read()).get("id") != number:
                pass
        if "error" in message:
            raise ServiceError(f"Chromium refused {method}: {message['error'].get('message')}")
        return dict(message["result"])

    async def _read(self) -> dict[str, Any]:
        message = dict(await self._socket.receive_json())
        self._loads += message.get("method") == "Page.loadEventFired"
        return message


@asynccontextmanager
async def open_page(url: str) -> AsyncIterator[BenchPage]:
    """Start a browser with the page; it is gone after the block."""
    program = _find()
    assert program, explain_missing_browser()
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = [*_OPTIONS, "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"]
        process = await anyio.open_process([program, *options], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(await _find_devtools(process), max_msg_size=0) as socket,
            ):
                page = BenchPage(socket)
                await page.open(url)
                yield page
        finally:
            process.terminate()
            with anyio.CancelScope(shield=True):
                await process.aclose()


async def _find_devtools(process: Process) -> str:
    said = b""
    assert process.stderr is not None
    with anyio.fail_after(_PATIENT_S):
        async for piece in process.stderr:
            said += piece
            if found := re.search(rb"DevTools listening on (ws://\S+)\s", said):
                return found[1].decode()
    raise ServiceError(f"Chromium ended: {said.decode(errors='replace')[-500:]}")
