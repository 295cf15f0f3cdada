"""`performer bench tools`: which model calls the right tool at the right time, and leaves the others alone?"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import anyio
import typer

from performer.core.errors import ConfigError

if TYPE_CHECKING:  # none of it is needed for any other command
    from bench.tool_choice.bfcl.measure import BfclPlan
    from bench.tool_choice.figures.gate import Gate
    from bench.tool_choice.plan import MeasurePlan
    from bench.tool_choice.trial import AskedMode

_MODES: "Final[tuple[AskedMode, ...]]" = ("native", "soft", "constrained", "talk", "auto")
_STOPPED: Final = 130
"""The status of a program that was stopped by ctrl-C."""
_FAILED: Final = 1
"""The status where the model's server failed, and of a gate that was not held."""


def tools(
    context: typer.Context,
    model: Annotated[
        str,
        typer.Argument(
            metavar="[MODEL]",
            help="as model.spec, the bare name of an Ollama's, or player:oracle|silent|random|first-tool|decoy;"
            " the configured one",
        ),
    ] = "",
    group: Annotated[list[str] | None, typer.Option(metavar="NAME", help="only this group; may be repeated")] = None,
    tag: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="only cases with this tag: short, unseen; may be repeated")
    ] = None,
    cases: Annotated[list[Path] | None, typer.Option(metavar="FILE", help="your own cases; may be repeated")] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="so many cases, drawn over the groups")] = None,
    mode: Annotated[
        list[str] | None,
        typer.Option(metavar="MODE", help=f"{', '.join(_MODES)}; may be repeated; the first four without"),
    ] = None,
    repeat: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="play each case so often")] = 1,
    seed: Annotated[
        int, typer.Option(metavar="N", help="the number by which the order of tools and the cases of --limit are drawn")
    ] = 1,
    jobs: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="play so many cases at once, where the server can")
    ] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="where the run and its reports are kept")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="keep the raw answers there")] = None,
    replay: Annotated[Path | None, typer.Option(metavar="FILE", help="grade kept answers again; no model")] = None,
    compare: Annotated[
        tuple[Path, Path] | None, typer.Option(metavar="A B", help="compare two report.json files; nothing is played")
    ] = None,
    gate: Annotated[
        str | None, typer.Option(metavar="RULES", help='end with 1 unless "score>=0.8,false_calls<=0.05" holds')
    ] = None,
    bfcl: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="the files of that benchmark instead of our cases")
    ] = None,
    fit: Annotated[
        str | None, typer.Option(metavar="SIZE", help="measure what is installed and fits into 8GB, and choose")
    ] = None,
    *,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the run that was stopped")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the report as JSON")] = False,
) -> None:
    """Measure which tools a model calls: the right one, with the right arguments, and only when one is wanted.

    The product asks it just as in a show; what it calls is graded. The reports are report.json and report.html.
    """
    from bench.tool_choice.options import check_options, list_given

    check_options(list_given(context))
    if compare:
        _compare(*compare, as_json=as_json)
    modes = _parse_modes(mode or [])
    from bench.tool_choice.cases.selection import Selection
    from bench.tool_choice.figures.gate import parse_gates
    from bench.tool_choice.plan import MeasurePlan

    gates = () if gate is None else parse_gates(gate)
    if fit is not None:
        _fit(fit, seed)
    if bfcl:
        from bench.tool_choice.bfcl.measure import BfclPlan

        _play_bfcl(BfclPlan(folder=bfcl, model=model, modes=modes, limit=limit, seed=seed), as_json=as_json)
    chosen = Selection(files=tuple(cases or ()), groups=tuple(group or ()), tags=tuple(tag or ()), limit=limit)
    plan = MeasurePlan(
        model=model,
        selection=chosen,
        modes=modes,
        repeats=repeat,
        seed=seed,
        jobs=jobs,
        folder=out,
        record=record,
        replay=replay,
        is_resumed=resume,
    )
    plan.check()
    _measure(plan, gates, as_json=as_json)


def _parse_modes(given: list[str]) -> "tuple[AskedMode, ...]":
    from performer.core.text import format_near_miss

    modes = [each.strip() for one in given for each in one.split(",")]
    for each in modes:
        if each not in _MODES:
            raise ConfigError(f"There is no mode '{each}'. {format_near_miss(each, _MODES)}")
    return tuple(each for each in _MODES if each in modes)


