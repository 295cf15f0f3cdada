"""Knocking: asks at every route that the app has, under every Host and Origin, with every token and with none."""

import asyncio
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Final, get_args

import anyio

from performer.stage.access_tokens import LOOKERS, ROLES, Role
from performer.stage.tool_pictures import RecentPictures
from tests.performer.stage.standing import EXHIBIT, PATIENCE_S, Standing

HOSTS: Final = {"ok": "127.0.0.1:{port}", "evil": "evil.test:{port}"}
ORIGINS: Final = {"none": None, "own": "http://127.0.0.1:{port}", "null": "null", "evil": "http://evil.test"}
TOKENS: Final = ("none", "wrong", *get_args(Role))
WRONG: Final = "x" * 32


@dataclass(frozen=True, kw_only=True)
class Entrance:
    """A route as it is asked for, and whose it is; `{token}` stands where the token goes."""

    path: str
    opens_to: tuple[Role, ...]
    is_socket: bool = False
    welcome: int = 200
    """The status for who is let in."""
    body: str = ""
    """What is sent, by POST."""


ENTRANCES: Final = {
    "/health": Entrance(path="/health?token={token}", opens_to=ROLES),
    "/stage": Entrance(path="/stage?token={token}", opens_to=LOOKERS),
    "/stage/ws": Entrance(path="/stage/ws?token={token}", opens_to=LOOKERS, is_socket=True),
    "/page/{token}/{name}": Entrance(path="/page/{token}/stage.css", opens_to=LOOKERS),
    "/page/{token}/fonts/{name}": Entrance(path="/page/{token}/fonts/Nunito-Bold.ttf", opens_to=LOOKERS),
    "/emotes/{file}": Entrance(path="/emotes/laugh@2x.png?token={token}", opens_to=LOOKERS),
    "/exhibits/{name}.png": Entrance(path=f"{RecentPictures().keep(EXHIBIT)}?token={{token}}", opens_to=LOOKERS),
    "/particles/{name}": Entrance(path="/particles/confetti.png?token={token}", opens_to=LOOKERS),
    "/mascot/{name}.png": Entrance(path="/mascot/neutral-idle.png?token={token}", opens_to=LOOKERS),
    "/sounds/{file}": Entrance(path="/sounds/ding.wav?token={token}", opens_to=LOOKERS),
    "/panel": Entrance(path="/panel?token={token}", opens_to=("control",), welcome=303),
    "/panel/address": Entrance(path="/panel/address?token={token}", opens_to=("control",)),
    "/panel/files/{name}": Entrance(path="/panel/files/sign.png?token={token}", opens_to=("control",)),
    "/panel/files/icon/{name}": Entrance(path="/panel/files/icon/tray.png?token={token}", opens_to=("control",)),
    "/panel/files/fonts/{name}": Entrance(
        path="/panel/files/fonts/Nunito-Bold.ttf?token={token}", opens_to=("control",)
    ),
    "/panel/files/control/{path}": Entrance(
        path="/panel/files/control/parts/basic.mjs?token={token}", opens_to=("control",)
    ),
    "/cue": Entrance(path="/cue?token={token}", opens_to=("control", "cue"), body='{"text": "hello"}'),
    "/do/{key}": Entrance(path="/do/hush?token={token}", opens_to=(), body="{}"),
    "/control": Entrance(path="/control?token={token}", opens_to=("control",), is_socket=True),
    "/agent": Entrance(path="/agent?token={token}", opens_to=("agent",), is_socket=True),
}
"""By the route's own name: one that is missing here fails the test that asks at all of them."""


@dataclass(frozen=True, kw_only=True)
class Knock:
    """One request: where, under which name, from whose page, with which token."""

    route: str
    host: str
    origin: str
    token: str


def routes(house: Standing) -> set[str]:
    """Name every route of the app."""
    app = house.server._routes.app(house.server._auth)
    return {resource.canonical for resource in app.router.resources()}


def knocks(house: Standing) -> Iterator[Knock]:
    """List every request that there can be."""
    for route in sorted(routes(house)):
        for host in HOSTS:
            for origin in ORIGINS:
                for token in TOKENS:
                    yield Knock(route=route, host=host, origin=origin, token=token)


def due(knock: Knock) -> int:
    """Return the status that a request must be answered with."""
    entrance = ENTRANCES[knock.route]
    welcome = 101 if entrance.is_socket else entrance.welcome
    if knock.host != "ok" or knock.origin not in {"none", "own"}:
        return 403
    if knock.token == "none":
        if "/{token}/" in entrance.path:
            return 404  # no route without one
        return welcome if knock.route == "/health" else 403
    return welcome if knock.token in entrance.opens_to else 403


async def answered(house: Standing, knock: Knock) -> int:
    """Ask, over a connection of its own, and tell the status of the answer."""
    port = house.server.addresses.port
    entrance = ENTRANCES[knock.route]
    tokens = {"none": "", "wrong": WRONG, **asdict(house.server.tokens)}
    method = "POST" if entrance.body else "GET"
    lines = [f"{method} {entrance.path.format(token=tokens[knock.token])} HTTP/1.1", f"Host: {HOSTS[knock.host]}"]
    if origin := ORIGINS[knock.origin]:
        lines.append(f"Origin: {origin}")
    if entrance.is_socket:
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        lines.append("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
    if entrance.body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(entrance.body)}"]
    head = "\r\n".join([*lines, "", ""]).format(port=port)
    return status_of(await asked(port, (head + entrance.body).encode()))


async def asked(port: int, request: bytes) -> bytes:
    """Send bytes as they are, and give back the head of the answer; empty when there is none."""
    with anyio.fail_after(PATIENCE_S):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(request)
            return await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as end:
            return end.partial
        except ConnectionResetError:
            return b""
        finally:
            writer.close()


def status_of(head: bytes) -> int:
    """Read the status off the head of an answer; 0 when there is none."""
    return int(head.split(b" ", 2)[1]) if head else 0
