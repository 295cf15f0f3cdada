"""The window with the control page, in a real process with Qt's own web engine."""

import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import anyio.to_thread
import pytest

from desktop.panel.one_window import ask_running_window
from desktop.panel.place import FILE
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
    assert json.loads((tmp_path / FILE).read_text())["window"]


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
