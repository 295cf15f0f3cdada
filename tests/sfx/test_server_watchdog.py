"""A sound server that comes up late, and one that dies: the player goes on in a new process."""

import pytest

from performer.stage.protocol.messages import Ended, Hello, Started
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.pulse import SoundDesk, open_desk, tone
from tests.sfx.running import running

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_without_a_sound_server_it_says_so_until_one_comes_up(stage: FakeStage) -> None:
    async with open_desk() as desk:
        await desk.stop()
        async with running(environment=desk.environment, url=stage.url) as player:
            none = await stage.told(Hello, sounds=False)
            await stage.speak("a", tone(0.1))
            refused = await stage.told(Ended, id="a")
            await desk.start()
            await desk.add_sink("main")
            await stage.told(Hello, sounds=True)
            await stage.speak("b", tone(0.2))
            heard = await stage.told(Ended, id="b")
            await player.close_input()
            code = await player.ended()

    assert none.why == refused.trouble == "no sound device found"
    assert heard == Ended(id="b", heard_ms=200)
    assert code == 0


@pytest.mark.slow
async def test_it_survives_the_death_of_the_sound_server(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    await stage.speak("a", tone(20))
    await stage.told(Started, id="a")
    await desk.stop()
    cut = await stage.told(Ended, id="a")
    mark = len(stage.said)
    await desk.start()
    await desk.add_sink("main")
    await stage.told(Hello, sounds=True, after=mark)
    await stage.speak("b", tone(0.2))

    assert cut.trouble == "no sound device works: the sound server is gone"
    assert await stage.told(Ended, id="b") == Ended(id="b", heard_ms=200)
    assert player.process.returncode is None


@pytest.mark.slow
async def test_it_notices_the_death_of_the_sound_server_while_nothing_sounds(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    await stage.told(Hello, sounds=True)
    mark = len(stage.said)
    await desk.stop()
    deaf = await stage.told(Hello, sounds=False, after=mark)

    assert "the sound server is gone" in deaf.why
    assert player.process.returncode is None
