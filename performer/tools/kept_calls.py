"""What is kept of a call that goes on later, whatever it waits for: what it is, and why its turn began."""

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from sqlite3 import Row
from typing import Any, Protocol, TypeVar, get_args

from performer.core.cues import Origin
from performer.core.cues_json import format_cue_json, parse_cue_json
from performer.core.storable_text import drop_half_surrogates

_log = logging.getLogger(__name__)

T = TypeVar("T")


class StoredCall(Protocol):
    """A call of which this much is kept, in columns of these names."""

    @property
    def tool(self) -> str:
        """Its tool's name."""
        ...

    @property
    def server(self) -> str:
        """Whose tool it is."""
        ...

    @property
    def call(self) -> str:
        """Its id in its turn."""
        ...

    @property
    def arguments(self) -> Mapping[str, object]:
        """As its tool is to take them."""
        ...

    @property
    def origin(self) -> Origin | None:
        """Why its turn began."""
        ...

    @property
    def said(self) -> str:
        """What its turn had said by then."""
        ...


def make_columns(call: StoredCall) -> dict[str, str]:
    """Write a call."""
    return {
        "tool": drop_half_surrogates(call.tool),
        "server": drop_half_surrogates(call.server),
        "call": drop_half_surrogates(call.call),
        "arguments": json.dumps(call.arguments),
        "origin": format_origin(call.origin),
        "said": drop_half_surrogates(call.said),
    }


def read_fields(row: Row, at_s: float) -> dict[str, Any]:
    """Read a call, as of this instant of the clock; its number too.

    Raises:
        ValueError: when a bit of it has flipped on the disk.
    """
    return {
        "number": row["id"],
        "tool": row["tool"],
        "server": row["server"],
        "call": row["call"],
        "arguments": parse_arguments(row["arguments"]),
        "origin": parse_origin(row["origin"], at_s),
        "said": row["said"],
    }


def read_rows(rows: Iterable[Row], read: Callable[[Row], T], what: str) -> tuple[T, ...]:
    """Read rows; one of which a bit has flipped on the disk is left out, and told in the log as what it is."""
    found: list[T] = []
    for row in rows:
        try:
            found.append(read(row))
        except ValueError as error:
            _log.error("%s number %d cannot be read (%s). Let it go.", what, row["id"], error)
    return tuple(found)


def parse_arguments(text: str) -> dict[str, Any]:
    """Read a call's arguments.

    Raises:
        ValueError: when a bit of them has flipped on the disk.
    """
    read = json.loads(text)
    if not isinstance(read, dict):
        raise ValueError("its arguments are no object")  # noqa: TRY004  so wrong is what the file holds
    return read


def format_origin(cue: Origin | None) -> str:
    """Write why a turn began."""
    return drop_half_surrogates(format_cue_json(cue)) if cue else ""


def parse_origin(text: str, at_s: float) -> Origin | None:
    """Read why a turn began, as of this instant of the clock.

    Raises:
        ValueError: as `arguments_of` does.
    """
    cue = parse_cue_json(text, at_s=at_s) if text else None
    return cue if isinstance(cue, get_args(Origin)) else None
