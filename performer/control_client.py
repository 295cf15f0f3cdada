"""A client of the control socket: asks the performer that runs in a home for one operation."""

import itertools
import json
from collections.abc import Mapping
from typing import Any

import aiohttp

from performer.errors import ServiceError
from performer.home import Home
from performer.redaction import know

_ANSWER_WITHIN_S = 5.0
_MOST_BYTES = 64_000_000
"""Of an answer; all that two hundred tools say of themselves is some megabytes."""
_ids = itertools.count(1)


class NobodyThereError(ServiceError):
    """Raised when no performer runs in a home."""


async def ask(home: Home, op: str, args: Mapping[str, Any]) -> Any:
    """Send one operation and return its value.

    Raises:
        NobodyThereError: when no performer runs there.
        ServiceError: when it does not answer, or says no; with its sentence.
    """
    address = _control_url(home)
    limit = aiohttp.ClientTimeout(total=_ANSWER_WITHIN_S)
    try:
        async with (
            aiohttp.ClientSession(timeout=limit) as session,
            session.ws_connect(address, max_msg_size=_MOST_BYTES) as socket,
        ):
            return await _answer(socket, op, args)
    except aiohttp.ClientConnectorError:
        # The file of a performer that was killed: nobody took it away.
        raise NobodyThereError(f"No performer runs in {home.data} any more. {_START}") from None
    except (aiohttp.ClientError, TimeoutError) as error:
        raise ServiceError(f"The performer in {home.data} cannot be asked: {trouble(error)}. {_START}") from None


def trouble(error: aiohttp.ClientError | TimeoutError) -> str:
    """Say what went wrong on a line in a few words, and never where: the address holds a token."""
    match error:
        case TimeoutError():
            return "no answer came in time"
        case aiohttp.ClientResponseError(status=status):
            return f"its address answers {status}"
        case OSError(strerror=str(reason)):
            return reason
        case _:
            return type(error).__name__


_START = "Start one with: python3 run.py"


def _control_url(home: Home) -> str:
    try:
        facts = json.loads(home.stage_file.read_text(encoding="utf-8"))
        address = str(facts["control_url"])
    except (OSError, ValueError, KeyError):
        raise NobodyThereError(f"No performer runs in {home.data}. {_START}") from None
    for token in (facts.get("tokens") or {}).values():
        know(str(token))
    return address


async def _answer(socket: aiohttp.ClientWebSocketResponse, op: str, args: Mapping[str, Any]) -> Any:
    id_ = next(_ids)
    await socket.send_json({"id": id_, "op": op, "args": args})
    async for message in socket:
        answer = json.loads(message.data)
        if answer.get("id") != id_:
            continue
        if not answer["ok"]:
            raise ServiceError(answer["error"])
        return answer["value"]
    raise ServiceError(f"The performer closed the line before it answered '{op}'.")
