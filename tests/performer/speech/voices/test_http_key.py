"""The key of a speech server: it is sent, and stands in nothing that is said, whatever is wrong."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.speech.voices.http import HttpVoice
from performer.speech.voices.select import make_fallback_voice
from performer.speech.voices.settings import VoiceKind, VoiceSettings, parse_voice
from tests.fakes.speech import FakeSpeech, Fault, Manner

pytestmark = pytest.mark.anyio

VARIABLE = "MY_SPEECH_KEY"
KEY = "sk-0123456789abcdef"
KEYED = VoiceSettings.model_validate({"http": {"key_variable": VARIABLE}})


@pytest.fixture
async def server() -> AsyncIterator[FakeSpeech]:
    async with FakeSpeech() as opened:
        yield opened


async def said_by(server: FakeSpeech) -> str:
    """Have it speak, and give back what is said when it does not."""
    spec = parse_voice(server.spec)
    assert spec.kind is VoiceKind.HTTP
    async with HttpVoice(spec.url, KEYED) as voice:
        try:
            _ = [piece async for piece in voice.speak("Nice jump.")]
        except ServiceError as error:
            return str(error)
    return ""


@pytest.mark.parametrize("ending", ["\r", "\n", "\r\n", " "])
async def test_a_line_end_behind_the_key_does_no_harm(
    server: FakeSpeech, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setenv(VARIABLE, KEY + ending)

    assert await said_by(server) == ""
    assert server.keys == [f"Bearer {KEY}"]


@pytest.mark.parametrize("key", ["sk-hunter2\rx", "sk-hunter2 x", "sk-hunter2ü", "sk-hunter2\x7f"])
async def test_a_key_that_no_header_can_carry_is_told_by_its_variable_alone(
    server: FakeSpeech, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv(VARIABLE, key)

    said = await said_by(server)

    assert "the key in MY_SPEECH_KEY" in said
    assert "hunter2" not in said
    assert server.asked == []


@pytest.mark.parametrize("before", [*range(170, 202), *range(4_070, 4_100)])
@pytest.mark.parametrize("filler", ["x", " "])
async def test_a_key_that_a_server_quotes_is_masked_wherever_its_words_are_cut(
    server: FakeSpeech, monkeypatch: pytest.MonkeyPatch, before: int, filler: str
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    server.manner = Manner(fault=Fault.DIES, dying_words=filler * before + "{key} " * 3)

    said = await said_by(server)

    assert "answered 500" in said
    assert "sk-" not in said


async def test_an_error_nested_too_deep_is_told_as_it_stands(server: FakeSpeech) -> None:
    server.manner = Manner(fault=Fault.DIES, dying_words="[" * 4_000)
    spec = parse_voice(server.spec)
    assert spec.kind is VoiceKind.HTTP

    async with HttpVoice(spec.url, VoiceSettings()) as voice:
        with pytest.raises(ServiceError, match=r"answered 500: \[\[\["):
            _ = [piece async for piece in voice.speak("Nice jump.")]


@pytest.mark.expects_log
async def test_a_key_that_goes_unencrypted_to_another_machine_is_told(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    settings = KEYED.model_copy(update={"engine": "http://speech.example:8880"})

    async with AsyncExitStack() as stack:
        chain = await make_fallback_voice(clock, EventStream(clock), settings, stack)

    told = "the key in MY_SPEECH_KEY goes to speech.example:8880 unencrypted"
    assert chain.role().why.startswith(told)
    assert told in caplog.text
    assert KEY not in caplog.text


@pytest.mark.parametrize("engine", ["https://speech.example", "http://127.0.0.1:8880"])
async def test_a_key_that_nobody_can_listen_to_is_no_news(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)

    async with AsyncExitStack() as stack:
        settings = KEYED.model_copy(update={"engine": engine})
        chain = await make_fallback_voice(clock, EventStream(clock), settings, stack)

    assert chain.role().why == ""
