"""The operations about the voice: the list, samples, and mute."""

import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.speech.operations import VoiceOperations
from performer.speech.output.sample import VoiceSampler
from performer.speech.output.speaker import Speaker
from performer.speech.voices.choice import VoiceChoice
from performer.speech.voices.select import make_fallback_voice
from performer.speech.voices.settings import VoiceSettings
from tests.performer.speech.output.stage_sound import Loudspeaker
from tests.performer.speech.output.test_sample import Output
from tests.performer.speech.voices.talking import BEEP, make_program

pytestmark = pytest.mark.anyio


@dataclass
class Desk:
    """The operations, and what they act on."""

    operations: VoiceOperations
    speaker: Speaker
    output: Output
    changes: list[str] = field(default_factory=list)


@pytest.fixture
async def desk(clock: SystemClock, events: EventStream) -> AsyncIterator[Desk]:
    settings = VoiceSettings(engine=make_program(), fallback=["silent"])
    guard = Guard(GuardSettings(), ["plonk"], clock=clock)
    async with AsyncExitStack() as stack:
        voice = await make_fallback_voice(clock, events, settings, stack)
        speaker, output = Speaker(clock, events, voice, Loudspeaker(clock)), Output()  # type: ignore[arg-type]  # it is not run
        changes: list[str] = []
        choice, sampler = VoiceChoice(clock, voice, settings), VoiceSampler(clock, output)
        operations = VoiceOperations(choice, sampler, speaker, guard, lambda: changes.append("changed"))
        yield Desk(operations, speaker, output, changes)


async def test_the_list_has_the_voice_in_use_with_its_first_sound(desk: Desk) -> None:
    await desk.operations.sample({})
    listed = await desk.operations.list({})

    (program,) = [each for each in listed["voices"] if each["engine"] == "command"]
    assert (listed["chosen"], listed["speaks"]) == (program["id"], program["id"])
    assert program["first_sound_ms"] > 0


async def test_a_sample_is_spoken_in_the_voice_that_is_asked_for(desk: Desk) -> None:
    heard = await desk.operations.sample({"voice": "silent", "text": "Hello."})

    assert (heard["made_ms"], desk.output.taken) == (None, [])


async def test_a_text_that_the_guard_stops_is_no_sample(desk: Desk) -> None:
    with pytest.raises(ConfigError, match="guard"):
        await desk.operations.sample({"text": "What a plonk."})

    assert desk.output.taken == []


async def test_a_voice_that_is_not_there_is_refused_by_name(desk: Desk) -> None:
    with pytest.raises(ConfigError, match="There is no voice 'silnt'"):
        await desk.operations.sample({"voice": "silnt"})


async def test_mute_is_told_at_once(desk: Desk) -> None:
    await desk.operations.mute({"on": True})

    assert (desk.speaker.is_muted, desk.changes) == (True, ["changed"])


async def test_a_voice_that_failed_is_tried_again_at_once(
    clock: SystemClock, events: EventStream, tmp_path: Path
) -> None:
    program = tmp_path / "voice.py"
    settings = VoiceSettings(engine=f"command:{sys.executable} {program}", fallback=["silent"])
    async with AsyncExitStack() as stack:
        voice = await make_fallback_voice(clock, events, settings, stack)
        choice = VoiceChoice(clock, voice, settings)
        speaker = Speaker(clock, events, voice, Loudspeaker(clock))  # type: ignore[arg-type]  # it is not run
        operations = VoiceOperations(choice, VoiceSampler(clock, Output()), speaker, Guard(), lambda: None)
        await voice.try_voices()
        failed = await operations.again({})
        program.write_text(BEEP, encoding="utf-8")
        works = await operations.again({})

    assert "lines are only shown" in failed
    assert works.endswith("speaks.")
    assert voice.role().fix is None
