"""The command line: shows, replays and benchmarks, orders to the running performer, its settings and its clients."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer

from performer.cli.commands import (
    add,
    clients,
    config,
    desktop,
    discord,
    ears,
    guard,
    mcp,
    memory,
    mic,
    models,
    operations,
    plugins,
    status,
    voice,
)
from performer.core.errors import ConfigError, PerformerError
from performer.core.files.home import Home
from performer.core.own_text import own
from performer.core.process.heap import pause_collection

if TYPE_CHECKING:  # most commands do without the settings
    from performer.config.config import Config

cli = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="A companion that sits beside a game stream: it watches, comments, and plays with the overlay.",
)
_Port = Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help="of the stage server")]
_Desktop = Annotated[bool, typer.Option("--desktop/--no-desktop", help="show the overlay window")]
_Sound = Annotated[bool, typer.Option("--sound/--no-sound", help="start the sound player")]


def _print_version(asked: bool) -> None:
    if asked:
        from performer.updates.newest import find_version

        print(find_version())
        raise typer.Exit


@cli.callback()
def _begin(
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Read what can be asked of the program itself; its words are those of `cli`."""


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
        str, typer.Option(metavar="SPEC", help="auto, neural:NAME, espeak, pyttsx3, say, command:…, http:URL, silent")
    ] = "",
    seconds: Annotated[float | None, typer.Option(metavar="N", min=0.1, help="end after this long")] = None,
    journal: Annotated[Path | None, typer.Option(metavar="FILE", help="write one JSON line per event")] = None,
    port: _Port = None,
    *,
    desktop: _Desktop = True,
    sound: _Sound = True,
    console: Annotated[bool, typer.Option("--console/--no-console", help="tell the show here, take chat here")] = True,
) -> None:
    """Run a show, until Ctrl+C."""
    pause_collection()
    from performer.cli.opening import open_show
    from performer.config.run_options import RunOptions

    overrides = {
        "frames": {"source": frames} if frames else {},
        "model": {"spec": model} if model else {},
        "voice": {"engine": voice} if voice else {},
    }
    loaded, home = _prepare(overrides, port, sound=sound)
    options = RunOptions(seconds=seconds, journal=journal, console=console, desktop=desktop, overrides=overrides)
    while (stood_at := anyio.run(open_show, loaded, home, options)) is not None:
        wished = loaded.stage.port
        loaded, home = _prepare(overrides, port, sound=sound)
        port_before = stood_at if loaded.stage.port == wished and stood_at else None
        options = replace(options, port_before=port_before)


@cli.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a journal, as `run --journal` writes it")],
    speed: Annotated[float, typer.Option(metavar="X", min=0.1, max=100, help="2 plays in half the time")] = 1.0,
    port: _Port = None,
    *,
    voice: Annotated[bool, typer.Option("--voice", help="speak the lines anew; without it they pass silently")] = False,
    desktop: _Desktop = True,
    sound: _Sound = True,
    console: Annotated[bool, typer.Option("--console/--no-console", help="tell the replay here")] = True,
) -> None:
    """Play a recorded show to the stage again, without vision and model."""
    from performer.cli import replay as journal_replay

    overrides: dict[str, Any] = {}
    loaded, home = _prepare(overrides, port, sound=sound)
    options = journal_replay.ReplayOptions(
        journal=file, speed=speed, voice=voice, console=console, desktop=desktop, overrides=overrides
    )
    anyio.run(journal_replay.run, loaded, home, options)


def _prepare(overrides: dict[str, Any], port: int | None, *, sound: bool) -> tuple["Config", Home]:
    """Load the configuration with the options of a run, which are added to `overrides`, and log into its home."""
    from performer.config.layers import load
    from performer.core.log import log_to

    overrides["stage"] = {} if port is None else {"port": port}
    overrides["sound"] = {} if sound else {"enabled": False}
    home = Home.find()
    loaded = load(home.config_file, options=overrides).config
    home.make()
    log_to(home.log_file)
    return loaded, home


@cli.command()
def doctor(*, as_json: Annotated[bool, typer.Option("--json", help="print what was found as JSON")] = False) -> None:
    """Try everything out, and print what does not work and what to do about it."""
    from performer.cli.running_show import find_running
    from performer.core.clock import SystemClock
    from performer.core.log import log_to
    from performer.core.plain_console import make_plain_console
    from performer.doctor import report
    from performer.doctor import run as doctors

    home = Home.find()
    with suppress(PerformerError, OSError):  # the doctor itself reports what is wrong with the home
        home.make()
        log_to(home.log_file.with_name("doctor.log"))
    console = make_plain_console()
    examine = partial(doctors.examine, find_running=find_running)

    def print_part(findings: Sequence[report.CheckResult]) -> None:
        console.print(report.format_text(findings), end="", soft_wrap=True)

    if as_json:
        findings = anyio.run(partial(examine, SystemClock(), home, os.environ))
        print(report.format_json(findings))
    else:
        with console.status("trying everything out; a model that has to be loaded takes a while"):
            findings = anyio.run(partial(examine, SystemClock(), home, os.environ, print_part))
    sys.exit(1 if report.has_failed(findings) else 0)


_COMMANDS: tuple[Callable[..., None], ...] = (
    *(
        operations.say,
        operations.hush,
        operations.pause,
        operations.resume,
        operations.react,
        operations.do,
        status.status,
    ),
    *(operations.approvals, operations.approve, operations.cancel, clients.panel),
    *(add.add, models.pull, models.models, discord.discord_io, clients.sound, clients.window),
    *(desktop.desktop, desktop.install_launcher),
)
for command in _COMMANDS:
    cli.command()(command)
cli.command("quit")(desktop.quit_show)
cli.command(epilog=mic.RECIPE)(mic.mic)
for name, group in {
    "config": config.cli,
    "guard": guard.cli,
    "ears": ears.cli,
    "errands": operations.errands_cli,
    "tokens": status.cli,
    "discord": discord.cli,
    "mcp": mcp.cli,
    "memory": memory.cli,
    "schedule": operations.schedule_cli,
    "plugin": plugins.cli,
    "tools": mcp.tools_cli,
    "voice": voice.cli,
}.items():
    cli.add_typer(group, name=name)


def _refuse_bench() -> None:
    """Measure what this machine and its models can do; an installed copy has no benches."""
    raise ConfigError(
        own("An installed copy has no benches: unpack the source of the same version, and give its run.py these words.")
    )


if find_spec("bench"):  # the benches stand beside the product, and an installation may go without them
    benches = import_module("bench.commands")
    cli.add_typer(benches.cli, name="bench")
    guard.cli.command()(benches.score)
else:
    anything = {"allow_extra_args": True, "ignore_unknown_options": True}
    cli.command("bench", context_settings=anything)(_refuse_bench)
    guard.cli.command("score", context_settings=anything)(_refuse_bench)
