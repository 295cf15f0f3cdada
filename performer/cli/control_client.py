"""A client of the control socket: asks the performer that runs in a home for one operation."""

import itertools
import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from performer.cli.web_socket import (
    ClosedError,
    HandshakeRefusedError,
    UnreachableError,
    WebSocket,
    open_web_socket,
)
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.core.files.user_file import parse_json
from performer.core.own_text import own
from performer.core.redact.redact import add_secret

_ANSWER_WITHIN_S = 5.0
_MOST_BYTES = 64_000_000
"""Most bytes of an answer; the descriptions of two hundred tools are some megabytes."""
_START = f"Start one with: {COMMAND}"
_ids = itertools.count(1)


class NotRunningError(ServiceError):
    """Raised when no performer runs in a home."""


def ask_performer(op: str, **arguments: object) -> Any:
    """Ask the running performer for an operation, and return its answer; raises as `ask` does."""
    return _ask_and_wait(Home.find(), op, arguments)


def ask_performer_within(within_s: float, op: str, **arguments: object) -> Any:
    """Ask for an operation that may take longer than most."""
    return _ask_and_wait(Home.find(), op, arguments, within_s)


def ask_performer_or(otherwise: Callable[[], Any], op: str, **arguments: object) -> Any:
    """Ask the running performer for an operation, or do it `otherwise` while none runs; return the answer."""
    try:
        return ask_performer(op, **arguments)
    except NotRunningError:
        return otherwise()


async def ask(home: Home, op: str, args: Mapping[str, Any]) -> Any:
    """Send one operation, and return the value of its answer.

    Raises NotRunningError when no performer runs there, and the performer's ServiceError when it refuses or is silent.
    """
    import anyio.to_thread

    return await anyio.to_thread.run_sync(partial(_ask_and_wait, home, op, args), abandon_on_cancel=True)


def _ask_and_wait(home: Home, op: str, args: Mapping[str, Any], within_s: float = _ANSWER_WITHIN_S) -> Any:
    address = _find_control_url(home)
    try:
        with open_web_socket(address, within_s=within_s, most_bytes=_MOST_BYTES) as socket:
            return _exchange(socket, op, args)
    except UnreachableError:
        # The file of a killed performer: nobody removed it.
        raise NotRunningError(f"No performer runs in {home.data} any more. {_START}") from None
    except ClosedError:
        raise ServiceError(own("The performer closed the line before it answered '{op}'.", op=op)) from None
    except (HandshakeRefusedError, OSError, ValueError) as error:
        raise ServiceError(
            own(
                "The performer in {data} cannot be asked: {error}. {start}",
                data=home.data,
                error=_describe_error(error),
                start=_START,
            )
        ) from None


def _describe_error(error: HandshakeRefusedError | OSError | ValueError) -> str:
    """Describe in a few words what went wrong on a connection, without its address: that holds a token."""
    match error:
        case TimeoutError():
            return "no answer came in time"
        case HandshakeRefusedError():
            return str(error)
        case OSError(strerror=str(reason)):
            return reason
        case json.JSONDecodeError() | UnicodeDecodeError():
            return "its answer makes no sense"
        case ValueError():
            return "run/stage.json holds no address of a WebSocket"
        case _:
            return type(error).__name__


def _find_control_url(home: Home) -> str:
    try:
        facts = parse_json(home.stage_file.read_text(encoding="utf-8"))
        address = str(facts["control_url"])
    except (OSError, ValueError, KeyError, TypeError):
        raise NotRunningError(f"No performer runs in {home.data}. {_START}") from None
    for token in (facts.get("tokens") or {}).values():
        add_secret(str(token))
    return address


def _exchange(socket: WebSocket, op: str, args: Mapping[str, Any]) -> Any:
    id_ = next(_ids)
    socket.send(json.dumps({"id": id_, "op": op, "args": args}))
    while True:
        answer = json.loads(socket.receive())
        if answer.get("id") != id_:
            continue
        if not answer["ok"]:
            raise ServiceError(answer["error"])
        return answer["value"]
