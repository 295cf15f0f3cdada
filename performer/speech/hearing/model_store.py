"""The store of the recogniser's models: each in a folder of its own, which appears whole or not at all."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import anyio.to_thread
from filelock import FileLock, Timeout

from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.atomic import make_folder, put_in_place
from performer.core.large_download import LargeDownload, LargeFile, make_write_error
from performer.core.own_text import OwnText, own
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.speech.hearing.models import RecognitionFile, RecognitionModel, list_models

_COMING: Final = ".coming"
"""The folder of what is downloaded and not whole."""
_SPARE_BYTES: Final = 100_000_000


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
            source: a folder that holds its files, for a machine without a network.
            show: called with the bytes that are there, and all of them.
            note: called with a sentence when an address is given up.

        Raises:
            ConfigError: when there is no such model, or the folder does not hold it.
            ServiceError: when it cannot be downloaded or written; what has come is kept.
        """
        model = self.find(name)
        with self._hold(model) as coming:
            if self.is_there(model):
                return model
            before = 0
            for file in model.files:
                if source is not None:
                    await anyio.to_thread.run_sync(
                        _copy, source / file.name, coming / file.name, _describe(model, file)
                    )
                else:
                    start = before
                    await LargeDownload(
                        _describe(model, file),
                        coming / file.name,
                        self.clock,
                        show=lambda have, start=start: show(start + have, model.size),  # type: ignore[misc]
                        note=note,
                        patience_s=self.patience_s,
                    ).run()
                before += file.size
                show(before, model.size)
            await anyio.to_thread.run_sync(self._put_among_models, coming, model)
        return model

    async def remove(self, name: str) -> RecognitionModel:
        """Remove a model from the disk.

        Raises:
            ConfigError: when it is not there.
            ServiceError: when it cannot be removed.
        """
        model = self.find(name)
        place = self.folder / model.name
        if not await anyio.Path(place).is_dir():
            raise ConfigError(own("The model '{name}' is not there.", name=model.name))
        with self._hold(model) as coming:
            try:
                await anyio.to_thread.run_sync(shutil.rmtree, coming)
                place.rename(coming)
                await anyio.to_thread.run_sync(shutil.rmtree, coming)
            except OSError as error:
                raise make_write_error(place, error) from error
        return model

    def _put_among_models(self, coming: Path, model: RecognitionModel) -> None:
        place = self.folder / model.name
        try:
            if place.exists():
                shutil.rmtree(place)
            names = {each.name for each in model.files}
            for each in coming.iterdir():
                if each.name not in names:
                    each.unlink()  # what the download has noted for itself
            put_in_place(coming, place)
        except OSError as error:
            raise make_write_error(place, error) from error

    @contextmanager
    def _hold(self, model: RecognitionModel) -> Iterator[Path]:
        """Hold the folder in which a model comes, for as long as the block runs; who comes second is refused."""
        place = self.folder / _COMING
        try:
            make_folder(place / model.name)
            lock = FileLock(place / f"{model.name}.lock", mode=0o600, thread_local=False)
            lock.acquire(timeout=0)
        except Timeout:
            raise ServiceError(own("'{name}' is got or removed by another program already.", name=model.name)) from None
        except OSError as error:
            raise make_write_error(place, error) from error
        try:
            self._check_room(model, place / model.name)
            yield place / model.name
        finally:
            with suppress(OSError):
                (place / model.name).rmdir()  # where nothing is kept to go on with
            lock.release()

    def _check_room(self, model: RecognitionModel, coming: Path) -> None:
        free = shutil.disk_usage(coming).free
        if free < model.size + _SPARE_BYTES:
            raise ServiceError(
                own(
                    "'{name}' needs {needed} MB on the disk of '{folder}', which has {free} MB left.",
                    name=model.name,
                    needed=round((model.size + _SPARE_BYTES) / 1e6),
                    folder=self.folder,
                    free=round(free / 1e6),
                ),
                retry=False,
            )


def _describe(model: RecognitionModel, file: RecognitionFile) -> LargeFile:
    addresses = tuple(f"{each}/{file.name}" for each in model.folders)
    return LargeFile(name=file.name, addresses=addresses, size=file.size, sha256=file.sha256)


def _copy(source: Path, target: Path, file: LargeFile) -> None:
    """Copy a file that is the right one.

    Raises:
        ConfigError: when it is not.
    """
    try:
        difference = file.find_difference(source)
    except OSError as error:
        raise ConfigError(own("'{file}' cannot be read: {why}.", file=source, why=error.strerror)) from None
    if difference:
        raise ConfigError(own("'{file}' is not the right file: {difference}.", file=source, difference=difference))
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise make_write_error(target, error) from error
