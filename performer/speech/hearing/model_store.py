"""The store of the models of the ears: each in a folder of its own, which appears whole or not at all."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

import anyio.to_thread

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.atomic import make_folder, put_in_place
from performer.core.large_download import LargeFile, download_all, make_write_error, measure_rest
from performer.core.own_text import OwnText, join_own, own
from performer.core.staging import SPARE_BYTES, check_room, hold_staging_folder, remove_whole
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.speech.hearing.models import RecognitionFile, RecognitionModel, list_models


@dataclass(frozen=True)
class ModelStore:
    """Downloads and removes models; one model comes by one process at a time."""

    clock: Clock
    folder: Path
    models: Sequence[RecognitionModel]
    patience_s: float = 30.0
    """Seconds that a server may be silent."""

    @classmethod
    def open(cls, clock: Clock, folder: Path) -> "ModelStore":
        """Open the store of a folder, with the models that are known."""
        return cls(clock, folder, list_models())

    def find(self, name: str) -> RecognitionModel:
        """Return a model by its name; a ConfigError names the nearest ones."""
        found = {each.name: each for each in self.models}.get(name.strip().casefold())
        if found is None:
            near = format_near_miss(name, [each.name for each in self.models])
            raise ConfigError(own("There is no model '{name}'. {near}", name=name, near=near))
        return found

    def recognise(self, source: Path) -> RecognitionModel:
        """Return the model whose files a folder holds, or whose file it is; raise ConfigError when there is none."""
        folder = source.parent if source.is_file() else source
        found = next((each for each in self.models if each.is_whole_in(folder)), None)
        if found is None:
            names = join_own(", ", [each.name for each in self.models])
            raise ConfigError(
                own(
                    "'{folder}' holds none of these models: {names}. {itself}",
                    folder=folder,
                    names=names,
                    itself=_explain_itself(folder),
                )
            )
        return found

    def is_there(self, model: RecognitionModel) -> bool:
        """Whether a model lies in the store, whole."""
        return model.is_whole_in(self.folder / model.name)

    async def get(
        self,
        name: str,
        *,
        source: Path | None = None,
        show: Callable[[int, int], None] = lambda _done, _total: None,
        note: Callable[[OwnText], None] = lambda _: None,
    ) -> RecognitionModel:
        """Download a model, or copy it from a folder; broken off and asked again, a download goes on.

        Args:
            name: the model's.
            source: a folder that holds its files, or one of these, for a machine without a network.
            show: called with the bytes that are there, and all of them.
            note: called with a sentence when an address is given up.

        Raises:
            ConfigError: when there is no such model, or the folder does not hold it.
            ServiceError: when it cannot be downloaded or written; what has come is kept.
        """
        model = self.find(name)
        with hold_staging_folder(self.folder, model.name) as staging:
            if self.is_there(model):
                return model
            files = [_describe(model, each) for each in model.files]
            try:
                make_folder(staging)
                check_room(model.name, measure_rest(files, staging) + SPARE_BYTES, self.folder)
            except OSError as error:
                raise make_write_error(staging, error) from error
            if source is None:
                patience_s, then = self.patience_s, own("{command} ears get --from FOLDER", command=COMMAND)
                await download_all(files, staging, self.clock, show=show, note=note, patience_s=patience_s, then=then)
            else:
                folder = source.parent if await anyio.Path(source).is_file() else source
                await anyio.to_thread.run_sync(_copy_all, files, folder, staging)
            await anyio.to_thread.run_sync(self._put_among_models, staging, model)
        return model

    async def remove(self, name: str) -> RecognitionModel:
        """Remove a model from the disk.

        Raises:
            ConfigError: when it is not there.
            ServiceError: when it cannot be removed.
        """
        model = self.find(name)
        place = self.folder / model.name
        with hold_staging_folder(self.folder, model.name) as staging:
            if not place.is_dir() and not staging.is_dir():
                raise ConfigError(own("The model '{name}' is not there.", name=model.name))
            try:
                await anyio.to_thread.run_sync(remove_whole, place, staging)
            except OSError as error:
                raise make_write_error(place, error) from error
        return model

    def _put_among_models(self, staging: Path, model: RecognitionModel) -> None:
        place = self.folder / model.name
        try:
            if place.exists():
                shutil.rmtree(place)
            names = {each.name for each in model.files}
            for each in staging.iterdir():
                if each.name not in names:
                    each.unlink()  # what the download has noted for itself
            put_in_place(staging, place)
        except OSError as error:
            raise make_write_error(place, error) from error


def _describe(model: RecognitionModel, file: RecognitionFile) -> LargeFile:
    addresses = tuple(f"{each}/{quote(file.name)}" for each in model.folders)
    return LargeFile(name=file.name, addresses=addresses, size=file.size, sha256=file.sha256)


def _explain_itself(folder: Path) -> OwnText:
    """Return how a folder is used that may hold a model which is not in the list."""
    command = own("{command} config set mic.recognition", command=COMMAND)
    return own(
        "If it is another model that understands speech, use the folder itself: {command} {folder}",
        command=command,
        folder=folder,
    )


def _copy_all(files: Sequence[LargeFile], source: Path, staging: Path) -> None:
    """Copy files from a folder; raise ConfigError when one is not the right one."""
    for file in files:
        _copy(source / file.name, staging / file.name, file)


def _copy(source: Path, target: Path, file: LargeFile) -> None:
    try:
        difference = file.find_difference(source)
    except OSError as error:
        raise ConfigError(own("'{file}' cannot be read: {why}.", file=source, why=error.strerror)) from None
    if difference:
        said = own("'{file}' is not the right file: {difference}.", file=source, difference=difference)
        raise ConfigError(join_own(" ", [said, _explain_itself(source.parent)]))
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise make_write_error(target, error) from error
