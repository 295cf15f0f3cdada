"""The screen in shared memory, beside what mss reads of it."""

import subprocess
from collections.abc import Iterator

import mss
import pytest
from mss.exception import ScreenShotError
from PIL import Image

from performer.vision.sources.shared_screen import SharedScreen, open_shared_screen
from tests.performer.vision.resolution import plug_second_monitor, set_resolution
from tests.xvfb import xvfb

AREA = {"left": 8, "top": 4, "width": 320, "height": 200}


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedScreen]:
    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        subprocess.run(["xsetroot", "-mod", "7", "5", "-fg", "#c04020", "-bg", "#204080"], check=True)
        opened = open_shared_screen()
        assert opened is not None
        yield opened
        opened.close()


def test_a_rectangle_has_the_pixels_that_mss_reads(shared: SharedScreen) -> None:
    with mss.MSS() as screen:
        read = bytes(screen.grab(AREA).raw)

    assert shared.grab(AREA).tobytes() == Image.frombytes("RGB", (320, 200), read, "raw", "RGBX").tobytes()


def test_the_next_grab_overwrites_the_one_before(shared: SharedScreen) -> None:
    before = shared.grab(AREA)
    was = before.tobytes()
    subprocess.run(["xsetroot", "-solid", "#00ff00"], check=True)
    shared.grab(AREA)

    assert before.tobytes() != was


def test_more_than_the_screen_had_when_it_was_opened_is_refused(shared: SharedScreen) -> None:
    with pytest.raises(ScreenShotError, match="grown"):
        shared.grab({**AREA, "width": 1280, "height": 1024})


def test_it_sees_that_the_monitors_are_others_only_when_they_are(shared: SharedScreen) -> None:
    assert not shared.has_other_monitors()
    set_resolution(320, 240)
    assert shared.has_other_monitors()
    set_resolution(640, 480)
    assert not shared.has_other_monitors()
    plug_second_monitor()
    assert shared.has_other_monitors()


def test_without_a_display_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":9999")

    assert open_shared_screen() is None
