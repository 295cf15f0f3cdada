"""`performer bench capture`, `turn`, `idle` and the like: how fast and how light the performer is on this machine."""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import anyio
import typer

from performer.core.errors import ConfigError

if TYPE_CHECKING:  # none of it is needed for any other command
    from bench.speed.report import SpeedReport

SHORT_RUNS: Final = 4
"""Turns of each program in the short form."""
_Runs = Annotated[int, typer.Option("--runs", metavar="N", min=2, max=10_000, help="values of each figure")]
_Short = Annotated[bool, typer.Option("--short", help="few values, in seconds: whether it works, not how fast it is")]
_Check = Annotated[bool, typer.Option("--check", help="end with 1 when a ratio is 30 % worse than its stored bound")]
_AsJson = Annotated[bool, typer.Option("--json", help="print all values as JSON, for bench compare")]
_Html = Annotated[
    Path | None, typer.Option(metavar="FILE", help="write the figures there as a page, every value drawn")
]


def capture(
    runs: _Runs = 30,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Measure what a picture of the screen takes, stage by stage, at 1080p, 1440p and 4K."""
    from bench.speed import capture as bench

    plan = bench.CapturePlan(runs=runs)
    if short:
        plan = bench.CapturePlan(runs=15, sizes=("1920x1080",), seconds=4.0, spans=2)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def turn(
    runs: _Runs = 30,
    tokens_per_s: Annotated[float, typer.Option(metavar="N", min=1, max=1000, help="of the model")] = 20.0,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Measure what the performer adds to a model and a voice, from a line to its last sound."""
    from bench.speed import turn as bench

    plan = bench.TurnPlan(runs=runs, tokens_per_s=tokens_per_s)
    if short:
        plan = bench.TurnPlan(runs=SHORT_RUNS, tools=(100,), messages=(), tokens_per_s=80.0)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def idle(
    runs: _Runs = 5,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", min=1, max=3600, help="of each span")] = 30.0,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Measure what the performer takes while nothing happens, and while it is busy or paused."""
    from bench.speed import idle as bench

    plan = bench.IdlePlan(runs=runs, seconds=seconds)
    if short:
        plan = bench.IdlePlan(runs=2, seconds=4.0, states=("moving", "paused"), settle_s=1.5)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def start(
    runs: _Runs = 10,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Measure how soon the performer is there, speaks and is gone, and what its short commands take."""
    from bench.speed import start as bench

    plan = bench.StartPlan(runs=3 if short else runs)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def chat(
    runs: _Runs = 30,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Measure what a flood of chat costs, and what it takes from the streamer's own line."""
    from bench.speed import chat as bench

    plan = bench.ChatPlan(runs=4, rates=(1000,), tokens_per_s=100.0) if short else bench.ChatPlan(runs=runs)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def guard(
    runs: _Runs = 200,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Measure what the guard takes for a line, and what it takes to start."""
    from bench.speed import guard as bench

    plan = bench.GuardPlan(runs=40, starts=1) if short else bench.GuardPlan(runs=runs)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def soft(
    runs: _Runs = 200,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Measure what it takes to read tool calls out of free text."""
    from bench.speed import soft as bench

    plan = bench.SoftPlan(runs=40 if short else runs)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def gate(
    minutes: Annotated[float, typer.Option("--minutes", metavar="N", min=0.5, max=60, help="of each scene")] = 5.0,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Count how many questions about a picture are saved, and which marked events that misses."""
    from bench.speed.gate import run as bench
    from bench.speed.gate.measure import HELD_OUT, GatePlan

    plan = GatePlan(seeds=HELD_OUT[:2], minutes=1.0, kinds=("game", "still")) if short else GatePlan(minutes=minutes)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def hours(
    hours: Annotated[float, typer.Option("--hours", metavar="N", min=0.1, max=48, help="of virtual time")] = 4.0,
    html: _Html = None,
    *,
    short: _Short = False,
    check: _Check = False,
    as_json: _AsJson = False,
) -> None:
    """Measure whether anything grows while a show goes on, over hours of virtual time."""
    from bench.speed import hours as bench

    plan = bench.HoursPlan(hours=0.2 if short else hours)
    _finish(lambda: bench.run(plan), html, check=check, as_json=as_json)


def model(
    name: Annotated[
        str,
        typer.Argument(metavar="[MODEL]", help="as model.spec, or the bare name of an Ollama's; the configured one"),
    ] = "",
    runs: Annotated[int, typer.Option("--runs", metavar="N", min=2, max=1000, help="rounds of all questions")] = 10,
    target: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.1, max=120, help="seconds in which a line is to come: turn.freshness_s"),
    ] = None,
    context: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N", min=2048, max=262_144, help="load an Ollama's model for so many tokens, too; several"
        ),
    ] = None,
    html: _Html = None,
    *,
    load: Annotated[
        bool, typer.Option("--load", help="unload an Ollama's model and measure its loading; a show has to wait")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="write the best picture width and context into config.toml")
    ] = False,
    short: _Short = False,
    as_json: _AsJson = False,
) -> None:
    """Measure how fast your own model answers what the performer asks it, and find the best picture and context."""
    from bench.speed import model as bench
    from performer.config.file import ConfigFile
    from performer.config.layers import load as load_config
    from performer.core.files.home import Home

    home = Home.find()
    plan = bench.ModelPlan(
        model=name,
        runs=MODEL_SHORT_RUNS if short else runs,
        target_s=target,
        contexts=tuple(context or ()),
        loads=load,
        writes=write,
    )
    config, file = load_config(home.config_file).config, ConfigFile(home.config_file)
    try:
        _finish(lambda: bench.run(plan, config, file, _say), html, check=False, as_json=as_json)
    except KeyboardInterrupt:
        _say("Broken off. Nothing was written; the model may stay in its server's memory.")
        raise


MODEL_SHORT_RUNS: Final = 2


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def compare(
    before: Annotated[Path, typer.Argument(metavar="A.json", help="made by --json before a change")],
    after: Annotated[Path, typer.Argument(metavar="B.json", help="made by --json after it")],
) -> None:
    """Compare two runs of one bench: a figure has changed only when that is beyond its noise."""
    from bench.speed import comparison
    from bench.speed.report import SpeedReport
    from bench.speed.table import print_comparison
    from performer.core.plain_console import make_plain_console

    print_comparison(comparison.compare(SpeedReport.read(before), SpeedReport.read(after)), make_plain_console())


def _finish(run: Callable[[], Awaitable["SpeedReport"]], html: Path | None, *, check: bool, as_json: bool) -> NoReturn:
    """Run a bench, print its report, and end the program."""
    from rich.console import Console

    from bench.speed.bounds import find_broken_bounds, read_bounds
    from bench.speed.page import format_page
    from bench.speed.table import print_report
    from performer.core.files.atomic import write_atomically
    from performer.core.plain_console import make_plain_console

    if html:
        check_writable("page", html)
    with Console(stderr=True).status("measuring"):
        report = anyio.run(run)
    broken = find_broken_bounds(report, read_bounds(report.bench)) if check else []
    if html:
        write_atomically(html, format_page(report).encode())
    if as_json:
        print(report.to_json())
    else:
        print_report(report, make_plain_console(), broken)
    sys.exit(1 if broken else 0)


def check_writable(what: str, file: Path) -> None:
    """Raise before the long work when its result could not be written."""
    try:
        file.open("ab").close()
    except OSError as error:
        raise ConfigError(f"The {what} {file} cannot be written: {error.strerror}. Name another file.") from None


COMMANDS: Final = (capture, turn, idle, start, chat, gate, guard, soft, hours, model, compare)
"""The benches, as they stand under `performer bench`."""
