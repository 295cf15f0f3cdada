"""A device that sleeps while nobody plays: the player wakes it ahead of speech and keeps it awake through a talk."""

import time
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from performer.stage.protocol.messages import Ended, Hello, Hush, Started, Wake
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.pulse import SoundDesk, open_desk, tone
from tests.sfx.running import running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sleepy_desk() -> AsyncIterator[SoundDesk]:
    """A sound server with a null sink that works in steps of 2 s while nobody plays."""
    async with open_desk() as opened:
        await opened.add_sink("main", awake=False)
        yield opened


@pytest.fixture
async def player(sleepy_desk: SoundDesk, stage: FakeStage) -> AsyncIterator[Running]:
    async with running(environment=sleepy_desk.environment, url=stage.url) as started:
        await stage.told(Hello, sounds=True)
        yield started


@pytest.mark.slow
async def test_sentences_follow_each_other_on_a_device_that_sleeps_alone(
    sleepy_desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    async with sleepy_desk.record(promptly=False) as tape:
        for each in ("a", "b", "c"):
            await stage.speak(each, tone(0.4))
            assert await stage.told(Ended, id=each) == Ended(id=each, heard_ms=400)
        await tape.quiet(time.monotonic(), for_s=2.5)  # what a sleeping sink plays is taped up to 2 s later

    bursts = tape.bursts_ms()
    assert sum(end - begin for begin, end in bursts) == pytest.approx(1200, abs=10)
    assert all(begin - end < 500 for (_, end), (begin, _) in pairwise(bursts))


@pytest.mark.slow
async def test_woken_ahead_a_sentence_sounds_at_once_and_hush_is_immediate(
    sleepy_desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    await stage.send(Wake())
    await sleepy_desk.wakes("main")
    spoken = await stage.speak("a", tone(0.4))
    ended = await stage.told(Ended, id="a")
    await stage.speak("b", tone(5))
    await stage.told(Started, id="b")
    await stage.send(Hush())
    cut = await stage.told(Ended, id="b")

    assert stage.said_at[stage.said.index(ended)] - spoken - 0.4 < 0.5
    assert cut.heard_ms < 500


@pytest.mark.slow
async def test_the_device_may_sleep_again_some_time_after_a_wake(sleepy_desk: SoundDesk, stage: FakeStage) -> None:
    async with running("--hold-ms", "4000", environment=sleepy_desk.environment, url=stage.url):
        await stage.told(Hello, sounds=True)
        await stage.send(Wake())
        await sleepy_desk.wakes("main")
        await sleepy_desk.sleeps("main")

    assert stage.said == [Hello(client="sfx", sounds=True, why="main")]


@pytest.mark.slow
async def test_the_device_that_was_woken_may_go(sleepy_desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    await sleepy_desk.add_sink("spare", awake=False)
    await stage.send(Wake())
    await sleepy_desk.wakes("main")
    mark = len(stage.said)
    await sleepy_desk.remove_sink("main")
    await stage.told(Hello, sounds=True, why="spare", after=mark)
    await stage.send(Wake())
    await sleepy_desk.wakes("spare")
    await stage.speak("a", tone(0.2))

    assert await stage.told(Ended, id="a") == Ended(id="a", heard_ms=200)
    assert player.process.returncode is None


@pytest.mark.slow
async def test_the_sound_server_may_die_while_the_device_is_kept_awake(
    sleepy_desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    await stage.send(Wake())
    await sleepy_desk.wakes("main")
    await sleepy_desk.stop()
    await stage.told(Hello, sounds=False)
    mark = len(stage.said)
    await sleepy_desk.start()
    await sleepy_desk.add_sink("main", awake=False)
    await stage.told(Hello, sounds=True, after=mark)
    await stage.speak("a", tone(0.2))

    assert await stage.told(Ended, id="a") == Ended(id="a", heard_ms=200)
    assert player.process.returncode is None


async def test_a_wake_without_any_device_is_passed_over(stage: FakeStage) -> None:
    async with open_desk() as bare, running(environment=bare.environment, url=stage.url) as player:
        await stage.told(Hello, sounds=False)
        await stage.send(Wake())
        await stage.speak("a", tone(0.1))

        assert (await stage.told(Ended, id="a")).trouble == "no sound device found"
        assert "Traceback" not in player.errors
