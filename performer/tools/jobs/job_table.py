"""The jobs in the database: long calls that go on beside the show."""

from sqlite3 import Connection
from typing import Final

from performer.tools.jobs.job import Came, Job
from performer.tools.persistent_calls import PersistentCallTable

_MOST_KEPT: Final = 200
"""Jobs that are over; older ones are forgotten."""
_FINISH: Final = """
    UPDATE errand SET state = ?, arguments = '{}', origin = '', said = '' WHERE id = ? AND state = 'going'
"""
_FORGET: Final = "DELETE FROM errand WHERE state <> 'going' AND id <= (SELECT max(id) FROM errand) - ?"
_CAME: Final = "SELECT state FROM errand WHERE id = ? AND state <> 'going'"


class JobTable(PersistentCallTable[Job]):
    """The table of jobs."""

    kind = Job
    table = "errand"
    first_state = "going"

    async def finish(self, number: int, came: Came) -> None:
        """Keep what a job came to, and nobody's words any more."""
        await self._store.write(lambda it: it.execute(_FINISH, (came, number)).rowcount, durable=True)

    async def came(self, number: int) -> Came | None:
        """Return what a job came to; None when it goes on, or is not known."""
        row = await self._store.read(lambda it: it.execute(_CAME, (number,)).fetchone())
        return row["state"] if row else None

    async def going(self) -> tuple[Job, ...]:
        """Return the jobs of which it is not known what they came to, the oldest first."""
        return await self.in_state("going")

    def _add(self, call: Job, database: Connection) -> int:
        number = super()._add(call, database)
        database.execute(_FORGET, (_MOST_KEPT,))
        return number
