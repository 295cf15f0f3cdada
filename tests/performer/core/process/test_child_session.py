"""Which kind of desktop session this is."""

from performer.core.process.child import is_wayland


def test_a_wayland_session_is_known_by_its_environment() -> None:
    assert is_wayland({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"})
    assert is_wayland({"XDG_SESSION_TYPE": "wayland"})
    assert not is_wayland({"XDG_SESSION_TYPE": "x11", "DISPLAY": ":0"})
