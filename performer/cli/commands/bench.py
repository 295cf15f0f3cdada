"""`performer bench …`: measures what the performer is worth on this machine."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import anyio
import typer

from performer.cli.commands.bench_brain import brain
from performer.core.errors import ConfigError

cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@cli.callback()
def bench() -> None:
    """Measure what the performer is worth on this machine."""


cli.command()(brain)


@cli.command()
def show(
    model: Annotated[
        str, typer.Option(metavar="SPEC", help="understudy, scripted:FILE or ollama[:NAME[@URL]], in real time")
    ] = "understudy",
    minutes: Annotated[float, typer.Option(metavar="N", min=1, max=240, help="that a take lasts")] = 10.0,
    seed: Annotated[int, typer.Option(metavar="N", help="of the game, the streamer and the chance")] = 1,
    talkativeness: Annotated[
        Literal["silent", "low", "medium", "high"], typer.Option(help="as in the configuration")
    ] = "medium",
    think: Annotated[
        float, typer.Option(metavar="S", min=0, max=30, help="seconds to the first word, for a model that needs none")
    ] = 0.6,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="write the figures and a timeline there")] = None,
    *,
    mic: Annotated[bool, typer.Option("--mic/--no-mic", help="have a streamer speak beside it")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
    goals: Annotated[bool, typer.Option("--goals", help="end with 1 when a goal was missed")] = False,
) -> None:
    """Have it perform beside a game and a streamer: does it speak when it should, and only then?"""
    from rich.console import Console

    from performer.chats.console.output import make_plain_console
    from performer.cli.bench.show import report
    from performer.cli.bench.show import run as bench_show
    from performer.cli.bench.show.page import format_page
    from performer.cli.bench.show.plan import ShowPlan
    from performer.cli.bench.show.stand_ins import is_real
    from performer.config.config import Config
    from performer.core.files.atomic import write_atomically

    if html is not None:
        _check(html)
    plan = ShowPlan(model=model, minutes=minutes, seed=seed, talkativeness=talkativeness, think_s=think, microphone=mic)
    errors = Console(stderr=True)
    if is_real(bench_show.apply_plan(plan, Config())):
        errors.print(f"A real model performs in real time: this takes {bench_show.sum_minutes(plan):g} minutes.")
    with errors.status("getting ready") as status:
        outcome = anyio.run(bench_show.run, plan, Config(), status.update)
    if html is not None:
        write_atomically(html, format_page(outcome).encode())
    if as_json:
        print(report.format_json(outcome))
    else:
        report.print_report(outcome, make_plain_console())
    sys.exit(1 if goals and not outcome.has_met_goals else 0)


@cli.command()
def lines(
    file: Annotated[Path, typer.Argument(help="labelled lines: one JSON object a line, with text and label")],
    *,
    misses: Annotated[bool, typer.Option("--misses", help="print what was missed, and what was lost")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
    goals: Annotated[bool, typer.Option("--goals", help="end with 1 when a goal was missed")] = False,
) -> None:
    """Have it judge what models wrote: is what must not be heard caught, and what may be heard let pass?"""
    from performer.chats.console.output import make_plain_console
    from performer.cli.bench.lines import report
    from performer.cli.bench.lines import run as bench_lines
    from performer.cli.bench.lines.labelled_lines import read_lines
    from performer.guard.speakable.speakable import Speakable

    outcome = bench_lines.run(read_lines(file), Speakable.for_product())
    if as_json:
        print(report.format_json(outcome, misses=misses))
    else:
        report.print_report(outcome, make_plain_console(), misses=misses)
    sys.exit(1 if goals and not outcome.has_met_goals else 0)


def _check(file: Path) -> None:
    """Find out before the long work whether its result can be written."""
    try:
        file.open("ab").close()
    except OSError as error:
        raise ConfigError(f"The page {file} cannot be written: {error.strerror}. Name another file.") from None
