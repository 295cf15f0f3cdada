"""Whether the show is seen, said when it changes, and what starts the window."""

import sys
from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.stage.processes.overlay_window import WindowSettings, WindowWatch, explain_missing_display

WHERE = "on HDMI-1, cut to its elements: no compositor runs on this display"


@pytest.fixture
def stream(virtual_clock: VirtualClock) -> EventStream:
    return EventStream(virtual_clock)


def test_each_change_is_said_once(stream: EventStream) -> None:
    watch = WindowWatch(stream)
    with stream.whole("test") as reader:
        watch.note_down("libxcb-cursor0 is missing")
        watch.note_down("libxcb-cursor0 is missing")
        watch.heard(WHERE)
        watch.heard(WHERE)
        watch.note_down("it was killed")
        watch.stop_reporting()
        watch.note_down("it ended")

        assert [published.event for published in reader.taken()] == [
            ServiceDown(service="window", reason="libxcb-cursor0 is missing"),
            ServiceUp(service="window", reason=WHERE),
            ServiceDown(service="window", reason="it was killed"),
        ]


def test_a_loss_is_said_once_however_its_reason_changes(stream: EventStream) -> None:
    watch = WindowWatch(stream)
    watch.heard(WHERE)
    with stream.whole("test") as reader:
        watch.note_down("the display broke")
        watch.note_down("the display ':0' does not answer")

        assert watch.role().why == "the display ':0' does not answer"
        watch.heard(WHERE)
        watch.note_down("it was killed")

        assert [published.event for published in reader.taken()] == [
            ServiceDown(service="window", reason="the display broke"),
            ServiceUp(service="window", reason=WHERE),
            ServiceDown(service="window", reason="it was killed"),
        ]


def test_a_window_that_hides_is_missing_and_said_so(stream: EventStream) -> None:
    hidden = "hidden: no compositor runs on this display; start one, such as picom"
    watch = WindowWatch(stream)
    watch.heard(WHERE)
    with stream.whole("test") as reader:
        watch.heard(hidden)
        watch.heard(hidden)

        assert watch.role().why == hidden
        watch.heard(WHERE)
        assert [published.event for published in reader.taken()] == [
            ServiceDown(service="window", reason=hidden),
            ServiceUp(service="window", reason=WHERE),
        ]


def test_the_table_tells_where_it_is_or_why_it_is_not(stream: EventStream) -> None:
    watch = WindowWatch(stream)
    off, early = watch.role("there is no display"), watch.role()
    assert (off.why, off.state) == ("there is no display", "off")
    assert ("not answered yet" in early.why, early.state) == (True, "down")

    watch.heard(WHERE)

    assert (watch.role().plays, watch.role().state) == (WHERE, "works")


@pytest.mark.anyio
async def test_who_waits_for_the_window_hears_of_its_end_too(stream: EventStream) -> None:
    watch = WindowWatch(stream)
    watch.note_down("the display ':0' does not answer")

    await watch.known.wait()

    assert watch.role().why == "the display ':0' does not answer"


def test_a_window_needs_a_display() -> None:
    assert explain_missing_display({}, "linux") == "there is no display"
    assert explain_missing_display({"DISPLAY": ":0"}, "linux") == ""
    assert explain_missing_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux") == ""
    assert explain_missing_display({}, "win32") == ""


def test_the_windows_command_says_only_what_is_wished() -> None:
    wishes = WindowSettings(monitor="HDMI", straight_alpha=True, without_compositor="hide")

    assert wishes.command(Path("place.json")) == [
        *(sys.executable, "-m", "overlay", "--monitor", "HDMI", "--without-compositor", "hide"),
        *("--hide-from-capture", "auto", "--place-file", "place.json", "--straight-alpha"),
    ]
    assert WindowSettings().command()[3:] == ["--without-compositor", "shape", "--hide-from-capture", "auto"]
