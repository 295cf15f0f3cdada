"""A speech server as a voice: what it is asked, heard while it speaks, and what is said of its faults."""

from contextlib import AsyncExitStack, aclosing

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import TooMuchSoundError, WatchedVoice
from tests.fakes.speech import RATE, FakeSpeech, Fault, Manner
from tests.performer.speech.voices.every_engine import LINE, over_http, short_of_patience, spoken

pytestmark = pytest.mark.anyio


async def test_a_server_is_asked_as_its_kind_is(
    stack: AsyncExitStack, server: FakeSpeech, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SPEECH_KEY", "sk-secret")
    asked = {"model": "kokoro", "voice": "af_heart", "key_variable": "MY_SPEECH_KEY"}
    settings = VoiceSettings.model_validate({"words_per_min": 350, "http": asked})

    pieces = await spoken(await over_http(stack, server, settings), "Nice jump.")

    assert server.asked == [
        {"model": "kokoro", "input": "Nice jump.", "voice": "af_heart", "response_format": "pcm", "speed": 2.0}
    ]
    assert server.keys == ["Bearer sk-secret"]
    assert {piece.rate for piece in pieces} == {RATE}


async def test_a_slow_server_is_heard_while_it_speaks(stack: AsyncExitStack, server: FakeSpeech) -> None:
    server.manner = Manner(fault=Fault.STALLS, length_s=0.5)
    voice = await over_http(stack, server)

    async with aclosing(voice.speak(LINE)) as pieces:
        assert (await anext(pieces)).duration_s >= 0.2

    await server.wait_for(lambda it: it.disconnects == 1)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault.SILENT, r"gave no sound within 0\.5 s"),
        (Fault.STALLS, r"fell silent for 0\.3 s"),
        (Fault.CLOSES, "the speech server at 127.0.0.1:[0-9]+ broke off"),
        (Fault.CLOSES_AT_ONCE, "the speech server at 127.0.0.1:[0-9]+ broke off"),
        (Fault.PAGE, "sends text/html when asked for pcm"),
        (Fault.MP3, "what came is MP3"),
        (Fault.EMPTY, "no sound came"),
        (Fault.FLOOD, "more than 28 s of sound came"),
        (Fault.DIES, r"answered 500: the model fell over; your key is Bearer \*\*\*"),
        (Fault.REFUSES, "answered 401: Unauthorized; see voice.http.key_variable"),
    ],
)
async def test_what_is_wrong_with_a_server_is_said(
    stack: AsyncExitStack,
    server: FakeSpeech,
    clock: SystemClock,
    monkeypatch: pytest.MonkeyPatch,
    fault: Fault,
    said: str,
) -> None:
    monkeypatch.setenv("MY_SPEECH_KEY", "sk-secret")
    settings = short_of_patience(said)
    settings = settings.model_copy(update={"http": settings.http.model_copy(update={"key_variable": "MY_SPEECH_KEY"})})
    server.manner = Manner(fault=fault)

    with pytest.raises(ServiceError, match=said) as error:
        await spoken(WatchedVoice(clock, await over_http(stack, server, settings), settings))

    assert "sk-secret" not in str(error.value)
    assert isinstance(error.value, TooMuchSoundError) == (fault is Fault.FLOOD)
    assert error.value.retry == (fault not in {Fault.PAGE, Fault.MP3, Fault.REFUSES})


async def test_a_key_that_is_not_in_the_environment_is_said(
    stack: AsyncExitStack, server: FakeSpeech, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MY_SPEECH_KEY", raising=False)
    voice = await over_http(stack, server, VoiceSettings.model_validate({"http": {"key_variable": "MY_SPEECH_KEY"}}))

    with pytest.raises(ServiceError, match="names MY_SPEECH_KEY, and the environment has none"):
        await spoken(voice)
    assert server.asked == []


async def test_garbage_that_claims_to_be_a_wav_is_no_sound(stack: AsyncExitStack, server: FakeSpeech) -> None:
    server.manner = Manner(fault=Fault.GARBAGE)
    voice = await over_http(stack, server, VoiceSettings.model_validate({"http": {"format": "wav"}}))

    with pytest.raises(ServiceError, match="what came is no WAV: it begins with b'<html>"):
        await spoken(voice)


async def test_a_server_that_is_not_there_is_said(stack: AsyncExitStack, server: FakeSpeech) -> None:
    voice = await over_http(stack, server)
    await server.stop()

    with pytest.raises(ServiceError, match=r"there is no speech server at 127\.0\.0\.1:\d+; start it"):
        await spoken(voice)
