"""The commands of the common table in the terminal, where the streamer may use each."""

import shlex
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import anyio.to_thread

from performer.chats.command_table import COMMANDS, CommandRow
from performer.chats.tool_words import describe_tool
from performer.core.asker import asked_by
from performer.core.browser import open_in_browser
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from performer.core.moods import MOODS
from performer.core.operations import Operation
from performer.core.own_text import OwnText, join_own, own
from performer.core.remembered_conversation import STAGE
from performer.core.status_lines import list_status_lines
from performer.core.text import format_json_line

Options = Mapping[str, str]
_NONE: Final = own("There is none.")
_HELP: Final = own("/help lists the commands.")
_ASKED: Final = own("ask for it in your own words, without a slash. /tools lists what there is, /help the commands.")
_YES: Final = frozenset({"true", "yes", "1"})
_CHOICES: Final[Mapping[str, Sequence[str]]] = {"mood": MOODS}
"""What may be given for an option, by its name, where that is known beforehand."""
_TYPED: Final[Mapping[str, OwnText]] = {
    "channel": own("such as stage or discord:123; left out: the stage"),
    "person": own("all of one person, in every channel, by their number at Discord"),
    "skip_if_missed": own("yes, to let it be when the performer was off at that time, instead of doing it later"),
}
"""What is typed for an option that people pick at Discord, by its name."""


class ConsoleCommands:
    """Carries out a command by the operations of the show, as the control socket has them."""

    def __init__(self, operations: Mapping[str, Operation], panel_file: Path) -> None:
        self._operations = operations
        self._panel_file = panel_file
        self._handlers: dict[str, Callable[[Options], Awaitable[str]]] = {
            "approvals": self._list_approvals,
            "panel": self._open_panel,
            "pause": self._pause,
            "mood": self._set_mood,
            "model": self._choose_model,
            "status": self._tell_status,
            "tools": self._list_tools,
            "notes": self._list_notes,
            "forget": self._forget,
            "schedule add": self._plan,
            "schedule list": self._list_plans,
            "schedule remove": self._remove_plan,
        }

    async def run(self, word: str, rest: str) -> str | None:
        """Carry out a typed command and return what it came to; None when the table has none of that name.

        Raises:
            PerformerError: as the operation does, or when an option is missing.
        """
        found = find_command(word, rest)
        if found is None:
            return None
        row, written = found
        if row.only == "discord":
            return own("Which channels are read is told at Discord: write /{name} in one of them.", name=row.name)
        options = read_options(row, written)
        if row.name in self._handlers:
            return await self._handlers[row.name](options)
        return str(await self._call(row.name, options))

    async def _call(self, name: str, arguments: Mapping[str, object]) -> Any:
        if name not in self._operations:
            raise ServiceError(own("This show cannot do that: it has no '{name}'.", name=name), retry=False)
        with asked_by("console"):
            return await self._operations[name](arguments)

    async def _list_approvals(self, _options: Options) -> str:
        waiting = await self._call("approvals.list", {})
        return _join_lines([_describe_approval(each) for each in waiting], none=own("Nothing waits for your yes."))

    async def _open_panel(self, _options: Options) -> str:
        if await anyio.to_thread.run_sync(open_in_browser, self._panel_file):
            return own("The panel opens in your browser.")
        return own("No browser could be opened. Open this file in one on this machine: {file}", file=self._panel_file)

    async def _pause(self, options: Options) -> str:
        return str(await self._call("pause", {"reason": options.get("reason", "by hand, in the terminal")}))

    async def _set_mood(self, options: Options) -> str:
        return str(await self._call("config.set", {"key": "mascot.mood", "value": options["mood"]}))

    async def _choose_model(self, options: Options) -> str:
        if "name" in options:
            return str(await self._call("config.set", {"key": "model.name", "value": options["name"]}))
        state = await self._call("status", {})
        names = [role["plays"] for role in state["roles"] if role["part"] == "brain"]
        return own("It is led by {who}.", who=join_own(", ", names) or "nobody")

    async def _tell_status(self, _options: Options) -> str:
        lines = list_status_lines(await self._call("status", {}))
        return join_own("\n", [each.whole for each in lines])

    async def _list_tools(self, _options: Options) -> str:
        ready = [_describe_ready(each) for each in await self._call("tools.list", {}) if each.get("is_on", True)]
        servers = await self._call("mcp.list", {}) if "mcp.list" in self._operations else ()
        left_out = [line for each in servers for line in _describe_left_out(each)]
        return _join_lines([*ready, *left_out], none=own("It has no tools."))

    async def _list_notes(self, _options: Options) -> str:
        notes = await self._call("memory.notes", {})
        return _join_lines([own("{number:d}: {text}", number=each["number"], text=each["text"]) for each in notes])

    async def _forget(self, options: Options) -> str:
        what: dict[str, object] = {"note": _read_number(options["note"])} if "note" in options else {}
        what |= {"person": options["person"]} if "person" in options else {}
        return str(await self._call("memory.forget", what or {"channel": STAGE}))

    async def _plan(self, options: Options) -> str:
        missed = "skip" if options.get("skip_if_missed", "").casefold() in _YES else "once"
        where = {"channel": options["channel"]} if "channel" in options else {}
        wish = {"when": options["when"], "text": options["what"], "missed": missed, "is_own": True, **where}
        added = await self._call("schedule.add", wish)
        return own("Plan {number:d}: {understood}", number=added["number"], understood=added["understood"])

    async def _list_plans(self, _options: Options) -> str:
        return _join_lines(
            [
                own("{number:d}, {when}: {text}", number=each["number"], when=each["when"], text=each["text"])
                for each in await self._call("schedule.list", {})
            ]
        )

    async def _remove_plan(self, options: Options) -> str:
        return str(await self._call("schedule.remove", {"number": _read_number(options["plan"])}))


