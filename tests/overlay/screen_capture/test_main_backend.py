import os

import pytest

from overlay.screen_capture.__main__ import choose_capture_backend, is_capture_polled


@pytest.mark.parametrize(
    ("system", "wayland", "session", "polled"),
    [
        ("linux", "", "", True),
        ("linux", "", "x11", True),
        ("linux", "wayland-0", "", False),
        ("linux", "", "wayland", False),
        ("win32", "", "", False),
        ("darwin", "", "", False),
    ],
)
def test_only_x11_is_polled(
    monkeypatch: pytest.MonkeyPatch, system: str, wayland: str, session: str, polled: bool
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
    monkeypatch.setenv("XDG_SESSION_TYPE", session)

    assert is_capture_polled() is polled


def test_a_backend_that_was_chosen_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("QT_SCREEN_CAPTURE_BACKEND", "x11")
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")

    choose_capture_backend()

    assert os.environ["QT_SCREEN_CAPTURE_BACKEND"] == "x11"
