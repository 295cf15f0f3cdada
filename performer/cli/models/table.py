"""The installed models of each server, as a table for people or as JSON."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from rich.console import Console
from rich.filesize import decimal
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from performer.cli.models.progress import print_sentence
from performer.core.text import format_json_lines, make_printable
from performer.guard.guard import Guard
from performer.models.installed import InstalledModel, InstalledModels
from performer.models.ollama.installed import LoadedModel

_NARROW: Final = 64
"""The columns below which a table would be too narrow to read."""
_MOST_SHOWN: Final = 60
"""The most models of one server that are shown, for some have hundreds; those that lead are always among them."""
_LONG_MIN: Final = 100
"""The minutes above which hours are easier to read."""


def mask_words(servers: Iterable[InstalledModels], guard: Guard) -> list[InstalledModels]:
    """Mask what is blocked or secret in the words of servers, names of models included; addresses stand."""
    return [_map_texts(each, partial(guard.tell_recorded, spared={"private"})) for each in servers]


def _map_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value with every text in it changed, however deep it is."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_map_texts(each, change) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _map_texts(getattr(value, each.name), change) for each in fields(value)})
    return value


def print_installed(servers: Iterable[InstalledModels], console: Console, now: datetime) -> None:
    """Print a table for each server, and under it which model leads, and why."""
    for server in servers:
        if server.trouble:
            print_sentence(console, server.trouble, "red")
            continue
        print_sentence(console, server.who, "bold")
        if server.old:
            print_sentence(console, server.old, "yellow")
        named = {server.leads, server.describes, *(each.name for each in server.next)}
        shown = [each for place, each in enumerate(server.models) if place < _MOST_SHOWN or each.name in named]
        if console.width < _NARROW:
            _print_list(shown, server.leads, console, now)
        elif shown:
            console.print(_make_table(shown, server.leads, now))
            if any(not each.only_for and None in _list_abilities(each) for each in shown):
                print_sentence(console, "? is what the server does not tell.", "dim")
        if len(shown) < len(server.models):
            more = len(server.models) - len(shown)
            print_sentence(console, f"… and {more} more; --json lists them all.", "dim")
        for sentence in _describe_uses(server):
            print_sentence(console, sentence)
        for warning in server.warnings:
            print_sentence(console, warning, "yellow")


def _describe_uses(server: InstalledModels) -> Iterator[str]:
    """Yield sentences about which model of a server leads, is next or describes, and why."""
    if server.leads:
        yield f"{server.leads} leads: {server.why}."
    elif server.why and not server.describes:
        yield server.why
    for each in server.next:
        yield f"{each.name} is next in line: {each.why}." if each.name else each.why
    if server.describes:
        yield f"{server.describes} describes pictures."


def _make_table(models: Iterable[InstalledModel], leads: str, now: datetime) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("model", overflow="fold", min_width=20)
    for name in ("sees", "tools", "thinks"):
        table.add_column(name, no_wrap=True)
    for name in ("size", "context"):
        table.add_column(name, no_wrap=True, justify="right")
    for each in models:
        signs = {True: "yes", False: "–", None: "?"}
        can = ["" if each.only_for else signs[able] for able in _list_abilities(each)]
        context = "" if each.context is None else f"{each.context / 1024:.0f}k"
        table.add_row(_format_name(each, leads, now), *can, _format_size(each), context)
    return table


def _print_list(models: Iterable[InstalledModel], leads: str, console: Console, now: datetime) -> None:
    for each in models:
        console.print(_format_name(each, leads, now), overflow="fold")
        able = {"sees": each.sees, "calls tools": each.calls_tools, "thinks": each.thinks}
        can = [name for name, is_so in able.items() if is_so]
        known = ", ".join(filter(None, [*can, _format_size(each)]))
        if known:
            console.print(Padding(Text(known, "dim"), (0, 0, 0, 2)))


def _format_name(each: InstalledModel, leads: str, now: datetime) -> Text:
    """Format a model's name, and under it what else there is to know."""
    name = Text(make_printable(each.name), "bold green" if each.name == leads else "")
    if each.only_for:
        name.append(f"\n  only for {make_printable(each.only_for)}", "not bold dim")
    if each.remote:
        name.append(f"\n  runs at {make_printable(each.remote)}", "not bold dim")
    if each.loaded is not None:
        name.append(f"\n  in memory, {_format_load(each.loaded, now)}", "not bold dim")
    return name


def _list_abilities(each: InstalledModel) -> tuple[bool | None, ...]:
    return each.sees, each.calls_tools, each.thinks


def _format_size(each: InstalledModel) -> str:
    return "" if each.size is None else decimal(each.size)


def _format_load(loaded: LoadedModel, now: datetime) -> str:
    """Format where a loaded model lies, and for how long."""
    where = "all on the card" if loaded.gpu_share == 1 else f"{loaded.gpu_share:.0%} on the card"
    if loaded.until is None:
        return where
    minutes = max((loaded.until - now).total_seconds() / 60, 0)
    return f"{where}, for {minutes:.0f} min" if minutes < _LONG_MIN else f"{where}, for {minutes / 60:.0f} h"


def format_json(servers: Iterable[InstalledModels]) -> str:
    """Format everything as JSON; sizes are bytes, contexts tokens, and what is not known is null."""
    return format_json_lines({"servers": [_dump_server(each) for each in servers]})


def _dump_server(server: InstalledModels) -> dict[str, Any]:
    warnings = [*filter(None, [server.old]), *server.warnings]
    return {name: value for name, value in _dump(server).items() if name != "old"} | {"warnings": warnings}


def _dump(value: Any) -> Any:
    """Convert a value so that JSON can hold it; an empty text says that something is not known."""
    match value:
        case LoadedModel():
            until = value.until and value.until.isoformat()
            share = round(value.gpu_share, 3)
            return {"size": value.size, "on_card": share, "context": value.context or None, "until": until}
        case tuple():
            return [_dump(each) for each in value]
        case "":
            return None
        case _ if is_dataclass(value):
            return {each.name: _dump(getattr(value, each.name)) for each in fields(value)}
        case _:
            return value
