"""The catalogue of neural voices that can be downloaded: data, with what a streamer has added."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from performer.core.errors import ConfigError
from performer.core.files.file_name import explain_unfit_file_name
from performer.core.large_download import LargeFile
from performer.core.own_text import own
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.speech.voices.installed import AboutVoice, explain_unfit_voice_name, find_voices_folder

_BUILT_IN: Final = Path(__file__).with_name("catalogue.toml")
OWN_FILE: Final = "catalogue.toml"
"""A file of this name in the folder of the voices adds a streamer's own, or replaces one of ours."""
_MOST_SMALL_BYTES: Final = 85_000_000
"""The size up to which a voice is offered to somebody who has not looked at the list."""
_Address = Annotated[str, Field(pattern=r"^https?://\S+$")]
_Hash = Annotated[str, Field(pattern=r"^([0-9a-f]{32}|[0-9a-f]{64})?$")]


def _check_name(name: str) -> str:
    if why := explain_unfit_voice_name(name):
        raise ValueError(why)
    return name


def _check_file_name(name: str) -> str:
    if why := explain_unfit_file_name(name):
        raise ValueError(why)
    return name


class VoiceFile(BaseModel):
    """A file of a voice, and where it lies."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]{0,127}$"), AfterValidator(_check_file_name)]
    addresses: tuple[_Address, ...] = ()
    """The addresses, the one to be tried first before its mirrors; without any, it lies in the voice's folders."""
    size: int = Field(gt=0)
    """Bytes."""
    sha256: _Hash = ""
    """Empty where nobody has published it."""
    md5: _Hash = ""

    def as_large_file(self, folders: Sequence[str] = ()) -> LargeFile:
        """Return it as a download takes it, also from folders that hold it by its name."""
        addresses = (*self.addresses, *(f"{each.rstrip('/')}/{self.name}" for each in folders))
        return LargeFile(name=self.name, addresses=addresses, size=self.size, sha256=self.sha256, md5=self.md5)


class CatalogueVoice(AboutVoice):
    """A voice that can be downloaded."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, AfterValidator(_check_name)]
    family: Literal["piper", "vits", "kokoro", "kitten", "matcha"]
    folders: tuple[_Address, ...] = ()
    """The addresses of the folders that hold its files by their names, the one to be tried first before its mirrors."""
    streams: Literal["yes", "no", "unknown"] = "unknown"
    files: tuple[VoiceFile, ...] = Field(min_length=1)

    @property
    def size(self) -> int:
        """The bytes of all its files."""
        return sum(each.size for each in self.files)

    @property
    def is_hashed(self) -> bool:
        """Whether each file has a SHA-256 to be checked by."""
        return all(each.sha256 for each in self.files)

    def as_about(self) -> AboutVoice:
        """Return what is kept beside the voice when it is installed."""
        return AboutVoice.model_validate(self.model_dump(exclude={"files", "folders"}))


class _CatalogueFile(BaseModel):
    """A file of the catalogue."""

    model_config = ConfigDict(extra="forbid")

    voices: list[CatalogueVoice] = []


@dataclass(frozen=True, kw_only=True)
class VoiceCatalogue:
    """The voices that can be downloaded, in the order in which they are advised."""

    voices: Sequence[CatalogueVoice]

    def find(self, name: str) -> CatalogueVoice:
        """Return a voice by its name; a ConfigError names the nearest ones."""
        found = {each.name.casefold(): each for each in self.voices}.get(name.strip().casefold())
        if found is None:
            near = format_near_miss(name, [each.name for each in self.voices])
            raise ConfigError(own("There is no voice '{name}' in the list. {near}", name=name, near=near))
        return found

    def find_by_file(self, path: Path) -> Sequence[CatalogueVoice]:
        """Return the voices that a file on disk belongs to, by its size and hash; raise OSError as reading does."""
        size = path.stat().st_size
        known = [
            each
            for voice in self.voices
            for each in voice.files
            if each.size == size and (each.sha256 or each.md5) and not each.as_large_file().find_difference(path)
        ]
        return [voice for voice in self.voices if any(each in known for each in voice.files)]

    def select(self, language: str = "", *, with_all: bool = False) -> Sequence[CatalogueVoice]:
        """Return the voices of a language; those that are not offered by default only `with_all`."""
        fitting = (each for each in self.voices if not language or each.speaks(language))
        return [each for each in fitting if with_all or each.is_offered]

    def find_best(self, language: str) -> CatalogueVoice | None:
        """Return the voice that is offered to a speaker of a language: the best of the small ones."""
        fitting = [each for each in self.select(language) if each.size <= _MOST_SMALL_BYTES]
        places = {each.name: -place for place, each in enumerate(fitting)}
        return max(fitting, key=lambda each: (*each.rate(language), places[each.name]), default=None)


def load_catalogue(folder: Path | None = None) -> VoiceCatalogue:
    """Load our catalogue, and a streamer's own beside the installed voices.

    Raises:
        ConfigError: when the streamer's own file cannot be read, or something in it is wrong.
    """
    voices = {each.name: each for each in _read(_BUILT_IN)}
    own_file = (folder or find_voices_folder()) / OWN_FILE
    if own_file.exists():
        voices |= {each.name: each for each in _read(own_file)}
    return VoiceCatalogue(voices=tuple(voices.values()))


def _read(file: Path) -> Sequence[CatalogueVoice]:
    try:
        told: Mapping[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        return _CatalogueFile.model_validate(told).voices
    except (OSError, ValueError) as error:
        raise ConfigError(own("{file} cannot be used: {why}", file=file, why=_describe(error))) from None


def _describe(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return str(error)
