import pytest

from performer.stage.protocol.messages import Clip, Ended, Hello, Started
from tests.fakes.stage import FakeStage
from tests.levels import steady_level
from tests.overlay.client.running import Running
from tests.pulse import SoundDesk, tone
from tests.sfx.running import running

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_the_wanted_device_is_the_one_that_sounds(desk: SoundDesk, stage: FakeStage) -> None:
    await desk.add_sink("headset", "Warm-Headset")
    async with (
        running("--device", "warm-head", environment=desk.environment, url=stage.url),
        desk.record("main") as main,
        desk.record("headset") as headset,
    ):
        hello = await stage.told(Hello, sounds=True)
        await stage.speak("a", tone(0.3))
        await stage.told(Ended, id="a")
        await headset.quiet()

    assert hello.why == "Warm-Headset"
    assert headset.rms() > 0.01
    assert main.rms() < 0.001


async def test_an_unknown_device_gives_the_default_and_says_so(desk: SoundDesk, stage: FakeStage) -> None:
    async with running("--device", "gramophone", environment=desk.environment, url=stage.url):
        hello = await stage.told(Hello, sounds=True)

    assert hello.why == "main (the default: no device is called 'gramophone'; there are 'main')"


@pytest.mark.slow
async def test_speech_and_clips_sound_on_devices_of_their_own_and_a_lost_one_is_stood_in_for(
    desk: SoundDesk, stage: FakeStage
) -> None:
    await desk.add_sink("headset", "Warm-Headset")
    options = ("--device", "warm", "--clip-device", "main")
    async with running(*options, environment=desk.environment, url=stage.url):
        hello = await stage.told(Hello, sounds=True)
        async with desk.record("main") as main, desk.record("headset") as headset:
            await stage.speak("a", tone(0.3))
            await stage.told(Ended, id="a")
            await headset.quiet()
            spoken = (main.rms(), headset.rms())
        async with desk.record("main") as main, desk.record("headset") as headset:
            await stage.send(Clip(id="b", name="beep", src="/sounds/beep.wav"))
            await stage.told(Ended, id="b")
            await main.quiet()
            clipped = (main.rms(), headset.rms())
        mark = len(stage.said)
        await desk.remove_sink("headset")
        async with desk.record("main") as main:
            await stage.speak("c", tone(0.2))
            heard = await stage.told(Ended, id="c")
            await main.quiet()
        lost = await stage.told(Hello, sounds=True, after=mark)

    assert hello.why == "speech on Warm-Headset, clips on main"
    assert spoken[1] > 0.01 > 0.001 > spoken[0]
    assert clipped[0] > 0.01 > 0.001 > clipped[1]
    assert lost.why.startswith("speech on main (the default: ")
    assert heard == Ended(id="c", heard_ms=200)
    assert main.rms() > 0.01


@pytest.mark.slow
async def test_speech_follows_a_change_of_the_machines_default_and_says_so(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    await desk.add_sink("headset", "Warm-Headset")
    before = await stage.told(Hello, sounds=True)
    mark = len(stage.said)
    await desk.set_default("headset")
    after = await stage.told(Hello, sounds=True, after=mark)
    async with desk.record("headset") as headset, desk.record("main") as main:
        await stage.speak("a", tone(0.3))
        heard = await stage.told(Ended, id="a")
        await headset.quiet()

    assert (before.why, after.why) == ("main", "Warm-Headset")
    assert heard == Ended(id="a", heard_ms=300)
    assert headset.rms() > 0.01 > 0.001 > main.rms()


async def test_the_volume_option_makes_all_softer(desk: SoundDesk, stage: FakeStage) -> None:
    async with running("--volume", "0.1", environment=desk.environment, url=stage.url), desk.record() as tape:
        await stage.told(Hello, sounds=True)
        await stage.speak("a", tone(0.3, hz=400, volume=0.5))
        await stage.told(Ended, id="a")
        await tape.quiet()

    assert steady_level(tape, 400) == pytest.approx(0.05, rel=0.1)


async def test_when_the_device_goes_what_waits_sounds_on_another(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    await desk.add_sink("spare", description="main")
    async with desk.record("spare") as spare:
        began = await stage.speak("a", tone(5))
        await stage.speak("b", tone(0.3))
        await stage.told(Started, id="a")
        mark = len(stage.said)
        await desk.remove_sink("main")
        await stage.told(Hello, sounds=True, after=mark)
        cut = await stage.told(Ended, id="a")
        heard = await stage.told(Ended, id="b")
        await spare.loud(began)

    assert cut.trouble == "its sound device is gone"
    assert cut.heard_ms < 5_000
    assert heard == Ended(id="b", heard_ms=300)


@pytest.mark.slow
async def test_without_any_device_it_says_so_and_comes_back(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    await stage.speak("a", tone(20))
    await stage.told(Started, id="a")
    await desk.remove_sink("main")
    gone = await stage.told(Hello, sounds=False)
    cut = await stage.told(Ended, id="a")
    await stage.speak("b", tone(0.1))
    await stage.send(Clip(id="c", name="beep", src="/sounds/beep.wav"))
    refused = [await stage.told(Ended, id="b"), await stage.told(Ended, id="c")]
    mark = len(stage.said)
    await desk.add_sink("main")
    await stage.told(Hello, sounds=True, after=mark)
    await stage.speak("d", tone(0.2))

    assert gone.why.startswith("no sound device")
    assert cut.trouble
    assert all(each.trouble.startswith("no sound device") for each in refused)
    assert await stage.told(Ended, id="d") == Ended(id="d", heard_ms=200)