def find_command(word: str, rest: str) -> tuple[CommandRow, str] | None:
    """Find the row of what was typed, the one of two words first; return it with what stands behind its name."""
    second, _, behind = rest.partition(" ")
    for name, written in ((f"{word} {second.lower()}", behind), (word, rest)):
        row = next((each for each in COMMANDS if each.name == name), None)
        if row:
            return row, written.strip()
    return None


def read_options(row: CommandRow, written: str) -> Options:
    """Read the options of a command: `name=value` anywhere, the others in their order, the last one to the end.

    Raises:
        ConfigError: when one that is needed is missing, or there is one too many.
    """
    if len(row.options) == 1:
        name = row.options[0]["name"]
        found = {name: read_value(name, written)} if written else {}
    else:
        found = _read_several(row, _split(written))
    needed = (each["name"] for each in row.options if _is_needed(each))
    missing = next((name for name in needed if not found.get(name)), "")
    if missing:
        known = own("It is one of: {choices}.", choices=join_own(", ", _CHOICES.get(missing, ())))
        lacks = own("'{missing}' is missing.", missing=missing)
        raise ConfigError(join_own(" ", (format_usage(row), lacks, known if missing in _CHOICES else "")))
    return found


def read_value(name: str, written: str) -> str:
    """Read the only option of a command: all that stands behind the command's name, in quotes or not."""
    return _strip_quotes(written.removeprefix(f"{name}="))


def _read_several(row: CommandRow, words: Sequence[str]) -> dict[str, str]:
    named = [each for each in words if row.lists_option(each.partition("=")[0]) and "=" in each]
    found = {name: value for name, _, value in (each.partition("=") for each in named)}
    left = [each for each in words if each not in named]
    open_names = [each["name"] for each in row.options if each["name"] not in found and _is_needed(each)]
    for at, name in enumerate(open_names):
        is_last = at == len(open_names) - 1
        value, left = (" ".join(left), []) if is_last else (left[0] if left else "", left[1:])
        if value:
            found[name] = value
    if left:
        spare = own("'{left}' is too much: {remedy}", left=" ".join(left), remedy=_find_remedy(row))
        raise ConfigError(join_own(" ", (format_usage(row), spare)))
    return found


