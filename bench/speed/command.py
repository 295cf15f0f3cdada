"""`performer bench capture`, `turn`, `idle` and the like: how fast and how light the performer is on this machine."""

import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from inspect import Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import anyio
import typer

from bench.tool_choice.options import is_typed
from performer.core.errors import ConfigError

if TYPE_CHECKING:  # none of it is needed for any other command
    from bench.speed.report import SpeedReport

_Runs = Annotated[int, typer.Option("--runs", metavar="N", min=2, max=10_000, help="values of each figure")]
_Html = Annotated[
    Path | None, typer.Option(metavar="FILE", help="write the figures there as a page, every value drawn")
]
_Short = Annotated[bool, typer.Option("--short", help="few values, in seconds: whether it works, not how fast it is")]
_Check = Annotated[bool, typer.Option("--check", help="end with 1 when a ratio is 30 % worse than its stored bound")]
_AsJson = Annotated[bool, typer.Option("--json", help="print all values as JSON, for bench compare")]
_Measure = Callable[[], Awaitable["SpeedReport"]]
"""Measures everything that was asked for; it is not run before the page is known to be writable."""


def _bench(**short_form: float) -> Callable[[Callable[..., _Measure]], Callable[..., NoReturn]]:
    """Make a command of a function that plans a bench.

    The function is called with whether the short form is asked for, and with the values of its own options. The options
    that all benches share follow those.

    Args:
        short_form: What an option of its own is in the short form, unless somebody typed another value.
    """

    def make(plan: Callable[..., _Measure]) -> Callable[..., NoReturn]:
        def command(
            context: typer.Context,
            html: _Html = None,
            *,
            short: _Short = False,
            check: _Check = False,
            as_json: _AsJson = False,
            **own: Any,
        ) -> NoReturn:
            if short:
                own |= {name: value for name, value in short_form.items() if not is_typed(context, name)}
            _finish(plan(short, **own), html, check=check, as_json=as_json)

        _, *own = signature(plan).parameters.values()
        context, *shared, _ = signature(command).parameters.values()
        options = Signature([context, *own, *shared])
        command.__signature__ = options  # type: ignore[attr-defined]  # typer reads the options there
        command.__name__, command.__doc__ = plan.__name__, plan.__doc__
        return command

    return make


@_bench(runs=15)
def capture(short: bool, runs: _Runs = 30) -> _Measure:
    """Measure what a picture of the screen takes, stage by stage, at 1080p, 1440p and 4K."""
    from bench.speed.capture import CapturePlan, run

    few = CapturePlan(runs=runs, sizes=("1920x1080",), seconds=4.0, spans=2)
    return partial(run, few if short else CapturePlan(runs=runs))


@_bench(runs=4, tokens_per_s=80.0)
def turn(
    short: bool,
    runs: _Runs = 30,
    tokens_per_s: Annotated[float, typer.Option(metavar="N", min=1, max=1000, help="of the model")] = 20.0,
) -> _Measure:
    """Measure what the performer adds to a model and a voice, from a line to its last sound."""
    from bench.speed.turn import TurnPlan, run

    few = TurnPlan(runs=runs, tools=(100,), messages=(), tokens_per_s=tokens_per_s)
    return partial(run, few if short else TurnPlan(runs=runs, tokens_per_s=tokens_per_s))


@_bench(runs=2, seconds=16.0)
def idle(
    short: bool,
    runs: _Runs = 5,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", min=1, max=3600, help="of each span")] = 30.0,
) -> _Measure:
    """Measure what the performer takes while nothing happens, and while it is busy or paused."""
    from bench.speed.idle import IdlePlan, run

    few = IdlePlan(runs=runs, seconds=seconds, states=("moving", "paused"))
    return partial(run, few if short else IdlePlan(runs=runs, seconds=seconds))


@_bench(runs=3)
def start(_short: bool, runs: _Runs = 10) -> _Measure:
    """Measure how soon the performer is there, speaks and is gone, and what its short commands take."""
    from bench.speed.start import StartPlan, run

    return partial(run, StartPlan(runs=runs))


@_bench(runs=3, seconds=3.0)
def panel(
    short: bool,
    runs: _Runs = 15,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", min=1, max=600, help="of each span")] = 20.0,
) -> _Measure:
    """Measure how soon the control page is there, what it weighs, and what it costs while it stands open."""
    from bench.speed.panel import PanelPlan, run

    few = PanelPlan(runs=runs, seconds=seconds, spans=2, settle_s=2.0)
    return partial(run, few if short else PanelPlan(runs=runs, seconds=seconds))


@_bench(runs=4)
def chat(short: bool, runs: _Runs = 30) -> _Measure:
    """Measure what a flood of chat costs, and what it takes from the streamer's own line."""
    from bench.speed.chat import ChatPlan, run

    few = ChatPlan(runs=runs, rates=(1000,), tokens_per_s=100.0)
    return partial(run, few if short else ChatPlan(runs=runs))


@_bench(runs=40)
def guard(short: bool, runs: _Runs = 200) -> _Measure:
    """Measure what the guard takes for a line, and what it takes to start."""
    from bench.speed.guard import GuardPlan, run

    return partial(run, GuardPlan(runs=runs, starts=1) if short else GuardPlan(runs=runs))


