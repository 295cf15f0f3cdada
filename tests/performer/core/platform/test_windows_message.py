"""A message in a window of its own."""

import ctypes
from collections.abc import Iterator

import pytest

from performer.core.platform.windows_api import BOOL, DWORD, HANDLE, LPARAM, TEXT, UINT, WPARAM, declare, load
from performer.core.platform.windows_message import show_message
from tests.performer.core.platform.played_windows import play_windows
from tests.systems import windows_only

OF_THIS_PROGRAM, ACTIVATED, CLOSE = 5, 5, 0x10
"""WH_CBT, HCBT_ACTIVATE and WM_CLOSE."""
HOOK = ctypes.CFUNCTYPE(LPARAM, ctypes.c_int, HANDLE, LPARAM)
SIGNATURES = {
    "GetWindowTextW": (ctypes.c_int, HANDLE, TEXT, ctypes.c_int),
    "PostMessageW": (BOOL, HANDLE, UINT, WPARAM, LPARAM),
    "SetWindowsHookExW": (HANDLE, ctypes.c_int, HOOK, HANDLE, DWORD),
    "UnhookWindowsHookEx": (BOOL, HANDLE),
}


def test_the_text_and_the_programs_name_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = play_windows(monkeypatch)

    show_message("The port is taken.")

    ((_, text, title, _),) = windows.called("MessageBoxW")
    assert (text, title) == ("The port is taken.", "Stream Performer")


@pytest.fixture
def closed() -> Iterator[list[str]]:
    """Close the first window of this thread that comes to the front, as a person would; its title is noted."""
    user = declare(getattr(ctypes, "WinDLL")("user32"), SIGNATURES)  # noqa: B009  only Windows has it
    titles: list[str] = []

    def close(happening: int, window: int, _more: int) -> int:
        if happening == ACTIVATED and not titles:
            title = ctypes.create_unicode_buffer(100)
            user.GetWindowTextW(window, title, len(title))
            titles.append(title.value)
            user.PostMessageW(window, CLOSE, 0, 0)
        return 0

    kept = HOOK(close)
    hook = user.SetWindowsHookExW(OF_THIS_PROGRAM, kept, None, load("kernel32").GetCurrentThreadId())
    yield titles
    user.UnhookWindowsHookEx(hook)


@windows_only("it shows a window where a program has no output")
def test_a_window_is_shown_until_it_is_closed(closed: list[str]) -> None:
    show_message("The port is taken.")

    assert closed == ["Stream Performer"]
