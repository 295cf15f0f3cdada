"""The keys of the game by POST, for a Stream Deck or Streamer.bot: `/do/hush`, and so on."""

import json
from typing import Final

from aiohttp import web

from performer.core.clock import Clock
from performer.core.errors import PerformerError
from performer.core.http_security.connection_limits import Allowance
from performer.stage.access_tokens import Role
from performer.stage.server.control_socket import ControlSocket

FOLDER: Final = "/do/"
PATH: Final = FOLDER + "{key}"
MOST_BYTES: Final = 4096
"""The longest body: some programs send one with every POST, and nothing of it is read."""
AT_ONCE: Final = 20
_PER_S: Final = 5.0
ORDERS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "hush": ("keys.press", {"key": "hush"}),
    "pause": ("keys.press", {"key": "pause"}),
    "react": ("keys.press", {"key": "react"}),
    "resume": ("resume", {}),
}
"""By the last word of the address: the operation and its arguments."""


class KeyPost:
    """Does what a key of the game does, and answers in JSON as the control socket would."""

    def __init__(self, clock: Clock, control: ControlSocket) -> None:
        self._control = control
        self._allowance = Allowance(clock, at_once=AT_ONCE, per_s=_PER_S)

    async def take(self, request: web.Request, _role: Role) -> web.StreamResponse:
        """Do what the address says: answer 200 with `{"ok": true, "value": …}`, or the mistake as `{"error": …}`."""
        if not request.headers.get("Authorization", "").lower().startswith("bearer "):
            raise make_unauthorized()
        order = ORDERS.get(request.match_info["key"])
        if order is None:
            raise _refuse(web.HTTPNotFound, f"There is {', '.join(FOLDER + each for each in ORDERS)}.")
        if not self._allowance.take():
            raise _refuse(web.HTTPTooManyRequests, "That is too many at once: wait a second.")
        try:
            value = await self._control.order(*order)
        except PerformerError as error:
            raise _refuse(web.HTTPServiceUnavailable, str(error)) from None
        return web.json_response({"ok": True, "value": value})


def is_key_post(request: web.Request) -> bool:
    """Whether a request is one that may have a short body."""
    is_short = request.content_length is not None and request.content_length <= MOST_BYTES
    return request.method == "POST" and request.path.startswith(FOLDER) and is_short


def make_unauthorized() -> web.HTTPException:
    """Make the answer to a request whose token is not valid, or in its address, where a log would keep it."""
    return _refuse(
        web.HTTPForbidden,
        "The token is missing or wrong: send 'Authorization: Bearer' with tokens.control of run/stage.json.",
    )


def _refuse(kind: type[web.HTTPException], why: str) -> web.HTTPException:
    return kind(text=json.dumps({"error": why}, ensure_ascii=False), content_type="application/json")
