"""The operations of the control socket on neural voices: which can be had, and what is downloaded, used and removed."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

import anyio.to_thread

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_flag, read_text
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.core.work_board import BoardWatcher, BoardWork, WorkBoard
from performer.speech.voices.catalogue import CatalogueVoice
from performer.speech.voices.installed import AboutVoice, explain_missing_engine, explain_speakers
from performer.speech.voices.settings import VoiceKind, VoiceSettings, parse_voice
from performer.speech.voices.store import VoiceStore

KIND: Final = "voice"
"""The kind of works on the board that are downloads of voices."""
_MOST_NAME: Final = 80
_MOST_PATH: Final = 1000


@dataclass(frozen=True, kw_only=True)
class StoreOperations:
    """`voices.catalogue voices.get voices.stop_get voices.use voices.remove voices.look`, as `performer voice` has."""

    clock: Clock
    board: WorkBoard
    settings: Callable[[], VoiceSettings]
    """Returns the settings of the voice as they are now."""
    set: Operation
    """Sets a setting: config.set."""
    look_again: Callable[[], Awaitable[None]]
    """Has the show take up voices that were installed or removed."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "voices.catalogue": self.list_all,
            "voices.get": self.get,
            "voices.stop_get": self.stop_get,
            "voices.use": self.use,
            "voices.remove": self.remove,
            "voices.look": self.look,
        }

    async def list_all(self, arguments: Arguments) -> dict[str, Any]:
        """Return the neural `voices` that can be had or are there, the one that is `advised`, and what is `missing`.

        Without `all`, those are left out whose licence forbids streams that earn money. `works` are the downloads.
        """
        store = await self._open()
        installed = {each.name: each for each in await anyio.to_thread.run_sync(store.list_installed)}
        settings = self.settings()
        advised = store.catalogue.find_best(settings.language)
        has_one = any(each.speaks(settings.language) and each.is_offered for each in installed.values())
        known = store.catalogue.select(with_all=read_flag(arguments, "all"))
        named = {each.name for each in store.catalogue.voices}
        others = [each for name, each in installed.items() if name not in named]
        hidden = [each for each in store.catalogue.voices if each.name in installed and each not in known]
        voices = sorted((*known, *hidden, *others), key=lambda each: not each.rate(settings.language)[0])
        return {
            "voices": [_describe(each, each.name in installed, settings) for each in voices],
            "advised": None if advised is None or has_one else _describe(advised, False, settings),
            "missing": explain_missing_engine(),
            "works": [each for each in self.board.list_all() if each["kind"] == KIND],
        }

    async def get(self, arguments: Arguments) -> str:
        """Download the voice `name`, from where that broke off, or install a `file`; with `use` it speaks then.

        It is made ready in a process of its own, and appears whole or not at all.
        """
        store, use = await self._open(), read_flag(arguments, "use")
        if arguments.get("file"):
            file = _read_path(arguments)
            name = read_text(arguments, "name", file.name, most=_MOST_NAME)
            about = await store.get_file(
                file, str(arguments.get("name") or ""), BoardWatcher(self.clock, BoardWork(kind=KIND, name=name))
            )
            await self._take_up(about.name, use=use)
            return own("{name} is installed.", name=about.name)
        voice = store.catalogue.find(read_text(arguments, "name", most=_MOST_NAME))
        if refusal := store.explain_refusal(voice):
            raise ConfigError(refusal)

        async def download(work: BoardWork, tell: Callable[[], None]) -> None:
            await store.get(voice.name, BoardWatcher(self.clock, work, tell))
            await self._take_up(voice.name, use=use)

        self.board.start(KIND, voice.name, download)
        return own("{name} is downloaded", name=voice.name)

    async def stop_get(self, arguments: Arguments) -> str:
        """Stop the download of the voice `name`; what has come is kept."""
        name = read_text(arguments, "name", most=_MOST_NAME)
        self.board.stop(KIND, name)
        return own("{name} is stopped", name=name)

    async def use(self, arguments: Arguments) -> str:
        """Choose the installed voice `name`, which speaks from the next sentence on; written as `voice.engine`.

        Of a voice with many speakers `speaker` is the number of one.
        """
        return await use_voice(await self._open(), arguments, self.set)

    async def remove(self, arguments: Arguments) -> str:
        """Remove the installed voice `name` from the disk; one that `voice.engine` names must not be in use."""
        said = await remove_voice(await self._open(), arguments, self.settings())
        await self.look_again()
        return said

    async def look(self, _arguments: Arguments) -> str:
        """Look for voices that another program has installed or removed."""
        await self.look_again()
        return own("The voices were looked for again.")

    async def _open(self) -> VoiceStore:
        return await anyio.to_thread.run_sync(VoiceStore.open, self.clock)

    async def _take_up(self, name: str, *, use: bool) -> None:
        if use:
            await self.set({"key": "voice.engine", "value": f"{VoiceKind.NEURAL}:{name}"})
        await self.look_again()


