"""The keys of a Wayland session, given by a portal that speaks the true protocol on a real bus."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from performer.agent.game_keys.keyboard import KeyEvent
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.errors import ServiceError
from performer.core.files.home import CHECKOUT
from tests.session_bus import session_bus
from tests.systems import linux_only

if sys.platform == "linux":  # what the bus is spoken to with is there alone
    from jeepney import new_method_call  # type: ignore[import-untyped]  # it brings no types
    from jeepney.io.blocking import open_dbus_connection  # type: ignore[import-untyped]

    from performer.agent.game_keys.portal import PortalKeyboard
    from tests.performer.agent.game_keys import fake_portal

pytestmark = linux_only("portals are Linux' own")


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with session_bus() as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield


@pytest.fixture
def portal(bus: None) -> Iterator[None]:
    command = [sys.executable, "-m", fake_portal.__name__]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=CHECKOUT) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.kill()


def press(trigger: str) -> None:
    with open_dbus_connection(bus="SESSION") as hand:
        hand.send_and_get_reply(new_method_call(fake_portal.HAND, "Press", "s", (trigger,)))


@pytest.mark.usefixtures("portal")
def test_a_key_goes_down_and_up_and_a_closed_keyboard_ends() -> None:
    shortcut = Shortcut.read("Ctrl+Alt+H")
    keyboard = PortalKeyboard()
    refused = keyboard.hold([shortcut])

    press("CTRL+ALT+h")
    events = [keyboard.next_event(), keyboard.next_event()]
    keyboard.close()

    assert not refused
    assert events == [KeyEvent(shortcut, is_down=True), KeyEvent(shortcut, is_down=False)]
    assert [keyboard.next_event(), keyboard.next_event()] == [None, None]


@pytest.mark.usefixtures("portal")
def test_a_key_that_the_desktop_does_not_give_is_refused_and_the_others_are_held() -> None:
    keyboard = PortalKeyboard()
    refused = keyboard.hold([Shortcut.read("F8"), Shortcut.read("F9")])
    keyboard.close()
    keyboard.next_event()

    assert list(refused) == [Shortcut.read("F8")]
    assert "choose one in its settings" in refused[Shortcut.read("F8")]


@pytest.mark.usefixtures("bus")
def test_a_desktop_without_such_a_portal_is_named_with_the_remedy() -> None:
    keyboard = PortalKeyboard()
    with pytest.raises(ServiceError, match=r"portal gives no keys.*POST to /do/hush") as no:
        keyboard.hold([Shortcut.read("F9")])
    keyboard.close()
    keyboard.next_event()

    assert not no.value.retry
