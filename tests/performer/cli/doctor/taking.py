"""What a check took down, for tests."""

from collections.abc import Awaitable, Callable

from performer.cli.doctor.report import CheckNotes, CheckResult


class Taken:
    """The findings of one check, by name."""

    def __init__(self, findings: list[CheckResult]) -> None:
        self.findings = findings

    @property
    def states(self) -> dict[str, str]:
        return {each.name: each.state for each in self.findings}

    def __getitem__(self, name: str) -> CheckResult:
        return next(each for each in self.findings if each.name == name)


async def taken(look: Callable[[CheckNotes], Awaitable[None]]) -> Taken:
    """Run a check's look."""
    notes = CheckNotes("part")
    await look(notes)
    return Taken(notes.findings)
