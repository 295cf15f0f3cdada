"""The stage: does it answer over HTTP and WebSocket, and does what is put on it arrive.

A playhouse of the doctor's own: on a free port, in a folder that is thrown away, so that no show notices.
"""

import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import anyio

from performer.cli.control_client import describe_error
from performer.cli.doctor.home import RunningShow
from performer.cli.doctor.report import CheckNotes
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.guard.guard import Guard
from performer.stage.protocol.codec import decode
from performer.stage.protocol.elements import Caption
from performer.stage.protocol.messages import Look, Message, Put, Snapshot
from performer.stage.server.control_socket import ControlSocket
from performer.stage.service import StageService
from performer.stage.settings import DEFAULT_PORT, EXPOSED


@asynccontextmanager
async def open_private_stage(clock: Clock, config: Config, *, sounds: bool) -> AsyncIterator[StageService]:
    """Open it on the configured host while the block runs, with a sound player or without, never with a window.

    Raises:
        ServiceError: when nothing can listen on that host.
    """
    with tempfile.TemporaryDirectory(prefix="performer-doctor-") as name:
        home = Home(config=Path(name), data=Path(name))
        stream, quiet = EventStream(clock), _bare(config, sounds=sounds)
        guard = Guard(config.guard)
        house = StageService(clock, stream, quiet, home, guard=guard, desktop=False)
        async with anyio.create_task_group() as tasks:
            await house.open(tasks, ControlSocket({}, house.clients), lambda: {"ok": True})
            yield house
            house.close()
            tasks.cancel_scope.cancel()


def _bare(config: Config, *, sounds: bool) -> Config:
    return config.model_copy(
        update={
            "stage": config.stage.model_copy(update={"port": 0}),
            "sound": config.sound.model_copy(update={"enabled": sounds}),
            "mascot": config.mascot.model_copy(update={"place": "off"}),
        }
    )


_OK: Final = 200
_WORDS: Final = "The doctor was here."
_ANSWER_WITHIN_S: Final = 5.0
_AS_THE_STAGE: Final = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
"""How a port is tried: a connection that is just closing does not count, and on Windows one that is taken does."""
_FIREWALL: Final = "A firewall or security program may stand between: allow connections of this machine to itself."


class StageCheck:
    """Asks the running stage, or else puts one up and plays its client."""

    def __init__(self, clock: Clock, config: Config, running: RunningShow | None) -> None:
        self._clock = clock
        self._config = config
        self._running = running

    async def look(self, notes: CheckNotes) -> None:
        """Ask for the page, and listen as a page does."""
        self._host(notes)
        try:
            if self._running is None:
                self._port(notes)
                await self._own(notes)
            else:
                await _find_running_stage(notes, self._running)
        except (aiohttp.ClientError, TimeoutError) as error:
            notes.fail("answers", f"it does not: {describe_error(error)}", _FIREWALL)

    def _host(self, notes: CheckNotes) -> None:
        if self._config.stage.is_exposed:
            notes.warn("host", f"other machines can reach the stage on {self._config.stage.host}", EXPOSED)

    def _port(self, notes: CheckNotes) -> None:
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

    async def _own(self, notes: CheckNotes) -> None:
        async with open_private_stage(self._clock, self._config, sounds=False) as own, _session() as session:
            url = own.server.addresses.url
            await _page(session, url)
            async with session.ws_connect(_socket(url)) as client:
                await _check_greeting(client)
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


async def _find_running_stage(notes: CheckNotes, running: RunningShow) -> None:
    async with _session() as session:
        await _page(session, running.url)
        async with session.ws_connect(_socket(running.url)) as client:
            elements = await _check_greeting(client)
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


async def _check_greeting(client: aiohttp.ClientWebSocketResponse) -> int:
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
