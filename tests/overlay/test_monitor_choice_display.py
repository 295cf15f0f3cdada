from overlay.monitor_choice import choose_qt_platform
from tests.systems import linux_only


@linux_only("its X server is asked")
def test_a_wayland_session_is_reached_by_its_x_server_where_there_is_one() -> None:
    nested = {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":4711"}
    assert "does not answer" in choose_qt_platform(nested, "linux")
    assert nested["QT_QPA_PLATFORM"] == "xcb"

    pure = {"WAYLAND_DISPLAY": "wayland-0"}
    assert choose_qt_platform(pure, "linux") == ""
    assert "QT_QPA_PLATFORM" not in pure


def test_who_chose_a_platform_keeps_it() -> None:
    chosen = {"QT_QPA_PLATFORM": "offscreen"}

    assert choose_qt_platform(chosen, "linux") == ""
    assert chosen["QT_QPA_PLATFORM"] == "offscreen"
    assert choose_qt_platform({}, "win32") == ""


def test_the_window_works_in_device_pixels() -> None:
    environ: dict[str, str] = {}
    choose_qt_platform(environ, "win32")

    assert environ["QT_ENABLE_HIGHDPI_SCALING"] == "0"


def test_the_window_paints_in_one_thread() -> None:
    environ: dict[str, str] = {}
    choose_qt_platform(environ, "linux")

    assert environ["QT_NO_GUI_THREADPOOL"] == "1"
