"""The selection of voices: the one that the settings ask for, and those that may take over."""

import importlib.util
import shutil
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import assert_never

import anyio.to_thread

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.espeak import explain_missing_espeak, find_espeak
from performer.core.events.stream import EventStream
from performer.core.install import explain_espeak
from performer.core.large_download import describe_size
from performer.core.own_text import OwnText, own
from performer.speech.voices.catalogue import load_catalogue
from performer.speech.voices.chain import VoiceChain
from performer.speech.voices.command import CommandVoice
from performer.speech.voices.espeak import LANGUAGES as ESPEAKS_LANGUAGES
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.http import HttpVoice, warn_of_clear_key
from performer.speech.voices.installed import (
    find_preferred,
    find_voices_folder,
    has_packages,
    list_installed_voices,
    read_about,
)
from performer.speech.voices.known_loudness import LOUDNESS_FILE, KnownLoudness, name_speaker
from performer.speech.voices.neural import NeuralVoice
from performer.speech.voices.settings import VoiceKind, VoiceSettings, VoiceSpec, parse_voice
from performer.speech.voices.voice import SilentVoice, Voice, WatchedVoice


async def select_voice(
    clock: Clock, stream: EventStream, settings: VoiceSettings, stack: AsyncExitStack
) -> FallbackVoice:
    """Make the voice of the settings and those that may take over, and try them with a word unheard."""
    chain = await make_fallback_voice(clock, stream, settings, stack)
    await chain.try_voices()
    return chain


async def make_fallback_voice(
    clock: Clock, stream: EventStream, settings: VoiceSettings, stack: AsyncExitStack
) -> FallbackVoice:
    """Make the wanted voice and those that may take over; the stack closes what is opened for them."""
    voice = FallbackVoice(clock, stream, await make_chain(clock, settings))
    stack.push_async_callback(voice.close)
    return voice


async def make_chain(clock: Clock, settings: VoiceSettings) -> VoiceChain:
    """Make the wanted voice and those that may take over; whoever leaves the chain closes what is opened for them."""
    wanted, stack = parse_voice(settings.engine), AsyncExitStack()
    why, is_silence_wanted = _explain_silence(wanted, settings), wanted.kind is VoiceKind.SILENT
    loudness = KnownLoudness(find_voices_folder() / LOUDNESS_FILE)
    specs = list_specs(settings)
    voices = [await make_voice(spec, clock, settings, stack, loudness) for spec in specs]
    languages = _list_languages(specs[0], settings)
    others = {
        language: await make_voice(settle_voice(parse_voice(text), language), clock, theirs, stack, loudness)
        for language, text in settings.languages.items()
        if language in languages
        for theirs in [settings.model_copy(update={"language": language})]
    }
    is_settled = wanted.kind is VoiceKind.AUTO and specs[0].kind not in {VoiceKind.NEURAL, VoiceKind.SILENT}
    hint = await anyio.to_thread.run_sync(explain_better_voice, settings.language) if is_settled else ""
    return VoiceChain(voices, why, is_silence_wanted, languages, others, stack, hint)


def list_specs(settings: VoiceSettings) -> Sequence[VoiceSpec]:
    """List the wanted voice, and those that may take over as far as they are there; `auto` is what stands for it."""
    specs = (parse_voice(text) for text in (settings.engine, *settings.fallback))
    wanted, *others = (settle_voice(each, settings.language) for each in specs)
    # Behind a neural voice that fails `auto` is what the machine has besides.
    others += [find_system_voice()] if VoiceSpec(kind=VoiceKind.AUTO) in map(parse_voice, settings.fallback) else []
    return tuple(dict.fromkeys([wanted, *filter(_is_there, others)]))


def _list_languages(spec: VoiceSpec, settings: VoiceSettings) -> Sequence[str]:
    """List the languages that sentences are spoken in besides the own: those that a voice can, or has another for."""
    if not settings.switch_language or spec.kind is VoiceKind.SILENT:
        return ()
    about = read_about(find_voices_folder() / spec.voice) if spec.kind is VoiceKind.NEURAL else None
    by_itself = ESPEAKS_LANGUAGES if spec.kind is VoiceKind.ESPEAK else about.languages if about else ()
    return tuple(dict.fromkeys([*settings.languages, *by_itself]))


def find_best_voice(language: str) -> VoiceSpec:
    """Find what this machine speaks a language best by: a neural voice that is installed, or what the system has."""
    if name := find_preferred(language):
        return VoiceSpec(kind=VoiceKind.NEURAL, voice=name)
    return find_system_voice()


