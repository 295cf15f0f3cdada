"""Voices from files that a person has: a model with its `.onnx.json`, or an archive; never more than that is taken out.

Nothing is written under a name that an archive holds, so that no name can lead anywhere.
"""

import json
import lzma
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, Any, Final, Self

from performer.core.errors import ConfigError
from performer.core.own_text import join_own, own
from performer.core.platform import open_for_owner
from performer.core.values import dataclass

ARCHIVES: Final = (".zip", ".tar.bz2", ".tbz2", ".tar.gz", ".tgz", ".tar")
_MOST_MEMBERS: Final = 5_000
_MOST_FILE_BYTES: Final = 1_000_000_000
_MOST_BYTES: Final = 2_500_000_000
"""All that an archive may hold: what is passed over has to be unpacked, too."""
_MOST_CONFIG_BYTES: Final = 1_000_000
_MOST_HEADER_BYTES: Final = 65_536
_HEADERS_OF_MORE: Final = frozenset(
    {tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK}
)
"""What is read into the memory whole, before the file that it is about."""
_CHUNK_BYTES: Final = 1_048_576
_EXPECTED: Final = own("Expected a .onnx with its .onnx.json beside it, or a .zip or .tar.bz2 that holds both.")
_NONE: Final = own("Nothing was taken from it.")


@dataclass(frozen=True)
class _Member:
    """A file in an archive."""

    name: str
    size: int
    is_file: bool
    open: Callable[[], IO[bytes] | None]


class _BoundedHeader(tarfile.TarInfo):
    """A header of a tar file; one that would fill the memory is refused."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """Read a header, of which the rest may follow."""
        header = super().frombuf(buf, encoding, errors)
        if header.type in _HEADERS_OF_MORE and header.size > _MOST_HEADER_BYTES:
            raise tarfile.ReadError(f"a header of {header.size} bytes is too long")
        return header


_DAMAGED: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
    *(tarfile.TarError, EOFError, NotImplementedError, RuntimeError, ValueError),
)
"""What the libraries raise for an archive that is damaged, locked or none."""


def is_archive(file: Path) -> bool:
    """Whether a file is called as archives are."""
    return file.name.lower().endswith(ARCHIVES)


def strip_suffix(file: Path) -> str:
    """Return the name of a file without what says of which kind it is."""
    kinds = (*ARCHIVES, ".onnx.json", ".onnx")
    ending = next((each for each in kinds if file.name.lower().endswith(each)), "")
    return file.name[: len(file.name) - len(ending)]


def gather_parts(files: Sequence[Path], folder: Path, parts: Mapping[str, str]) -> Mapping[str, Path]:
    """Return where each part of a voice lies; those that are in an archive are unpacked into a folder.

    Args:
        files: archives, and plain files; beside a model its `.onnx.json` is found by itself.
        folder: for what is unpacked.
        parts: the pattern of a file's name, by the name of the part.

    Raises:
        ConfigError: when a part is missing or there twice, or an archive would harm.
        OSError: when a file cannot be read, or the folder not be written.
    """
    found: dict[str, Path] = {}
    beside = [each.with_name(f"{each.name}.json") for each in files if each.suffix == ".onnx"]
    for file in dict.fromkeys([*files, *(each for each in beside if each.is_file())]):
        if is_archive(file):
            found |= _unpack(file, folder, parts)
        elif part := _find_part(file.name, parts):
            found[part] = file
    missing = [pattern for part, pattern in parts.items() if part not in found]
    if missing:
        raise ConfigError(
            own(
                "'{file}' is no whole voice: {missing} is not there. {expected}",
                file=files[0],
                missing=join_own(" and ", missing),
                expected=_EXPECTED,
            )
        )
    return found


def _find_part(name: str, parts: Mapping[str, str]) -> str:
    """Return the part that a file's name is the name of; the longest pattern that fits."""
    fitting = [part for part, pattern in parts.items() if fnmatchcase(name.lower(), pattern)]
    return max(fitting, key=lambda each: len(parts[each]), default="")


