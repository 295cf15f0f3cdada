"""The letterbox: a program that keeps no socket open drops a cue in with one POST."""

import json
from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

from aiohttp import web

from performer.core.clock import Clock
from performer.core.errors import ConfigError, PerformerError
from performer.core.http_security.connection_limits import Allowance
from performer.stage.access_tokens import Role
from performer.stage.server.control_socket import ControlSocket

PATH: Final = "/cue"
MOST_BYTES: Final = 4096
AT_ONCE: Final = 20
"""How many cues may come together; more than wait for their turn anyway."""
_PER_S: Final = 1.0
_READ_WITHIN_S: Final = 5.0
_OP: Final = "cue"
_SUCH_AS: Final = 'such as {"text": "say hello to Ann"}'
_MOST_NAMED: Final = 3


class CuePost:
    """Takes JSON objects, each the arguments of the operation `cue`, and answers as the control socket would.

    Args:
        clock: Whose seconds count.
        control: Knows the operation.
    """

    def __init__(self, clock: Clock, control: ControlSocket) -> None:
        self._clock = clock
        self._control = control
        self._allowance = Allowance(clock, at_once=AT_ONCE, per_s=_PER_S)

    async def take(self, request: web.Request, _role: Role) -> web.StreamResponse:
        """Take a cue in: 200 with `{"ok": true, "value": …}`, or what is wrong with it, as `{"error": …}`."""
        _check_head(request)
        if not self._allowance.take():
            raise _refusal(web.HTTPTooManyRequests, "That is too many cues: wait a second.", {"Retry-After": "1"})
        arguments = _object(await self._body(request))
        try:
            value = await self._control.order(_OP, arguments)
        except ConfigError as error:
            raise _refusal(web.HTTPBadRequest, str(error)) from None
        except PerformerError as error:
            raise _refusal(web.HTTPServiceUnavailable, str(error)) from None
        return web.json_response({"ok": True, "value": value})

    async def _body(self, request: web.Request) -> bytes:
        with self._clock.move_on_after(_READ_WITHIN_S):
            return await request.read()
        raise _refusal(web.HTTPRequestTimeout, "The body did not come in time.")


def is_cue_post(request: web.Request) -> bool:
    """Tell whether a request is one that may bring a body."""
    return request.method == "POST" and request.path == PATH


def make_unauthorized() -> web.HTTPException:
    """Refuse whoever brings no right token, in JSON as all that is said here; it tells no more of what was wrong."""
    return _refusal(
        web.HTTPForbidden,
        "The token is missing or wrong: send 'Authorization: Bearer' with tokens.cue of run/stage.json.",
    )


def _check_head(request: web.Request) -> None:
    if request.content_length is None:
        raise _refusal(web.HTTPLengthRequired, "Say how long the body is.")
    if request.content_length > MOST_BYTES:
        raise _refusal(_TooLarge, f"A cue has {MOST_BYTES} bytes at most.")
    if request.content_type != "application/json" or "Content-Encoding" in request.headers:
        raise _refusal(web.HTTPUnsupportedMediaType, "Send plain JSON, with the header Content-Type: application/json.")


class _TooLarge(web.HTTPClientError):
    status_code = 413


def _object(body: bytes) -> Mapping[str, Any]:
    try:
        arguments = json.loads(body)
    except (ValueError, RecursionError):
        arguments = None
    if not isinstance(arguments, dict):
        raise _refusal(web.HTTPBadRequest, f"Send a JSON object, {_SUCH_AS}.")
    if "text" not in arguments:
        raise _refusal(web.HTTPBadRequest, f"The cue has no 'text'{_named(arguments)}. Send one, {_SUCH_AS}.")
    return arguments


def _named(arguments: Mapping[str, Any]) -> str:
    names = [f"{name!r:.40}" for name in islice(arguments, _MOST_NAMED)]
    more = len(arguments) - len(names)
    return f", only {', '.join(names)}{f' and {more} more' if more else ''}" if names else ""


def _refusal(kind: type[web.HTTPException], why: str, headers: Mapping[str, str] | None = None) -> web.HTTPException:
    text = json.dumps({"error": why}, ensure_ascii=False)
    return kind(text=text, content_type="application/json", headers=headers)
