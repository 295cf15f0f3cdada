"""A real X server, asked what is in front, and who is there."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from performer.agent.pause_triggers.x11 import X11Desktop
from performer.core.errors import ServiceError
from tests.conftest import missing
from tests.systems import linux_only
from tests.xvfb import xvfb, xvfb_process

VAULT = Path(__file__).with_name("vault.py")


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        yield name


def xdotool(*words: str) -> str:
    if shutil.which("xdotool") is None:
        missing("xdotool", "apt install xdotool")
    return subprocess.run(["xdotool", *words], check=True, capture_output=True, text=True).stdout


@contextmanager
def vault(title: str) -> Iterator[None]:
    """Have a window in front."""
    command = [sys.executable, str(VAULT), title]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as window:
        try:
            assert window.stdout is not None
            window.stdout.readline()
            xdotool("search", "--sync", "--onlyvisible", "--name", title, "windowfocus", "--sync")
            yield
        finally:
            window.kill()


@pytest.mark.usefixtures("display")
def test_the_window_in_front_is_known_by_program_and_title() -> None:
    desktop = X11Desktop()

    before = desktop.foreground()
    with vault("Größe: my passwords"):
        window = desktop.foreground()
    desktop.close()

    assert before is None
    assert window is not None
    assert "vault-keeper" in window.program.splitlines()
    assert window.title == "Größe: my passwords"
    assert "passwords" not in repr(window)


@pytest.mark.usefixtures("display")
def test_without_a_window_manager_no_program_is_listed() -> None:
    desktop = X11Desktop()

    programs = desktop.programs()
    desktop.close()

    assert programs == []


@pytest.mark.usefixtures("display")
def test_a_touch_ends_the_time_without_anybody() -> None:
    desktop = X11Desktop()

    xdotool("mousemove", "5", "5", "sleep", "0.3")
    before_s = desktop.idle_s()
    xdotool("mousemove", "50", "50")
    after_s = desktop.idle_s()
    desktop.close()

    assert before_s >= 0.25
    assert after_s < before_s


def test_a_server_that_dies_is_told_and_takes_nobody_along(monkeypatch: pytest.MonkeyPatch) -> None:
    with xvfb_process("640x480") as (name, server):
        monkeypatch.setenv("DISPLAY", name)
        desktop = X11Desktop()
        server.kill()
        server.wait()

        for question in (desktop.foreground, desktop.idle_s):
            with pytest.raises(ServiceError, match="is gone"):
                question()
    desktop.close()


def test_after_a_lost_display_another_one_tells_the_idle_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):  # what libXss kept of a lost display ended the process later, not at once
        with xvfb_process("640x480") as (name, server):
            monkeypatch.setenv("DISPLAY", name)
            lost = X11Desktop()
            server.kill()
            server.wait()
            for _ in range(2):
                with pytest.raises(ServiceError, match="is gone"):
                    lost.idle_s()
        with pytest.raises(ServiceError, match="cannot be opened"):
            X11Desktop()
    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        desktop = X11Desktop()

        assert desktop.idle_s() >= 0
    desktop.close()


@linux_only("X11 is the display there")
def test_a_display_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":9999")

    with pytest.raises(ServiceError, match="':9999' cannot be opened"):
        X11Desktop()
