"""The keys of a real X server, pressed by xdotool."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from performer.agent.game_keys.keyboard import KeyEvent
from performer.agent.game_keys.x11 import X11Keyboard
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.errors import ServiceError
from tests.conftest import missing
from tests.xvfb import xvfb, xvfb_process

HUSH, TALK = Shortcut.read("Ctrl+Alt+P"), Shortcut.read("F6")


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        yield name


def xdotool(*words: str) -> None:
    if shutil.which("xdotool") is None:
        missing("xdotool", "apt install xdotool")
    subprocess.run(["xdotool", *words], check=True, capture_output=True)


def down(shortcut: Shortcut) -> KeyEvent:
    return KeyEvent(shortcut, is_down=True)


def up(shortcut: Shortcut) -> KeyEvent:
    return KeyEvent(shortcut, is_down=False)


@pytest.mark.usefixtures("display")
def test_a_key_is_heard_wherever_it_is_pressed_also_under_caps_lock() -> None:
    keyboard = X11Keyboard()
    refused = keyboard.hold([HUSH, TALK])

    xdotool("key", "ctrl+alt+p", "Caps_Lock", "ctrl+alt+p", "F6")
    events = [keyboard.next_event() for _ in range(6)]
    keyboard.close()

    assert not refused
    assert events == [down(HUSH), up(HUSH), down(HUSH), up(HUSH), down(TALK), up(TALK)]
    assert keyboard.next_event() is None


@pytest.mark.usefixtures("display")
def test_a_key_that_is_held_goes_down_once_and_up_though_its_modifiers_were_let_go_first() -> None:
    keyboard = X11Keyboard()
    keyboard.hold([HUSH])

    xdotool("keydown", "ctrl", "keydown", "alt", "keydown", "p", "sleep", "1", "keyup", "ctrl", "keyup", "alt")
    first = keyboard.next_event()
    xdotool("keyup", "p")
    second = keyboard.next_event()
    keyboard.close()
    keyboard.next_event()

    assert (first, second) == (down(HUSH), up(HUSH))


@pytest.mark.usefixtures("display")
def test_a_key_that_another_program_has_is_refused_with_the_remedy_until_that_lets_it_go() -> None:
    first, second = X11Keyboard(), X11Keyboard()
    first.hold([HUSH])

    refused = second.hold([HUSH, TALK])
    first.close()
    first.next_event()
    again = second.hold([HUSH])
    second.close()
    second.next_event()

    assert refused == {HUSH: "another program has Ctrl+Alt+P: choose another key in Settings"}
    assert not again


def test_a_key_lost_with_its_server_is_told_and_leaves_no_pipe_open(monkeypatch: pytest.MonkeyPatch) -> None:
    with xvfb_process("640x480") as (name, server):
        monkeypatch.setenv("DISPLAY", name)
        before = open_pipes()
        keyboard = X11Keyboard()
        keyboard.hold([TALK])
        server.kill()
        server.wait()

        with pytest.raises(ServiceError, match="is gone"):
            keyboard.next_event()
        keyboard.close()

        assert open_pipes() == before


def open_pipes() -> set[str]:
    files = (str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.is_symlink())
    return {each for each in files if each.startswith("pipe:")}
