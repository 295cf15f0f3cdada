"""Which desktop there is, and the words for none."""

import pytest

from performer.agent.pause_triggers.desktop import open_desktop
from performer.core.errors import ServiceError
from tests.systems import linux_only

pytestmark = linux_only("elsewhere there is always a desktop")


def test_wayland_tells_nothing_and_the_remedy_is_named() -> None:
    with pytest.raises(ServiceError, match=r"Wayland.*performer pause") as no:
        open_desktop({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"})

    assert not no.value.retry
