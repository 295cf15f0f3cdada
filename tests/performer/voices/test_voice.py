"""The voices, by the port's contract: every engine is run, the real ones too, and each of their faults."""

import json
import math
import shutil
import sys
from array import array
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import anyio
import pytest

from performer.clock import SystemClock
from performer.errors import ServiceError
from performer.voices import Utterance, Voice
from performer.voices.command import CommandVoice
from performer.voices.espeak import EspeakVoice
from performer.voices.loudness import Loudness
from performer.voices.pyttsx import Pyttsx3Voice, pyttsx3_is_installed
from performer.voices.settings import CommandVoiceSettings, VoiceSettings
from performer.voices.silent import SilentVoice
from performer.voices.spec import HttpSpec, parse_voice
from performer.voices.speech_server import HttpVoice
from performer.voices.watch import TooMuchSound, WatchedVoice
from tests.conftest import missing
from tests.fakes.speech import RATE, FakeSpeech, Fault, Manner

pytestmark = pytest.mark.anyio

LINE = "Two hit points left, and he goes for the chest."


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


@pytest.fixture
async def server() -> AsyncIterator[FakeSpeech]:
    async with FakeSpeech() as opened:
        yield opened


def short_of_patience(said: str) -> VoiceSettings:
    """Wait briefly for what never comes; all else may take a busy machine its time."""
    if "gave no sound" in said:
        return VoiceSettings(first_sample_s=0.5)
    return VoiceSettings(stall_s=0.3) if "fell silent" in said else VoiceSettings()


async def over_http(stack: AsyncExitStack, server: FakeSpeech, settings: VoiceSettings | None = None) -> HttpVoice:
    spec = parse_voice(server.spec)
    assert isinstance(spec, HttpSpec)
    return await stack.enter_async_context(HttpVoice(spec.url, settings or VoiceSettings()))


def need_espeak() -> None:
    if shutil.which("espeak-ng") is None:
        missing("espeak-ng", "apt install espeak-ng")


async def espeak(stack: AsyncExitStack) -> Voice:
    need_espeak()
    return await stack.enter_async_context(EspeakVoice(VoiceSettings()))


async def silent(_: AsyncExitStack) -> Voice:
    return SilentVoice()


async def pyttsx3(_: AsyncExitStack) -> Voice:
    need_espeak()
    if not pyttsx3_is_installed():
        missing("pyttsx3", "pip install pyttsx3")
    return Pyttsx3Voice(VoiceSettings(), "")


async def command(_: AsyncExitStack) -> Voice:
    need_espeak()
    return CommandVoice.of(["espeak-ng", "--stdin", "--stdout"], CommandVoiceSettings())


async def command_to_a_file(_: AsyncExitStack) -> Voice:
    need_espeak()
    return CommandVoice.of(["espeak-ng", "--stdin", "-w", "{file}"], CommandVoiceSettings())


async def http_pcm(stack: AsyncExitStack) -> Voice:
    return await over_http(stack, await stack.enter_async_context(FakeSpeech()))


async def http_wav(stack: AsyncExitStack) -> Voice:
    settings = VoiceSettings.model_validate({"http": {"format": "wav"}})
    return await over_http(stack, await stack.enter_async_context(FakeSpeech()), settings)


Make = Callable[[AsyncExitStack], Awaitable[Voice]]
SPEAKING: list[Make] = [espeak, pyttsx3, command, command_to_a_file, http_pcm, http_wav]


async def spoken(voice: Voice, text: str = LINE) -> list[Utterance]:
    return [piece async for piece in voice.speak(text)]


def program(folder: Path, body: str) -> CommandVoice:
    """Make a voice of a few lines of Python."""
    file = folder / "voice.py"
    file.write_text(f"import os, sys, time\nraw = sys.stdout.buffer\n{body}\n")
    return CommandVoice.of([sys.executable, "-S", str(file)], CommandVoiceSettings(raw_rate=8_000))


@pytest.mark.parametrize("make", [*SPEAKING, silent])
async def test_every_voice_takes_any_sentence(make: Make, stack: AsyncExitStack) -> None:
    voice = await make(stack)

    for text in ("Hello there.", "--help", "<speak>tags</speak>", "éà 日本", "a" * 280):
        pieces = await spoken(voice, text)
        assert bool(pieces) == (make is not silent), text


