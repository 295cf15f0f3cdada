"""Every engine that can speak, made for a test, and what it speaks."""

import importlib.util
import shutil
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from performer.speech.voices.command import CommandVoice
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.http import HttpVoice
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import CommandVoiceSettings, VoiceKind, VoiceSettings, parse_voice
from performer.speech.voices.voice import SilentVoice, Utterance, Voice
from tests.conftest import missing
from tests.fakes.speech import FakeSpeech
from tests.joe import install_joe

LINE = "Two hit points left, and he goes for the chest."


def short_of_patience(said: str) -> VoiceSettings:
    """Wait briefly for what never comes; all else may take a busy machine its time."""
    if "gave no sound" in said:
        return VoiceSettings(first_sample_s=0.5)
    return VoiceSettings(stall_s=0.3) if "fell silent" in said else VoiceSettings()


async def over_http(stack: AsyncExitStack, server: FakeSpeech, settings: VoiceSettings | None = None) -> HttpVoice:
    spec = parse_voice(server.spec)
    assert spec.kind is VoiceKind.HTTP
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
    if importlib.util.find_spec("pyttsx3") is None:
        missing("pyttsx3", "pip install pyttsx3")
    return CommandVoice.pyttsx3(VoiceSettings(), "")


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


@cache
def _installed_joe() -> TemporaryDirectory[str]:
    folder = TemporaryDirectory()
    try:
        install_joe(Path(folder.name))
    except BaseException:  # he is not here: the test is left out
        folder.cleanup()
        raise
    return folder


async def neural(stack: AsyncExitStack) -> Voice:
    return await stack.enter_async_context(NeuralVoice("joe", Path(_installed_joe().name), VoiceSettings()))


Make = Callable[[AsyncExitStack], Awaitable[Voice]]
SPEAKING: list[Make] = [espeak, pyttsx3, command, command_to_a_file, http_pcm, http_wav, neural]


async def spoken(voice: Voice, text: str = LINE, manner: Manner = PLAIN) -> list[Utterance]:
    return [piece async for piece in voice.speak(text, manner)]


def program(folder: Path, body: str) -> CommandVoice:
    """Make a voice of a few lines of Python."""
    file = folder / "voice.py"
    file.write_text(f"import os, sys, time\nraw = sys.stdout.buffer\n{body}\n", encoding="utf-8")
    return CommandVoice.of([sys.executable, "-S", str(file)], CommandVoiceSettings(raw_rate=8_000))
