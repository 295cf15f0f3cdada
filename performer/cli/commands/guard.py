"""`performer guard FILE`: shows what would become of each line of a text, and why."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import typer
import typer.core
from rich.text import Text

from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.text import format_near_miss, make_printable
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.user_lists import UserList, decode_text, load_list, load_user_lists
from performer.guard.verdict import Action, Dropped, GuardActions, Level, format_full_label, format_label

_STYLES: Final = {"pass": "dim", "mask": "yellow", "replace": "yellow", "hold": "cyan", "drop": "red"}
_MASKED: Final = GuardActions.model_validate(dict.fromkeys(GuardActions.model_fields, "mask"))
"""A line that is stopped is shown with every hit masked: a terminal may be on the stream."""

_DRY_RUN: Final = "guard.dry_run is on: a show would let all of them out, but for private data, and only report."


@dataclass(frozen=True, kw_only=True)
class LineVerdict:
    """The action on a line, and its reason."""

    action: Action
    text: str
    """As it may be shown."""
    why: str
    """The category and the rule, and what was found if that is asked for; empty for a line that passes."""


class _Commands(typer.core.TyperGroup):
    """The commands of the guard, of which one may go without its name: `guard FILE` is `guard judge FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the name before arguments that begin with none; a file that is named as a command is: ./score."""
        is_named = bool(args) and args[0] in {*self.commands, *ctx.help_option_names}
        return super().parse_args(ctx, args if is_named else [_DEFAULT, *args])


def _check_level(level: str) -> str:
    """Return a level as it was written; a ConfigError names what it may be."""
    if level and level not in get_args(Level):
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
    from performer.chats.console.output import make_plain_console
    from performer.config.layers import load

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


class GuardTrial:
    """A guard that judges lines one by one as a show would, but in earnest also where a dry run is set.

    The words of `more` are blocked as well; with `show` the reasons tell what was found.
    """

    def __init__(self, settings: GuardSettings, home: Home, more: UserList, *, show: bool = False) -> None:
        lists = load_user_lists(settings, home)
        blocked, allowed = [*lists.blocked.words, *more.words], lists.allowed.words
        self.refused = (*lists.refused, *more.refused)
        """Lines of the lists that cannot be used."""
        self.doubtful = (*lists.doubtful, *more.doubtful)
        """Lines that hold, and find everyday words."""
        self._show = show
        self._is_dry_run = settings.dry_run
        in_earnest = settings.model_copy(update={"dry_run": False})
        to_be_sure = in_earnest.model_copy(update={"actions": _MASKED})
        self._guard = Guard(in_earnest, blocked, allowed=allowed)
        self._masking = Guard(to_be_sure, blocked, allowed=allowed)
        self._actions: Counter[Action] = Counter()
        self._stops: Counter[str] = Counter()
        """By the label of their category."""

    def judge(self, line: str) -> LineVerdict:
        """Return what a show would do to a line."""
        before = self._guard.log.changes
        verdict = self._guard.sentence(line)
        if self._guard.log.changes > before:
            judged = self._describe_stopped(line)
        elif isinstance(verdict, Dropped):  # nothing was found in it: the guard broke on the line
            judged = LineVerdict(action="drop", text="", why=verdict.reason)
        else:
            judged = LineVerdict(action="pass", text=verdict.text, why="")
        self._actions[judged.action] += 1
        return judged

    def summarize(self) -> str:
        """Return the counts of all judged lines, in a sentence or two."""
        total = self._actions.total()
        if not total:
            return "The file has no lines."
        actions = ", ".join(f"{action} {count}" for action, count in self._actions.most_common())
        stopped = ", ".join(f"{what} {count}" for what, count in self._stops.items())
        counts = f"{total} line{'' if total == 1 else 's'}: {actions}.{f' Stopped: {stopped}.' if stopped else ''}"
        return f"{counts}\n{_DRY_RUN}" if self._is_dry_run else counts

    def _describe_stopped(self, line: str) -> LineVerdict:
        stopped = self._guard.log.entry(self._guard.log.last)
        self._stops[format_label(stopped.category)] += 1
        shown = self._masking.sentence(line)
        text = "" if isinstance(shown, Dropped) else shown.text
        found = f": {', '.join(self._guard.list_findings(line))}" if self._show else ""
        return LineVerdict(
            action=stopped.action, text=text, why=format_full_label(stopped.category, stopped.rule) + found
        )


def _format_row(number: int, judged: LineVerdict) -> Text:
    style = _STYLES[judged.action]
    row = Text.assemble((f"{number:4}  ", "dim"), (f"{judged.action:8}", style), make_printable(judged.text))
    return row.append(f"  ({make_printable(judged.why)})", style) if judged.why else row


def _read_lines(file: Path) -> Iterator[str]:
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise ConfigError(f"The text {file} cannot be read: {error.strerror}. Name another.") from None
    text = decode_text(raw)
    if "\ufffd" in text:
        number = text.count("\n", 0, text.index("\ufffd")) + 1
        raise ConfigError(f"Line {number} of {file} is not UTF-8: save the text as UTF-8.")
    yield from text.splitlines()
