"""What the doctor found, line by line, each with its remedy."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from rich.text import Text

from performer.json_line import json_lines
from performer.printable import printable
from performer.redaction import redacted

State = Literal["ok", "warning", "failed", "skipped"]

_STYLES: Final[dict[State, str]] = {"ok": "green", "warning": "yellow", "failed": "bold red", "skipped": "dim"}
_STATE_WIDTH: Final = 9
_NAME_WIDTH: Final = 20
_WIDTH: Final = 80


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing that was tried, and what came of it."""

    part: str
    """`model`, `voice`, … as the commands and settings call it."""
    name: str
    """What of it: `sees`, `calls tools`."""
    state: State
    found: str
    remedy: str = ""
    """What to do about it; empty when there is nothing to do."""


class Notes:
    """Takes down what one check finds."""

    def __init__(self, part: str) -> None:
        self.part = part
        self.findings: list[Finding] = []

    def ok(self, name: str, found: str) -> None:
        """It works."""
        self._add(name, "ok", found)

    def warn(self, name: str, found: str, remedy: str = "") -> None:
        """It works, but not as well as it could."""
        self._add(name, "warning", found, remedy)

    def fail(self, name: str, found: str, remedy: str = "") -> None:
        """It does not work, and it is wanted."""
        self._add(name, "failed", found, remedy)

    def skip(self, name: str, found: str, remedy: str = "") -> None:
        """It was not tried, and why."""
        self._add(name, "skipped", found, remedy)

    def _add(self, name: str, state: State, found: str, remedy: str = "") -> None:
        said = printable(redacted(found)).strip().rstrip(".")  # a program's words may be among it
        mend = printable(redacted(remedy)).strip()
        self.findings.append(Finding(part=self.part, name=name, state=state, found=said, remedy=mend))


def as_text(findings: Iterable[Finding]) -> Text:
    """Write findings for people, within 80 columns; an address or a path is never broken."""
    text = Text()
    for each in findings:
        first, *rest = _wrapped(each.found)
        text.append(f"{each.state:{_STATE_WIDTH}}", _STYLES[each.state])
        text.append(f"{f'{each.part} {each.name}':{_NAME_WIDTH}}", "bold")
        text.append(f"{first}\n")
        for line in rest:
            text.append(f"{'':{_STATE_WIDTH + _NAME_WIDTH}}{line}\n")
        for line in _wrapped(f"→ {each.remedy}") if each.remedy else []:
            text.append(f"{'':{_STATE_WIDTH + _NAME_WIDTH}}{line}\n", "cyan")
    return text


def as_json(findings: Sequence[Finding]) -> str:
    """Write findings as JSON: `ok`, and a list of them in a fixed order."""
    told: dict[str, Any] = {"ok": not has_failed(findings), "findings": [asdict(each) for each in findings]}
    return json_lines(told)


def has_failed(findings: Iterable[Finding]) -> bool:
    """Tell whether something that is wanted does not work."""
    return any(each.state == "failed" for each in findings)


def _wrapped(words: str) -> list[str]:
    width = _WIDTH - _STATE_WIDTH - _NAME_WIDTH
    lines = textwrap.wrap(words, width, break_long_words=False, break_on_hyphens=False, subsequent_indent="")
    return lines or [""]
