"""The detector: what it tells of speech, coughs and noise, and when."""

import anyio
import pytest

from bench.show.microphone import Kind, MicTrack, SoundBurst, Span, detect_speech
from performer.core.clock import VirtualClock
from performer.speech.hearing.samples import SpeechSlice


async def heard(clock: VirtualClock, kind: Kind) -> list[tuple[float, SpeechSlice]]:
    slices: list[tuple[float, SpeechSlice]] = []

    async def listen() -> None:
        async for some in detect_speech(clock, MicTrack(bursts=(SoundBurst(span=Span(2.0, 2.4), kind=kind),))).slices():
            slices.extend((clock.now(), each) for each in some)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(listen)
        await clock.advance(5)
        tasks.cancel_scope.cancel()
    return slices


@pytest.mark.anyio
async def test_speech_is_told_a_little_late_and_for_as_long_as_it_lasts(virtual_clock: VirtualClock) -> None:
    slices = await heard(virtual_clock, "speech")

    first_s, last_s = slices[0][0], slices[-1][0]
    assert first_s == pytest.approx(2.0 + 0.05 + 0.032)
    assert last_s == pytest.approx(2.4 + 0.05, abs=0.033)


@pytest.mark.anyio
@pytest.mark.parametrize(("kind", "passes_for_speech"), [("speech", True), ("cough", True), ("noise", False)])
async def test_a_cough_passes_for_speech_and_a_clatter_does_not(
    virtual_clock: VirtualClock, kind: Kind, passes_for_speech: bool
) -> None:
    slices = await heard(virtual_clock, kind)

    assert {each.speech >= 0.5 for _, each in slices} == {passes_for_speech}
