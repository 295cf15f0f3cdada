"""The archive: all that outlives the run, put together: memory, kept cues, plans, and calls that wait for a yes."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from performer.agent.director.ports import TurnPerformer
from performer.agent.director.turns import KeptCuePerformer
from performer.agent.queue.kept import CueKeeper
from performer.agent.queue.store import SqlCueStore
from performer.agent.schedule.scheduler import Scheduler
from performer.agent.schedule.store import SqlPlanStore
from performer.agent.schedule.tools import make_schedule_tools
from performer.config.config import Config
from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import Cue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.process.supervisor import Serve
from performer.core.status import Role
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.database import Database, open_database
from performer.memory.memory import SERVICE as MEMORY
from performer.memory.memory import Memory
from performer.memory.summary import Condense
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.approvals.store import SqlApprovalStore
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox


class KeptParts:
    """What is kept, and who keeps to it.

    Args:
        clock: The show's clock.
        stream: Tells what is said, done and let go.
        config: How long things wait, and what is remembered.
        database: Where it is kept.
        home: Whose file that is.
        guard: Decides of what is recalled and asked.
        condense: Has a model sum up; None: our own words have to do.
        stage_channel: Where people read what is heard on the stage; or empty.
        give: Takes a cue in, as the director does.
        drop: Drops the rest of a turn, as the director does.
        approved: Makes the box that an approved call runs through, as `ApprovalDesk` says.
        left: Told of each sub-agent whose approved call is over.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        config: Config,
        database: Database,
        home: Home,
        *,
        guard: Guard,
        condense: Condense | None,
        stage_channel: str,
        give: Callable[[Cue], None],
        drop: Callable[[int, str], Awaitable[object]],
        approved: Callable[[ToolCall], Toolbox],
        left: Callable[[str], None],
    ) -> None:
        self._clock = clock
        self._stream = stream
        self.database = database
        self.memory = Memory(
            Runtime(clock, stream, guard),
            database,
            config.memory,
            file=home.memory_file,
            condense=condense,
            stage_channel=stage_channel,
        )
        self.keeper = CueKeeper(clock, stream, SqlCueStore(database), give)
        self.timetable = Scheduler(
            clock,
            stream,
            config.schedule,
            SqlPlanStore(database),
            give=self.keeper.give,
            room=self.keeper.room,
        )
        self.desk = ApprovalQueue(
            clock,
            stream,
            SqlApprovalStore(clock, database),
            config.tools.confirm_s,
            toolbox=approved,
            guard=guard,
            answer=self.keeper.keep,
            drop=drop,
            left=left,
        )

    def taking(self, performer: TurnPerformer) -> TurnPerformer:
        """Return a performer that takes kept cues out before their turns begin."""
        return KeptCuePerformer(self._clock, self._stream, self.keeper, performer)

    def services(self) -> dict[str, Serve]:
        """Name what has to run beside the show, in this order: nothing is given back before the losses are told."""
        return {
            "memory": self.memory.run,
            "schedule": self.timetable.run,
            "kept cues": self.keeper.run,
            "approvals": self.desk.run,
        }

    def tools(self) -> list[Tool]:
        """Make the tools that keep and recall, and plan."""
        return [*self.memory.tools(), *make_schedule_tools(self.timetable)]

    def roles(self) -> tuple[Role, ...]:
        """Return where all of it is kept."""
        return (self.memory.role(), *self.timetable.roles(), *self.desk.roles())


def open_memory(clock: Clock, stream: EventStream, home: Home) -> AbstractAsyncContextManager[Database]:
    """Open what outlives the run; that it fails later is told."""

    def tell(trouble: str) -> None:
        stream.publish(events.ServiceDown(service=MEMORY, reason=trouble))

    return open_database(clock, home.memory_file, tell)