def check_config(file: Path, name: str) -> dict[str, Any]:
    """Return the configuration of a voice; raise ConfigError when it is none of Piper's."""
    try:
        with file.open("rb") as opened:
            told = json.loads(opened.read(_MOST_CONFIG_BYTES))
        rate, ids, language = told["audio"]["sample_rate"], told["phoneme_id_map"], told["espeak"]["voice"]
        fits = isinstance(rate, int) and isinstance(ids, dict) and isinstance(language, str)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ConfigError(
            own("The configuration of '{name}' is none of a Piper voice: {error}", name=name, error=_describe(error))
        ) from None
    if not fits:
        raise ConfigError(own("The configuration of '{name}' is none of a Piper voice.", name=name))
    return dict(told)


def _describe(error: Exception) -> str:
    match error:
        case KeyError():
            return f"it has no {error}"
        case TypeError():
            return "it is built otherwise"
        case _:
            return str(error)


def _unpack(file: Path, folder: Path, parts: Mapping[str, str]) -> Mapping[str, Path]:
    try:
        if file.name.lower().endswith(".zip"):
            with zipfile.ZipFile(file) as opened:
                members = (_describe_zipped(opened, each) for each in opened.infolist())
                return _take_parts(file, folder, members, parts)
        with tarfile.open(file, "r|*", tarinfo=_BoundedHeader) as packed:
            return _take_parts(file, folder, (_describe_packed(packed, each) for each in packed), parts)
    except _DAMAGED as error:
        raise ConfigError(
            own("'{file}' cannot be unpacked: {error}", file=file, error=str(error) or type(error).__name__)
        ) from None
    except OSError as error:
        if error.errno is not None:
            raise
        # bz2 and gzip say of a damaged file nothing but this.
        raise ConfigError(own("'{file}' cannot be unpacked: {error}", file=file, error=error)) from None


def _describe_zipped(opened: zipfile.ZipFile, each: zipfile.ZipInfo) -> _Member:
    return _Member(each.filename, each.file_size, not each.is_dir(), lambda: opened.open(each))


def _describe_packed(packed: tarfile.TarFile, each: tarfile.TarInfo) -> _Member:
    return _Member(each.name, each.size, each.isreg(), lambda: packed.extractfile(each))


def _take_parts(file: Path, folder: Path, members: Iterable[_Member], parts: Mapping[str, str]) -> Mapping[str, Path]:
    """Copy the parts of a voice out of an archive; links, and whatever else there is, are passed over."""
    names: dict[str, str] = {}
    total = 0
    for count, member in enumerate(members, start=1):
        total += member.size
        if count > _MOST_MEMBERS or total > _MOST_BYTES:
            raise ConfigError(own("'{file}' holds far more than a voice. {none}", file=file, none=_NONE))
        if _leads_outside(member.name):
            raise ConfigError(
                own(
                    "'{file}' has a name in it that leads outside: '{name}'. {none}",
                    file=file,
                    name=member.name,
                    none=_NONE,
                )
            )
        part = _find_part(PurePosixPath(member.name).name, parts) if member.is_file else ""
        if not part:
            continue
        if part in names:
            both = {"one": names[part], "other": member.name}
            raise ConfigError(
                own("'{file}' holds more than one voice: '{one}' and '{other}'. {none}", file=file, none=_NONE, **both)
            )
        names[part] = member.name
        with member.open() or _raise_empty(member.name) as opened:
            _copy(opened, folder / part, file)
    return {part: folder / part for part in names}


def _leads_outside(name: str) -> bool:
    parts = PureWindowsPath(name)
    return bool(parts.drive or parts.root) or ".." in parts.parts or "\0" in name


def _raise_empty(name: str) -> IO[bytes]:
    raise ValueError(f"'{name}' has nothing in it")


def _copy(opened: IO[bytes], target: Path, file: Path) -> None:
    """Copy what is really there: the size that an archive tells may be a lie."""
    size = 0
    with open(target, "wb", opener=open_for_owner) as written:
        while piece := opened.read(_CHUNK_BYTES):
            size += len(piece)
            if size > _MOST_FILE_BYTES:
                raise ConfigError(own("'{file}' holds far more than a voice. {none}", file=file, none=_NONE))
            written.write(piece)


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it; one that is not there is no matter."""
    shutil.rmtree(folder, ignore_errors=True)