def _find_remedy(row: CommandRow) -> OwnText:
    """Return what to write instead of words that a command does not take."""
    if row.name == "react":
        return _ASKED
    takes = join_own(" and ", [_format_form(row, each) for each in row.options])
    remedy = own("it takes {takes} alone.", takes=takes) if takes else own("leave it out.")
    return join_own(" ", (remedy, _HELP))


def format_usage(row: CommandRow) -> OwnText:
    """Return how a command is written, and what it does."""
    needed = (_format_form(row, each) for each in row.options if _is_needed(each))
    others = (f"[{_format_form(row, each)}]" for each in row.options if not _is_needed(each))
    usage = " ".join((row.name, *needed, *others))
    return own("/{usage} — {what}.", usage=usage, what=row.description)


def format_help(named: str = "") -> OwnText:
    """Return how commands of the terminal are written, what they do, and what their options take.

    They are all there are, or those of a name, or of a name's first word; none gives an empty text.
    """
    begin = f"{named} " if named else ""
    here = (each for each in COMMANDS if each.only != "discord" and f"{each.name} ".startswith(begin))
    return join_own("\n", [line for each in here for line in (format_usage(each), *_explain_options(each))])


def _explain_options(row: CommandRow) -> Iterator[OwnText]:
    """Yield a line for each option whose name alone, behind that of the command, does not say what it takes."""
    for option in row.options:
        name, form = option["name"], _format_form(row, option)
        takes = join_own(", ", _CHOICES.get(name, ())) or _TYPED.get(name, option["description"])
        if len(row.options) > 1 or not _is_needed(option) or name in _CHOICES:
            yield own("/{command} {form}: {takes}", command=row.name, form=form, takes=takes)


def _format_form(row: CommandRow, option: Mapping[str, Any]) -> str:
    """Return how an option is written; a value with blanks needs quotes only beside other options."""
    if not _is_needed(option):
        return f"{option['name']}=…"
    value: str = option["name"].upper()
    return f'"{value}"' if len(row.options) > 1 else value


def _is_needed(option: Mapping[str, Any]) -> bool:
    return bool(option.get("is_required", True))


def _strip_quotes(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


def _split(written: str) -> list[str]:
    try:
        return shlex.split(written)
    except ValueError:  # a quote that is not closed, or the apostrophe of an ordinary word
        return written.split()


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise ConfigError(own("Expected a number, such as 3, in place of '{text}'.", text=text))
    return int(text)


def _join_lines(lines: Sequence[str], none: OwnText = _NONE) -> str:
    return join_own("\n", lines) or none


def _describe_approval(call: Mapping[str, Any]) -> OwnText:
    asks = own("{tool} {arguments}", tool=call["tool"], arguments=format_json_line(call["arguments"]))
    return own("{number:d}: {asks}, because {why}", number=call["number"], asks=asks, why=call["why"])


def _describe_ready(tool: Mapping[str, Any]) -> OwnText:
    asks = own("ready, asks you first") if tool["privilege"] == "outside" else own("ready")
    return own(
        "{name} — {what}; {asks}", name=tool["name"], what=describe_tool(tool["name"], tool["description"]), asks=asks
    )


def _describe_left_out(server: Mapping[str, Any]) -> Iterator[OwnText]:
    """Yield a line for each tool of a server that cannot be called, and why."""
    name = server["name"]
    if not server["is_up"]:
        yield own("{name} — left out: {why}", name=name, why=server["trouble"] or own("it is being started"))
    for state in ("new", "changed"):
        tools = join_own(", ", [tool for tool, decided in server["tools"].items() if decided == state])
        if tools:
            remedy = own("{start} mcp allow {name}", start=COMMAND, name=name)
            yield own("{name}: {tools} — left out until you allow it: {remedy}", name=name, tools=tools, remedy=remedy)
    for why in server["left_out"]:
        yield own("{name} — left out: {why}", name=name, why=why)
