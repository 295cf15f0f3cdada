"""Calls that go on after their turn: how one is stored over a restart, and how its end is told."""

import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, fields
from datetime import datetime
from functools import partial
from sqlite3 import Connection, Row
from typing import Any, Final, Generic, TypeVar, get_args

from pydantic import TypeAdapter

from performer.core.clock import Clock
from performer.core.cues import AnswerCue, Origin, collect_lines, find_origin
from performer.core.cues_json import format_cue_json, parse_cue_json
from performer.core.errors import ServiceError
from performer.core.plain_reason import make_plain_reason
from performer.core.redact.redact import redact, redact_tree
from performer.core.storable_text import drop_data, drop_half_surrogates
from performer.core.storage import Store
from performer.core.text import format_json_line, map_texts, parse_ms, to_ms
from performer.core.values import dataclass
from performer.tools.tool import ToolCall

_log = logging.getLogger(__name__)

_ARGUMENTS: Final = TypeAdapter(dict[str, object])
_LINEAGE: Final = TypeAdapter(tuple[str, ...])
LOST: Final = "Nobody knows whether it was done: the performer was ended meanwhile. It is not tried again."


@dataclass(frozen=True, kw_only=True)
class PersistentCall:
    """A call that goes on after its turn."""

    number: int = 0
    """The number by which people answer or cancel it; 0 until it is kept."""
    tool: str
    server: str = ""
    """The MCP server that has the tool, `discord`, or empty for our own."""
    call: str
    """The id of the call in its turn."""
    arguments: Mapping[str, object] = field(default_factory=dict)
    """The arguments as the call is made with them: what goes to a program has not been masked."""
    turn: int | None = None
    """The turn that made the call, while that is one of this run; it is not kept."""
    origin: Origin | None = None
    """Why the turn began."""
    said: str = ""
    """What the turn had said by then."""


C = TypeVar("C", bound=PersistentCall)


class PersistentCallTable(Generic[C]):
    """A table of persistent calls in the database; whatever has returned survives a power cut."""

    kind: type[C]
    table: str
    first_state: str
    """The state of a call that was added and is not over."""
    keeps_data: bool = False
    """Whether pictures in the arguments are stored with them: only where the call is yet to be made."""

    def __init__(self, clock: Clock, store: Store) -> None:
        self._clock = clock
        self._store = store

    async def add(self, call: C) -> int:
        """Keep a call and return its number, which no other call of the table ever had.

        Raises:
            ServiceError: when the disk has failed.
        """
        return await self._store.write(partial(self._add, call), durable=True)

    async def in_state(self, state: str) -> tuple[C, ...]:
        """Return the calls in a state, the oldest first."""
        sql = f"SELECT * FROM {self.table} WHERE state = ? ORDER BY id"  # noqa: S608  made of constants alone
        return await self._store.read(lambda it: self._parse(it.execute(sql, (state,))))

    def _add(self, call: C, database: Connection) -> int:
        row = {"state": self.first_state, **_make_row(call)}
        if not self.keeps_data:
            row["arguments"] = drop_data_in_json(str(row["arguments"]))
        places = ", ".join(f":{column}" for column in row)
        sql = f"INSERT INTO {self.table} ({', '.join(row)}) VALUES ({places})"  # noqa: S608  made of constants alone
        number = database.execute(sql, row).lastrowid
        assert number is not None, "a row that was added has a number"
        return number

    def _parse(self, rows: Iterable[Row]) -> tuple[C, ...]:
        """Return the calls of rows; a row of which a bit has flipped on the disk is logged and left out."""
        found: list[C] = []
        for row in rows:
            try:
                found.append(_parse_row(self.kind, row, self._clock.now()))
            except ValueError as error:
                _log.error("The %s number %d cannot be read (%s). Let it go.", self.table, row["id"], error)
        return tuple(found)


def copy_call(call: ToolCall) -> dict[str, Any]:
    """Return the fields of a `PersistentCall` that a call has."""
    return {
        "tool": call.name,
        "server": call.tool.server if call.tool else "",
        "call": call.id,
        "arguments": call.arguments,
        "turn": call.turn,
        "origin": find_origin(call.cue),
        "said": call.said,
    }


KeepPictures = Callable[[Iterable[bytes]], Awaitable[tuple[str, ...]]]
"""Keeps pictures that a model may be shown in a later turn, and returns their digests."""


async def keep_no_picture(_pictures: Iterable[bytes]) -> tuple[str, ...]:
    """Keep none, where no model sees."""
    return ()


def make_answer(
    call: PersistentCall, text: str, at_s: float, *, has_failed: bool, pictures: tuple[str, ...] = ()
) -> AnswerCue:
    """Return the cue that goes on with a call's turn, now that it is known what the call came to.

    `pictures` are the digests of those that were kept.
    Why it failed is told without the folders of files where it is a viewer who is answered.
    """
    arguments = format_json_line(map_texts(call.arguments, drop_data))
    text = drop_data(make_plain_reason(text) if has_failed and collect_lines(call.origin) else text)
    words = {"arguments": arguments, "text": text, "said": call.said}
    return AnswerCue(tool=call.tool, origin=call.origin, pictures=pictures, at_s=at_s, **words)


def drop_data_in_json(stored: str) -> str:
    """Return stored arguments without pictures and other files in them."""
    return json.dumps(map_texts(json.loads(stored), drop_data))


@contextmanager
def log_and_continue() -> Iterator[None]:
    """Go on where something about a persistent call cannot be saved or handed on; the log has it."""
    try:
        yield
    except ServiceError as error:
        _log.error("Something about a kept call is lost: %s", error)


def _make_row(call: PersistentCall) -> dict[str, str | int]:
    """Return the columns of a call: instants in milliseconds, collections and its cue as JSON; none holds a secret."""
    row: dict[str, str | int] = {}
    for name in (each.name for each in fields(call) if each.name not in ("number", "turn")):
        match getattr(call, name):
            case datetime() as at:
                row[_name_instant(name)] = to_ms(at)
            case str(text):
                row[name] = redact(drop_half_surrogates(text))
            case Mapping() | tuple() as value:
                row[name] = json.dumps(redact_tree(value))
            case None:
                row[name] = ""
            case cue:
                told = json.loads(drop_half_surrogates(format_cue_json(cue)))
                row[name] = json.dumps(redact_tree(told), ensure_ascii=False)
    return row


def _name_instant(field_name: str) -> str:
    return f"{field_name.removesuffix('_at')}_ms"


def _parse_row(kind: type[C], row: Row, at_s: float) -> C:
    """Return the call of a row, its cue as of an instant of the clock.

    Raises:
        ValueError: when a bit of the row has flipped on the disk: no call is run with more than its maker has.
    """
    stored = dict(row)
    values: dict[str, Any] = {"number": row["id"]}
    for name in (each.name for each in fields(kind)):
        if (instant := _name_instant(name)) in stored:
            values[name] = parse_ms(stored[instant])
        elif name in stored:
            values[name] = _read(name, stored[name], at_s)
    return kind(**values)


def _read(name: str, text: str, at_s: float) -> object:
    match name:
        case "origin":
            cue = parse_cue_json(text, at_s=at_s) if text else None
            return cue if isinstance(cue, get_args(Origin)) else None
        case "arguments":
            return _ARGUMENTS.validate_python(json.loads(text))
        case "lineage":
            return _LINEAGE.validate_python(json.loads(text))
        case _:
            return text
