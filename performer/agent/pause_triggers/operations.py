"""The operation of the control socket on open windows, for the list of programs that the show looks away from."""

from collections.abc import Callable
from dataclasses import KW_ONLY
from typing import Final

from performer.agent.pause_triggers.desktop import Desktop, open_desktop
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.operations import Arguments, Operation
from performer.core.own_text import own
from performer.core.process.thread import WorkerThread
from performer.core.values import dataclass
from performer.guard.guard import Guard

_WITHIN_S: Final = 3.0
_LONGEST: Final = 80


@dataclass(frozen=True, eq=False)
class WindowOperations:
    """Answers `windows.list`."""

    _clock: Clock
    _guard: Guard
    _: KW_ONLY
    desktop: Callable[[], Desktop] = open_desktop
    """Opens the desktop, in the thread that asks it."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"windows.list": self.list_programs}

    async def list_programs(self, _arguments: Arguments) -> list[str]:
        """Return the programs whose windows are open, without the windows' titles.

        Raises:
            ServiceError: when this desktop does not tell, with the reason.
        """
        thread = WorkerThread("list windows")
        try:
            with self._clock.move_on_after(_WITHIN_S):
                programs = await thread.run(self._ask)
                passed = (self._guard.passed(each, limit=_LONGEST, where="panel") for each in programs)
                return [each for each in passed if each]
            raise ServiceError(own("the desktop does not answer within {s:g} s", s=_WITHIN_S))
        finally:
            thread.close()

    def _ask(self) -> list[str]:
        desktop = self.desktop()
        try:
            return desktop.programs()
        finally:
            desktop.close()
