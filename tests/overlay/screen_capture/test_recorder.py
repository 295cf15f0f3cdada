"""The screen recorder as a process: pictures on demand, the newest, as it is on the screen."""

import subprocess

from tests.overlay.screen_capture.running import recording


def test_each_line_is_answered_by_one_picture_and_closed_input_is_the_end(display: str) -> None:
    with recording(DISPLAY=display) as child:
        answers = [child.ask() for _ in range(3)]
        assert child.process.stdin is not None
        child.process.stdin.close()
        code, said = child.ended()

    header = {"width": 800, "height": 600, "stride": 3200, "bands": "BGRX", "bytes": 1_920_000}
    assert [answer[0] for answer in answers] == [header] * 3
    assert [pixels[:3] for _, pixels in answers] == [bytes((0x20, 0x40, 0xC0))] * 3
    assert (code, said) == (0, [])


def test_what_is_on_the_screen_now_is_what_is_handed_out(display: str) -> None:
    with recording(DISPLAY=display) as child:
        child.ask()
        try:
            subprocess.run(["xsetroot", "-display", display, "-solid", "#001000"], check=True)
            _, pixels = child.ask()
        finally:
            subprocess.run(["xsetroot", "-display", display, "-solid", "#c04020"], check=True)

    assert pixels[:3] == bytes((0, 0x10, 0))


def test_where_the_system_delivers_by_itself_the_newest_picture_is_kept(display: str) -> None:
    # A Wayland session whose pictures come by X11 after all: the delivery is the same for us.
    with recording(DISPLAY=display, XDG_SESSION_TYPE="wayland", QT_SCREEN_CAPTURE_BACKEND="x11") as child:
        assert [child.ask()[0]["width"] for _ in range(3)] == [800] * 3
