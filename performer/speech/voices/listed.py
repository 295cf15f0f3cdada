"""The voices that a streamer can choose from here: each engine lists its own, and what is missing for it.

A new engine is a function that lists its voices, named in `ENGINES`.
"""

import importlib.util
import re
import shutil
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from performer.core.espeak import PROGRAM, explain_missing_espeak, find_espeak
from performer.core.files.home import CHECKOUT
from performer.core.large_download import describe_size
from performer.core.own_text import own
from performer.core.process.answer import ask_program
from performer.core.values import dataclass
from performer.speech.voices.catalogue import CatalogueVoice, load_catalogue
from performer.speech.voices.installed import (
    explain_absence,
    explain_missing_engine,
    find_voices_folder,
    list_installed_voices,
)
from performer.speech.voices.select import settle_voice
from performer.speech.voices.settings import VoiceKind, VoiceSettings, format_address, parse_voice


@dataclass(frozen=True, kw_only=True)
class ListedVoice:
    """A voice that can be chosen, or what is missing for it."""

    id: str
    """The name by which it speaks: see `Voice.name`."""
    engine: VoiceKind
    name: str
    """The voice's name for people."""
    language: str = ""
    """As the engine writes it; empty where it does not say."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """The settings that choose the voice, by `voice.key`."""
    trouble: str = ""
    """Why it cannot speak here, and the remedy; empty when it can, as far as is known before a try."""
    offer: str = ""
    """The name by which it can be downloaded; empty for a voice that is here."""
    size: int = 0
    """Bytes of that download."""


async def list_voices(settings: VoiceSettings) -> list[ListedVoice]:
    """List the voices of every engine."""
    found: dict[int, Sequence[ListedVoice]] = {}

    async def look(place: int, engine: "Engine") -> None:
        found[place] = await engine(settings)

    async with anyio.create_task_group() as tasks:
        for place, engine in enumerate(ENGINES):
            tasks.start_soon(look, place, engine)
    return [voice for place in sorted(found) for voice in found[place]]


def find_chosen(voices: Sequence[ListedVoice], settings: VoiceSettings) -> ListedVoice | None:
    """Return the voice that the settings choose; None when that is not listed, or is left to the engine."""
    spec = settle_voice(parse_voice(settings.engine), settings.language)
    of_engine = [each for each in voices if each.engine is spec.kind]
    if spec.kind is VoiceKind.NEURAL:
        return next((each for each in of_engine if each.name == spec.voice), None)
    chosen = next((each for each in of_engine if _is_chosen(each, settings)), None)
    if chosen is None and spec.voice:
        chosen = next((each for each in of_engine if spec.voice.casefold() in each.name.casefold()), None)
    return chosen


def _is_chosen(voice: ListedVoice, settings: VoiceSettings) -> bool:
    now = {
        "voice.engine": settings.engine.strip(),
        "voice.language": settings.language,
        "voice.http.voice": settings.http.voice,
    }
    wanted = dict(voice.settings)
    if settings.engine == VoiceKind.AUTO:
        wanted.pop("voice.engine", None)
    return all(now[key].casefold() == value.casefold() for key, value in wanted.items())


async def _list_espeak(_settings: VoiceSettings) -> Sequence[ListedVoice]:
    kind = VoiceKind.ESPEAK
    program = find_espeak()
    if program is None:
        return [ListedVoice(id=kind, engine=kind, name=PROGRAM, trouble=explain_missing_espeak())]
    try:
        lines = await ask_program([program, "--voices"])
    except ServiceError as error:
        return [ListedVoice(id=kind, engine=kind, name=PROGRAM, trouble=str(error))]
    named = {language: name for language, name in map(_read_espeak_line, lines[1:]) if language}
    return [
        ListedVoice(
            id=f"espeak {language}",
            engine=kind,
            name=name,
            language=language,
            settings={"voice.engine": kind, "voice.language": language},
        )
        for language, name in sorted(named.items(), key=lambda each: each[1])
    ]


def _read_espeak_line(line: str) -> tuple[str, str]:
    """Return the language and the name of ` 5  de  --/M  German  gmw/de`; empty when it is another line."""
    words = line.split()
    return (words[1], words[3].replace("_", " ")) if len(words) >= 5 else ("", "")


async def _list_neural(settings: VoiceSettings) -> Sequence[ListedVoice]:
    """List the voices that are installed, one that is chosen and is not, and the one to be had for the language."""
    installed = await anyio.to_thread.run_sync(list_installed_voices)
    voices = [_list_one(each.name, each.language, explain_missing_engine(each.family)) for each in installed]
    spec = parse_voice(settings.engine)
    if spec.kind is VoiceKind.NEURAL and spec.voice not in {each.name for each in installed}:
        voices.append(_list_one(spec.voice, "", explain_absence(find_voices_folder() / spec.voice)))
    if any(each.speaks(settings.language) for each in installed):
        return voices
    try:
        best = (await anyio.to_thread.run_sync(load_catalogue)).find_best(settings.language)
    except ConfigError as error:
        return [*voices, ListedVoice(id="neural", engine=VoiceKind.NEURAL, name="neural", trouble=str(error))]
    is_new = best is not None and best.name not in {each.name for each in voices}
    return [*voices, _offer(best)] if best is not None and is_new else voices


def _list_one(name: str, language: str, trouble: str) -> ListedVoice:
    kind = VoiceKind.NEURAL
    chooses = {"voice.engine": f"{kind}:{name}"}
    return ListedVoice(
        id=f"{kind} {name}", engine=kind, name=name, language=language, settings=chooses, trouble=trouble
    )


def _offer(voice: CatalogueVoice) -> ListedVoice:
    to_get = own(
        "not installed; {command} voice get {name} downloads {size}",
        command=COMMAND,
        name=voice.name,
        size=describe_size(voice.size),
    )
    listed = _list_one(voice.name, voice.language, explain_missing_engine(voice.family) or to_get)
    return replace(listed, offer=voice.name, size=voice.size)


async def _list_pyttsx3(_settings: VoiceSettings) -> Sequence[ListedVoice]:
    kind = VoiceKind.PYTTSX3
    if importlib.util.find_spec("pyttsx3") is None:
        missing = own("pyttsx3 is not installed; pip install pyttsx3")
        return [ListedVoice(id=kind, engine=kind, name=kind, trouble=missing)] if sys.platform == "win32" else []
    try:
        lines = await ask_program([sys.executable, "-m", "performer.speech.voices.pyttsx_child"], CHECKOUT)
    except ServiceError as error:
        return [ListedVoice(id=kind, engine=kind, name=kind, trouble=str(error))]
    voices = (line.partition("\t") for line in lines)
    return [
        ListedVoice(
            id=f"pyttsx3 {name}",
            engine=kind,
            name=name,
            language=language,
            settings={"voice.engine": f"pyttsx3:{name}"},
        )
        for name, _, language in voices
        if name
    ]


_SAY_LINE: Final = re.compile(r"(?P<name>.+?)\s{2,}(?P<language>[a-z]{2,3}[_-]\w+)\s+#")


async def _list_say(_settings: VoiceSettings) -> Sequence[ListedVoice]:
    if shutil.which("say") is None:
        return []
    try:
        lines = await ask_program(["say", "-v", "?"])
    except ServiceError as error:
        return [ListedVoice(id="say", engine=VoiceKind.SAY, name="say", trouble=str(error))]
    return [
        ListedVoice(
            id=f"say {found['name']}",
            engine=VoiceKind.SAY,
            name=found["name"],
            language=found["language"],
            settings={"voice.engine": f"say:{found['name']}"},
        )
        for found in filter(None, map(_SAY_LINE.match, lines))
    ]


async def _list_command(settings: VoiceSettings) -> Sequence[ListedVoice]:
    """List the program that the settings name, if they do."""
    spec = parse_voice(settings.engine)
    if spec.kind is not VoiceKind.COMMAND:
        return []
    program = spec.words[0]
    trouble = "" if shutil.which(program) else own("there is no program {program}", program=program)
    name = Path(program).name
    chooses = {"voice.engine": settings.engine.strip()}
    return [ListedVoice(id=f"command {name}", engine=spec.kind, name=name, settings=chooses, trouble=trouble)]


async def _list_http(settings: VoiceSettings) -> Sequence[ListedVoice]:
    """List the voice of the speech server that the settings name, if they do: servers have no common list of theirs."""
    spec = parse_voice(settings.engine)
    if spec.kind is not VoiceKind.HTTP:
        return []
    voice = settings.http.voice
    chooses = {"voice.engine": settings.engine.strip(), "voice.http.voice": voice}
    name = own("{voice}, at {address}", voice=voice, address=format_address(spec.url))
    return [ListedVoice(id=f"http {voice}", engine=spec.kind, name=name, settings=chooses)]


async def _list_silence(_settings: VoiceSettings) -> Sequence[ListedVoice]:
    kind = VoiceKind.SILENT
    return [ListedVoice(id=kind, engine=kind, name=own("no voice"), settings={"voice.engine": kind})]


Engine = Callable[[VoiceSettings], Awaitable[Sequence[ListedVoice]]]
ENGINES: Final[Sequence[Engine]] = (
    *(_list_neural, _list_espeak, _list_pyttsx3, _list_say),
    *(_list_command, _list_http, _list_silence),
)
"""The engines, in the order in which they are shown."""
