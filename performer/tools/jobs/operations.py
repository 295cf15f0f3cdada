"""The operations of the control socket about long calls that go on beside the show."""

from collections.abc import Awaitable, Callable
from typing import Any

from performer.core.operations import Arguments, read_number
from performer.core.text import format_iso
from performer.guard.guard import Guard
from performer.tools.jobs.job import Job, RunningJob
from performer.tools.jobs.jobs import Jobs


class JobOperations:
    """`errands.list errands.cancel`.

    Args:
        errands: Those under way.
        guard: Decides of what they say themselves.
    """

    def __init__(self, errands: Jobs, guard: Guard) -> None:
        self._jobs = errands
        self._guard = guard

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Name them as the wire does."""
        return {"errands.list": self.under_way, "errands.cancel": self.cancel}

    async def under_way(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Tell which are under way, the oldest first, with all arguments."""
        return [self._told(errand, going) for errand, going in self._jobs.under_way]

    async def cancel(self, arguments: Arguments) -> str:
        """End the one of a `number`, and tell what was done."""
        return await self._jobs.cancel(read_number(arguments, "number"))

    def _told(self, errand: Job, going: RunningJob) -> dict[str, Any]:
        return {
            "number": errand.number,
            "tool": errand.tool,
            "server": errand.server,
            "arguments": dict(errand.arguments),
            "began_at": format_iso(errand.began_at),
            "left_s": round(going.left_s, 1),
            "progress": self._guard.recorded(going.progress.text[:_PROGRESS_CHARS]),
            "done": going.progress.done,
            "total": going.progress.total,
        }


_PROGRESS_CHARS = 300
