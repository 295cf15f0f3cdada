"""Which desktop there is, and the words for none."""

import sys

import pytest

from performer.agent.pause_triggers.desktop import grab_key, open_desktop
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.errors import ServiceError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a desktop")


def test_wayland_tells_nothing_and_the_remedy_is_named() -> None:
    with pytest.raises(ServiceError, match=r"Wayland.*performer pause") as no:
        open_desktop({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"})

    assert not no.value.retry


def test_without_a_display_there_is_no_key() -> None:
    with pytest.raises(ServiceError, match="DISPLAY is not set"):
        grab_key(Shortcut.read("F9"), {})
