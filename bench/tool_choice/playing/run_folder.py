"""The folder of a run: each trial as it is done, in `run.jsonl`, and in the end the reports.

A run that was stopped goes on from its folder: what is there is not played again. Only its owner may read it.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from bench.tool_choice.cases.case import Case
from bench.tool_choice.playing.lines_file import LinesFile
from bench.tool_choice.reports.trial_json import dump_fields, dump_trial, parse_trial
from bench.tool_choice.trial import Trial
from performer.core.errors import ConfigError

VERSION: Final = 2
_REMEDY: Final = "Leave out --resume to begin anew."
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")
_FOR_PEOPLE: Final = ("why", "tags")
_LENGTH: Final = 16


def hash_case(case: Case) -> str:
    """Hash all of a case that a model is asked by, or that its answers are graded by."""
    written = {name: value for name, value in dump_fields(case).items() if name not in _FOR_PEOPLE}
    return sha256(json.dumps(written, sort_keys=True, default=str).encode()).hexdigest()[:_LENGTH]


@dataclass(frozen=True, kw_only=True)
class RunHead:
    """What a run is to play; a run goes on only with the same."""

    agent: str
    cases: Mapping[str, str]
    """The hash of each case by its id, in the order in which they are played."""
    seed: int
    repeats: int
    is_replay: bool = False
    """Whether kept answers are graded again, which takes no time and never goes on."""
    model: str | None = None
    """None, as in the next two: not known before the model's server is asked."""
    digest: str | None = None
    modes: tuple[str, ...] | None = None


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

    def check_new(self) -> None:
        """Raise ConfigError when the folder has a run already, or cannot be written."""
        if self.trials_file.exists():
            raise ConfigError(
                f"The folder {self.folder} has a run already. Go on with it by --resume, or name another."
            )
        self._lines.check()

    def begin(self, head: RunHead) -> None:
        """Begin a new run; raise ConfigError when the folder has one already, or cannot be written."""
        self.check_new()
        self._lines.begin(json.dumps({"v": VERSION, **asdict(head)}))

    def check(self, head: RunHead) -> None:
        """Raise ConfigError when there is no run, or one of another plan, with what differs of all that is known."""
        self._check(self._read(), head)

    def resume(self, head: RunHead) -> dict[tuple[str, str, int], Trial]:
        """Return the trials that are done, by mode, case and repeat; those that failed at the server are played again.

        Raises:
            ConfigError: as `check` does, and when the file cannot be written.
        """
        read = self._read()
        self._check(read, head)
        self._lines.cut_off_torn()
        trials = [self._parse(each) for each in read[1:]]
        return {(each.mode, each.case, each.repeat): each for each in trials if not each.error}

    def add(self, trial: Trial) -> None:
        """Add a trial that is done; raise ConfigError when there is no room, at which what is there stays whole."""
        self._lines.add(json.dumps(dump_trial(trial)))

    @property
    def _lines(self) -> LinesFile:
        return LinesFile(file=self.trials_file, what="run")

    def _read(self) -> list[dict[str, Any]]:
        try:
            read = [json.loads(line) for line in self._lines.read()]
        except FileNotFoundError:
            raise ConfigError(f"There is no run in {self.folder} to go on with. {_REMEDY}") from None
        except OSError as error:
            raise ConfigError(f"The run in {self.folder} cannot be read: {error.strerror}. {_REMEDY}") from None
        except ValueError:
            raise self._make_damaged() from None
        if not read or not all(isinstance(each, dict) for each in read):
            raise self._make_damaged()
        return read

    def _parse(self, line: object) -> Trial:
        try:
            return parse_trial(line)
        except ValueError:
            raise self._make_damaged() from None

    def _make_damaged(self) -> ConfigError:
        return ConfigError(f"The run in {self.folder} is damaged. {_REMEDY}")

    def _check(self, read: list[dict[str, Any]], head: RunHead) -> None:
        before = read[0]
        wanted = json.loads(json.dumps({"v": VERSION, **asdict(head)}))
        for name, value in wanted.items():
            if value is not None and before.get(name) != value:
                changed = _find_changed(before[name], value) if name == "cases" else ""
                differs = f"In the run in {self.folder} the case '{changed}' was another one." if changed else ""
                other = f"The run in {self.folder} had another {_SPOKEN.get(name, name)}."
                raise ConfigError(f"{differs or other} {_REMEDY}")


def _find_changed(before: Mapping[str, str], now: Mapping[str, str]) -> str:
    """Return the first case that both have with other contents; empty when there is none."""
    return next((id_ for id_, value in now.items() if before.get(id_, value) != value), "")


_SPOKEN: Final = {
    "v": "version",
    "cases": "set of cases",
    "modes": "set of modes",
    "repeats": "number of repeats",
    "is_replay": "way to come by its answers",
}


def name_folder(runs: Path, model: str, when: datetime) -> RunFolder:
    """Return the folder of a new run, named by the model and the time, and numbered if another has that name."""
    plain = "".join(each if each in _PLAIN else "-" for each in model)
    name = f"{when:%Y-%m-%d_%H-%M-%S}_{plain}"
    numbered = (f"{name}_{number}" for number in count(2))
    return RunFolder(next(runs / each for each in chain([name], numbered) if not (runs / each).exists()))


def find_newest(runs: Path, head: RunHead) -> RunFolder:
    """Return the folder of the newest run that has no report yet, of this plan as far as it is known.

    Raises:
        ConfigError: when there is none.
    """
    for folder in sorted((each for each in runs.glob("*") if each.is_dir()), reverse=True):
        found = RunFolder(folder)
        if not found.report_file.exists() and found.trials_file.exists():
            try:
                found.check(head)
            except ConfigError:
                continue
            return found
    raise ConfigError(f"No run of this model and plan was stopped before its end. {_REMEDY}")
