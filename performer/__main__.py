"""The command line: `performer run`, `replay`, `doctor`, `say`, `hush`, `config`, `sound`, `window`."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import anyio
import typer

from performer.errors import PerformerError
from performer.paths import CHECKOUT

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
    model: Annotated[str, typer.Option(metavar="SPEC", help="ollama[:NAME[@URL]], understudy or scripted:FILE")] = "",
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
    from performer.config import load
    from performer.home import Home
    from performer.log import log_to

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
    wishes = app.RunOptions(seconds=seconds, journal=journal, console=console, desktop=desktop, overrides=options)
    anyio.run(app.run, config, home, wishes)


@cli.command()
def say(text: Annotated[str, typer.Argument(help="what to say, word for word")]) -> None:
    """Have the running performer say something."""
    from performer.control_client import ask
    from performer.home import Home

    print(anyio.run(ask, Home.find(), "say", {"text": text}))


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
    from performer import replay as performer_replay
    from performer.config import load
    from performer.home import Home
    from performer.log import log_to

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
    from performer.chats.console_mirror import plain_console
    from performer.clock import SystemClock
    from performer.doctor import doctor as doctors
    from performer.doctor import report
    from performer.home import Home
    from performer.log import log_to

    home = Home.find()
    with suppress(PerformerError, OSError):  # what is wrong with the home, the doctor itself will say
        home.make()
        log_to(home.log_file.with_name("doctor.log"))
    console = plain_console()

    def tell(findings: Sequence[report.Finding]) -> None:
        console.print(report.as_text(findings), end="", soft_wrap=True)

    if as_json:
        findings = anyio.run(doctors.examine, SystemClock(), home, os.environ)
        print(report.as_json(findings))
    else:
        with console.status("trying everything out; a model that has to be loaded takes a while"):
            findings = anyio.run(doctors.examine, SystemClock(), home, os.environ, tell)
    sys.exit(1 if report.has_failed(findings) else 0)


@cli.command()
def hush() -> None:
    """Have the running performer be silent at once."""
    from performer.control_client import ask
    from performer.home import Home

    print(anyio.run(ask, Home.find(), "hush", {}))


config_cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
cli.add_typer(config_cli, name="config")


@config_cli.callback()
def config(
    context: typer.Context,
    *,
    init: Annotated[bool, typer.Option("--init", help="write a commented config.toml to begin with")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the values as JSON")] = False,
) -> None:
    """Show what is configured, and from where; or change it."""
    if context.invoked_subcommand:
        return
    from performer.config import load
    from performer.config import text as config_text
    from performer.home import Home

    home = Home.find()
    if init:
        print(config_text.write_first(home))
        return
    loaded = load(home.config_file)
    if as_json:
        print(config_text.as_json(loaded.config))
    else:
        state = "" if home.config_file.exists() else " (not there yet; --init writes it)"
        print(f"Configuration: {home.config_file}{state}")
        print(config_text.table(loaded))


@config_cli.command("set", context_settings={"ignore_unknown_options": True})  # a value may begin with a minus
def config_set(
    key: Annotated[str, typer.Argument(help="such as stage.port")],
    value: Annotated[str, typer.Argument(help="as TOML writes it; a plain text needs no quotes")],
) -> None:
    """Write a setting into config.toml; a running performer takes it up at once where it can."""
    _change_config(key, value)


@config_cli.command("unset")
def config_unset(key: Annotated[str, typer.Argument(help="such as stage.port")]) -> None:
    """Take a setting out of config.toml, so that its default holds again."""
    _change_config(key, None)


def _change_config(key: str, value: str | None) -> None:
    from performer.config.live import write
    from performer.control_client import NobodyThereError, ask
    from performer.home import Home

    home = Home.find()
    try:
        print(anyio.run(ask, home, "config.set", {"key": key, "value": value}))
    except NobodyThereError:
        print(write(home.config_file, key, value))


@cli.command()
def sound(
    url: Annotated[str, typer.Argument(help="the sound_url of run/stage.json, with the other machine's address")],
    device: Annotated[str, typer.Option(help="part of the output device's name")] = "",
    speech_device: Annotated[str, typer.Option(help="the same, for speech alone")] = "",
    clip_device: Annotated[str, typer.Option(help="the same, for clips alone")] = "",
    volume: Annotated[float, typer.Option(min=0, max=1, help="from 0 to 1")] = 1.0,
) -> None:
    """Play a performer's sound here, also from a second PC; reconnects for ever."""
    from performer.sound import SoundSettings

    settings = SoundSettings(device=device, speech_device=speech_device, clip_device=clip_device, volume=volume)
    sys.exit(subprocess.call([*settings.command(), url], cwd=CHECKOUT))  # noqa: S603  our own program


@cli.command()
def window(
    url: Annotated[str, typer.Argument(help="the window_url of run/stage.json, with the other machine's address")],
    monitor: Annotated[str, typer.Option(help="its number from 1 on, or part of its name")] = "",
    *,
    hide_without_compositor: Annotated[
        bool, typer.Option("--hide-without-compositor", help="on X11, instead of cutting it to its elements")
    ] = False,
    straight_alpha: Annotated[bool, typer.Option("--straight-alpha", help="for OBS's window capture on X11")] = False,
    hide_from_capture: Annotated[bool, typer.Option("--hide-from-capture", help="where the system can")] = False,
) -> None:
    """Show a performer's stage here, also from a second PC; reconnects for ever."""
    from performer.home import Home
    from performer.window import WindowSettings

    settings = WindowSettings(
        monitor=monitor,
        without_compositor="hide" if hide_without_compositor else "shape",
        straight_alpha=straight_alpha,
        hide_from_capture="always" if hide_from_capture else "auto",
    )
    command = settings.command(Home.find().data / "window.json")
    sys.exit(subprocess.call([*command, url], cwd=CHECKOUT))  # noqa: S603  our own program


def main() -> None:
    """Run the command line; what a person can mend is told in a sentence, without a traceback."""
    try:
        cli(prog_name="performer")
    except PerformerError as error:
        _give_up(str(error))
    except BaseExceptionGroup as group:
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
    print(sentences, file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main()
