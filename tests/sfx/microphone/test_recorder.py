"""The recorder on real inputs: one that is unplugged and comes back, and one that is waited for."""

import pytest

from tests.pulse import open_desk
from tests.sfx.microphone.listener import hold_microphone, listening, play, plug_in_microphone, unplug_microphone
from tests.speaking import at_level, spoken

pytestmark = pytest.mark.anyio


WORDS = "Look out, behind you!"


@pytest.mark.slow
async def test_a_microphone_that_is_unplugged_is_missed_and_heard_again_when_it_is_back() -> None:
    async with open_desk("room") as desk:
        await plug_in_microphone(desk, "room")
        async with listening(desk.environment, "--device", "head") as listener:
            await listener.hears("Headset")
            await unplug_microphone(desk)
            missed = await listener.hears("")
            await plug_in_microphone(desk, "room")
            await listener.hears("Headset")
            await play(desk, "room", at_level(spoken(WORDS), -26))

            await listener.hears_speech()
            assert missed["why"] == "there is no microphone"


@pytest.mark.slow
async def test_the_wanted_microphone_is_waited_for_and_no_other_heard_instead() -> None:
    async with open_desk("room") as desk:
        await plug_in_microphone(desk, "room", "Webcam")
        async with listening(desk.environment, "--device", "headset") as listener:
            waiting = await listener.hears("")
            await listener.told(lambda line: set(line) == {"sent"}, "a sign of life")
            await plug_in_microphone(desk, "room", "Headset")

            await listener.hears("Headset")
            assert waiting["why"] == "no microphone is called 'headset'; there are 'Webcam'"


@pytest.mark.slow
async def test_a_microphone_that_another_program_holds_is_told_and_heard_again_when_it_is_free() -> None:
    async with open_desk("room") as desk:
        await plug_in_microphone(desk, "room")
        async with listening(desk.environment) as listener:
            await listener.hears("Headset")
            await hold_microphone(desk)
            held = await listener.hears("")
            await hold_microphone(desk, is_held=False)
            await listener.hears("Headset")
            await play(desk, "room", at_level(spoken(WORDS), -26))

            await listener.hears_speech()
            assert held["why"] == "Headset gives no sound; another program may hold it"


@pytest.mark.slow
async def test_a_change_of_the_machines_default_microphone_is_followed_and_said() -> None:
    async with open_desk("room", "desk") as desk:
        await plug_in_microphone(desk, "room")
        async with listening(desk.environment) as listener:
            await listener.hears("Headset")
            words = ["source_name=stand", "master=desk.monitor", "source_properties=device.description=Stand"]
            await desk._control("load-module", "module-remap-source", *words)
            await desk._control("set-default-source", "stand")

            await listener.hears("Stand")
            await play(desk, "desk", at_level(spoken(WORDS), -26))
            await listener.hears_speech()


@pytest.mark.slow
async def test_what_the_speakers_play_is_no_microphone() -> None:
    async with open_desk("room") as desk, listening(desk.environment) as listener:
        there_is_none = await listener.hears("")
        await play(desk, "room", at_level(spoken(WORDS), -16))
        alive = await listener.told(lambda line: "levels" in line or set(line) == {"sent"}, "a sign of life")

        assert there_is_none["why"] == "there is no microphone"
        assert "levels" not in alive
