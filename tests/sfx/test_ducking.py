"""Clips beside speech, by the loudness of each in the recording: a clip of 2000 Hz, and speech of 400 Hz."""

import math
import time

import pytest

from performer.stage.protocol.messages import Clip, Ended, Hush, Started
from tests.fakes.stage import FakeStage
from tests.levels import STEP_MS, between, levels, mostly, spans, steps
from tests.overlay.client.running import Running
from tests.pulse import SoundDesk, Tape, tone, wav

pytestmark = pytest.mark.anyio

LONG = "/sounds/long.wav"
LOUD = 0.4
SHARE = 0.3
DUCKED = LOUD * SHARE


@pytest.fixture(autouse=True)
def _long_clip(stage: FakeStage) -> None:
    stage.sounds["long.wav"] = wav(tone(5, hz=2000, rate=48_000, volume=LOUD), rate=48_000)


@pytest.mark.slow
async def test_a_clip_goes_down_beside_a_sentence_and_comes_up_after_it(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    async with desk.record() as tape:
        await play(stage, tape, "c")
        await speak(stage, "a", 0.3)
        await stage.told(Ended, id="a")
        await plays_on(tape, 1.1)

    clip = levels(tape, 2000)
    [(begin, end)] = spans(levels(tape, 400), 0.1)
    assert mostly(clip[begin - 20 : begin - 2], LOUD)
    assert between(clip[begin : begin + steps(0.1)], DUCKED, LOUD) >= 3
    assert mostly(clip[begin + steps(0.1) : end + steps(0.3)], DUCKED)
    assert between(clip[end + steps(0.3) :], DUCKED, LOUD) > steps(0.15)
    assert mostly(clip[-30:-5], LOUD)


@pytest.mark.slow
async def test_it_stays_down_over_the_gap_to_the_next_sentence_and_so_does_a_clip_that_begins_meanwhile(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    async with desk.record() as tape:
        await speak(stage, "a", 0.2)
        await stage.told(Ended, id="a")
        await play(stage, tape, "c")
        await speak(stage, "b", 0.4)
        await stage.told(Ended, id="b")

    clip = levels(tape, 2000)
    began = spans(clip, 0.05)[0][0]
    assert mostly(clip[began:], DUCKED)
    assert between(clip[began:], DUCKED, LOUD) < 3


async def test_the_sentence_that_sounds_says_how_far_they_go_down(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    async with desk.record() as tape:
        await play(stage, tape, "c")
        await speak(stage, "a", 0.2, duck=-5)
        await speak(stage, "b", 0.5, duck=math.nan)
        await stage.told(Ended, id="b")

    clip = levels(tape, 2000)
    [(begin, end)] = spans(levels(tape, 400), 0.1)
    assert max(clip[begin + steps(0.12) : begin + steps(0.18)]) < 0.02
    assert mostly(clip[end - 20 : end - 2], LOUD)


@pytest.mark.slow
async def test_a_hush_of_speech_leaves_clips_sounding_and_lets_them_come_up_at_once(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    async with desk.record() as tape:
        await play(stage, tape, "c")
        await speak(stage, "a", 5)
        await speak(stage, "b", 5)
        await stage.told(Started, id="a")
        await plays_on(tape, 0.2)
        await stage.send(Hush(speech_only=True))
        cut = await stage.told(Ended, id="a")
        await stage.told(Ended, id="b")
        await plays_on(tape, 0.45)
        await speak(stage, "d", 0.1)
        heard = await stage.told(Ended, id="d")

    clip = levels(tape, 2000)
    (begin, hushed), (again, _) = spans(levels(tape, 400), 0.1)
    assert cut.heard_ms == pytest.approx((hushed - begin) * STEP_MS, abs=60)
    assert Started(id="b") not in stage.said
    assert not any(isinstance(each, Ended) and each.id == "c" for each in stage.said)
    assert mostly(clip[hushed - 20 : hushed - 2], DUCKED)
    assert mostly(clip[again - 10 : again - 2], LOUD)
    assert heard == Ended(id="d", heard_ms=100)


@pytest.mark.slow
async def test_a_sink_that_is_muted_and_a_server_that_dies_do_not_matter_to_a_ramp(
    desk: SoundDesk, stage: FakeStage, player: Running
) -> None:
    async with desk.record() as tape:
        await play(stage, tape, "c")
        await desk.mute("main")
        await speak(stage, "a", 0.2)
        await stage.told(Ended, id="a")
        await desk.mute("main", is_muted=False)
        await tape.loud(time.monotonic())
        await speak(stage, "b", 5)
        await stage.told(Started, id="b")
    await desk.stop()
    await stage.told(Ended, id="b")
    await stage.told(Ended, id="c")

    assert player.process.returncode is None
    assert "Traceback" not in player.errors


async def play(stage: FakeStage, tape: Tape, name: str) -> None:
    """Have the long clip sound for a while."""
    await stage.send(Clip(id=name, name="long", src=LONG))
    await stage.told(Started, id=name)
    await plays_on(tape, 0.15)


async def plays_on(tape: Tape, seconds: float) -> None:
    await tape.loud(time.monotonic() + seconds)


async def speak(stage: FakeStage, name: str, seconds: float, *, duck: float = SHARE) -> None:
    await stage.speak(name, tone(seconds, hz=400, volume=0.2), duck=duck)
