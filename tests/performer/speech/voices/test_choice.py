"""The choice of a voice during the show: it holds from the next sentence on."""

import importlib.util
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from performer.core.clock import SystemClock
from performer.core.events.parts import ServiceDown
from performer.core.events.stream import EventStream
from performer.speech.voices.choice import VoiceChoice
from performer.speech.voices.select import make_fallback_voice
from performer.speech.voices.settings import VoiceSettings
from tests.performer.speech.voices.talking import make_program
from tests.performer.speech.voices.test_installed import install

pytestmark = pytest.mark.anyio


@pytest.fixture
async def choice(clock: SystemClock, events: EventStream) -> AsyncIterator[VoiceChoice]:
    settings = VoiceSettings(engine="silent", fallback=["silent"])
    async with AsyncExitStack() as stack:
        yield VoiceChoice(clock, await make_fallback_voice(clock, events, settings, stack), settings)


async def say(choice: VoiceChoice) -> int:
    """Say a line; return how many bytes of sound it had."""
    return sum([len(piece.pcm) async for piece in choice.voice.speak("One.")])


async def test_another_engine_speaks_the_next_line(choice: VoiceChoice) -> None:
    before = await say(choice)
    await choice.live["voice.engine"](make_program())

    assert (before, choice.voice.role().plays) == (0, f"command {Path(sys.executable).name}")
    assert await say(choice) > 0


async def test_a_voice_that_was_installed_is_taken_up_where_the_choice_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SystemClock, events: EventStream
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: True)
    settings = VoiceSettings(engine="auto", fallback=["silent"])
    async with AsyncExitStack() as stack:
        choice = VoiceChoice(clock, await make_fallback_voice(clock, events, settings, stack), settings)
        chain = choice.voice._chain
        await choice.look_again()
        unchanged = choice.voice._chain is chain
        install(tmp_path / "voices", "granny")
        await choice.look_again()

        assert unchanged
        assert choice.voice._chain.states[0].voice.name == "neural granny"


async def test_an_engine_that_cannot_speak_is_stated_and_the_next_takes_over(
    choice: VoiceChoice, events: EventStream
) -> None:
    with events.whole("test") as reader:
        await choice.live["voice.engine"]("command:/nowhere/voice")

        (down,) = [each.event for each in reader.taken()]
    assert isinstance(down, ServiceDown)
    assert "/nowhere/voice" in down.reason
    assert (choice.voice.name, choice.voice.role().state) == ("silent", "down")


async def test_a_softer_voice_is_softer_from_the_next_line_on(choice: VoiceChoice) -> None:
    await choice.live["voice.engine"](make_program())
    loud = await _find_peak(choice)
    await choice.live["voice.volume"](0.25)

    assert await _find_peak(choice) == pytest.approx(loud / 4, rel=0.1)


async def _find_peak(choice: VoiceChoice) -> int:
    pcm = b"".join([piece.pcm async for piece in choice.voice.speak("One.")])
    return max(memoryview(pcm).cast("h"))


async def test_every_setting_of_the_voice_can_be_changed(choice: VoiceChoice) -> None:
    flat = {f"voice.{name}" for name in VoiceSettings.model_fields} - {
        "voice.pronunciation",
        "voice.command",
        "voice.http",
    }

    assert flat < set(choice.live)
    assert {"voice.http.voice", "voice.command.raw_rate"} < set(choice.live)
    assert choice.with_values({"voice.http.voice": "nova"}).http.voice == "nova"


async def test_another_pronunciation_leaves_the_voice_as_it_is(choice: VoiceChoice) -> None:
    before = choice.voice.name
    await choice.live["voice.pronunciation.words"]({"gg": "good game"})
    await choice.live["voice.pronunciation.emoji"]("name")

    assert choice.settings.pronunciation.words == {"gg": "good game"}
    assert (choice.voice.name, choice.settings.pronunciation.emoji) == (before, "name")
