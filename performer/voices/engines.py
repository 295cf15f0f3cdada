"""From what is written in the settings to voices that speak: the wanted one, and who takes over."""

import sys
from contextlib import AsyncExitStack
from typing import assert_never

from performer.clock import Clock
from performer.events import EventStream
from performer.voices.chain import VoiceChain
from performer.voices.command import CommandVoice
from performer.voices.espeak import EspeakVoice, espeak_is_installed
from performer.voices.program import is_installed
from performer.voices.pyttsx import Pyttsx3Voice, pyttsx3_is_installed
from performer.voices.settings import VoiceSettings
from performer.voices.silent import SilentVoice
from performer.voices.spec import (
    AutoSpec,
    CommandSpec,
    EspeakSpec,
    HttpSpec,
    Pyttsx3Spec,
    SaySpec,
    SilentSpec,
    VoiceSpec,
    parse_voice,
)
from performer.voices.speech_server import HttpVoice, key_in_clear
from performer.voices.voice import Voice
from performer.voices.watch import WatchedVoice


async def make_chain(clock: Clock, stream: EventStream, settings: VoiceSettings, stack: AsyncExitStack) -> VoiceChain:
    """Make the wanted voice and those that may take over; what is opened for them is closed with the stack."""
    wanted = parse_voice(settings.engine)
    others = [_settled(parse_voice(text)) for text in settings.fallback]
    specs = dict.fromkeys([_settled(wanted), *filter(_is_there, others)])
    voices = [await _made(spec, clock, settings, stack) for spec in specs]
    return VoiceChain(clock, stream, voices, why=_why(wanted, settings))


def best_here() -> VoiceSpec:
    """Find what this machine speaks best by itself; nobody, if it has no voice at all."""
    of_system: dict[str, list[VoiceSpec]] = {"darwin": [SaySpec()], "win32": [Pyttsx3Spec()]}
    return next(filter(_is_there, [*of_system.get(sys.platform, []), EspeakSpec()]), SilentSpec())


def _settled(spec: VoiceSpec) -> VoiceSpec:
    return best_here() if isinstance(spec, AutoSpec) else spec


def _why(wanted: VoiceSpec, settings: VoiceSettings) -> str:
    """Say why nobody speaks, or who may listen in on its key; nothing when all is as it should be."""
    if isinstance(wanted, SilentSpec):
        return "as configured"
    if isinstance(_settled(wanted), SilentSpec):
        return "espeak-ng is not installed; apt install espeak-ng"
    return key_in_clear(wanted.url, settings) if isinstance(wanted, HttpSpec) else ""


def _is_there(spec: VoiceSpec) -> bool:
    """Tell whether a voice is worth a try here; one that needs a look elsewhere is."""
    match spec:
        case EspeakSpec():
            return espeak_is_installed()
        case Pyttsx3Spec():
            return pyttsx3_is_installed()
        case SaySpec():
            return is_installed("say")
    return True


async def _made(spec: VoiceSpec, clock: Clock, settings: VoiceSettings, stack: AsyncExitStack) -> Voice:
    match spec:
        case AutoSpec() | SilentSpec():
            return SilentVoice()
        case EspeakSpec():
            voice: Voice = await stack.enter_async_context(EspeakVoice(settings))
        case Pyttsx3Spec(voice=name):
            voice = Pyttsx3Voice(settings, name)
        case SaySpec(voice=name):
            voice = CommandVoice.say(settings, name)
        case CommandSpec(words=words):
            voice = CommandVoice.of(words, settings.command)
        case HttpSpec(url=url):
            voice = await stack.enter_async_context(HttpVoice(url, settings))
        case _:
            assert_never(spec)
    return WatchedVoice(clock, voice, settings)
