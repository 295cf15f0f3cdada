import os
import signal

import pytest

from performer.stage.protocol.messages import Ended, Hello, Started
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.pulse import SoundDesk, tone
from tests.sfx.running import running

pytestmark = pytest.mark.anyio


async def test_it_ends_when_its_standard_input_closes(stage: FakeStage, player: Running) -> None:
    await stage.speak("a", tone(20))
    await stage.told(Started, id="a")

    await player.close_input()

    assert await player.ended() == 0


async def test_it_ends_at_sigterm(stage: FakeStage, player: Running) -> None:
    player.process.send_signal(signal.SIGTERM)

    assert await player.ended() == 0


async def test_started_by_hand_it_outlives_its_input_and_ends_at_ctrl_c(desk: SoundDesk, stage: FakeStage) -> None:
    async with running(environment=desk.environment, url=stage.url, by_hand=True) as player:
        await stage.told(Hello, sounds=True)
        await stage.speak("a", tone(0.1))
        await stage.told(Ended, id="a")
        player.process.send_signal(signal.SIGINT)

        assert await player.ended() == 0


async def test_ctrl_c_is_left_to_whoever_started_it(stage: FakeStage, player: Running) -> None:
    player.process.send_signal(signal.SIGINT)
    await stage.speak("a", tone(0.1))

    assert (await stage.told(Ended, id="a")).trouble == ""


@pytest.mark.slow
async def test_it_comes_back_when_the_stage_does(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    async with desk.record() as tape:
        began = await stage.speak("a", tone(20))
        await tape.loud(began)
        await stage.stop()
        await tape.quiet()
        mark = len(stage.said)
        await stage.start()
        await stage.told(Hello, after=mark, sounds=True)
        await stage.speak("a", tone(0.2))  # another show counts its sentences from the beginning

        assert await stage.told(Ended, after=mark, id="a") == Ended(id="a", heard_ms=200)


async def test_it_waits_for_a_stage_that_is_not_there_yet(desk: SoundDesk, stage: FakeStage) -> None:
    await stage.stop()
    async with running(environment=desk.environment, url=stage.url):
        await stage.start()

        assert await stage.told(Hello, sounds=True) == Hello(client="sfx", sounds=True, why="main")


@pytest.mark.parametrize(
    ("options", "url", "words"),
    [
        (["--volume", "3"], "ws://127.0.0.1:1/", "--volume 3.0 is not between 0 and 1"),
        (["--volume", "loud"], "ws://127.0.0.1:1/", "invalid float value: 'loud'"),
        (["--tea"], "ws://127.0.0.1:1/", "--tea"),
        ([], "http://127.0.0.1:1/?token=secret", "'http://127.0.0.1:1/' is no WebSocket URL"),
        ([], "ws://", "is no WebSocket URL"),
    ],
)
async def test_a_bad_argument_is_one_clear_line(options: list[str], url: str, words: str) -> None:
    async with running(*options, environment=os.environ, url=url, by_hand=True) as player:
        assert await player.ended() == 2
        assert words in player.errors
        assert "secret" not in player.errors
        assert player.errors.count("\n") == 1


async def test_no_address_at_all_is_said() -> None:
    async with running(environment=os.environ) as player:
        await player.close_input()

        assert await player.ended() == 2
        assert "no address" in player.errors
