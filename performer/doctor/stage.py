"""The check of the stage: does it answer over HTTP and WebSocket, and does what is put on it arrive.

Without a running show it opens a private stage, on a free port and in a temporary folder, so that no show notices.
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

from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.own_text import own
from performer.doctor.report import CheckNotes, Examined, RunningShow
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.stage.protocol.codec import decode
from performer.stage.protocol.elements import Caption
from performer.stage.protocol.messages import Look, Message, Put, Snapshot
from performer.stage.service import StageService
from performer.stage.settings import DEFAULT_PORT, EXPOSED, StageSettings


@asynccontextmanager
async def open_private_stage(clock: Clock, config: Config, *, sounds: bool) -> AsyncIterator[StageService]:
    """Open a stage on the configured host while the block runs, with a sound player or without, never with a window.

    Raises ServiceError when nothing can listen on that host.
    """
    with tempfile.TemporaryDirectory(prefix="performer-doctor-") as name:
        home = Home(config=Path(name), data=Path(name))
        stream, quiet = EventStream(clock), _reduce(config, sounds=sounds)
        stage = StageService(Runtime(clock, stream, Guard(config.guard)), quiet, home, desktop=False)
        async with anyio.create_task_group() as tasks:
            await stage.open(tasks, {}, lambda: {"ok": True})
            await stage.wait_for_clients()
            yield stage
            stage.close()
            tasks.cancel_scope.cancel()


def _reduce(config: Config, *, sounds: bool) -> Config:
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

_FIREWALL: Final = own("A firewall or security program may stand between: allow connections of this machine to itself.")


async def check_stage(examined: Examined, notes: CheckNotes) -> None:
    """Check the running stage, or else a private one, by what a page requests and receives."""
    settings = examined.config.stage
    if settings.is_exposed:
        notes.warn("host", own("other machines can reach the stage on {host}", host=settings.host), EXPOSED)
    try:
        if examined.running is None:
            _check_port(settings, notes)
            await _check_private(examined, notes)
        else:
            await _check_running(notes, examined.running)
    except (aiohttp.ClientError, TimeoutError) as error:
        notes.fail("answers", own("it does not: {error}", error=_describe_error(error)), _FIREWALL)


def _describe_error(error: aiohttp.ClientError | TimeoutError) -> str:
    """Describe in a few words what went wrong on a connection, without its address: that holds a token."""
    match error:
        case TimeoutError():
            return "no answer came in time"
        case aiohttp.ClientResponseError(status=status):
            return f"its address answers {status}"
        case OSError(strerror=str(reason)):
            return reason
        case _:
            return type(error).__name__


def _check_port(settings: StageSettings, notes: CheckNotes) -> None:
    wished = DEFAULT_PORT if settings.port is None else settings.port
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            _refuse_shared_port(listener)
            listener.bind((settings.host, wished))
    except OSError as error:
        remedy = own("The stage will take the next free one; set stage.port to choose another for good.")
        notes.warn(
            "port",
            own(
                "{host}:{wished} cannot be had: {strerror}", host=settings.host, wished=wished, strerror=error.strerror
            ),
            remedy,
        )
    else:
        notes.ok("port", own("{host}:{wished} is free", host=settings.host, wished=wished))


async def _check_private(examined: Examined, notes: CheckNotes) -> None:
    clock = examined.clock
    async with open_private_stage(clock, examined.config, sounds=False) as stage, _open_session() as session:
        url = stage.server.addresses.url
        await _read_page(session, url)
        async with session.ws_connect(_make_socket_url(url)) as client:
            await _check_greeting(client)
            began_s = clock.now()
            stage.stage.show(Caption(id="doctor", alt=_WORDS, born_ms=stage.stage.now_ms()))
            message = await _receive(client)
    took_ms = (clock.now() - began_s) * 1000
    if not isinstance(message, Put) or message.element.alt != _WORDS:
        raise ServiceError(own("the stage sent {op} where an element was put on it", op=message.op))
    notes.ok(
        "answers", own("the page is served, and what is put on stage arrives within {took_ms:.0f} ms", took_ms=took_ms)
    )


def _refuse_shared_port(listener: socket.socket) -> None:
    """Set up a socket that binds only where nobody listens; connections that are just closing do not count."""
    if sys.platform == "win32":  # there SO_REUSEADDR would share a port that is taken
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


async def _check_running(notes: CheckNotes, running: RunningShow) -> None:
    async with _open_session() as session:
        await _read_page(session, running.url)
        async with session.ws_connect(_make_socket_url(running.url)) as client:
            count = await _check_greeting(client)
    elements = own("1 element is") if count == 1 else own("{count} elements are", count=count)
    notes.ok(
        "answers",
        own("the running stage serves its page on port {port}; {elements} on it", port=running.port, elements=elements),
    )


def _open_session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_ANSWER_WITHIN_S))


async def _read_page(session: aiohttp.ClientSession, url: str) -> None:
    async with session.get(url) as answer:
        if answer.status != _OK:
            raise ServiceError(
                own("the page answers {status}: is that address another program's?", status=answer.status)
            )
        await answer.read()


async def _check_greeting(client: aiohttp.ClientWebSocketResponse) -> int:
    """Receive what every page is sent first, and return the number of elements on the stage."""
    look, snapshot = await _receive(client), await _receive(client)
    if not isinstance(look, Look) or not isinstance(snapshot, Snapshot):
        raise ServiceError(
            own(
                "the stage begins with {op} and {op_2} instead of its looks and a snapshot",
                op=look.op,
                op_2=snapshot.op,
            )
        )
    return len(snapshot.elements)


async def _receive(client: aiohttp.ClientWebSocketResponse) -> Message:
    frame: Any = await client.receive(timeout=_ANSWER_WITHIN_S)
    if frame.type is not aiohttp.WSMsgType.TEXT:
        raise ServiceError(own("the stage closed the line"))
    return decode(frame.data)


def _make_socket_url(page: str) -> str:
    return page.replace("http", "ws", 1).replace("?", "/ws?", 1)