def _read_path(arguments: Arguments) -> Path:
    return Path(read_text(arguments, "file", most=_MOST_PATH)).expanduser()


async def use_voice(store: VoiceStore, arguments: Arguments, set_setting: Operation) -> str:
    """Write the voice `name` into the settings, with its `speaker` if one is meant; return what the settings say.

    Raises:
        ConfigError: when the voice is not installed, or has no such speaker.
    """
    name = read_text(arguments, "name", most=_MOST_NAME)
    voice = await anyio.to_thread.run_sync(store.find_installed, name)
    speaker = arguments.get("speaker")
    if speaker is None:
        return str(await set_setting({"key": "voice.engine", "value": f"{VoiceKind.NEURAL}:{voice.name}"}))
    if isinstance(speaker, bool) or not isinstance(speaker, int) or not 0 <= speaker < voice.speakers:
        why = explain_speakers(voice)
        raise ConfigError(own("There is no speaker {speaker:.80}: {why}.", speaker=str(speaker), why=why))
    await store.note_speaker(voice, speaker)
    return str(await set_setting({"key": "voice.engine", "value": f"{VoiceKind.NEURAL}:{voice.name}:{speaker}"}))


async def remove_voice(store: VoiceStore, arguments: Arguments, settings: VoiceSettings) -> str:
    """Remove the voice `name`, and return what was done.

    Raises:
        ConfigError: when nothing of the voice is there, or the settings name it.
    """
    name = await anyio.to_thread.run_sync(store.find_kept, read_text(arguments, "name", most=_MOST_NAME))
    if setting := _find_setting_of(name, settings):
        remedy = own(
            "Choose another first: {command} config set {setting} {other}",
            command=COMMAND,
            setting=setting,
            other="'[\"espeak\"]'" if setting == "voice.fallback" else VoiceKind.AUTO,
        )
        raise ConfigError(
            own("'{name}' is the voice of {setting}. {remedy}", name=name, setting=setting, remedy=remedy)
        )
    await store.remove(name)
    return own("{name} is removed.", name=name)


def _find_setting_of(name: str, settings: VoiceSettings) -> str:
    """Return the setting that names a neural voice; empty when none does."""
    naming = [
        ("voice.engine", settings.engine),
        *(("voice.fallback", each) for each in settings.fallback),
        *((f"voice.languages.{language}", each) for language, each in settings.languages.items()),
    ]
    wanted = VoiceKind.NEURAL, name
    specs = ((setting, parse_voice(text)) for setting, text in naming)
    return next((setting for setting, spec in specs if (spec.kind, spec.voice) == wanted), "")


def _describe(voice: AboutVoice, is_installed: bool, settings: VoiceSettings) -> Mapping[str, Any]:
    spec = parse_voice(settings.engine)
    return {
        **voice.model_dump(exclude={"files", "folders"}),
        "installed": is_installed,
        "in_use": spec.kind is VoiceKind.NEURAL and spec.voice == voice.name,
        "size": voice.size if isinstance(voice, CatalogueVoice) else 0,
        "heavy": voice.is_heavy,
        "hashed": voice.is_hashed if isinstance(voice, CatalogueVoice) else True,
        "fits": voice.speaks(settings.language),
    }
