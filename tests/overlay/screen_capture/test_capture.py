"""The screen recorder as a process: pictures on demand, plain words, and an end when nobody asks any more."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from performer.core.files.home import CHECKOUT
from tests.xvfb import xvfb

PATIENCE_S = 20.0


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with xvfb("800x600") as name:
        subprocess.run(["xsetroot", "-display", name, "-solid", "#c04020"], check=True)
        yield name


class Child:
    """A recorder that was started by a test; use `recording`."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def ask(self) -> tuple[dict[str, object], bytes]:
        """Ask for a picture and read it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        header = json.loads(self.process.stdout.readline())
        return header, self.process.stdout.read(header["bytes"])

    def ended(self) -> tuple[int, list[str]]:
        """Wait for its end; tell its exit code and what it wrote to standard error."""
        code = self.process.wait(PATIENCE_S)
        assert self.process.stderr is not None
        return code, self.process.stderr.read().decode().splitlines()


@contextmanager
def recording(*options: str, **environment: str) -> Iterator[Child]:
    with subprocess.Popen(
        [sys.executable, "-m", "overlay.screen_capture", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=CHECKOUT,
        env={**clean(os.environ), "LC_ALL": "C.UTF-8", **environment},
    ) as process:
        try:
            yield Child(process)
        finally:
            process.kill()


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out what tells of a desktop."""
    desktop = {"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM"}
    return {name: value for name, value in environment.items() if name not in desktop}


def test_each_line_is_answered_by_one_picture_and_closed_input_is_the_end(display: str) -> None:
    with recording(DISPLAY=display) as child:
        answers = [child.ask() for _ in range(3)]
        assert child.process.stdin is not None
        child.process.stdin.close()
        code, said = child.ended()

    header = {"width": 800, "height": 600, "stride": 3200, "bands": "BGRX", "bytes": 1_920_000}
    assert [answer[0] for answer in answers] == [header] * 3
    assert [pixels[:3] for _, pixels in answers] == [bytes((0x20, 0x40, 0xC0))] * 3
    assert (code, said) == (0, [])


def test_what_is_on_the_screen_now_is_what_is_handed_out(display: str) -> None:
    with recording(DISPLAY=display) as child:
        child.ask()
        try:
            subprocess.run(["xsetroot", "-display", display, "-solid", "#001000"], check=True)
            _, pixels = child.ask()
        finally:
            subprocess.run(["xsetroot", "-display", display, "-solid", "#c04020"], check=True)

    assert pixels[:3] == bytes((0, 0x10, 0))


def test_where_the_system_delivers_by_itself_the_newest_picture_is_kept(display: str) -> None:
    # A Wayland session whose pictures come by X11 after all: the delivery is the same for us.
    with recording(DISPLAY=display, XDG_SESSION_TYPE="wayland", QT_SCREEN_CAPTURE_BACKEND="x11") as child:
        assert [child.ask()[0]["width"] for _ in range(3)] == [800] * 3


def test_a_screen_that_is_not_there_is_said_by_number(display: str) -> None:
    with recording("--screen", "3", DISPLAY=display) as child:
        assert child.process.stdin is not None
        child.process.stdin.write(b"\n")
        child.process.stdin.flush()

        assert child.ended() == (1, ["there is no screen 3; there are 1"])


def test_without_a_display_that_is_what_is_said() -> None:
    with recording() as child:
        assert child.ended() == (1, ["there is no display"])


def test_without_a_portal_wayland_says_what_to_install_instead_of_showing_x11_windows(display: str) -> None:
    with recording(DISPLAY=display, XDG_SESSION_TYPE="wayland", DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere") as child:
        code, said = child.ended()

    assert code == 3
    assert "install libpipewire" in said[-1]


def test_a_reader_that_has_gone_is_the_end(display: str) -> None:
    with recording(DISPLAY=display) as child:
        assert child.process.stdin is not None
        assert child.process.stdout is not None
        child.process.stdout.close()
        child.process.stdin.write(b"\n")
        child.process.stdin.flush()

        assert child.ended()[0] == 0
