"""The doctor on reasons to keep quiet."""

import pytest

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.agent.pause_triggers.settings import PausesSettings
from performer.doctor.desktop import check_pauses
from performer.doctor.report import CheckResult
from tests.performer.doctor.taking import examined, taken
from tests.systems import linux_only
from tests.xvfb import xvfb


async def findings(settings: PausesSettings, environ: dict[str, str]) -> list[CheckResult]:
    return (await taken(check_pauses, examined(environ=environ, pauses=settings))).findings


@pytest.mark.anyio
async def test_a_desktop_that_tells_is_all_right_and_a_free_key_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        desktop, keys = await findings(PausesSettings(shortcut="Ctrl+F9"), {"DISPLAY": name})

    assert (desktop.state, keys.state) == ("ok", "ok")
    assert f"X11 {name} tells which program is in front" in desktop.found
    assert keys.found == "free: F9, F10, F7, Ctrl+F9"


@linux_only("elsewhere the desktop always tells")
@pytest.mark.anyio
async def test_what_is_asked_for_and_cannot_be_told_is_a_warning_with_the_remedy() -> None:
    (desktop,) = await findings(PausesSettings(programs=("vault",)), {"WAYLAND_DISPLAY": "wayland-0"})

    assert desktop.state == "warning"
    assert "Wayland" in desktop.found
    assert desktop.remedy == "Empty pauses.programs and set pauses.away_s to 0."


@linux_only("elsewhere there always is a desktop")
@pytest.mark.anyio
async def test_what_nobody_asked_for_is_only_said() -> None:
    (desktop,) = await findings(PausesSettings(), {})

    assert (desktop.state, desktop.remedy) == ("skipped", "")


class DesktopInFullScreen:
    """A desktop with a game in front."""

    name = "Windows"

    def foreground(self) -> ForegroundWindow:
        return ForegroundWindow(program="game.exe", title="A game", fills_screen=True)

    def idle_s(self) -> float:
        return 3.0

    def programs(self) -> list[str]:
        return ["game.exe"]

    def close(self) -> None: ...


@pytest.mark.anyio
async def test_full_screen_is_told_but_never_of_which_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("performer.doctor.desktop.open_desktop", lambda _environ: DesktopInFullScreen())

    told, *_ = await findings(PausesSettings(), {"WAYLAND_DISPLAY": "wayland-0"})

    assert told.found == "Windows tells which program is in front, now in full screen, and for 3 s nobody touched it"
