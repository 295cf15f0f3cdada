"""`performer guard FILE`: shows what would become of each line of a text, and why."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args

import typer
import typer.core

from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.text import format_near_miss, make_printable

if TYPE_CHECKING:  # every command would wait for the guard
    from rich.text import Text

    from performer.cli.guard_trial import LineVerdict

_STYLES: Final = {"pass": "dim", "mask": "yellow", "replace": "yellow", "hold": "cyan", "drop": "red"}


class _Commands(typer.core.TyperGroup):
    """The commands of the guard, of which one may go without its name: `guard FILE` is `guard judge FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the name before arguments that begin with none; a file that is named as a command is: ./score."""
        is_named = bool(args) and args[0] in {*self.commands, *ctx.help_option_names}
        return super().parse_args(ctx, args if is_named else [_DEFAULT, *args])


def _check_level(level: str) -> str:
    """Return a level as it was written; a ConfigError names what it may be."""
    if level:
        from performer.guard.verdict import Level

        if level not in get_args(Level):
            raise ConfigError(f"--level has value {level!r}. {format_near_miss(level, get_args(Level))}")
    return level


cli = typer.Typer(cls=_Commands, no_args_is_help=False, rich_markup_mode=None)
_DEFAULT: Final = "judge"


@cli.callback()
def guard() -> None:
    """Show what the guard would do to a text; `guard FILE` is short for `guard judge FILE`."""


@cli.command()
def judge(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a text of which each line is judged; - reads from the terminal")
    ],
    words: Annotated[Path | None, typer.Option(metavar="FILE", help="block these words too, one a line")] = None,
    level: Annotated[
        str,
        typer.Option(metavar="NAME", help="family, standard or loose; else as configured", callback=_check_level),
    ] = "",
    *,
    show: Annotated[bool, typer.Option("--show", help="show what was found, too, to know what to allow")] = False,
) -> None:
    """Show what the guard would do to each line of a text if it were spoken, by your settings and lists."""
    from rich.text import Text

    from performer.cli.guard_trial import GuardTrial
    from performer.config.layers import load
    from performer.core.plain_console import make_plain_console
    from performer.guard.user_lists import UserList, load_list

    home = Home.find()
    options = {"guard": {"level": level}} if level else {}
    settings = load(home.config_file, options=options).config.guard
    console = make_plain_console()
    trial = GuardTrial(settings, home, load_list(words) if words else UserList(), show=show)
    for each in trial.refused:
        console.print(Text(f"{make_printable(each.name)} is left out: {each.reason}.", "yellow"), soft_wrap=True)
    for each in trial.doubtful:
        console.print(Text(f"{make_printable(each.name)} holds, but {each.reason}.", "yellow"), soft_wrap=True)
    for number, line in enumerate(_read_lines(file), start=1):
        if line.strip():
            console.print(_format_row(number, trial.judge(line)), soft_wrap=True)
    console.print(Text(f"\n{trial.summarize()}", "bold"), soft_wrap=True)


def _format_row(number: int, judged: "LineVerdict") -> "Text":
    from rich.text import Text

    style = _STYLES[judged.action]
    row = Text.assemble((f"{number:4}  ", "dim"), (f"{judged.action:8}", style), make_printable(judged.text))
    return row.append(f"  ({make_printable(judged.why)})", style) if judged.why else row


def _read_lines(file: Path) -> Iterator[str]:
    from performer.guard.user_lists import decode_text

    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise ConfigError(f"The text {file} cannot be read: {error.strerror}. Name another.") from None
    text = decode_text(raw)
    if "\ufffd" in text:
        number = text.count("\n", 0, text.index("\ufffd")) + 1
        raise ConfigError(f"Line {number} of {file} is not UTF-8: save the text as UTF-8.")
    yield from text.splitlines()
