"""The password of OBS's WebSocket server: in a file for its owner alone, and nowhere else."""

from pathlib import Path
from typing import Final

from performer.core.errors import ServiceError
from performer.core.files.atomic import write_atomically
from performer.core.own_text import own
from performer.core.redact.redact import add_secret

PASSWORD_FILE: Final = "obs.password"  # noqa: S105  a name, not the password
"""The name of the password's file, beside config.toml."""


class ObsPassword:
    """The stored password; `repr` hides it, and all output of the process does once it is known."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> str:
        """Return the password; empty where there is none.

        Raises:
            ServiceError: when the file cannot be read.
        """
        try:
            password = self._file.read_text(encoding="utf-8", errors="replace").strip()
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise ServiceError(
                own("Cannot read '{file}': {why}. Make it yours again.", file=self._file, why=error.strerror),
                retry=False,
            ) from error
        return register(password)

    def keep(self, password: str) -> None:
        """Store a password, for its owner alone (0600).

        Raises:
            ServiceError: when the file cannot be written; the password then holds for this once.
        """
        try:
            write_atomically(self._file, f"{password}\n".encode())
        except OSError as error:
            raise ServiceError(
                own("Cannot write '{file}': {why}. OBS asks again next time.", file=self._file, why=error.strerror),
                retry=False,
            ) from error


def register(password: str) -> str:
    """Hide a password in all output of the process from now on, and return it."""
    if password:
        add_secret(password)
    return password
