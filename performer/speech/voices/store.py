"""The store of neural voices: each in a folder of its own, which appears whole or not at all."""

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import anyio
import anyio.to_thread

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.atomic import make_folder, put_in_place
from performer.core.large_download import download_all, make_write_error, measure_rest
from performer.core.own_text import OwnText, join_own, own
from performer.core.staging import SPARE_BYTES, STAGING, check_room, hold_staging_folder, remove_whole
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.speech.voices.archive import check_config, gather_parts, is_archive, remove_folder, strip_suffix
from performer.speech.voices.catalogue import (
    CatalogueVoice,
    VoiceCatalogue,
    load_catalogue,
)
from performer.speech.voices.families import FAMILIES, MODEL_CONFIG
from performer.speech.voices.installed import (
    NAME,
    AboutVoice,
    explain_missing_engine,
    explain_unfit_voice_name,
    find_voices_folder,
    list_installed_voices,
    read_about,
)
from performer.speech.voices.known_loudness import LOUDNESS_FILE, KnownLoudness, name_speaker
from performer.speech.voices.preparation import measure_voice, prepare_voice

_NAME_IT: Final = own("Choose another name for it: {command} voice get NAME --from FILE", command=COMMAND)


Prepare = Callable[[Mapping[str, Path], Path, AboutVoice], Awaitable[None]]
"""Makes a voice ready in a folder out of its parts."""

Measure = Callable[[AboutVoice, Path, int], Awaitable[float]]
"""Measures how loud one of the speakers of a voice in a folder is by itself, in LUFS."""


class StoreWatcher(Protocol):
    """The display of what the store does."""

    def show(self, done: int, total: int) -> None:
        """Show how many bytes of a voice are there, of how many; called many times a second."""

    def note(self, said: OwnText) -> None:
        """Show a sentence: an address that is dead, a check that is not to be had, what is done after the download."""


