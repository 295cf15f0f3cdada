"""The control operations of the doctor, who looks at a show that goes on; everything he needs is loaded when asked."""

import importlib
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final, Protocol

import anyio.to_thread

from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.operations import Arguments, read_flag
from performer.core.own_text import own
from performer.core.text import format_iso
from performer.core.values import dataclass
from performer.guard.guard import Guard

if TYPE_CHECKING:  # the checks would load half of what a show may need
    from performer.doctor.report import Check, CheckResult, RunningShow


class ListChecks(Protocol):
    """The choice of what is tried."""

    def __call__(self, config: Config, *, asks_models: bool) -> "list[Check]":
        """Return the checks of all that a configuration has, in their order."""
        ...


_MOST: Final = 2_000
"""Characters of a finding that are shown."""


@dataclass(eq=False)
class DoctorOperations:
    """`doctor.run doctor.last`: what works, what does not, and what to do about it."""

    clock: Clock
    home: Home
    guard: Guard
    status: Callable[[], Mapping[str, Any]]
    """Returns the status of the show."""
    tell: Callable[[Any], None]
    """Sends what was found so far to those who look."""
    list_checks: "ListChecks | None" = None
    """Returns what is tried; without it, all that the doctor knows."""
    newest: Mapping[str, Any] = field(default_factory=dict, init=False)
    """What was found the last time, or until now."""

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"doctor.run": self.run, "doctor.last": self.last}

    async def last(self, _arguments: Arguments) -> Mapping[str, Any]:
        """Return what was found the last time: at what instant, in how many seconds, and the parts still waited for."""
        return self.newest

    async def run(self, arguments: Arguments) -> Mapping[str, Any]:
        """Try everything out, beside the show, and return what `doctor.last` does.

        With `models` the models are asked too; the show waits for them meanwhile. Each part is told when it is done.
        """
        if self.newest.get("waits"):
            raise ConfigError(own("The doctor is at it already."))
        asks_models = read_flag(arguments, "models")
        began_s = self.clock.now()
        begun: dict[str, Any] = {
            "at": format_iso(self.clock.utc()),
            "took_s": None,
            "asked_models": asks_models,
            "findings": [],
        }
        self._note({**begun, "waits": ["show"]})
        try:
            await self._examine(asks_models=asks_models)
            self.newest = {**self.newest, "took_s": round(self.clock.now() - began_s, 1)}
        finally:
            self._note({**self.newest, "waits": []})
        return self.newest

    async def _examine(self, *, asks_models: bool) -> None:
        # Loading all checks takes a second or more, for which the show may not stand still.
        run = await anyio.to_thread.run_sync(importlib.import_module, "performer.doctor.run")
        checks = (self.list_checks or run.list_checks)(self._load(), asks_models=asks_models)
        self._note({**self.newest, "waits": [check.part for check in checks]})
        await run.examine(
            self.clock,
            self.home,
            os.environ,
            self._take,
            find_running=self._find_running,
            guard=self.guard,
            checks=checks,
        )

    def _note(self, newest: Mapping[str, Any]) -> None:
        self.newest = newest
        self.tell(newest)

    def _load(self) -> Config:
        from performer.config.layers import load

        try:
            return load(self.home.config_file, environ=os.environ).config
        except ConfigError:  # which the check of the home reports
            return Config()

    def _take(self, findings: "Sequence[CheckResult]") -> None:
        done = {each.part for each in findings}
        found = [*self.newest["findings"], *map(self._format, findings)]
        waits = [part for part in self.newest["waits"] if part not in done]
        self._note({**self.newest, "findings": found, "waits": waits})

    def _format(self, finding: "CheckResult") -> dict[str, Any]:
        """Return a finding as a page may show it: where the page is on the stream, so are names in folders."""
        told = {name: self.guard.tell_recorded(getattr(finding, name), most=_MOST) for name in ("found", "remedy")}
        return {"part": finding.part, "name": finding.name, "state": finding.state, **told}

    async def _find_running(self, home: Home) -> "RunningShow | None":
        from performer.doctor.running import describe_running

        return describe_running(home, self.status())
