"""A file of lines that a run adds to on its way: what was written stays whatever ends the run, be it in mid-line."""

from dataclasses import dataclass
from pathlib import Path

from performer.core.errors import ConfigError
from performer.core.files.atomic import make_folder
from performer.core.platform import open_for_owner

_END = b"\n"


@dataclass(frozen=True, kw_only=True)
class LinesFile:
    """A file of text, one value a line; only its owner may read one that this makes."""

    file: Path
    what: str
    """What is in it, as errors name it: `run`, `answers`."""

    def check(self) -> None:
        """Raise ConfigError when the file cannot be written; one that is not there is not made."""
        is_new = not self.file.exists()
        try:
            self._append(b"")
            if is_new:
                self.file.unlink()
        except OSError as error:
            raise ConfigError(self._describe(error, "Name another place.")) from None

    def begin(self, head: str) -> None:
        """Write the first line of a new file; raise ConfigError when that fails."""
        try:
            self._append(_encode([head]))
        except OSError as error:
            raise ConfigError(self._describe(error, "Name another place.")) from None

    def add(self, *lines: str) -> None:
        """Add lines; raise ConfigError when that fails, as on a full disk."""
        try:
            self._append(_encode(lines))
        except OSError as error:
            remedy = "What was done before is kept: make room, and go on by --resume."
            raise ConfigError(self._describe(error, remedy)) from None

    def read(self) -> list[str]:
        """Return the whole lines, without one at the end that was cut off; raise OSError, or ValueError for no text."""
        whole, _, _torn = self.file.read_bytes().rpartition(_END)
        return [line for line in whole.decode("utf-8").split("\n") if line]

    def cut_off_torn(self) -> None:
        """Remove the part of a line at the end, or the next line would be written onto it; raise ConfigError."""
        try:
            with self.file.open("r+b") as file:
                whole, end, _torn = file.read().rpartition(_END)
                file.truncate(len(whole) + len(end))
        except OSError as error:
            raise ConfigError(self._describe(error, "Make it writable.")) from None

    def _append(self, content: bytes) -> None:
        make_folder(self.file.parent)
        with open(self.file, "ab", opener=open_for_owner) as file:
            file.write(content)

    def _describe(self, error: OSError, remedy: str) -> str:
        return f"The {self.what} {self.file} cannot be written: {error.strerror}. {remedy}"


def _encode(lines: list[str] | tuple[str, ...]) -> bytes:
    # Half a surrogate pair becomes an escape, as JSON has it.
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
