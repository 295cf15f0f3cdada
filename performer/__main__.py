"""The command line: shows, replays and benchmarks, orders to a performer that runs, its settings, its clients."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import anyio
import typer

from performer.cli.commands import (
    approvals,
    bench,
    clients,
    config,
    discord,
    guard,
    jobs,
    mcp,
    memory,
    models,
    operations,
    plugins,
    schedule,
    status,
)
from performer.cli.commands import clients as panel
from performer.cli.commands import discord as discord_io
from performer.cli.commands import status as tokens
from performer.core.errors import PerformerError
from performer.core.log import log_crashes, log_warnings_to_stderr
from performer.core.text import make_printable

cli = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="A companion that sits beside a game stream: it watches, comments, and plays with the overlay.",
)


@cli.command()
def run(
    frames: Annotated[
        str,
        typer.Option(metavar="SPEC", help="auto, screen[:N[:x,y,w,h]], recorder[:N], clip:PATH or arcade[:SEED]"),
    ] = "",
    model: Annotated[
        str, typer.Option(metavar="SPEC", help="ollama[:NAME[@URL]], openai:NAME@URL, understudy or scripted:FILE")
    ] = "",
    voice: Annotated[
        str, typer.Option(metavar="SPEC", help="auto, espeak, pyttsx3, say, command:…, http:URL, silent")
    ] = "",
    seconds: Annotated[float | None, typer.Option(metavar="N", min=0.1, help="end after this long")] = None,
    journal: Annotated[Path | None, typer.Option(metavar="FILE", help="write one JSON line per event")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help="of the stage server")] = None,
    *,
    desktop: Annotated[bool, typer.Option("--desktop/--no-desktop", help="show the overlay window")] = True,
    sound: Annotated[bool, typer.Option("--sound/--no-sound", help="start the sound player")] = True,
    console: Annotated[bool, typer.Option("--console/--no-console", help="tell the show here, take chat here")] = True,
) -> None:
    """Perform, until Ctrl+C."""
    from performer import app
    from performer.config.layers import load
    from performer.config.run_options import RunOptions
    from performer.core.files.home import Home
    from performer.core.log import log_to

    options = {
        "frames": {"source": frames} if frames else {},
        "model": {"spec": model} if model else {},
        "voice": {"engine": voice} if voice else {},
        "stage": {} if port is None else {"port": port},
        "sound": {} if sound else {"enabled": False},
    }
    home = Home.find()
    config = load(home.config_file, options=options).config
    home.make()
    log_to(home.log_file)
    wishes = RunOptions(seconds=seconds, journal=journal, console=console, desktop=desktop, overrides=options)
    anyio.run(app.run, config, home, wishes)


@cli.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a journal, as `run --journal` writes it")],
    speed: Annotated[float, typer.Option(metavar="X", min=0.1, max=100, help="2 plays in half the time")] = 1.0,
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help="of the stage server")] = None,
    *,
    voice: Annotated[bool, typer.Option("--voice", help="speak the lines anew; without it they pass silently")] = False,
    desktop: Annotated[bool, typer.Option("--desktop/--no-desktop", help="show the overlay window")] = True,
    sound: Annotated[bool, typer.Option("--sound/--no-sound", help="start the sound player")] = True,
    console: Annotated[bool, typer.Option("--console/--no-console", help="tell the replay here")] = True,
) -> None:
    """Play a recorded show to the stage again, without eyes and brain."""
    from performer.cli import replay as performer_replay
    from performer.config.layers import load
    from performer.core.files.home import Home
    from performer.core.log import log_to

    options = {"stage": {} if port is None else {"port": port}, "sound": {} if sound else {"enabled": False}}
    home = Home.find()
    config = load(home.config_file, options=options).config
    home.make()
    log_to(home.log_file)
    wishes = performer_replay.ReplayOptions(
        journal=file, speed=speed, voice=voice, console=console, desktop=desktop, overrides=options
    )
    anyio.run(performer_replay.run, config, home, wishes)


@cli.command()
def doctor(*, as_json: Annotated[bool, typer.Option("--json", help="print what was found as JSON")] = False) -> None:
    """Try everything out, and say what does not work and what to do about it."""
    from performer.chats.console.output import make_plain_console
    from performer.cli.doctor import report
    from performer.cli.doctor import run as doctors
    from performer.core.clock import SystemClock
    from performer.core.files.home import Home
    from performer.core.log import log_to

    home = Home.find()
    with suppress(PerformerError, OSError):  # what is wrong with the home, the doctor itself will say
        home.make()
        log_to(home.log_file.with_name("doctor.log"))
    console = make_plain_console()

    def tell(findings: Sequence[report.CheckResult]) -> None:
        console.print(report.format_text(findings), end="", soft_wrap=True)

    if as_json:
        findings = anyio.run(doctors.examine, SystemClock(), home, os.environ)
        print(report.format_json(findings))
    else:
        with console.status("trying everything out; a model that has to be loaded takes a while"):
            findings = anyio.run(doctors.examine, SystemClock(), home, os.environ, tell)
    sys.exit(1 if report.has_failed(findings) else 0)


for order in (operations.say, operations.hush, operations.pause, operations.resume, operations.react):
    cli.command()(order)
cli.command()(status.status)
for answer in (approvals.approvals, approvals.approve, approvals.cancel):
    cli.command()(answer)
cli.command()(panel.panel)
cli.command()(guard.guard)
cli.command()(models.pull)
cli.command()(models.models)
cli.add_typer(config.cli, name="config")
cli.add_typer(jobs.cli, name="errands")
cli.add_typer(tokens.cli, name="tokens")
cli.add_typer(discord.cli, name="discord")
cli.add_typer(mcp.cli, name="mcp")
cli.add_typer(memory.cli, name="memory")
cli.add_typer(schedule.cli, name="schedule")
cli.add_typer(plugins.cli, name="plugin", help="Your own tools, a Python file each.")
cli.add_typer(bench.cli, name="bench")
cli.command("discord-io")(discord_io.discord_io)
cli.command()(clients.sound)
cli.command()(clients.window)


def main() -> None:
    """Run the command line; what a person can mend is told in a sentence, without a traceback."""
    log_crashes()
    log_warnings_to_stderr()
    try:
        # Not `cli()` itself, which would tell crashes in its own way, secrets and all.
        typer.main.get_command(cli)(prog_name="python3 run.py")
    except PerformerError as error:
        _give_up(str(error))
    except BaseExceptionGroup as group:
        unread, others = group.split(BrokenPipeError)
        if unread is not None and others is None:
            sys.exit(1)  # whoever read the output has left
        told, bugs = group.split(PerformerError)
        if bugs is not None or told is None:
            raise
        _give_up("\n".join(str(error) for error in _leaves(told)))
    except KeyboardInterrupt:
        sys.exit(130)


def _leaves(group: BaseExceptionGroup[BaseException]) -> list[BaseException]:
    leaves: list[BaseException] = []
    for error in group.exceptions:
        leaves += _leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    return leaves


def _give_up(sentences: str) -> NoReturn:
    print("\n".join(map(make_printable, sentences.splitlines())), file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main()