@pytest.mark.parametrize("make", SPEAKING)
async def test_a_sentence_is_of_one_kind_in_pieces_of_a_fifth_of_a_second(make: Make, stack: AsyncExitStack) -> None:
    pieces = await spoken(await make(stack))

    assert len({(piece.rate, piece.channels) for piece in pieces}) == 1
    assert all(len(piece.pcm) % (2 * piece.channels) == 0 for piece in pieces)
    assert all(piece.duration_s >= 0.2 for piece in pieces[:-1])
    assert [piece.last for piece in pieces[:-1]] == [False] * (len(pieces) - 1)
    assert 0.9 < sum(piece.duration_s for piece in pieces) < 6
    assert max(abs(each) for piece in pieces for each in array("h", piece.pcm)) > 3_000


@pytest.mark.parametrize("make", SPEAKING)
async def test_a_line_may_be_left_and_another_one_begun(make: Make, stack: AsyncExitStack) -> None:
    voice = await make(stack)

    async with aclosing(voice.speak(LINE)) as pieces:
        await anext(pieces)
    with anyio.move_on_after(0.001):
        await spoken(voice)

    assert await spoken(voice)


async def test_a_whole_sentence_comes_in_one_piece(stack: AsyncExitStack) -> None:
    for make in (espeak, pyttsx3, command_to_a_file):
        (piece,) = await spoken(await make(stack))
        assert piece.last

        loudness = Loudness()
        loudness.begin()
        envelope = loudness.envelope(piece, whole=True)
        assert max(envelope) == 1.0
        assert len(envelope) == math.ceil(piece.duration_s / 0.02)


async def test_an_unknown_language_is_said() -> None:
    need_espeak()

    with pytest.raises(ServiceError, match="espeak-ng failed with code"):
        await spoken(EspeakVoice(VoiceSettings(language="xx-nowhere")))


async def test_a_missing_program_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    with pytest.raises(ServiceError, match="apt install espeak-ng") as error:
        await spoken(EspeakVoice(VoiceSettings()))
    assert not error.value.retry


async def test_pyttsx3_takes_a_voice_by_part_of_its_name(stack: AsyncExitStack) -> None:
    (plain,) = await spoken(await pyttsx3(stack))
    (scottish,) = await spoken(Pyttsx3Voice(VoiceSettings(), "scotland"))
    (quick,) = await spoken(Pyttsx3Voice(VoiceSettings(words_per_min=350), ""))

    assert plain.pcm != scottish.pcm
    assert quick.duration_s < 0.7 * plain.duration_s


async def test_pyttsx3_offers_the_near_miss(stack: AsyncExitStack) -> None:
    await pyttsx3(stack)

    with pytest.raises(ServiceError, match=r"no voice is called 'Sctland'\. Did you mean"):
        await spoken(Pyttsx3Voice(VoiceSettings(), "Sctland"))


async def test_raw_sound_is_passed_on_while_the_program_goes_on(tmp_path: Path) -> None:
    voice = program(tmp_path, "raw.write(bytes(3_300)); raw.flush(); sys.stdin.read(); time.sleep(60)")

    async with aclosing(voice.speak(LINE)) as pieces:
        first = await anext(pieces)

    assert first.duration_s == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "print('no model found', file=sys.stderr); sys.exit(4)",
            "voice.py|python.* failed with code 4: no model found",
        ),
        ("os.kill(os.getpid(), 9)", "failed with code -9"),
        ("raw.write(b'ID3' + bytes(4000))", "what came is MP3; have it made as WAV"),
        ("raw.write(b'RIFF' + bytes(4000))", "what came is no WAV"),
        ("pass", "no sound came"),
        ("time.sleep(60)", r"gave no sound within 0\.5 s and was ended"),
        ("raw.write(bytes(9000)); raw.flush(); time.sleep(60)", r"fell silent for 0\.3 s"),
        ("raw.write(bytes(9000)); raw.flush(); raise ValueError('in the middle')", "ValueError: in the middle"),
        ("[raw.write(bytes(9000)) for _ in iter(int, 1)]", "more than 28 s of sound came for 47 characters"),
        ("sys.stderr.write('talk ' * 100_000); raw.write(bytes(9000)); sys.exit(1)", "failed with code 1: talk"),
    ],
)
async def test_what_is_wrong_with_a_program_is_said(tmp_path: Path, clock: SystemClock, body: str, said: str) -> None:
    voice = WatchedVoice(clock, program(tmp_path, body), short_of_patience(said))

    with pytest.raises(ServiceError, match=said) as error:
        await spoken(voice)
    assert str(error.value).startswith("command python")