@_bench(runs=40)
def soft(_short: bool, runs: _Runs = 200) -> _Measure:
    """Measure what it takes to read tool calls out of free text."""
    from bench.speed.soft import SoftPlan, run

    return partial(run, SoftPlan(runs=runs))


@_bench(runs=4)
def voice(
    short: bool,
    runs: _Runs = 20,
    model: Annotated[
        Path | None, typer.Option(metavar="FILE.onnx", help="a Piper voice, with its .onnx.json beside it", exists=True)
    ] = None,
) -> _Measure:
    """Measure how soon and how loudly a neural voice speaks and what it costs, beside espeak-ng and Piper's program."""
    from bench.speed.voice import VoicePlan, run

    return partial(run, VoicePlan(runs=runs, model=model, idle_s=2.0 if short else 10.0))


@_bench(runs=2, own_min=0.2)
def ears(
    short: bool,
    runs: Annotated[
        int, typer.Option("--runs", metavar="N", min=1, max=60, help="sentences, quiet and in a game")
    ] = 60,
    model: Annotated[str, typer.Option(metavar="MODEL", help="as mic.recognition names it")] = "tiny",
    own_min: Annotated[
        float, typer.Option("--own-minutes", metavar="N", min=0.1, max=120, help="of its own voice that it hears")
    ] = 30.0,
) -> _Measure:
    """Measure how well and how soon speech is understood, quiet and beside a game, what it costs, and self-answers."""
    from bench.speed.called_lines import CalledPlan
    from bench.speed.ears import EarsPlan, run

    plan = EarsPlan(runs=runs, model=model, own_min=own_min)
    if short:
        calls = CalledPlan(lines=6, names=("Pip",), sets=("",))
        plan = replace(plan, idle_s=1.0, game_s=2.0, own_lines=4, calls=calls, answers=3)
    return partial(run, plan)


@_bench(minutes=1.0)
def gate(
    short: bool,
    minutes: Annotated[float, typer.Option("--minutes", metavar="N", min=0.5, max=60, help="of each scene")] = 5.0,
) -> _Measure:
    """Count how many questions about a picture are saved, and which marked events that misses."""
    from bench.speed.gate.measure import HELD_OUT, GatePlan
    from bench.speed.gate.run import run

    few = GatePlan(seeds=HELD_OUT[:2], minutes=minutes, kinds=("game", "still"))
    return partial(run, few if short else GatePlan(minutes=minutes))


@_bench(hours=0.2)
def hours(
    _short: bool,
    hours: Annotated[float, typer.Option("--hours", metavar="N", min=0.1, max=48, help="of virtual time")] = 4.0,
) -> _Measure:
    """Measure whether anything grows while a show goes on, over hours of virtual time."""
    from bench.speed.hours import HoursPlan, run

    return partial(run, HoursPlan(hours=hours))


def model(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(metavar="[MODEL]", help="as model.spec, or the bare name of an Ollama's; the configured one"),
    ] = "",
    runs: Annotated[int, typer.Option("--runs", metavar="N", min=2, max=1000, help="rounds of all questions")] = 10,
    target: Annotated[
        float | None,
        typer.Option(metavar="S", min=0.1, max=120, help="seconds in which a line is to come: turn.freshness_s"),
    ] = None,
    contexts: Annotated[
        list[int] | None,
        typer.Option(
            "--context",
            metavar="N",
            min=2048,
            max=262_144,
            help="load an Ollama's model for so many tokens, too; several",
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
        runs=2 if short and not is_typed(context, "runs") else runs,
        target_s=target,
        contexts=tuple(contexts or ()),
        loads=load,
        writes=write,
    )
    config, file = load_config(home.config_file).config, ConfigFile(home.config_file)
    try:
        _finish(lambda: bench.run(plan, config, file, _say), html, check=False, as_json=as_json)
    except KeyboardInterrupt:
        _say("Broken off. Nothing was written; the model may stay in its server's memory.")
        raise


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


def _finish(measure: _Measure, html: Path | None, *, check: bool, as_json: bool) -> NoReturn:
    """Run a bench, print its report, and end the program."""
    from rich.console import Console

    from bench.speed.bounds import find_broken_bounds, read_bounds
    from bench.speed.page import format_page
    from bench.speed.signals import end_as_ctrl_c
    from bench.speed.table import print_report
    from performer.core.files.atomic import write_atomically
    from performer.core.plain_console import make_plain_console

    if html:
        check_writable("page", html)
    with end_as_ctrl_c(), Console(stderr=True).status("measuring"):
        report = anyio.run(measure)
    broken = find_broken_bounds(report, read_bounds(report.bench)) if check else []
    if html:
        write_atomically(html, format_page(report).encode())
    if as_json:
        print(report.to_json())
    else:
        print_report(report, make_plain_console(), broken)
    sys.exit(1 if broken else 0)


def check_writable(what: str, file: Path) -> None:
    """Raise before the long work when its result could not be written; no new file is left."""
    is_new = not file.exists()
    try:
        file.open("ab").close()
        if is_new:
            file.unlink()
    except OSError as error:
        raise ConfigError(f"The {what} {file} cannot be written: {error.strerror}. Name another file.") from None


COMMANDS: Final = (capture, turn, idle, start, panel, chat, gate, guard, soft, hours, voice, ears, model, compare)
"""The benches, as they stand under `performer bench`."""
