"""The listener as a process: it hears a real microphone, loses it and finds it again, and tells numbers alone."""

import anyio
import pytest

from tests.pulse import PATIENCE_S, open_desk
from tests.sfx.microphone.listener import listening, play, plug_in_microphone
from tests.speaking import at_level, spoken

pytestmark = pytest.mark.anyio

WORDS = "Look out, behind you!"


@pytest.mark.slow
async def test_it_hears_a_voice_tells_numbers_and_ends_with_its_input() -> None:
    async with open_desk("room") as desk:
        await plug_in_microphone(desk, "room")
        async with listening(desk.environment) as listener:
            device = await listener.hears("Headset")
            await play(desk, "room", at_level(spoken(WORDS), -26))
            line = await listener.hears_speech()
            assert listener.process.stdin is not None
            await listener.process.stdin.aclose()
            with anyio.fail_after(PATIENCE_S):
                code = await listener.process.wait()

    assert device == {"device": "Headset", "detector": "silero", "cancels": True, "why": ""}
    assert set(line) == {"sent", "at", "levels", "speech"}
    assert 0 <= line["sent"] - line["at"] < PATIENCE_S
    assert code == 0


@pytest.mark.slow
async def test_without_a_sound_server_it_says_so_and_lives_on() -> None:
    async with open_desk() as desk:
        nowhere = {**desk.environment, "PULSE_SERVER": "unix:/nonexistent"}
        async with listening(nowhere, "--detector", "energy") as listener:
            told = await listener.hears("")
            await listener.told(lambda line: set(line) == {"sent"}, "a sign of life")

            assert told == {"device": "", "detector": "energy", "cancels": True, "why": "there is no microphone"}
