"""`performer bench tools`: which model calls the right tool at the right time, and leaves the others alone?"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import anyio
import typer

from performer.core.errors import ConfigError

if TYPE_CHECKING:  # none of it is needed for any other command
    from bench.tool_choice.gate import Gate
    from bench.tool_choice.measure import MeasurePlan

_MODES = ("native", "soft", "constrained", "talk", "auto")
_STOPPED = 130
"""The status of a program that was stopped by ctrl-C."""


def tools(
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
    seed: Annotated[int, typer.Option(metavar="N", help="of the order of tools, and of --limit")] = 1,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="so many at once")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="where the run and its reports are kept")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="keep the raw answers there")] = None,
    replay: Annotated[Path | None, typer.Option(metavar="FILE", help="grade kept answers again; no model")] = None,
    compare: Annotated[
        tuple[Path, Path] | None, typer.Option(metavar="A B", help="compare two report.json files; nothing is played")
    ] = None,
    gate: Annotated[
        str, typer.Option(metavar="RULES", help='end with 1 unless "score>=0.8,false_calls<=0.05" holds')
    ] = "",
    bfcl: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="the files of that benchmark instead of our cases")
    ] = None,
    fit: Annotated[
        str, typer.Option(metavar="SIZE", help="measure what is installed and fits into 8GB, and choose")
    ] = "",
    *,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the run that was stopped")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the report as JSON")] = False,
) -> None:
    """Measure which tools a model calls: the right one, with the right arguments, and only when one is wanted.

    The product asks it just as in a show; what it calls is graded. The reports are report.json and report.html.
    """
    if compare:
        _compare(*compare, as_json=as_json)
    modes = _parse_modes(mode or [])
    from bench.tool_choice.gate import parse_gates
    from bench.tool_choice.measure import MeasurePlan
    from bench.tool_choice.selection import Selection

    gates = parse_gates(gate) if gate else ()
    if fit:
        _fit(fit, seed)
    if bfcl:
        _play_bfcl(bfcl, model, modes, limit=limit, as_json=as_json)
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


def _parse_modes(given: list[str]) -> tuple[str, ...]:
    from performer.core.text import format_near_miss

    modes = [each.strip() for one in given for each in one.split(",")]
    for each in modes:
        if each not in _MODES:
            raise ConfigError(f"There is no mode '{each}'. {format_near_miss(each, _MODES)}")
    return tuple(dict.fromkeys(modes))


def _measure(plan: "MeasurePlan", gates: "Sequence[Gate]", *, as_json: bool) -> NoReturn:
    """Measure, write the reports, print them, and end the program."""
    from bench.tool_choice.figures import build_run_figures
    from bench.tool_choice.gate import check_gates
    from bench.tool_choice.html_report import write_page
    from bench.tool_choice.measure import measure
    from bench.tool_choice.report import format_report, write_report
    from bench.tool_choice.terminal import print_report
    from performer.chats.console.output import make_plain_console

    console, errors = make_plain_console(), Console(stderr=True)
    done = anyio.run(measure, plan, errors)
    report, folder = done.report, done.folder
    figures = build_run_figures(report.graded)
    write_report(folder.report_file, report, figures)
    write_page(folder.page_file, report, figures)
    if as_json:
        print(format_report(report, figures))
    else:
        print_report(report, figures, console)
    errors.print(f"Reports: {folder.page_file} and {folder.report_file}", soft_wrap=True, markup=False, highlight=False)
    if done.stopped:
        errors.print(f"{done.stopped} Go on with it by the same command and --resume.", markup=False, highlight=False)
        sys.exit(_STOPPED)
    goals = check_gates(gates, figures)
    for goal in goals:
        errors.print(f"{goal.key} {goal.value}: {goal.words}", markup=False, highlight=False)
    sys.exit(1 if any(goal.is_met is not True for goal in goals) else 0)
