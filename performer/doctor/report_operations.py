"""The control operations of the report: it is looked into first, and what was looked into is what leaves."""

import base64
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from functools import partial
from typing import Any

import anyio.to_thread

from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.files.home import Home
from performer.core.operations import Arguments, read_flag
from performer.core.values import dataclass
from performer.doctor.log_tail import LogTail
from performer.guard.guard import Guard


@dataclass(eq=False)
class ReportOperations:
    """`report.look report.make`: a report goes nowhere by itself."""

    clock: Clock
    home: Home
    guard: Guard
    config: Config
    findings: Callable[[], Mapping[str, Any]]
    """Returns what the doctor found the last time."""
    status: Callable[[], Mapping[str, Any]]
    log: LogTail
    _seen: Mapping[str, str] = field(default_factory=dict, init=False)
    """The files that were looked into last."""

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"report.look": self.look, "report.make": self.make}

    async def look(self, _arguments: Arguments) -> dict[str, str]:
        """Return the texts of a new report by the names of its files."""
        self._seen = await anyio.to_thread.run_sync(self._gather)
        return dict(self._seen)

    async def make(self, arguments: Arguments) -> dict[str, str]:
        """Return a new report, or with `looked` the one that was looked into last, as `name` and Base64 of a `zip`."""
        from performer.doctor.report_bundle import pack

        looked = self._seen if read_flag(arguments, "looked") else {}
        files = looked or await anyio.to_thread.run_sync(self._gather)
        packed = await anyio.to_thread.run_sync(partial(pack, files))
        return {
            "name": f"performer-report-{self.clock.utc():%Y-%m-%d-%H%M}.zip",
            "zip": base64.b64encode(packed).decode("ascii"),
        }

    def _gather(self) -> Mapping[str, str]:
        from performer.doctor.report_bundle import gather_report

        return gather_report(
            self.guard,
            self.config,
            findings=self.findings(),
            status=self.status(),
            log=self.log.read(),
            journals=self.home.journals_folder,
        )
