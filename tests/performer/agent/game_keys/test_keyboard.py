"""Which keyboard there is, and the words for none."""

import pytest

from performer.agent.game_keys.keyboard import open_keyboard
from performer.core.errors import ServiceError
from tests.systems import linux_only

pytestmark = linux_only("elsewhere there is always a desktop")


def test_without_a_display_there_is_no_key() -> None:
    with pytest.raises(ServiceError, match="DISPLAY is not set"):
        open_keyboard({})


def test_a_wayland_session_without_a_bus_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")

    with pytest.raises(ServiceError, match=r"no D-Bus.*performer hush") as no:
        open_keyboard({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"})

    assert not no.value.retry
