"""Xlib on a real X server: properties, keys, and errors that end nothing."""

from collections.abc import Iterator

import mss
import pytest

from performer.agent.pause_triggers.xlib import XDisplay, load_library
from performer.core.errors import ServiceError
from tests.xvfb import xvfb


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[XDisplay]:
    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        display = XDisplay()
        yield display
        display.close()


def test_a_property_that_is_not_there_is_empty(display: XDisplay) -> None:
    assert display.text(display.root, "NO_SUCH_PROPERTY") == ""
    assert display.number(display.root, "NO_SUCH_PROPERTY") == 0
    display.check()


def test_a_window_that_is_not_there_ends_nothing(display: XDisplay) -> None:
    assert display.text(0x7FFFFFFF, "WM_NAME") == ""
    display.check()


def test_keys_have_codes_and_one_is_grabbed_once(display: XDisplay) -> None:
    other = XDisplay()
    code = display.key_code("F9")

    assert code > 0
    assert display.key_code("NoSuchKey") == 0
    assert display.grab_key(code, 0)
    assert not other.grab_key(code, 0)
    assert display.next_key() is None
    other.close()


def test_a_key_that_another_program_has_is_refused_though_the_screen_is_grabbed_in_this_process(
    display: XDisplay,
) -> None:
    other = XDisplay()
    with mss.MSS(backend="xlib"):
        code = display.key_code("F9")
        assert display.grab_key(code, 0)

        assert not other.grab_key(code, 0)
    other.close()


def test_a_library_that_is_not_installed_is_named() -> None:
    with pytest.raises(ServiceError, match="libNoSuchLibrary is not installed"):
        load_library("NoSuchLibrary")
