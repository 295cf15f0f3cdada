"""The window with the control page, in a real process with Qt's own web engine."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import anyio.to_thread
import pytest

from desktop.panel.one_window import ask_running_window
from desktop.panel.place import FILE
from performer.core.files.home import CHECKOUT
from tests import eyes
from tests.overlay.client.running import Running, running
from tests.overlay.desktop import Desktop, desktop, seen
from tests.performer.stage.standing import standing

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
TITLE = "Stream Performer"


@pytest.fixture(scope="module")
async def screen() -> AsyncIterator[Desktop]:
    pytest.importorskip("PySide6.QtWebEngineWidgets")
    async with desktop(size="1400x900", manager="openbox", compositor=False) as made:
        # Chromium's sandbox refuses root, who runs the tests in a container.
        made.environment["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
        yield made


def panel(screen: Desktop, data: Path) -> AbstractAsyncContextManager[Running]:
    return running("desktop.panel", str(data), environment=screen.environment, by_hand=True)


async def _closes(window: Running, data: Path) -> None:
    assert await anyio.to_thread.run_sync(ask_running_window, data, "quit")
    assert await window.ended() == 0


async def test_it_loads_the_page_and_a_second_start_shows_the_first(screen: Desktop, tmp_path: Path) -> None:
    async with standing(tmp_path) as house, panel(screen, tmp_path) as window:
        await seen(lambda: house.clients.of("control"))
        async with panel(screen, tmp_path) as second:
            assert await second.ended() == 0

        assert window.process.returncode is None
        await _closes(window, tmp_path)
    assert json.loads((tmp_path / FILE).read_text(encoding="utf-8"))["window"]


async def test_without_a_show_it_waits_and_loads_the_page_when_there_is_one(screen: Desktop, tmp_path: Path) -> None:
    async with panel(screen, tmp_path) as window:
        with eyes.opened(screen.display) as seeing:
            await seen(lambda: seeing.titled(TITLE))
        async with standing(tmp_path) as house:
            await seen(lambda: house.clients.of("control"))
            await _closes(window, tmp_path)


async def test_it_comes_back_in_by_itself_when_the_token_is_renewed(screen: Desktop, tmp_path: Path) -> None:
    async with standing(tmp_path) as house, panel(screen, tmp_path) as window:
        await seen(lambda: house.clients.of("control"))
        shut_out = house.clients.of("control")
        house.server.renew(["control"])

        await seen(lambda: set(house.clients.of("control")) - set(shut_out))
        await _closes(window, tmp_path)


ASKED = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from desktop.panel.window import PanelWindow
app = QApplication(["panel"])
window = PanelWindow(Path(sys.argv[1]))
def tell(answer):
    print(answer)
    window.close()
    window.page().deleteLater()
    window.deleteLater()
    app.quit()
window.page().loadFinished.connect(lambda is_whole: is_whole and window.page().runJavaScript(sys.argv[2], tell))
window.show()
app.exec()
"""


def _tell(screen: Desktop, data: Path, asked: str) -> str:
    """Open the window, and return what its page tells."""
    command = [sys.executable, "-c", ASKED, str(data), asked]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=CHECKOUT, env={**os.environ, **screen.environment}
    )
    return ran.stdout.strip()


async def test_what_the_page_keeps_for_itself_is_there_when_it_is_opened_again(screen: Desktop, tmp_path: Path) -> None:
    async with standing(tmp_path):
        first = "localStorage.setItem('tried', 'kept'); document.cookie = 'tried=1; max-age=1000'; 'set'"
        await anyio.to_thread.run_sync(_tell, screen, tmp_path, first)
        told = await anyio.to_thread.run_sync(
            _tell, screen, tmp_path, "localStorage.getItem('tried') + document.cookie"
        )

    assert told == "kept"
