"""The stage: does it answer over HTTP and WebSocket, and does what is put on it arrive."""

import socket
import sys
from typing import Any, Final

import aiohttp

from performer.clock import Clock
from performer.config import Config
from performer.control_client import trouble
from performer.doctor.private_house import private_house
from performer.doctor.report import Notes
from performer.doctor.running import Running
from performer.errors import ServiceError
from performer.messages import Caption, Look, Message, Put, Snapshot, decode
from performer.stage.settings import DEFAULT_PORT, EXPOSED

_OK: Final = 200
_WORDS: Final = "The doctor was here."
_ANSWER_WITHIN_S: Final = 5.0
_AS_THE_STAGE: Final = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
"""How a port is tried: a connection that is just closing does not count, and on Windows one that is taken does."""
_FIREWALL: Final = "A firewall or security program may stand between: allow connections of this machine to itself."


class StageCheck:
    """Asks the running stage, or else puts one up and plays its client."""

    def __init__(self, clock: Clock, config: Config, running: Running | None) -> None:
        self._clock = clock
        self._config = config
        self._running = running

    async def look(self, notes: Notes) -> None:
        """Ask for the page, and listen as a page does."""
        self._host(notes)
        try:
            if self._running is None:
                self._port(notes)
                await self._own(notes)
            else:
                await _theirs(notes, self._running)
        except (aiohttp.ClientError, TimeoutError) as error:
            notes.fail("answers", f"it does not: {trouble(error)}", _FIREWALL)

    def _host(self, notes: Notes) -> None:
        if self._config.stage.is_exposed:
            notes.warn("host", f"other machines can reach the stage on {self._config.stage.host}", EXPOSED)

    def _port(self, notes: Notes) -> None:
        host, port = self._config.stage.host, self._config.stage.port
        wished = DEFAULT_PORT if port is None else port
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_STREAM) as door:
                _ask_for_all_of_it(door)
                door.bind((host, wished))
        except OSError as error:
            remedy = "The stage will take the next free one; set stage.port to choose another for good."
            notes.warn("port", f"{host}:{wished} cannot be had: {error.strerror}", remedy)
        else:
            notes.ok("port", f"{host}:{wished} is free")

    async def _own(self, notes: Notes) -> None:
        async with private_house(self._clock, self._config, sounds=False) as own, _session() as session:
            url = own.server.addresses.url
            await _page(session, url)
            async with session.ws_connect(_socket(url)) as client:
                await _greeted(client)
                began_s = self._clock.now()
                own.stage.show(Caption(id="doctor", alt=_WORDS, born_ms=own.stage.now_ms()))
                message = await _heard(client)
        took_ms = (self._clock.now() - began_s) * 1000
        if not isinstance(message, Put) or message.element.alt != _WORDS:
            raise ServiceError(f"the stage sent {message.op} where an element was put on it")
        notes.ok("answers", f"the page is served, and what is put on stage arrives within {took_ms:.0f} ms")


def _ask_for_all_of_it(door: socket.socket) -> None:
    """Have a port only where nobody listens; what a show has left behind a minute ago is nobody."""
    if sys.platform == "win32":  # there SO_REUSEADDR would share a port that is taken
        door.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


async def _theirs(notes: Notes, running: Running) -> None:
    async with _session() as session:
        await _page(session, running.url)
        async with session.ws_connect(_socket(running.url)) as client:
            elements = await _greeted(client)
    notes.ok("answers", f"the running stage serves its page on port {running.port}; {_count(elements)} on it")
    for service, reason in running.down.items():
        notes.fail(service, f"the running performer says it is down: {reason or 'no reason given'}")


def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_ANSWER_WITHIN_S))


async def _page(session: aiohttp.ClientSession, url: str) -> None:
    async with session.get(url) as answer:
        if answer.status != _OK:
            raise ServiceError(f"the page answers {answer.status}: is that address another program's?")
        await answer.read()


async def _greeted(client: aiohttp.ClientWebSocketResponse) -> int:
    """Take in what every page is told first, and count the elements that are on stage."""
    look, snapshot = await _heard(client), await _heard(client)
    if not isinstance(look, Look) or not isinstance(snapshot, Snapshot):
        raise ServiceError(f"the stage begins with {look.op} and {snapshot.op} instead of its looks and a snapshot")
    return len(snapshot.elements)


async def _heard(client: aiohttp.ClientWebSocketResponse) -> Message:
    frame: Any = await client.receive(timeout=_ANSWER_WITHIN_S)
    if frame.type is not aiohttp.WSMsgType.TEXT:
        raise ServiceError("the stage closed the line")
    return decode(frame.data)


def _socket(page: str) -> str:
    return page.replace("http", "ws", 1).replace("?", "/ws?", 1)


def _count(elements: int) -> str:
    return "1 element is" if elements == 1 else f"{elements} elements are"