@pytest.mark.slow
async def test_a_program_that_has_spoken_and_lingers_is_let_go(tmp_path: Path) -> None:
    voice = program(tmp_path, "raw.write(bytes(9000)); raw.flush(); os.close(1); time.sleep(60)")

    assert sum(piece.duration_s for piece in await spoken(voice)) == pytest.approx(9_000 / 16_000)


async def test_the_say_of_macos_is_asked_for_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_espeak()
    say = tmp_path / "say"
    say.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\nexec espeak-ng --stdin -w "$4"\n')
    say.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    (piece,) = await spoken(CommandVoice.say(VoiceSettings(), "Daniel"))

    assert piece.duration_s > 1
    asked = (tmp_path / "asked").read_text().split()
    assert asked[:3] == ["-r", "175", "-o"]
    assert asked[4:] == ["--data-format=LEI16@22050", "-v", "Daniel"]
    assert not Path(asked[3]).exists()


@pytest.mark.parametrize(("keys", "told"), [(["TTS_API_KEY"], "opensesame"), ([], "None")])
async def test_a_program_gets_the_keys_that_are_named_and_no_others(
    monkeypatch: pytest.MonkeyPatch, keys: list[str], told: str
) -> None:
    monkeypatch.setenv("TTS_API_KEY", "opensesame")
    monkeypatch.setenv("OTHER_API_KEY", "anything")
    tell = "import os, sys; sys.exit(f\"{os.environ.get('TTS_API_KEY')} {os.environ.get('OTHER_API_KEY')}\")"
    settings = CommandVoiceSettings(key_variables=tuple(keys))

    with pytest.raises(ServiceError, match=f"failed with code 1: {told} None"):
        await spoken(CommandVoice.of([sys.executable, "-c", tell], settings))


async def test_a_program_that_writes_no_file_is_said() -> None:
    voice = CommandVoice.of(["true", "{file}"], CommandVoiceSettings())

    with pytest.raises(ServiceError, match="ended well but wrote no file"):
        await spoken(voice)


async def test_a_line_that_is_left_kills_the_program_and_what_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    told = f"open({str(pids)!r}, 'w').write(str([os.getpid(), child]))"
    voice = program(
        tmp_path, f"child = os.fork()\nif child: {told}; raw.write(bytes(9000)); raw.flush()\ntime.sleep(60)"
    )

    async with aclosing(voice.speak(LINE)) as pieces:
        await anext(pieces)

    for pid in json.loads(pids.read_text()):
        await gone(pid)


async def gone(pid: int) -> None:
    """Wait until a process is no more, or only its name is left."""
    status = Path(f"/proc/{pid}/status")
    with anyio.fail_after(20):
        while status.exists() and "State:\tZ" not in status.read_text():  # noqa: ASYNC110 - nobody tells us
            await anyio.sleep(0.01)


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
    assert isinstance(error.value, TooMuchSound) == (fault is Fault.FLOOD)
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


async def test_volume_makes_every_voice_softer(clock: SystemClock, stack: AsyncExitStack) -> None:
    loud, soft = [
        await spoken(WatchedVoice(clock, await espeak(stack), VoiceSettings(volume=volume))) for volume in (1.0, 0.25)
    ]

    loudest, softest = (max(array("h", pieces[0].pcm)) for pieces in (loud, soft))
    assert softest == pytest.approx(loudest / 4, abs=1)


def test_the_duration_counts_channels() -> None:
    assert Utterance(pcm=bytes(4 * 8000), rate=8000, channels=2).duration_s == 1.0
