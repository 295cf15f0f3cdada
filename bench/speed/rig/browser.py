"""The stage's page in a headless Chromium: when a frame with something new was made."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.speed.rig.chromium import Chromium, Tab, find_chromium, launch

_PAINTED: Final = """requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => done(performance.timeOrigin + performance.now());
    painted.port2.postMessage(1);
});"""
"""Calls `done` with the wall time, in ms, at which the next frame was made."""


def explain_missing_browser() -> str:
    """Return why no page can be measured; empty where it can."""
    return "" if find_chromium() else "The page was not measured: there is no Chromium (apt install chromium)."


class BenchPage(Tab):
    """The page."""

    @property
    def browser_pid(self) -> int:
        """The id of the browser's first process."""
        return self._browser.pid

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


@asynccontextmanager
async def open_page(url: str) -> AsyncIterator[BenchPage]:
    """Start a browser with the page; it is gone after the block."""
    program = find_chromium()
    assert program, explain_missing_browser()
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        async with launch(program, Path(profile), "--disable-gpu", make=Chromium) as browser:
            page = await browser.open_tab(BenchPage)
            await page.goto(url)
            yield page