@dataclass(frozen=True)
class VoiceStore:
    """Installs and removes voices in a folder; one voice is installed by one process at a time."""

    clock: Clock
    folder: Path
    catalogue: VoiceCatalogue
    patience_s: float = 30.0
    """Seconds that a server may be silent."""
    prepare: Prepare = prepare_voice
    measure: Measure = measure_voice
    explain_missing: Callable[[str], OwnText] = explain_missing_engine
    """Returns what voices of a family lack here."""

    @classmethod
    def open(cls, clock: Clock) -> "VoiceStore":
        """Open the store of this home; raise ConfigError when the streamer's own list is wrong."""
        folder = find_voices_folder()
        return cls(clock, folder, load_catalogue(folder))

    def list_installed(self) -> Sequence[AboutVoice]:
        """List the voices that are whole."""
        return list_installed_voices(self.folder)

    def find_installed(self, name: str) -> AboutVoice:
        """Return an installed voice by its name; a ConfigError names the nearest ones."""
        installed = {each.name.casefold(): each for each in self.list_installed()}
        if found := installed.get(name.strip().casefold()):
            return found
        raise self._make_absence_error(name, [each.name for each in installed.values()])

    def find_kept(self, name: str) -> str:
        """Return the name of a voice of which anything is on the disk, be it whole, broken or half of a download.

        Raises:
            ConfigError: when there is nothing, with the nearest names.
        """
        folders = [each for each in (self.folder, self.folder / STAGING) if each.is_dir()]
        places = [each for folder in folders for each in folder.iterdir() if NAME.fullmatch(each.name)]
        kept = {each.name.casefold(): each.name for each in places if each.is_dir()}
        if found := kept.get(name.strip().casefold()):
            return found
        raise self._make_absence_error(name, list(kept.values()))

    def _make_absence_error(self, name: str, there: Sequence[str]) -> ConfigError:
        called = name.strip().casefold()
        known = next((each.name for each in self.catalogue.voices if each.name.casefold() == called), "")
        if known:
            near = own("To get it: {command} voice get {name}", command=COMMAND, name=known)
        else:
            near = format_near_miss(name, there)
        return ConfigError(own("The voice '{name}' is not installed. {near}", name=name, near=near))

    def explain_refusal(self, voice: CatalogueVoice) -> OwnText:
        """Return why a voice cannot be installed here, with the remedy; empty when it can."""
        if missing := self.explain_missing(voice.family):
            return own("'{name}' cannot be installed: {missing}", name=voice.name, missing=missing)
        return own("")

    async def get(self, name: str, watcher: StoreWatcher) -> AboutVoice:
        """Download a voice, make it ready and put it into its place; broken off and asked again, it goes on.

        Raises:
            ConfigError: when there is no such voice, or it is no voice that speaks.
            ServiceError: when it cannot be downloaded, written or made ready; what has come is kept.
        """
        voice = self.catalogue.find(name)
        if refusal := self.explain_refusal(voice):
            raise ConfigError(refusal)
        with hold_staging_folder(self.folder, voice.name) as coming:
            if there := read_about(self.folder / voice.name):
                return there
            files = await anyio.to_thread.run_sync(self._find_same, voice)
            if not files:
                files = [coming / each.name for each in voice.files]
                await self._download(voice, coming, watcher)
            watcher.note(own("{name} is being made ready.", name=voice.name))
            try:
                about = await self._install(files, coming, voice.as_about())
            except ConfigError:  # the right files by all that is known, and no voice: they would be so once more
                await anyio.to_thread.run_sync(remove_folder, coming)
                raise
            await anyio.to_thread.run_sync(remove_folder, coming)
            return about

    async def get_file(self, file: Path, name: str, watcher: StoreWatcher) -> AboutVoice:
        """Install a voice from a file: a model with its `.onnx.json` beside it, or an archive of both.

        A file that the catalogue knows is the voice of that name; any other keeps the file's, or the `name` given.

        Raises:
            ConfigError: when the file is not there, is none of a voice's, or is not the voice of the name.
            ServiceError: when it cannot be written, or made ready.
        """
        if not await anyio.Path(file).is_file():
            raise ConfigError(own("There is no file '{file}'.", file=file))
        if missing := self.explain_missing("piper"):
            raise ConfigError(own("'{file}' cannot be installed: {missing}", file=file, missing=missing))
        about = await self._identify(file, name.strip())
        with hold_staging_folder(self.folder, about.name) as coming:
            if read_about(self.folder / about.name):
                remedy = own("Remove it first, or choose another name for this one.")
                raise ConfigError(own("The voice '{name}' is there already. {remedy}", name=about.name, remedy=remedy))
            watcher.note(own("{name} is being made ready.", name=about.name))
            about = await self._install([file], coming, about)
            await anyio.to_thread.run_sync(remove_folder, coming)
            return about

    async def remove(self, name: str) -> None:
        """Remove what is on the disk of a voice.

        Raises:
            ConfigError: when there is nothing.
            ServiceError: when it cannot be removed.
        """
        kept = self.find_kept(name)
        with hold_staging_folder(self.folder, kept) as coming:
            try:
                await anyio.to_thread.run_sync(remove_whole, self.folder / kept, coming)
            except OSError as error:
                raise make_write_error(self.folder / kept, error) from error

    async def note_speaker(self, voice: AboutVoice, speaker: int) -> None:
        """Measure how loud a speaker of an installed voice is, unless that is known; the first sentence needs it.

        One that does not speak is passed over: the show says what is wrong when it is to speak.
        """
        loudness = KnownLoudness(self.folder / LOUDNESS_FILE)
        name = name_speaker(voice, speaker)
        if speaker != voice.speaker and loudness.find_lufs(name) is None:
            with suppress(ServiceError):
                loudness.note(name, await self.measure(voice, self.folder / voice.name, speaker))

    def _find_same(self, voice: CatalogueVoice) -> Sequence[Path]:
        """Return the parts of an installed voice that is another speaker of the same files; none of a parted one."""
        family = FAMILIES[voice.family]
        installed = {each.name for each in self.list_installed()}
        same = (each for each in self.catalogue.voices if each.files == voice.files and each.name in installed)
        found = None if family.is_parted else next(same, None)
        return [self.folder / found.name / part for part in family.parts] if found else []

    async def _download(self, voice: CatalogueVoice, coming: Path, watcher: StoreWatcher) -> None:
        files = [each.as_large_file(voice.folders) for each in voice.files]
        try:
            make_folder(coming)
            made = sum(_foresee(each.name, each.size) for each in files)
            check_room(voice.name, measure_rest(files, coming) + made + SPARE_BYTES, self.folder)
        except OSError as error:
            raise make_write_error(coming, error) from error
        for file in files:
            if not file.sha256:
                by = own("size and MD5") if file.md5 else own("size")
                watcher.note(
                    own("Nobody has published the SHA-256 of {file}: its {by} will be checked.", file=file.name, by=by)
                )
        show, note, patience_s = watcher.show, watcher.note, self.patience_s
        then = own("{command} voice get {name} --from FILE", command=COMMAND, name=voice.name)
        await download_all(files, coming, self.clock, show=show, note=note, patience_s=patience_s, then=then)

    async def _install(self, files: Sequence[Path], coming: Path, about: AboutVoice) -> AboutVoice:
        """Make a voice ready beside the others, and move it among them in one step."""
        unpacked, ready = coming / "unpacked", coming / "ready"
        try:
            await anyio.to_thread.run_sync(_begin, unpacked, ready)
            made = [_foresee(each.name, each.stat().st_size) for each in files]
            check_room(about.name, sum(made) + SPARE_BYTES // 4, self.folder)
            wanted = FAMILIES[about.family].parts
            parts = await anyio.to_thread.run_sync(gather_parts, files, unpacked, wanted)
            if not about.language:
                about = await anyio.to_thread.run_sync(_complete, parts[MODEL_CONFIG], about)
            await self.prepare(parts, ready, about)
            await anyio.to_thread.run_sync(_put_among_voices, ready, self.folder / about.name, coming)
        except OSError as error:
            raise make_write_error(ready, error) from error
        finally:
            with anyio.CancelScope(shield=True):
                for each in (unpacked, ready):
                    await anyio.to_thread.run_sync(remove_folder, each)
        return about

    async def _identify(self, file: Path, name: str) -> AboutVoice:
        """Return what is known of a file: what the catalogue has, or no more than its name."""
        try:
            known = await anyio.to_thread.run_sync(self.catalogue.find_by_file, file)
        except OSError as error:
            raise ConfigError(own("'{file}' cannot be read: {why}", file=file, why=error.strerror)) from None
        fitting = [each for each in known if name.casefold() in ("", each.name.casefold())]
        if len(fitting) > 1:
            names = join_own(", ", [each.name for each in fitting])
            raise ConfigError(
                own("'{file}' holds several voices. {remedy} {names}", file=file, remedy=own("Name one:"), names=names)
            )
        if fitting:
            return fitting[0].as_about()
        called = name or strip_suffix(file)
        if why := explain_unfit_voice_name(called):
            said = own("'{called}' can be no voice's name.", called=called)
            raise ConfigError(join_own(" ", [said, why, _NAME_IT]))
        if any(each.name.casefold() == called.casefold() for each in self.catalogue.voices):
            raise ConfigError(
                own(
                    "'{file}' is not the file of the voice '{called}' in the list. {remedy}",
                    file=file,
                    called=called,
                    remedy=_NAME_IT,
                )
            )
        return AboutVoice(name=called, family="piper", language="", source=file.name)


def _foresee(name: str, size: int) -> int:
    """Return the bytes of what is made of a file beside it; an archive is unpacked first."""
    return 3 * size if is_archive(Path(name)) else size


def _begin(unpacked: Path, ready: Path) -> None:
    """Make the two folders anew: what a killed process has left is of no use."""
    for each in (unpacked, ready):
        remove_folder(each)
        make_folder(each)


def _put_among_voices(ready: Path, place: Path, coming: Path) -> None:
    """Move a voice to its place, once it is on disk; what is left of a broken one gives way."""
    for each in ready.iterdir():
        with each.open("rb+") as opened:
            os.fsync(opened.fileno())
    if place.exists():
        remove_folder(coming / "broken")
        place.rename(coming / "broken")
    put_in_place(ready, place)


def _complete(config: Path, about: AboutVoice) -> AboutVoice:
    """Add what the voice's own configuration tells."""
    told = check_config(config, about.name)
    speakers, quality = told.get("num_speakers", 1), told["audio"].get("quality", "")
    more = {"quality": str(quality), "speakers": speakers if isinstance(speakers, int) else 1}
    return about.model_copy(update={"language": told["espeak"]["voice"], **more})