def _measure(plan: "MeasurePlan", gates: "Sequence[Gate]", *, as_json: bool) -> NoReturn:
    """Measure, write the reports, print them, and end the program."""
    from bench.tool_choice.figures.gate import check_run, have_passed
    from bench.tool_choice.measure import measure
    from bench.tool_choice.reports.report import format_report
    from bench.tool_choice.reports.terminal import make_report_console, print_report

    errors = _Errors()
    with _end_by_ctrl_c(errors, "It was stopped before its first case."):
        done = anyio.run(measure, plan, errors.console)
    page = done.write_page()
    if as_json:
        print(format_report(done.report))
    else:
        print_report(done.report, make_report_console())
    if done.stopped:
        errors.say(f"The report so far: {page}")
        way_on = "" if plan.replay else " Go on with the run by the same command and --resume."
        errors.say(f"{done.stopped}{way_on}")
        sys.exit(_STOPPED if done.is_interrupted else _FAILED)
    errors.say(f"Reports: {page} and {done.write_report()}")
    if done.kept:
        same, changed, missing = (done.kept.get(each, 0) for each in ("same", "changed", "missing"))
        errors.say(f"Kept answers: {same} to the same questions, {changed} to changed ones, {missing} missing.")
    goals = check_run(gates, done.report.figures)
    for goal in goals:
        value = "nothing" if goal.value is None else f"{goal.value:.3g}"
        errors.say(f"{goal.key} is {value}, {goal.bound} {goal.limit:g}: {goal.words}.")
    sys.exit(0 if have_passed(goals) else _FAILED)


class _Errors:
    """Standard error, with lines that are not wrapped or coloured."""

    def __init__(self) -> None:
        from rich.console import Console

        self.console = Console(stderr=True)

    def say(self, line: str) -> None:
        from bench.tool_choice.playing.progress import make_say

        make_say(self.console)(line)


@contextmanager
def _end_by_ctrl_c(errors: _Errors, words: str) -> Iterator[None]:
    """End the program, with these words, at a ctrl-C that comes while there is nothing to keep yet."""
    try:
        yield
    except KeyboardInterrupt:
        errors.say(words)
        sys.exit(_STOPPED)


def _compare(first: Path, second: Path, *, as_json: bool) -> NoReturn:
    """Compare two reports on the cases that both played, and end the program."""
    from bench.tool_choice.reports.comparison_report import (
        compare_reports,
        describe_compared,
        format_comparisons,
        format_comparisons_json,
    )
    from bench.tool_choice.reports.report import read_report

    reports = read_report(first), read_report(second)
    compared = compare_reports(*reports)
    if as_json:
        print(format_comparisons_json(compared))
    else:
        print("\n".join([*describe_compared(*reports, (first, second)), format_comparisons(compared)]))
    sys.exit(0)


def _fit(size: str, seed: int) -> NoReturn:
    """Measure what is installed and fits, print which to take, and end the program."""
    from bench.tool_choice.advice import format_advice
    from bench.tool_choice.fit import fit, parse_size

    errors = _Errors()
    stopped = "It was stopped, and nothing is advised."
    with _end_by_ctrl_c(errors, stopped):
        advice = anyio.run(fit, parse_size(size), seed, errors.console)
    if advice is None:
        errors.say(stopped)
        sys.exit(_STOPPED)
    print(format_advice(advice))
    sys.exit(0)


def _play_bfcl(plan: "BfclPlan", *, as_json: bool) -> NoReturn:
    """Play the cases of another benchmark, print its figures, and end the program."""
    from bench.tool_choice.bfcl.measure import measure_bfcl
    from bench.tool_choice.bfcl.report import format_json, print_report
    from performer.core.plain_console import make_plain_console

    errors = _Errors()
    with _end_by_ctrl_c(errors, "It was stopped before its first case."):
        done = anyio.run(measure_bfcl, plan, errors.console)
    if as_json:
        print(format_json(done.scores, done.read, done.stopped))
    for mode, score in {} if as_json else done.scores.items():
        make_plain_console().print(f"{mode} mode" if mode else "a player that is no model", highlight=False)
        print_report(score, done.read, make_plain_console())
    if done.stopped:
        errors.say(f"{done.stopped} The figures are of what was played.")
        sys.exit(_STOPPED if done.is_interrupted else _FAILED)
    sys.exit(0)
