"""The selection of voices: the one that the settings ask for, and those that may take over."""

import sys
from contextlib import AsyncExitStack
from typing import assert_never

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.speech.voices.command import CommandVoice, is_installed
from performer.speech.voices.espeak import EspeakVoice, is_espeak_installed
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.http import HttpVoice, warn_of_clear_key
from performer.speech.voices.pyttsx import Pyttsx3Voice, is_pyttsx3_installed
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.spec import (
    AutoVoiceSpec,
    CommandSpec,
    EspeakSpec,
    HttpSpec,
    Pyttsx3Spec,
    SaySpec,
    SilentSpec,
    VoiceSpec,
    parse_voice,
)
from performer.speech.voices.voice import SilentVoice, Voice
from performer.speech.voices.watchdog import WatchedVoice


async def make_fallback_voice(
    clock: Clock, stream: EventStream, settings: VoiceSettings, stack: AsyncExitStack
) -> FallbackVoice:
    """Make the wanted voice and those that may take over; the stack closes what is opened for them."""
    wanted = parse_voice(settings.engine)
    others = [_settle_voice(parse_voice(text)) for text in settings.fallback]
    specs = dict.fromkeys([_settle_voice(wanted), *filter(_is_there, others)])
    voices = [await _make_voice(spec, clock, settings, stack) for spec in specs]
    return FallbackVoice(clock, stream, voices, why=_explain_silence(wanted, settings))


def find_best_voice() -> VoiceSpec:
    """Find what this machine speaks best by itself; silence, if it has no voice at all."""
    of_system: dict[str, list[VoiceSpec]] = {"darwin": [SaySpec()], "win32": [Pyttsx3Spec()]}
    return next(filter(_is_there, [*of_system.get(sys.platform, []), EspeakSpec()]), SilentSpec())


def _settle_voice(spec: VoiceSpec) -> VoiceSpec:
    return find_best_voice() if isinstance(spec, AutoVoiceSpec) else spec


def _explain_silence(wanted: VoiceSpec, settings: VoiceSettings) -> str:
    """Return why nobody speaks, or who may listen in on the voice's key; empty when all is as it should be."""
    if isinstance(wanted, SilentSpec):
        return "as configured"
    if isinstance(_settle_voice(wanted), SilentSpec):
        return "espeak-ng is not installed; apt install espeak-ng"
    return warn_of_clear_key(wanted.url, settings) if isinstance(wanted, HttpSpec) else ""


def _is_there(spec: VoiceSpec) -> bool:
    """Whether a voice is worth a try here; one that must be looked for elsewhere is."""
    match spec:
        case EspeakSpec():
            return is_espeak_installed()
        case Pyttsx3Spec():
            return is_pyttsx3_installed()
        case SaySpec():
            return is_installed("say")
    return True


async def _make_voice(spec: VoiceSpec, clock: Clock, settings: VoiceSettings, stack: AsyncExitStack) -> Voice:
    match spec:
        case AutoVoiceSpec() | SilentSpec():
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


async def select_voice(
    clock: Clock, stream: EventStream, settings: VoiceSettings, stack: AsyncExitStack
) -> FallbackVoice:
    """Make the voice of the settings and those that may take over, and try them with a word unheard."""
    chain = await make_fallback_voice(clock, stream, settings, stack)
    await chain.try_voices()
    return chain
