"""The tray's process, as the show keeps it; a stand-in takes its place."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import psutil
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.process.process_groups import GROUPS
from performer.stage.desktop.launcher import find_launcher
from performer.stage.desktop.operations import DesktopOperations
from performer.stage.desktop.tray import DesktopTray
from tests.overlay.desktop import seen

pytestmark = pytest.mark.anyio
OPENS_A_BROWSER = """
import subprocess, sys
browser = [sys.executable, "-c", "import time; time.sleep(60)"]
started = subprocess.Popen(browser, start_new_session=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
open(sys.argv[1], "a").write(f"{started.pid}\\n")
sys.stdin.read()
"""
STAND_IN = "import sys; open(sys.argv[1], 'a').write(sys.stdin.readline()); sys.stdin.read()"


class Told:
    """What was told to those who control the show."""

    def __init__(self) -> None:
        self.news: list[tuple[str, Any]] = []

    def tell(self, kind: str, value: Any) -> None:
        self.news.append((kind, value))


def make_tray(file: Path, told: Told, *, stand_in: str = STAND_IN, **why: str) -> DesktopTray:
    clock = SystemClock()
    command = [sys.executable, "-c", stand_in, str(file)]

    async def find_address() -> str:
        return "ws://127.0.0.1:1/control?token=x"

    return DesktopTray(clock, EventStream(clock), command, address=find_address, tell=told.tell, **why)


@asynccontextmanager
async def running(tray: DesktopTray) -> AsyncIterator[None]:
    async with anyio.create_task_group() as tasks:
        await tasks.start(tray.run)
        yield
        tasks.cancel_scope.cancel()


async def has_started(file: Path, times: int) -> None:
    """Wait until the stand-in has got its address so often."""
    await seen(lambda: file.exists() and file.read_text(encoding="utf-8").count("\n") >= times)


async def test_it_starts_with_the_show_and_anew_when_the_token_is_renewed(tmp_path: Path) -> None:
    tray = make_tray(tmp_path / "got", Told())
    async with running(tray):
        await has_started(tmp_path / "got", 1)
        tray.begin_again()
        await has_started(tmp_path / "got", 2)

    assert set((tmp_path / "got").read_text(encoding="utf-8").splitlines()) == {"ws://127.0.0.1:1/control?token=x"}


async def test_the_browser_that_it_opens_outlives_the_show(tmp_path: Path) -> None:
    async with running(make_tray(tmp_path / "pid", Told(), stand_in=OPENS_A_BROWSER)):
        await has_started(tmp_path / "pid", 1)
        browser = psutil.Process(int((tmp_path / "pid").read_text(encoding="utf-8")))
    GROUPS.end_all()

    with pytest.raises(psutil.TimeoutExpired):
        browser.wait(0.5)
    assert browser.status() != psutil.STATUS_ZOMBIE
    browser.kill()


async def test_a_tray_that_was_not_wanted_comes_when_the_window_is_asked_for(tmp_path: Path) -> None:
    told = Told()
    tray = make_tray(tmp_path / "got", told, off="switched off")
    ops = DesktopOperations(tray, find_launcher())
    async with running(tray):
        assert not (tmp_path / "got").exists()
        assert await ops.show({}) == "The window opens."
        await has_started(tmp_path / "got", 1)
        first, second = await ops.report({"tray": True}), await ops.report({"tray": True})
        await ops.show({})

    assert (first, second) == ({"show": True}, {"show": False})
    assert told.news == [("desktop", "show")]


async def test_what_the_tray_reports_is_a_role_and_a_desktop_without_tray_icons_is_named(tmp_path: Path) -> None:
    tray = make_tray(tmp_path / "got", Told())
    before = tray.roles()
    tray.note_report(has_icon=True)
    (seen_role,) = tray.roles()
    tray.note_report(has_icon=False)
    (unseen,) = tray.roles()

    assert before == ()
    assert (seen_role.part, seen_role.plays, seen_role.state) == ("desktop", "an icon in the tray", "works")
    assert unseen.state == "partly"
    assert "run.py desktop" in unseen.why


async def test_where_there_is_no_display_the_order_is_refused(tmp_path: Path) -> None:
    tray = make_tray(tmp_path / "got", Told(), never="there is no display")

    with pytest.raises(ConfigError, match="cannot open a window: there is no display"):
        tray.show()
