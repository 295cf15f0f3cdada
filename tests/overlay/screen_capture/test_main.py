"""The screen recorder as a process: plain words, and an end when nobody reads any more."""

from tests.overlay.screen_capture.running import recording
from tests.systems import posix_only


def test_a_screen_that_is_not_there_is_said_by_number(display: str) -> None:
    with recording("--screen", "3", DISPLAY=display) as child:
        assert child.process.stdin is not None
        child.process.stdin.write(b"\n")
        child.process.stdin.flush()

        assert child.ended() == (1, ["there is no screen 3; there are 1"])


@posix_only("Windows is never without a display")
def test_without_a_display_that_is_what_is_said() -> None:
    with recording() as child:
        assert child.ended() == (1, ["there is no display"])


def test_without_a_portal_wayland_says_what_to_install_instead_of_showing_x11_windows(display: str) -> None:
    with recording(DISPLAY=display, XDG_SESSION_TYPE="wayland", DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere") as child:
        code, said = child.ended()

    assert code == 3
    assert "install libpipewire" in said[-1]


def test_a_reader_that_has_gone_is_the_end(display: str) -> None:
    with recording(DISPLAY=display) as child:
        assert child.process.stdin is not None
        assert child.process.stdout is not None
        child.process.stdout.close()
        child.process.stdin.write(b"\n")
        child.process.stdin.flush()

        assert child.ended()[0] == 0
