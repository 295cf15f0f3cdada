"""The operations of the control socket about long calls that go on beside the show."""

from collections.abc import Awaitable, Callable
from typing import Any

from performer.core.operations import Arguments, read_number
from performer.core.text import format_iso
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.tools.jobs.job import Job, RunningJob
from performer.tools.jobs.jobs import Jobs
from performer.tools.masked_arguments import mask_arguments_aside, mask_for_people


@dataclass(frozen=True)
class JobOperations:
    """`errands.list errands.cancel`."""

    _jobs: Jobs
    _guard: Guard

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"errands.list": self.under_way, "errands.cancel": self.cancel}

    async def under_way(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return the jobs under way, the oldest first, with all arguments."""
        return [await self._format(job, going) for job, going in self._jobs.under_way]

    async def cancel(self, arguments: Arguments) -> str:
        """End the job of a `number`, and return what was done."""
        return await self._jobs.cancel(read_number(arguments, "number"))

    async def _format(self, job: Job, going: RunningJob) -> dict[str, Any]:
        return {
            **{name: getattr(job, name) for name in ("number", "tool", "server")},
            "arguments": await mask_arguments_aside(job.arguments, mask_for_people(self._guard)),
            "began_at": format_iso(job.began_at),
            "left_s": round(going.left_s, 1),
            "progress": self._guard.recorded(going.progress.text[:300]),
            "done": going.progress.done,
            "total": going.progress.total,
        }
