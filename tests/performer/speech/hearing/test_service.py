"""Hearing: off unless asked for, and told in the table."""

import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.core.speaking_turn import ALWAYS_FREE
from performer.speech.hearing.samples import HeardDevice
from performer.speech.hearing.service import HearingService
from performer.speech.hearing.settings import MicSettings


def test_nobody_listens_unless_asked_to(virtual_clock: VirtualClock) -> None:
    hearing = HearingService(virtual_clock, EventStream(virtual_clock), MicSettings())

    assert not hearing.is_on
    assert hearing.floor is ALWAYS_FREE
    assert (hearing.role().plays, hearing.role().state) == ("off", "off")
    assert "mic.enabled" in hearing.role().why


@pytest.fixture
def reader(virtual_clock: VirtualClock) -> "tuple[HearingService, events.EventSubscription]":
    stream = EventStream(virtual_clock)
    return HearingService(virtual_clock, stream, MicSettings(enabled=True)), stream.whole("test")


def test_a_microphone_that_goes_is_said_once_and_again_when_it_is_back(
    reader: "tuple[HearingService, events.EventSubscription]",
) -> None:
    watch, told = reader
    watch.note_device(HeardDevice(device="Blue", detector="silero"))
    watch.note_device(HeardDevice(device="", detector="silero", why="there is no microphone"))
    watch.note_loss("The listener ended.")
    watch.note_device(HeardDevice(device="Blue", detector="silero"))

    assert [each.event for each in told.taken()] == [
        events.ServiceDown(service="mic", reason="there is no microphone"),
        events.ServiceUp(service="mic", reason="Blue"),
    ]


def test_the_table_tells_who_listens_with_what_and_why_not(
    reader: "tuple[HearingService, events.EventSubscription]",
) -> None:
    watch, _ = reader
    watch.note_device(HeardDevice(device="Blue", detector="energy", why="run.py add mic brings a better ear"))
    listening = watch.role()
    watch.note_loss("there is no microphone")

    assert (listening.plays, listening.why) == ("Blue, energy", "run.py add mic brings a better ear")
    assert (watch.role().why, watch.role().state) == ("there is no microphone", "down")


@pytest.mark.parametrize(("detector", "is_told"), [("energy", True), ("silero", False)])
def test_a_floor_that_is_taken_for_ever_is_said_with_a_remedy(
    reader: "tuple[HearingService, events.EventSubscription]", detector: str, is_told: bool
) -> None:
    watch, told = reader
    watch.note_device(HeardDevice(device="Blue", detector=detector))
    watch.note_doubt(True)
    watch.note_doubt(False)

    down, up = (each.event for each in told.taken())
    assert isinstance(down, events.ServiceDown)
    assert (down.service, "another mic.device" in down.reason) == ("ears", True)
    assert ("run.py add mic" in down.reason) is is_told
    assert up == events.ServiceUp(service="ears", reason="the microphone has been quiet")


def test_at_the_end_of_the_show_its_going_is_no_news(reader: "tuple[HearingService, events.EventSubscription]") -> None:
    watch, told = reader
    watch.note_device(HeardDevice(device="Blue", detector="silero"))
    watch.stop_reporting()
    watch.note_loss("The listener ended.")

    assert told.taken() == []
