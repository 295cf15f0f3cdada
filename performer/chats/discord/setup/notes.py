"""What the setup of a chat finds, noted one by one; the doctor's notes are such notes too."""

from typing import Literal, Protocol

from performer.core.own_text import OwnText
from performer.core.values import dataclass


class SetupNotes(Protocol):
    """Takes what is found; each with a name, and a remedy where there is one."""

    def ok(self, name: str, found: str) -> None:
        """Add that something works."""

    def warn(self, name: str, found: str, remedy: str = "") -> None:
        """Add that something works, but not as well as it could."""

    def fail(self, name: str, found: str, remedy: str = "") -> None:
        """Add that something wanted does not work."""

    def skip(self, name: str, found: str, remedy: str = "") -> None:
        """Add that something was not tried, and why."""


@dataclass(frozen=True, kw_only=True)
class SetupFinding:
    """One thing that was found."""

    name: str
    state: Literal["ok", "warning", "failed", "skipped"]
    found: OwnText
    remedy: OwnText


class SetupFindings:
    """The findings of one step; these are `SetupNotes`."""

    def __init__(self) -> None:
        self.all: list[SetupFinding] = []

    @property
    def failed(self) -> SetupFinding | None:
        """The first thing that does not work."""
        return next((each for each in self.all if each.state == "failed"), None)

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

    def _add(
        self, name: str, state: Literal["ok", "warning", "failed", "skipped"], found: str, remedy: str = ""
    ) -> None:
        said, mend = OwnText.of(found), OwnText.of(remedy)
        self.all.append(SetupFinding(name=name, state=state, found=said, remedy=mend))
