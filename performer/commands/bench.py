"""`performer bench …`: measures what the performer is worth on this machine."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import anyio
import typer

from performer.commands.bench_brain import brain
from performer.errors import ConfigError

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

    from performer.bench.show import bench as bench_show
    from performer.bench.show import report
    from performer.bench.show.brains import is_real
    from performer.bench.show.page import as_html
    from performer.bench.show.plan import Plan
    from performer.chats.console_mirror import plain_console
    from performer.config import Config
    from performer.whole_file import write_whole

    if html is not None:
        _check(html)
    plan = Plan(model=model, minutes=minutes, seed=seed, talkativeness=talkativeness, think_s=think, microphone=mic)
    errors = Console(stderr=True)
    if is_real(bench_show.as_planned(plan, Config())):
        errors.print(f"A real model performs in real time: this takes {bench_show.show_minutes(plan):g} minutes.")
    with errors.status("getting ready") as status:
        outcome = anyio.run(bench_show.run, plan, Config(), status.update)
    if html is not None:
        write_whole(html, as_html(outcome).encode())
    if as_json:
        print(report.as_json(outcome))
    else:
        report.tell(outcome, plain_console())
    sys.exit(1 if goals and not outcome.are_met else 0)


@cli.command()
def lines(
    file: Annotated[Path, typer.Argument(help="labelled lines: one JSON object a line, with text and label")],
    *,
    misses: Annotated[bool, typer.Option("--misses", help="print what was missed, and what was lost")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the figures as JSON")] = False,
    goals: Annotated[bool, typer.Option("--goals", help="end with 1 when a goal was missed")] = False,
) -> None:
    """Have it judge what models wrote: is what must not be heard caught, and what may be heard let pass?"""
    from performer.bench.lines import bench as bench_lines
    from performer.bench.lines import report
    from performer.bench.lines.lines import read
    from performer.chats.console_mirror import plain_console
    from performer.speakable import Speakable

    outcome = bench_lines.run(read(file), Speakable.of_product())
    if as_json:
        print(report.as_json(outcome, misses=misses))
    else:
        report.tell(outcome, plain_console(), misses=misses)
    sys.exit(1 if goals and not outcome.are_met else 0)


def _check(file: Path) -> None:
    """Find out before the long work whether its result can be written."""
    try:
        file.open("ab").close()
    except OSError as error:
        raise ConfigError(f"The page {file} cannot be written: {error.strerror}. Name another file.") from None
