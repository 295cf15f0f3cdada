"""Where a run and its answers are kept: what is there is checked before the long work, and gone on with or begun."""

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from bench.tool_choice.plan import MeasurePlan
from bench.tool_choice.playing.answers_file import AnswersFile
from bench.tool_choice.playing.models import Measured
from bench.tool_choice.playing.run import RunPlan, TrialKey
from bench.tool_choice.playing.run_folder import RunFolder, RunHead, find_newest, hash_case, name_folder
from bench.tool_choice.trial import Trial
from performer.models.ollama.request import count_cores


def make_head(plan: MeasurePlan, agent: str, run: RunPlan) -> RunHead:
    """Return what is known of a run before its model's server is asked."""
    return RunHead(
        agent=agent,
        cases={each.id: hash_case(each) for each in run.cases},
        seed=run.seed,
        repeats=run.repeats,
        is_replay=plan.replay is not None,
    )


@dataclass(frozen=True)
class RunKeeping:
    """The keeping of one run."""

    plan: MeasurePlan
    runs: Path
    """The folder of the runs for which none was named."""
    head: RunHead
    """What is known of the run before the model's server is asked."""

    def check(self) -> None:
        """Raise ConfigError when nothing could be kept, or when there is nothing to go on with."""
        if self.plan.record:
            AnswersFile(self.plan.record).check(goes_on=self.plan.is_resumed)
        if self.plan.is_resumed:
            self._find_begun(self.head)
        elif self.plan.folder:
            RunFolder(self.plan.folder).check_new()

    def open_folder(self, measured: Measured, began: datetime) -> tuple[RunFolder, dict[TrialKey, Trial]]:
        """Return the folder of the run, and what was done in it before.

        Raises:
            ConfigError: when it cannot be written, or has a run of another model or plan.
        """
        digest = measured.facts.get("digest", "")
        head = replace(self.head, model=measured.name, digest=digest, modes=measured.modes)
        if self.plan.is_resumed:
            folder = self._find_begun(head)
            return folder, folder.resume(head)
        folder = RunFolder(self.plan.folder) if self.plan.folder else name_folder(self.runs, measured.name, began)
        folder.begin(head)
        return folder, {}

    def open_answers(self, measured: Measured, began: datetime) -> AnswersFile | None:
        """Return the file that the answers are added to; None when they are not kept.

        Raises:
            ConfigError: when it has the answers of another model, or cannot be written.
        """
        if not self.plan.record:
            return None
        file = AnswersFile(self.plan.record)
        where = {"when": began.isoformat(timespec="seconds"), "cores": count_cores(), "seed": self.plan.seed}
        file.open({**measured.facts, **where})
        return file

    def _find_begun(self, head: RunHead) -> RunFolder:
        if not self.plan.folder:
            return find_newest(self.runs, head)
        folder = RunFolder(self.plan.folder)
        folder.check(head)
        return folder
