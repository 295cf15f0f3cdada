"""Cues by POST, for a program that keeps no socket open."""

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
"""The most cues that may come together; more than wait for their turn anyway."""
_PER_S: Final = 1.0
_READ_WITHIN_S: Final = 5.0
_OP: Final = "cue"
_SUCH_AS: Final = 'such as {"text": "say hello to Ann"}'
_MOST_NAMED: Final = 3


class CuePost:
    """The reader of JSON objects, each the arguments of the operation `cue`; it answers as the control socket would."""

    def __init__(self, clock: Clock, control: ControlSocket) -> None:
        self._clock = clock
        self._control = control
        self._allowance = Allowance(clock, at_once=AT_ONCE, per_s=_PER_S)

    async def take(self, request: web.Request, _role: Role) -> web.StreamResponse:
        """Run the operation `cue`: answer 200 with `{"ok": true, "value": …}`, or the mistake as `{"error": …}`."""
        _check_head(request)
        if not self._allowance.take():
            raise _refuse(web.HTTPTooManyRequests, "That is too many cues: wait a second.", {"Retry-After": "1"})
        arguments = _parse_object(await self._read_body(request))
        try:
            value = await self._control.order(_OP, arguments)
        except ConfigError as error:
            raise _refuse(web.HTTPBadRequest, str(error)) from None
        except PerformerError as error:
            raise _refuse(web.HTTPServiceUnavailable, str(error)) from None
        return web.json_response({"ok": True, "value": value})

    async def _read_body(self, request: web.Request) -> bytes:
        with self._clock.move_on_after(_READ_WITHIN_S):
            return await request.read()
        raise _refuse(web.HTTPRequestTimeout, "The body did not come in time.")


def is_cue_post(request: web.Request) -> bool:
    """Whether a request is one that may have a body."""
    return request.method == "POST" and request.path == PATH


def make_unauthorized() -> web.HTTPException:
    """Make the answer to a request without a valid token, in JSON; it gives nothing else away."""
    return _refuse(
        web.HTTPForbidden,
        "The token is missing or wrong: send 'Authorization: Bearer' with tokens.cue of run/stage.json.",
    )


def _check_head(request: web.Request) -> None:
    if request.content_length is None:
        raise _refuse(web.HTTPLengthRequired, "Say how long the body is.")
    if request.content_length > MOST_BYTES:
        raise _refuse(_TooLarge, f"A cue has {MOST_BYTES} bytes at most.")
    if request.content_type != "application/json" or "Content-Encoding" in request.headers:
        raise _refuse(web.HTTPUnsupportedMediaType, "Send plain JSON, with the header Content-Type: application/json.")


class _TooLarge(web.HTTPClientError):
    status_code = 413


def _parse_object(body: bytes) -> Mapping[str, Any]:
    try:
        arguments = json.loads(body)
    except (ValueError, RecursionError):
        arguments = None
    if not isinstance(arguments, dict):
        raise _refuse(web.HTTPBadRequest, f"Send a JSON object, {_SUCH_AS}.")
    if "text" not in arguments:
        raise _refuse(web.HTTPBadRequest, f"The cue has no 'text'{_format_names(arguments)}. Send one, {_SUCH_AS}.")
    return arguments


def _format_names(arguments: Mapping[str, Any]) -> str:
    names = [f"{name!r:.40}" for name in islice(arguments, _MOST_NAMED)]
    more = len(arguments) - len(names)
    return f", only {', '.join(names)}{f' and {more} more' if more else ''}" if names else ""


def _refuse(kind: type[web.HTTPException], why: str, headers: Mapping[str, str] | None = None) -> web.HTTPException:
    text = json.dumps({"error": why}, ensure_ascii=False)
    return kind(text=text, content_type="application/json", headers=headers)
