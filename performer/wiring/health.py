"""The health of the show itself: the doctor beside it, its costs, its log, its journal, and the report of all of it."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from performer.agent.pause_triggers.settings import CanPause
from performer.core.operations import Operation
from performer.core.process.supervisor import Serve
from performer.core.values import dataclass
from performer.doctor.costs import tell_costs
from performer.doctor.log_tail import LogTail
from performer.doctor.operations import DoctorOperations
from performer.doctor.report_operations import ReportOperations
from performer.memory.journal.recorder import JournalRecorder
from performer.stage.server.watched_topics import WatchedTopics
from performer.stage.service import StageService
from performer.updates.check import UpdateCheck
from performer.wiring.engines import Base
from performer.wiring.replay import StageReplay


class StatusTeller(Protocol):
    """What tells the status of the show."""

    def value(self) -> Mapping[str, Any]:
        """Return the status as JSON values."""
        ...


@dataclass(frozen=True)
class HealthParts:
    """The parts that look after the show, which works without them."""

    base: Base
    watched: WatchedTopics
    log: LogTail
    recorder: JournalRecorder
    replay: StageReplay
    updates: UpdateCheck

    def services(self) -> dict[str, Serve | None]:
        """Return what runs while the show does, by name."""
        return {
            "costs": partial(tell_costs, self.base.runtime.clock, self.watched),
            "log for pages": partial(self.log.run, self.watched),
            "replay": self.replay.run,
            "updates": self.updates.run,
        }

    def operations(self, status: StatusTeller) -> dict[str, Operation]:
        """Return what may be asked, by the names on the wire."""
        base, run = self.base, self.base.runtime
        doctor = DoctorOperations(run.clock, base.home, run.guard, status.value, partial(self.watched.tell, "doctor"))
        report = ReportOperations(
            run.clock, base.home, run.guard, base.config, lambda: doctor.newest, status.value, self.log
        )
        groups = (
            doctor.by_name(),
            report.by_name(),
            self.log.by_name(),
            self.recorder.by_name(),
            self.replay.by_name(),
        )
        return {name: operation for group in groups for name, operation in group.items()}


def build_health(base: Base, stage: StageService, pausing: CanPause) -> HealthParts:
    """Build what looks after a show."""
    run, config, home = base.runtime, base.config, base.home
    folder, timeout_s = home.journals_folder, config.tools.timeout_s
    replay = StageReplay(run, stage, config, folder, pausing=pausing, timeout_s=timeout_s)
    recorder = JournalRecorder(run.clock, run.stream, run.guard, folder, playing=lambda: replay.name)
    log, updates = LogTail(run.clock, home.log_file), UpdateCheck(run.clock, config.updates, home.updates_file)
    return HealthParts(base, stage.state_feed.watched, log, recorder, replay, updates)
