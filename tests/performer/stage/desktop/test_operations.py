"""The launcher and the start with the session, as the page orders them."""

from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.stage.desktop.launcher import LauncherEntry, find_launcher
from performer.stage.desktop.operations import DesktopOperations
from performer.stage.desktop.tray import DesktopTray


async def find_nothing() -> str:
    return ""


@pytest.mark.anyio
async def test_the_launcher_and_the_start_with_the_session_come_and_go(tmp_path: Path) -> None:
    clock = SystemClock()
    tray = DesktopTray(clock, EventStream(clock), [], address=find_nothing, tell=lambda _kind, _value: None, off="so")
    launcher = find_launcher(LauncherEntry.of_this_program({}), {"HOME": str(tmp_path)}, "linux")
    ops = DesktopOperations(tray, launcher)

    await ops.autostart({})
    await ops.change_launcher({})
    there = await ops.state({})
    await ops.autostart({"off": True})
    await ops.change_launcher({"off": True})

    assert there == {"launcher": True, "autostart": True}
    assert await ops.state({}) == {"launcher": False, "autostart": False}