def find_system_voice() -> VoiceSpec:
    """Find what this machine speaks best by itself; silence, if it has no voice at all."""
    of_system = {"darwin": [VoiceKind.SAY], "win32": [VoiceKind.PYTTSX3]}.get(sys.platform, [])
    specs = (VoiceSpec(kind=kind) for kind in (*of_system, VoiceKind.ESPEAK, VoiceKind.SILENT))
    return next(filter(_is_there, specs))


def explain_better_voice(language: str) -> OwnText:
    """Return which voice like a person's can be had for a language, and what to type; empty when there is none."""
    installed = [each for each in list_installed_voices() if each.speaks(language) and each.is_offered]
    if installed and (needs := _tell_needs(installed[0].family)):
        return own("{name} sounds like a person: {steps}", name=installed[0].name, steps=needs)
    try:
        best = load_catalogue().find_best(language)
    except ConfigError:  # the streamer's own list is wrong, which those say who show the voices
        return own("")
    if best is None:
        return own("")
    get = own("{command} voice get {name}", command=COMMAND, name=best.name)
    steps = _join_steps(_tell_needs(best.family), get)
    size = describe_size(best.size)
    return own("{name} sounds like a person, {size}: {steps}", name=best.name, size=size, steps=steps)


def _tell_needs(family: str) -> OwnText:
    """Return what is typed so that voices of a family can speak; empty where they can."""
    add = own("") if has_packages(family) else own("{command} add voice", command=COMMAND)
    return _join_steps(add, own("") if find_espeak() else explain_espeak())


def _join_steps(add: OwnText, get: OwnText) -> OwnText:
    return own("{add}, then {get}", add=add, get=get) if add and get else add or get


def settle_voice(spec: VoiceSpec, language: str) -> VoiceSpec:
    """Return the voice that `auto` stands for on this machine in a language; any other voice is itself."""
    return find_best_voice(language) if spec.kind is VoiceKind.AUTO else spec


def _explain_silence(wanted: VoiceSpec, settings: VoiceSettings) -> str:
    """Return why nobody speaks, or who may listen in on the voice's key; empty when all is as it should be."""
    if wanted.kind is VoiceKind.SILENT:
        return "as configured"
    if settle_voice(wanted, settings.language).kind is VoiceKind.SILENT:
        return explain_missing_espeak()
    return warn_of_clear_key(wanted.url, settings) if wanted.kind is VoiceKind.HTTP else ""


def _is_there(spec: VoiceSpec) -> bool:
    """Whether a voice is worth a try here; one that must be looked for elsewhere is."""
    if spec.kind is VoiceKind.PYTTSX3:
        return importlib.util.find_spec("pyttsx3") is not None
    if spec.kind is VoiceKind.ESPEAK:
        return find_espeak() is not None
    return spec.kind is not VoiceKind.SAY or shutil.which("say") is not None


async def make_voice(
    spec: VoiceSpec,
    clock: Clock,
    settings: VoiceSettings,
    stack: AsyncExitStack,
    loudness: KnownLoudness | None = None,
) -> Voice:
    """Make a voice; the stack closes what is opened for it."""
    lufs: float | None = None
    known_as = ""
    match spec.kind:
        case VoiceKind.AUTO | VoiceKind.SILENT:
            return SilentVoice()
        case VoiceKind.ESPEAK:
            voice: Voice = await stack.enter_async_context(EspeakVoice(settings))
        case VoiceKind.NEURAL:
            voice = await stack.enter_async_context(make_neural_voice(spec, settings))
            if about := read_about(find_voices_folder() / spec.voice):
                speaker = spec.speaker or about.speaker
                known_as = name_speaker(about, speaker)
                lufs = about.lufs if speaker == about.speaker else None
        case VoiceKind.PYTTSX3:
            voice = CommandVoice.pyttsx3(settings, spec.voice)
        case VoiceKind.SAY:
            voice = CommandVoice.say(settings, spec.voice)
        case VoiceKind.COMMAND:
            voice = CommandVoice.of(spec.words, settings.command)
        case VoiceKind.HTTP:
            voice = await stack.enter_async_context(HttpVoice(spec.url, settings))
        case _:
            assert_never(spec.kind)
    return WatchedVoice(clock, voice, settings, loudness, lufs=lufs, known_as=known_as)


def make_neural_voice(spec: VoiceSpec, settings: VoiceSettings) -> NeuralVoice:
    """Make a voice of the installed ones; one that is not there says so when it is to speak."""
    folder = find_voices_folder() / spec.voice
    about = read_about(folder)
    if about is None:
        return NeuralVoice(spec.voice, folder, settings, spec.speaker)
    return NeuralVoice(spec.voice, folder, settings, spec.speaker or about.speaker, about.languages)
