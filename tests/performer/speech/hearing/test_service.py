"""Hearing: off unless asked for, and told in the table."""

import sys
from functools import partial
from pathlib import Path

import anyio
import pytest

from performer.core import events as facts
from performer.core.clock import SystemClock, VirtualClock
from performer.core.events.parts import ServiceUp
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.platform import windows_privacy
from performer.core.status import Fix
from performer.speech.hearing import service
from performer.speech.hearing.recognition import ExpectedWords
from performer.speech.hearing.samples import HeardDevice
from performer.speech.hearing.service import HearingService
from performer.speech.hearing.settings import MicSettings
from tests.performer.core.platform.played_windows import play_windows


@pytest.fixture(autouse=True)
def lets_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this machine let programs hear, however its switches are."""
    monkeypatch.setattr(service, "explain_microphone_refusal", lambda: None)


def test_nobody_listens_unless_asked_to(virtual_clock: VirtualClock) -> None:
    hearing = HearingService(virtual_clock, EventStream(virtual_clock), MicSettings())

    assert not hearing.is_on
    assert hearing.floor.is_free
    assert (hearing.role().plays, hearing.role().state) == ("off", "off")
    assert "mic.enabled" in hearing.role().why


@pytest.fixture
def reader(virtual_clock: VirtualClock) -> "tuple[HearingService, facts.EventSubscription]":
    stream = EventStream(virtual_clock)
    return HearingService(virtual_clock, stream, MicSettings(enabled=True)), stream.whole("test")


def test_a_microphone_that_goes_is_said_once_and_again_when_it_is_back(
    reader: "tuple[HearingService, facts.EventSubscription]",
) -> None:
    watch, told = reader
    watch.note_device(HeardDevice(device="Blue", detector="silero"))
    watch.note_device(HeardDevice(device="", detector="silero", why="there is no microphone"))
    watch.note_loss("The listener ended.")
    watch.note_device(HeardDevice(device="Blue", detector="silero"))

    assert [each.event for each in told.taken()] == [
        facts.ServiceDown(service="mic", reason="there is no microphone"),
        facts.ServiceUp(service="mic", reason="Blue"),
    ]


def test_a_recogniser_that_fails_again_for_the_same_reason_is_said_once(
    reader: "tuple[HearingService, facts.EventSubscription]",
) -> None:
    watch, told = reader
    for why in ("it has ended", "it has ended", "it cannot be loaded", "", ""):
        watch.note_deafness(why)

    assert [each.event for each in told.taken()] == [
        facts.ServiceDown(service="recogniser", reason="it has ended"),
        facts.ServiceDown(service="recogniser", reason="it cannot be loaded"),
        facts.ServiceUp(service="recogniser", reason="it runs"),
    ]


def test_the_table_tells_who_listens_with_what_and_why_not(
    reader: "tuple[HearingService, facts.EventSubscription]",
) -> None:
    watch, _ = reader
    watch.note_device(HeardDevice(device="Blue", detector="energy", why="run.py add mic brings a better ear"))
    listening, listens = watch.role(), watch.listens
    watch.note_loss("there is no microphone")

    assert (listening.plays, listening.why) == ("Blue, energy", "run.py add mic brings a better ear")
    assert (listens, watch.listens) == (True, False)
    assert (watch.role().why, watch.role().state) == ("there is no microphone", "down")
    assert watch.role().fix == Fix(op="mic.again", label="Listen again")


def test_a_switch_of_windows_that_keeps_programs_from_the_microphone_is_named_instead_of_what_qt_says(
    reader: "tuple[HearingService, facts.EventSubscription]", monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, told = reader
    windows = play_windows(monkeypatch)
    windows.registry[windows_privacy._OF_PERSON, "Value"] = "Deny"
    monkeypatch.setattr(service, "explain_microphone_refusal", windows_privacy.explain_microphone_refusal)
    watch.note_device(HeardDevice(device="", detector="energy", why="Blue cannot be opened: OpenError"))
    refused, (news,) = watch.role(), told.taken()
    windows.registry.clear()
    watch.note_device(HeardDevice(device="Blue", detector="energy"))

    assert "ms-settings:privacy-microphone" in refused.why
    assert isinstance(news.event, facts.ServiceDown)
    assert news.event.reason == refused.why
    assert (watch.role().why, watch.listens) == ("", True)


@pytest.mark.parametrize(("detector", "is_told"), [("energy", True), ("silero", False)])
def test_a_floor_that_is_taken_for_ever_is_said_with_a_remedy(
    reader: "tuple[HearingService, facts.EventSubscription]", detector: str, is_told: bool
) -> None:
    watch, told = reader
    watch.note_device(HeardDevice(device="Blue", detector=detector))
    watch.note_doubt(True)
    watch.note_doubt(False)

    down, up = (each.event for each in told.taken())
    assert isinstance(down, facts.ServiceDown)
    assert (down.service, "another mic.device" in down.reason) == ("ears", True)
    assert ("run.py add mic" in down.reason) is is_told
    assert up == facts.ServiceUp(service="ears", reason="the microphone has been quiet")


def test_at_the_end_of_the_show_its_going_is_no_news(reader: "tuple[HearingService, facts.EventSubscription]") -> None:
    watch, told = reader
    watch.note_device(HeardDevice(device="Blue", detector="silero"))
    watch.stop_reporting()
    watch.note_loss("The listener ended.")

    assert told.taken() == []


class Silence:
    """A speaker without a line."""

    speaking = None

    def soften(self, *, is_soft: bool) -> None:
        pass

    async def hold(self, within_s: float = 0.0) -> None:
        raise AssertionError("there is nothing to hold")

    async def resume(self) -> None:
        raise AssertionError("nothing was held")


HEARS = """import sys
print('{"device":"Blue","detector":"energy"}', flush=True)
sys.stdin.read()"""


class AnyMic(MicSettings):
    """Settings whose listener hears at once, without a device."""

    def command(self) -> list[str]:
        return [sys.executable, "-c", HEARS]


async def give_way(_why: str) -> None:
    raise AssertionError("nobody speaks")


@pytest.mark.anyio
async def test_the_microphone_is_switched_on_and_off_during_the_show(clock: SystemClock, events: EventStream) -> None:
    hearing = HearingService(clock, events, AnyMic())
    with events.whole("test") as news:
        async with anyio.create_task_group() as tasks:
            await tasks.start(partial(hearing.run, speaker=Silence(), give_way=give_way))
            await hearing.live["mic.enabled"](True)
            assert await news.wait()
            (up,) = [each.event for each in news.taken()]
            heard = hearing.role().plays
            await hearing.live["mic.enabled"](False)
            tasks.cancel_scope.cancel()

    assert (up, heard) == (ServiceUp(service="mic", reason="Blue"), "Blue, energy")
    assert (hearing.is_on, hearing.role().state) == (False, "off")


class SlowMic(MicSettings):
    """Settings whose listener says nothing yet."""

    def command(self) -> list[str]:
        return [sys.executable, "-c", "import sys; sys.stdin.read()"]


@pytest.mark.anyio
async def test_a_microphone_that_opens_after_the_show_has_begun_is_news(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    hearing = HearingService(virtual_clock, stream, SlowMic(enabled=True))
    with stream.whole("test") as news:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(partial(hearing.run, speaker=Silence(), give_way=give_way))
            await virtual_clock.advance(4.0)
            hearing.note_device(HeardDevice(device="Blue", detector="energy"))
            told = [each.event for each in news.taken()]
            tasks.cancel_scope.cancel()

    assert told == [ServiceUp(service="mic", reason="Blue")]


@pytest.mark.anyio
async def test_a_microphone_that_was_lost_is_listened_to_again_when_it_is_asked_for(
    clock: SystemClock, events: EventStream
) -> None:
    hearing = HearingService(clock, events, AnyMic(enabled=True))
    async with anyio.create_task_group() as tasks:
        await tasks.start(partial(hearing.run, speaker=Silence(), give_way=give_way))
        hearing.note_loss("it was pulled out")
        with events.whole("test") as news:
            hearing.listen_again()
            told: list[facts.Event] = []
            while len(told) < 2 and await news.wait():
                told += [each.event for each in news.taken()]
        tasks.cancel_scope.cancel()

    assert told == [
        ServiceUp(service="mic", reason="it begins anew"),
        ServiceUp(service="mic", reason="Blue"),
    ]


DEAF = HEARS.replace("sys.stdin", 'print(\'{"sent":1,"recogniser":"","why":"no model"}\', flush=True)\nsys.stdin')


class DeafMic(MicSettings):
    """Settings whose listener hears at once, and has no recogniser."""

    def command(self) -> list[str]:
        return [sys.executable, "-c", DEAF]


@pytest.mark.anyio
async def test_a_recogniser_that_is_missing_is_told_and_the_microphone_goes_on(
    clock: SystemClock, events: EventStream, tmp_path: Path
) -> None:
    hearing = HearingService(
        clock, events, DeafMic(enabled=True, recognition=str(tmp_path)), Home(config=tmp_path, data=tmp_path)
    )
    with events.whole("test", facts.ServiceDown, ServiceUp) as news:
        async with anyio.create_task_group() as tasks:
            await tasks.start(partial(hearing.run, speaker=Silence(), give_way=give_way))
            assert await news.wait()
            role, told = hearing.role(), [each.event for each in news.taken()]
            hearing.note_loss("it was pulled out")
            hearing.listen_again()
            while len(told) < 4 and await news.wait():
                told += [each.event for each in news.taken()]
            tasks.cancel_scope.cancel()

    assert told == [
        facts.ServiceDown(service="recogniser", reason="no model"),
        facts.ServiceDown(service="mic", reason="it was pulled out"),
        ServiceUp(service="mic", reason="it begins anew"),
        ServiceUp(service="mic", reason="Blue"),
    ]
    assert (role.plays, role.why) == ("Blue, energy", "no model")


@pytest.mark.anyio
async def test_a_new_hint_has_the_recogniser_begin_anew(
    clock: SystemClock, events: EventStream, tmp_path: Path
) -> None:
    hearing = HearingService(
        clock, events, AnyMic(enabled=True, recognition=str(tmp_path)), Home(config=tmp_path, data=tmp_path)
    )
    with events.whole("test") as news:
        async with anyio.create_task_group() as tasks:
            await tasks.start(partial(hearing.run, speaker=Silence(), give_way=give_way))
            hearing.expect(lambda language: ExpectedWords(hint=f"Hey Luna! {language}".strip(), names=("Luna",)))
            assert await news.wait()
            tasks.cancel_scope.cancel()

    assert hearing.microphone.command[-3:] == ["--hint", "Hey Luna!", "--name=Luna"]
