"""Checks: what they look at, their results with remedies, and both as text or JSON.

A check looks at one part within a limit of time; whatever happens in it harms no other check.
"""

import logging
import textwrap
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, field
from typing import Final

from rich.text import Text

from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.errors import PerformerError
from performer.core.files.home import Home
from performer.core.finding_notes import FindingNotes, FindingState
from performer.core.own_text import OwnText, own
from performer.core.redact.redact import redact
from performer.core.text import format_json_lines, make_printable
from performer.core.values import dataclass

_STYLES: Final[dict[FindingState, str]] = {"ok": "green", "warning": "yellow", "failed": "bold red", "skipped": "dim"}
_STATE_WIDTH: Final = 9
_NAME_WIDTH: Final = 20
_WIDTH: Final = 80


@dataclass(frozen=True, kw_only=True)
class RunningShow:
    """The state of the performer that runs."""

    url: str
    """The address of the show's page, with its token."""
    port: int
    down: Mapping[str, str]
    """The services that it says are down, and why."""
    roles: Mapping[str, tuple[str, str]]
    """Who plays each part, and why nobody better does."""


@dataclass(frozen=True, kw_only=True)
class Examined:
    """What checks look at: the settings and the surroundings of a show."""

    clock: Clock
    """The clock, whose chance makes questions that nobody can guess."""
    config: Config
    home: Home
    environ: Mapping[str, str]
    """The variables that a show would be started with."""
    running: RunningShow | None = None
    """The performer that runs in the home, which is asked instead of starting a second one."""


@dataclass(frozen=True, kw_only=True)
class CheckResult:
    """The result of one thing that was tried."""

    part: str
    """`model`, `voice`, … as the commands and settings call it."""
    name: str
    """The thing that was tried of the part: `sees`, `calls tools`."""
    state: FindingState
    found: str
    remedy: str = ""
    """What to do about it; empty when there is nothing to do."""


@dataclass(frozen=True)
class CheckNotes(FindingNotes):
    """The findings of one check."""

    part: str
    findings: list[CheckResult] = field(default_factory=list)

    def _add(self, name: str, state: FindingState, found: str, remedy: str = "") -> None:
        said, mend = _clean(found).rstrip("."), _clean(remedy)
        self.findings.append(CheckResult(part=self.part, name=name, state=state, found=said, remedy=mend))


def _clean(text: str) -> OwnText:
    """Return a text without secrets, and without signs that steer a terminal: it may quote a program."""
    return OwnText.of(text).map_foreign(lambda words: make_printable(redact(words))).rstrip()


def format_text(findings: Iterable[CheckResult]) -> Text:
    """Format findings for people, within 80 columns; an address or a path is never broken."""
    text = Text()
    for each in findings:
        first, *rest = _wrap(each.found)
        text.append(f"{each.state:{_STATE_WIDTH}}", _STYLES[each.state])
        text.append(f"{f'{each.part} {each.name}':{_NAME_WIDTH}}", "bold")
        text.append(f"{first}\n")
        for line in rest:
            text.append(f"{'':{_STATE_WIDTH + _NAME_WIDTH}}{line}\n")
        for line in _wrap(f"→ {each.remedy}") if each.remedy else []:
            text.append(f"{'':{_STATE_WIDTH + _NAME_WIDTH}}{line}\n", "cyan")
    return text


def format_json(findings: Sequence[CheckResult]) -> str:
    """Format findings as JSON: `ok`, and a list of them in a fixed order."""
    return format_json_lines({"ok": not has_failed(findings), "findings": [asdict(each) for each in findings]})


def has_failed(findings: Iterable[CheckResult]) -> bool:
    """Return whether something that is wanted does not work."""
    return any(each.state == "failed" for each in findings)


def _wrap(words: str) -> list[str]:
    width = _WIDTH - _STATE_WIDTH - _NAME_WIDTH
    lines = textwrap.wrap(words, width, break_long_words=False, break_on_hyphens=False, subsequent_indent="")
    return lines or [""]


_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Check:
    """The check of one part."""

    part: str
    within_s: float
    look: Callable[[Examined, CheckNotes], Awaitable[None]]
    """Adds its findings to the notes; a PerformerError ends it, and the error's sentence becomes a finding."""


async def run_check(examined: Examined, check: Check) -> list[CheckResult]:
    """Run a check, and return all that was found until it was done, failed, or out of time."""
    notes = CheckNotes(check.part)
    with examined.clock.move_on_after(check.within_s) as limit:
        await _look(examined, check, notes)
    if limit.cancelled_caught:
        notes.fail(
            "hangs",
            own("gave no answer within {within_s:g} s", within_s=check.within_s),
            own("Look whether that part hangs; restart it."),
        )
    return notes.findings


async def _look(examined: Examined, check: Check, notes: CheckNotes) -> None:
    try:
        await check.look(examined, notes)
    except PerformerError as error:
        notes.fail("", str(error))
    except Exception as error:  # noqa: BLE001  the supervisor of checks: a bug in one must not hide what others find
        sentences = list(_describe_error(error))
        for sentence in sentences:
            notes.fail("", sentence)
        if not sentences:
            _log.exception("The check of '%s' broke.", check.part)
            notes.fail("", "the check itself broke", "The traceback is in logs/doctor.log; please report it.")


def _describe_error(error: BaseException) -> Iterator[str]:
    """Yield the sentences of a group of PerformerErrors; nothing when there is a bug among them."""
    if isinstance(error, BaseExceptionGroup) and error.split(PerformerError)[1] is None:
        for each in error.exceptions:
            yield from _describe_error(each)
    elif isinstance(error, PerformerError):
        yield str(error)
