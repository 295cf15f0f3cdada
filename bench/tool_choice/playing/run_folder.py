"""The folder of a run: each trial as it is done, in `run.jsonl`, and in the end the reports.

A run that was stopped goes on from its folder: what is there is not played again. Only its owner may read it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from bench.tool_choice.reports.trial_json import dump_trial, parse_trial
from bench.tool_choice.trial import Trial
from performer.core.errors import ConfigError
from performer.core.files.atomic import make_folder, open_for_owner

VERSION: Final = 1
_REMEDY: Final = "Leave out --resume to begin anew."
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")


@dataclass(frozen=True, kw_only=True)
class RunHead:
    """What a run is to play; a run goes on only with the same."""

    model: str
    digest: str
    agent: str
    modes: tuple[str, ...]
    cases: tuple[str, ...]
    seed: int
    repeats: int


@dataclass(frozen=True)
class RunFolder:
    """The folder of one run."""

    folder: Path

    @property
    def trials_file(self) -> Path:
        """The trials, a line each, behind a line with the plan."""
        return self.folder / "run.jsonl"

    @property
    def report_file(self) -> Path:
        """The report for programs."""
        return self.folder / "report.json"

    @property
    def page_file(self) -> Path:
        """The report for people."""
        return self.folder / "report.html"

    def begin(self, head: RunHead) -> None:
        """Begin a new run; raise ConfigError when the folder has one already, or cannot be written."""
        if self.trials_file.exists():
            raise ConfigError(
                f"The folder {self.folder} has a run already. Go on with it by --resume, or name another."
            )
        try:
            make_folder(self.folder)
            self._append({"v": VERSION, **asdict(head)})
        except OSError as error:
            raise ConfigError(f"The folder {self.folder} cannot be written: {error.strerror}. Name another.") from None

    def resume(self, head: RunHead) -> dict[tuple[str, str, int], Trial]:
        """Return the trials that are done, by mode, case and repeat; those that failed at the server are played again.

        Raises:
            ConfigError: when there is no run, or one of another plan, with what differs.
        """
        lines = self._read()
        before = next(lines)
        wanted = json.loads(json.dumps({"v": VERSION, **asdict(head)}))
        for name, value in wanted.items():
            if before.get(name) != value:
                raise ConfigError(f"The run in {self.folder} had another {_SPOKEN.get(name, name)}. {_REMEDY}")
        trials = [parse_trial(each) for each in lines]
        return {(each.mode, each.case, each.repeat): each for each in trials if not each.error}

    def add(self, trial: Trial) -> None:
        """Add a trial that is done."""
        self._append(dump_trial(trial))

    def _append(self, value: Mapping[str, Any]) -> None:
        with open(self.trials_file, "ab", opener=open_for_owner) as file:
            file.write(json.dumps(value).encode() + b"\n")

    def _read(self) -> Iterator[dict[str, Any]]:
        """Yield the whole lines; the last one may have been cut off when the run was."""
        try:
            *lines, _cut = self.trials_file.read_bytes().split(b"\n")
            yield from [json.loads(line) for line in lines] or [{}]
        except FileNotFoundError:
            raise ConfigError(f"There is no run in {self.folder} to go on with. {_REMEDY}") from None
        except OSError as error:
            raise ConfigError(f"The run in {self.folder} cannot be read: {error.strerror}. {_REMEDY}") from None
        except ValueError:
            raise ConfigError(f"The run in {self.folder} is damaged. {_REMEDY}") from None


_SPOKEN: Final = {"v": "version", "cases": "set of cases", "modes": "set of modes", "repeats": "number of repeats"}


def name_folder(runs: Path, model: str, when: datetime) -> RunFolder:
    """Return the folder of a new run, named by the model and the time."""
    plain = "".join(each if each in _PLAIN else "-" for each in model)
    return RunFolder(runs / f"{when:%Y-%m-%d_%H-%M-%S}_{plain}")


def find_newest(runs: Path, head: RunHead) -> RunFolder:
    """Return the folder of the newest run of this plan that has no report yet.

    Raises:
        ConfigError: when there is none.
    """
    for folder in sorted((each for each in runs.glob("*") if each.is_dir()), reverse=True):
        found = RunFolder(folder)
        if not found.report_file.exists() and found.trials_file.exists():
            try:
                found.resume(head)
            except ConfigError:
                continue
            return found
    raise ConfigError(f"No run of this model and plan was stopped before its end. {_REMEDY}")
