"""Whether the show is heard, said once when it changes, and how the table tells it."""

import sys

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.stage.processes.sound_player import SoundSettings, SoundWatch


@pytest.fixture
def stream(virtual_clock: VirtualClock) -> EventStream:
    return EventStream(virtual_clock)


def test_each_change_is_said_once(virtual_clock: VirtualClock, stream: EventStream) -> None:
    watch = SoundWatch(stream)
    with stream.whole("test") as reader:
        watch.changed(False, "no device")
        watch.failed("it crashed")
        watch.changed(True, "Built-in Audio")
        watch.changed(False, "unplugged")
        watch.stop_reporting()
        watch.changed(False, "nothing here plays sound")

        assert [published.event for published in reader.taken()] == [
            ServiceDown(service="sound", reason="no device"),
            ServiceUp(service="sound", reason="Built-in Audio"),
            ServiceDown(service="sound", reason="unplugged"),
        ]


def test_the_table_tells_the_device_or_why_there_is_none(virtual_clock: VirtualClock, stream: EventStream) -> None:
    watch = SoundWatch(stream)
    assert (watch.role(enabled=False).plays, watch.role(enabled=False).state) == ("off", "off")
    assert "not answered yet" in watch.role(enabled=True).why

    watch.changed(True, "Built-in Audio")

    assert watch.role(enabled=True).plays == "Built-in Audio"


@pytest.mark.anyio
async def test_waiting_for_the_player_has_an_end(virtual_clock: VirtualClock, stream: EventStream) -> None:
    watch = SoundWatch(stream)
    watch.failed("libEGL.so.1 is missing")

    await watch.known.wait()

    assert (watch.role(enabled=True).why, watch.role(enabled=True).state) == ("libEGL.so.1 is missing", "down")


def test_the_players_command_names_each_device_that_is_chosen() -> None:
    command = SoundSettings(speech_device="Cable", clip_device="USB").command()

    assert command[3:] == ["--speech-device", "Cable", "--clip-device", "USB", "--volume", "1"]


def test_the_players_command_names_device_and_volume() -> None:
    assert SoundSettings(device="USB", volume=0.5).command() == [
        sys.executable,
        "-m",
        "sfx",
        "--device",
        "USB",
        "--volume",
        "0.5",
    ]


def test_a_player_that_ends_while_a_page_sounds_is_no_loss(virtual_clock: VirtualClock, stream: EventStream) -> None:
    watch = SoundWatch(stream)
    watch.changed(True, "a page in OBS")
    with stream.whole("test") as reader:
        watch.failed("it crashed")
        assert watch.role(enabled=True).plays == "a page in OBS"
        watch.changed(False, "nothing here plays sound")

        assert [published.event for published in reader.taken()] == [ServiceDown(service="sound", reason="it crashed")]


def test_a_page_may_sound_where_the_player_is_off(virtual_clock: VirtualClock, stream: EventStream) -> None:
    watch = SoundWatch(stream)
    watch.changed(True, "a page in OBS")

    assert watch.role(enabled=False).plays == "a page in OBS"


@pytest.mark.parametrize(("duck_db", "share"), [(-6.0, 0.5012), (0.0, 1.0), (-60.0, 0.001)])
def test_other_sounds_go_on_at_a_share_of_their_volume(duck_db: float, share: float) -> None:
    assert SoundSettings(duck_db=duck_db).duck == share


def test_effects_are_softer_than_the_voice_and_give_way_to_it_by_6_db() -> None:
    settings = SoundSettings()

    assert (settings.effects_lufs, settings.duck_db) == (-20.0, -6.0)
