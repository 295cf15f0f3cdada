"""What a check took down, for tests."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from performer.config.config import Config
from performer.core.clock import Clock, SystemClock
from performer.core.files.home import Home
from performer.doctor.report import CheckNotes, CheckResult, Examined, RunningShow


class Taken:
    """The findings of one check, by name."""

    def __init__(self, findings: list[CheckResult]) -> None:
        self.findings = findings

    @property
    def states(self) -> dict[str, str]:
        return {each.name: each.state for each in self.findings}

    def __getitem__(self, name: str) -> CheckResult:
        return next(each for each in self.findings if each.name == name)


def examined(
    *,
    clock: Clock | None = None,
    home: Path = Path("/nowhere"),
    environ: Mapping[str, str] | None = None,
    running: RunningShow | None = None,
    **sections: Any,
) -> Examined:
    """Make what checks look at, by the sections of the configuration that are not as usual."""
    return Examined(
        clock=clock or SystemClock(),
        config=Config(**sections),
        home=Home(config=home, data=home),
        environ=environ or {},
        running=running,
    )


async def taken(look: Callable[[Examined, CheckNotes], Awaitable[None]], what: Examined) -> Taken:
    """Run a check."""
    notes = CheckNotes("part")
    await look(what, notes)
    return Taken(notes.findings)
