"""Shelves, written for people or as JSON."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from typing import Any, Final

from rich.console import Console
from rich.filesize import decimal
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from performer.cli.models.installed import InstalledModel, InstalledModels
from performer.core.redact.redact import redact
from performer.core.text import format_json_lines, make_printable
from performer.guard.guard import Guard
from performer.models.ollama.installed import LoadedModel

_NARROW: Final = 64
"""Columns below which a table would be a column of splinters."""
_MOST_SHOWN: Final = 60
"""Models of one server; some have hundreds. Those that lead are always among them."""
_LONG_MIN: Final = 100
"""Minutes above which hours are easier to read."""


def mask_words(shelves: Iterable[InstalledModels], guard: Guard) -> list[InstalledModels]:
    """Mask what is blocked or secret in the words of servers, names of models included; addresses stand."""
    return [_with_words(shelf, lambda words: guard.recorded(redact(words), spared={"private"})) for shelf in shelves]


def _with_words(value: Any, of: Callable[[str], str]) -> Any:
    """Give a value with other words in it, however deep they are."""
    if isinstance(value, str):
        return of(value)
    if isinstance(value, tuple):
        return tuple(_with_words(each, of) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _with_words(getattr(value, each.name), of) for each in fields(value)})
    return value


def print_installed(shelves: Iterable[InstalledModels], console: Console, now: datetime) -> None:
    """Write each as a table, with who leads and why under it."""
    for shelf in shelves:
        if shelf.trouble:
            _say(console, shelf.trouble, "red")
            continue
        _say(console, shelf.who, "bold")
        if shelf.old:
            _say(console, shelf.old, "yellow")
        named = {shelf.leads, shelf.describes, *(each.name for each in shelf.next)}
        shown = [each for place, each in enumerate(shelf.models) if place < _MOST_SHOWN or each.name in named]
        if console.width < _NARROW:
            _list(shown, shelf.leads, console, now)
        elif shown:
            console.print(_table(shown, shelf.leads, now))
            if any(not each.only_for and None in _list_abilities(each) for each in shown):
                _say(console, "? is what the server does not tell.", "dim")
        if len(shown) < len(shelf.models):
            _say(console, f"… and {len(shelf.models) - len(shown)} more; --json lists them all.", "dim")
        for sentence in _parts(shelf):
            _say(console, sentence)
        for warning in shelf.warnings:
            _say(console, warning, "yellow")


def _parts(shelf: InstalledModels) -> Iterator[str]:
    """Say who of a shelf has which part, and why."""
    if shelf.leads:
        yield f"{shelf.leads} leads: {shelf.why}."
    elif shelf.why and not shelf.describes:
        yield shelf.why
    for each in shelf.next:
        yield f"{each.name} is next in line: {each.why}." if each.name else each.why
    if shelf.describes:
        yield f"{shelf.describes} describes pictures."


def _table(models: Iterable[InstalledModel], leads: str, now: datetime) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("model", overflow="fold", min_width=20)
    for name in ("sees", "tools", "thinks"):
        table.add_column(name, no_wrap=True)
    for name in ("size", "context"):
        table.add_column(name, no_wrap=True, justify="right")
    for each in models:
        can = [_yes(each, able) for able in _list_abilities(each)]
        table.add_row(_format_name(each, leads, now), *can, _size(each), _context(each))
    return table


def _list(models: Iterable[InstalledModel], leads: str, console: Console, now: datetime) -> None:
    for each in models:
        console.print(_format_name(each, leads, now), overflow="fold")
        able = {"sees": each.sees, "calls tools": each.calls_tools, "thinks": each.thinks}
        can = [name for name, is_so in able.items() if is_so]
        told = ", ".join(filter(None, [*can, _size(each)]))
        if told:
            console.print(Padding(Text(told, "dim"), (0, 0, 0, 2)))


def _format_name(each: InstalledModel, leads: str, now: datetime) -> Text:
    """Write a model's name, and under it what else there is to know."""
    name = Text(make_printable(each.name), "bold green" if each.name == leads else "")
    if each.only_for:
        name.append(f"\n  only for {make_printable(each.only_for)}", "not bold dim")
    if each.remote:
        name.append(f"\n  runs at {make_printable(each.remote)}", "not bold dim")
    if each.loaded is not None:
        name.append(f"\n  in memory, {_memory(each.loaded, now)}", "not bold dim")
    return name


def _list_abilities(each: InstalledModel) -> tuple[bool | None, ...]:
    return each.sees, each.calls_tools, each.thinks


def _yes(each: InstalledModel, able: bool | None) -> str:
    if each.only_for:
        return ""
    return {True: "yes", False: "–", None: "?"}[able]


def _size(each: InstalledModel) -> str:
    return "" if each.size is None else decimal(each.size)


def _context(each: InstalledModel) -> str:
    return "" if each.context is None else f"{each.context / 1024:.0f}k"


def _memory(loaded: LoadedModel, now: datetime) -> str:
    """Write where it lies and for how long."""
    where = "all on the card" if loaded.gpu_share == 1 else f"{loaded.gpu_share:.0%} on the card"
    if loaded.until is None:
        return where
    minutes = max((loaded.until - now).total_seconds() / 60, 0)
    return f"{where}, for {minutes:.0f} min" if minutes < _LONG_MIN else f"{where}, for {minutes / 60:.0f} h"


def format_json(shelves: Iterable[InstalledModels]) -> str:
    """Write everything as JSON; sizes are bytes, contexts tokens, and what is not known is null."""
    return format_json_lines({"servers": [_dump_installed(each) for each in shelves]})


def _dump_installed(shelf: InstalledModels) -> dict[str, Any]:
    return {
        "who": shelf.who,
        "url": shelf.url,
        "trouble": shelf.trouble or None,
        "leads": shelf.leads or None,
        "why": shelf.why or None,
        "next": [{"name": each.name or None, "why": each.why} for each in shelf.next],
        "describes": shelf.describes or None,
        "warnings": [*filter(None, [shelf.old]), *shelf.warnings],
        "models": [_model(each) for each in shelf.models],
    }


def _model(each: InstalledModel) -> dict[str, Any]:
    return {
        "name": each.name,
        "sees": each.sees,
        "calls_tools": each.calls_tools,
        "thinks": each.thinks,
        "only_for": each.only_for or None,
        "size": each.size,
        "context": each.context,
        "remote": each.remote or None,
        "loaded": None if each.loaded is None else _loaded(each.loaded),
    }


def _loaded(loaded: LoadedModel) -> dict[str, Any]:
    return {
        "size": loaded.size,
        "on_card": round(loaded.gpu_share, 3),
        "context": loaded.context or None,
        "until": None if loaded.until is None else loaded.until.isoformat(),
    }


def _say(console: Console, sentence: str, style: str = "") -> None:
    console.print(make_printable(sentence), style=style, soft_wrap=True)
