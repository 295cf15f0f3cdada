"""What a check finds, noted one by one: by the doctor, and by the setup of a chat."""

from abc import ABC, abstractmethod
from typing import Literal

FindingState = Literal["ok", "warning", "failed", "skipped"]


class FindingNotes(ABC):
    """The notes of what is found; each with a name, and a remedy where there is one."""

    def ok(self, name: str, found: str) -> None:
        """Add that something works."""
        self._add(name, "ok", found)

    def warn(self, name: str, found: str, remedy: str = "") -> None:
        """Add that something works, but not as well as it could."""
        self._add(name, "warning", found, remedy)

    def fail(self, name: str, found: str, remedy: str = "") -> None:
        """Add that something wanted does not work."""
        self._add(name, "failed", found, remedy)

    def skip(self, name: str, found: str, remedy: str = "") -> None:
        """Add that something was not tried, and why."""
        self._add(name, "skipped", found, remedy)

    @abstractmethod
    def _add(self, name: str, state: FindingState, found: str, remedy: str = "") -> None: ...
