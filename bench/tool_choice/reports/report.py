"""The report of a run as a file of JSON: what was measured, the figures, and every case, question, answer and verdict.

`report_schema` describes it. Questions, which are long and much alike, are pooled: see `pool`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from bench.tool_choice.cases.case import Case
from bench.tool_choice.figures.figures import RunFigures, group_figures
from bench.tool_choice.reports.pool import FilledPool, ValuePool
from bench.tool_choice.reports.trial_json import describe_misfit, dump_fields, dump_trial, parse_trial
from bench.tool_choice.trial import AskedMode, GradedTrial, TrialVerdict
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.atomic import write_atomically
from performer.core.files.user_file import UnfitFileError, describe_file_error, read_user_text

SCHEMA: Final = "stream-performer/tool-choice"
VERSION: Final = 1
"""Raised by whatever an older program could not read; then `_UPGRADES` gets a line for the version before."""
_MOST_BYTES: Final = 1_000_000_000
_AGAIN: Final = f"Measure again with `{COMMAND} bench tools`."


@dataclass(frozen=True, kw_only=True)
class About:
    """What was measured, with what, when and where."""

    model: str
    """As `model.spec` names it; for a player its name."""
    benchmark: str = "tool-choice"
    """The name of the set of cases; of a file of TOML its name without the ending."""
    agent: str = "pip"
    """The persona that played."""
    modes: tuple[AskedMode, ...]
    """The modes that were measured, in the order in which they are shown."""
    when: datetime
    """The beginning of the run, in UTC."""
    digest: str = ""
    """What tells this model from another of the same name, by the server; empty: it does not say."""
    quantisation: str = ""
    """Such as `Q4_K_M`; empty: unknown."""
    server: str = ""
    """The server's name and version; empty: there is none."""
    probe: str = ""
    """What the product's own probe of the model found, in words; empty: it made none."""
    product_version: str
    seed: int = 0
    repeats: int = 1
    """How often each case was to be played in each mode."""
    files: tuple[str, ...] = ()
    """The names of the files that the cases were read from; empty: those that ship."""
    groups: tuple[str, ...] = ()
    """The groups that the run was limited to; empty: all."""
    tags: tuple[str, ...] = ()
    """The tags that each case had to have; empty: any."""
    limit: int | None = None
    """The most cases that the run was limited to; null: all."""
    planned: int = 0
    """The trials that the run was to have; 0: as many as there are. With fewer it was stopped on the way."""
    jobs: int = 1
    """How many cases were played at a time."""
    is_replayed: bool = False
    """Whether the answers were recorded before; times are then those of the recording."""
    machine: str = ""
    """The system and the processor, in words."""
    cores: int = 0
    """The processor's cores that were there; 0: unknown."""
    python: str = ""
    """The version of Python."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """A run: what it is about, and its graded trials; the figures follow from these."""

    about: About
    graded: tuple[GradedTrial, ...]

    @cached_property
    def figures(self) -> RunFigures:
        """The figures, built when they are first asked for: the bootstrap takes seconds."""
        return group_figures(self.graded)


_ABOUT: Final = TypeAdapter(About)
_VERDICT: Final = TypeAdapter(TrialVerdict)
_CASES: Final = TypeAdapter(tuple[Case, ...])
_Tree = dict[str, Any]


def write_report(file: Path, report: Report) -> None:
    """Write a report in one step.

    Raises:
        ConfigError: for a file that cannot be written.
    """
    try:
        write_atomically(file, format_report(report).encode("ascii"))
    except OSError as error:
        raise ConfigError(f"The report {file} cannot be written: {error.strerror}. Name another file.") from None


def format_report(report: Report) -> str:
    """Format a report as JSON in ASCII, with a line for each case, trial and pooled value.

    The figures stand in it for other programs: whoever reads it builds them anew.
    """
    about = {**dump_fields(report.about), "when": report.about.when.isoformat()}
    parts = {
        "schema": json.dumps(SCHEMA),
        "version": json.dumps(VERSION),
        "about": json.dumps(about),
        "figures": json.dumps(dump_fields(report.figures)),
        **{name: _format_list(values) for name, values in dump_trials(report.graded).items()},
    }
    return "{\n" + ",\n".join(f'"{name}": {written}' for name, written in parts.items()) + "\n}\n"


def dump_trials(graded: Sequence[GradedTrial]) -> dict[str, list[Any]]:
    """Convert trials so that JSON can hold them: `cases`, each once, `trials`, and the `pool` of their questions."""
    pool = ValuePool()
    cases = {each.case.id: each.case for each in graded}
    trials = [_dump_graded(each, pool) for each in graded]
    return {"cases": [dump_fields(case) for case in cases.values()], "trials": trials, "pool": pool.values}


def read_report(file: Path) -> Report:
    """Read a report.

    Raises:
        ConfigError: for a file that cannot be read or is no report, and for one of a version that this program does
            not know, with the remedy.
    """
    try:
        tree = _upgrade(_read_tree(file))
        return Report(about=_ABOUT.validate_python(tree["about"]), graded=tuple(_parse_graded(tree)))
    except ValidationError as error:
        raise ConfigError(f"The report {file} is damaged: {describe_misfit(error)}. {_AGAIN}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(f"The report {file} is damaged: {error}. {_AGAIN}") from None
    except _UnreadableReportError as error:
        raise ConfigError(f"The report {file} cannot be read: {error}") from None


class _UnreadableReportError(Exception):
    """Says why a file is no report that this program can read, and what to do."""


def _dump_graded(graded: GradedTrial, pool: ValuePool) -> _Tree:
    trial = dump_trial(graded.trial)
    for step in trial.get("steps", ()):
        if "body" in step:
            step["body"] = pool.keep(step["body"])
    return {"trial": trial, "verdict": dump_fields(graded.verdict)}


def _format_list(values: Sequence[object]) -> str:
    return "[\n" + ",\n".join(json.dumps(each) for each in values) + "\n]" if values else "[]"


def _read_tree(file: Path) -> _Tree:
    try:
        tree = json.loads(read_user_text(file, _MOST_BYTES))
    except FileNotFoundError as error:
        raise _UnreadableReportError(f"{describe_file_error(error)}. Name another file.") from None
    except UnfitFileError as error:
        raise _UnreadableReportError(f"{error.reason}. Name another file.") from None
    except (ValueError, RecursionError) as error:
        raise _UnreadableReportError(f"it is no JSON, or only a part of it: {error}. {_AGAIN}") from None
    if not isinstance(tree, dict) or tree.get("schema") != SCHEMA:
        raise _UnreadableReportError(f"it is no report of `{COMMAND} bench tools`. Name the report.json of a run.")
    return tree


def _upgrade(tree: _Tree) -> _Tree:
    """Return a report as the present version writes it."""
    version = tree.get("version")
    if not isinstance(version, int) or version < 0:
        raise _UnreadableReportError(f"its version is {version!r}, and no number. {_AGAIN}")
    if version > VERSION:
        raise _UnreadableReportError("it was made by a newer Stream Performer. Update this one to read it.")
    for older in range(version, VERSION):
        tree = _UPGRADES[older](tree)
    return tree


def _refuse_version_0(_tree: _Tree) -> _Tree:
    raise _UnreadableReportError(f"it is of version 0, which kept no answers that could be graded again. {_AGAIN}")


_UPGRADES: Final[Mapping[int, Callable[[_Tree], _Tree]]] = {0: _refuse_version_0}
"""By version: how a report becomes one of the next version."""


def _parse_graded(tree: _Tree) -> Iterator[GradedTrial]:
    # As JSON, so that a list is taken for a tuple as in any other strict reading.
    cases = {case.id: case for case in _CASES.validate_json(json.dumps(tree["cases"]))}
    pool = FilledPool(tree["pool"])
    for each in tree["trials"]:
        for step in each["trial"].get("steps", ()):
            step["body"] = pool.restore(step.get("body", {}))
        trial = parse_trial(each["trial"])
        if trial.case not in cases:
            raise ValueError(f"there is a trial of the case '{trial.case}', which is not in it")
        verdict = _VERDICT.validate_python(each["verdict"])
        yield GradedTrial(case=cases[trial.case], trial=trial, verdict=verdict)
