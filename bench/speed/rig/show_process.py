"""A performer in a process and a home of its own, as a streamer starts it, with the sockets that measure it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import aiohttp
import anyio
from anyio.abc import Process

from bench.speed.rig.sound_client import SoundClient
from performer.core.errors import ServiceError
from performer.core.files.home import CHECKOUT, Home

READY: Final = "Ctrl+C ends the show"
_PATIENT_S: Final = 60.0
_LOOK_S: Final = 0.005
_LEFT_OUT: Final = ("PERFORMER_", "OLLAMA_", "PYTHONDONTWRITEBYTECODE")
"""What an environment must not hold: a performer that may not keep what it compiles would do so at each start."""


class ShowProcess:
    """A performer that is ready."""

    def __init__(self, process: Process, home: Path, began_at: float) -> None:
        self.pid = process.pid
        self.home = home
        self.began_at = began_at
        """When it was started: `time.time()`."""
        self.ready_at = 0.0
        """When its table of roles was out."""
        self.process = process
        self._said = ""
        self._is_over = False
        self._changed = anyio.Event()

    @property
    def addresses(self) -> dict[str, Any]:
        """Return the addresses of its stage, by their names in run/stage.json."""
        return dict(json.loads((self.home / "run" / "stage.json").read_text(encoding="utf-8")))

    async def read_terminal(self) -> None:
        """Read what it prints, until it ends."""
        async for text in read_printed(self.process):
            self._said += text
            self._change()
        self._is_over = True
        self._change()

    def _change(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()

    async def wait_for(self, text: str) -> float:
        """Wait until it has printed a text, and return when.

        Raises:
            ServiceError: when it ends before that, or takes longer than a minute.
        """
        with anyio.move_on_after(_PATIENT_S):
            while text not in self._said:
                if self._is_over:
                    break
                await self._changed.wait()
            else:
                return time.time()
        raise ServiceError(f"The performer did not get as far as '{text}'. It printed:\n{self._said[-2000:]}")

    async def wait_for_stage(self) -> None:
        """Wait until its stage takes clients, which is before it is ready.

        Raises:
            TimeoutError: when it does not within a minute.
        """
        file = self.home / "run" / "stage.json"
        with anyio.fail_after(_PATIENT_S):
            while not file.exists():  # noqa: ASYNC110  a process of its own sets no event here
                await anyio.sleep(_LOOK_S)

    async def end(self) -> float:
        """End it as Ctrl+C does, and return when it was gone."""
        await _end(self.process)
        return time.time()

    async def type_line(self, text: str) -> None:
        """Type a line into its terminal."""
        assert self.process.stdin is not None
        await self.process.stdin.send(f"{text}\n".encode())


class Control:
    """The control socket, held open as a panel holds it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._changed = anyio.Event()

    async def run(self) -> None:
        """Read answers, and what else comes, until the performer closes."""
        async for frame in self._socket:
            message = json.loads(frame.data)
            if isinstance(number := message.get("id"), int):
                self._answers[number] = message
                self._changed.set()
                self._changed = anyio.Event()

    async def send(self, op: str, **arguments: Any) -> int:
        """Send an order, and return its number; nobody waits for the answer."""
        self._number += 1
        await self._socket.send_json({"id": self._number, "op": op, "args": arguments})
        return self._number

    async def ask(self, op: str, **arguments: Any) -> dict[str, Any]:
        """Send an order, and return the answer."""
        number = await self.send(op, **arguments)
        with anyio.fail_after(_PATIENT_S):
            while number not in self._answers:
                await self._changed.wait()
        return self._answers.pop(number)


@asynccontextmanager
async def start_show(
    *options: str,
    settings: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
    plugins: Mapping[str, str] | None = None,
    voice: Path | None = None,
    waits: bool = True,
) -> AsyncIterator[ShowProcess]:
    """Start `performer run` in a home of its own; it and all that it has started is gone after the block.

    Args:
        options: As on the command line.
        settings: Values of the configuration by their environment variables, without `PERFORMER_`.
        environment: Other variables, such as DISPLAY.
        plugins: Files of the folder of plug-ins, by name.
        voice: A folder of a neural voice that is ready; the performer knows it by the folder's name.
        waits: Whether it is ready when the block begins.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        places = Home.find({"PERFORMER_HOME": folder})
        (home / "desktop.json").write_text("{}", encoding="utf-8")  # no first start, at which the page opens a window
        for name, text in (plugins or {}).items():
            places.plugins_folder.mkdir(exist_ok=True)
            (places.plugins_folder / name).write_text(text, encoding="utf-8")
        if voice:
            places.voices_folder.mkdir()
            (places.voices_folder / voice.name).symlink_to(voice)
        variables = {**make_environment(home, settings), **(environment or {})}
        async with anyio.create_task_group() as tasks:
            began_at = time.time()
            async with open_performer(*options, environment=variables) as process:
                show = ShowProcess(process, home, began_at)
                tasks.start_soon(show.read_terminal)
                if waits:
                    show.ready_at = await show.wait_for(READY)
                yield show
            tasks.cancel_scope.cancel()


@asynccontextmanager
async def open_performer(*options: str, environment: Mapping[str, str]) -> AsyncIterator[Process]:
    """Start `performer run`; it has ended when the block has. Somebody has to read what it prints."""
    command = [sys.executable, "-m", "performer", "run", "--port", "0", *options]
    process = await anyio.open_process(command, env=environment, cwd=CHECKOUT, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        await _end(process)


async def read_printed(process: Process) -> AsyncIterator[str]:
    """Yield what a process prints, piece by piece, until it ends."""
    assert process.stdout is not None
    with suppress(anyio.ClosedResourceError):
        async for piece in process.stdout:
            yield piece.decode(errors="replace")


def make_environment(home: Path, settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Make the environment of a performer that knows only its own home, and no setting but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_LEFT_OUT)}
    given = {f"PERFORMER_{name}": value for name, value in (settings or {}).items()}
    alone = {"PERFORMER_HOME": str(home), "OLLAMA_HOST": "127.0.0.1:9", "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
    return {**kept, **alone, **given}


async def _end(process: Process) -> None:
    with anyio.CancelScope(shield=True):
        if process.returncode is None:
            process.terminate()
            with anyio.move_on_after(_PATIENT_S):
                await process.wait()
        if process.returncode is None:
            process.kill()
        await process.aclose()


@asynccontextmanager
async def connect(show: ShowProcess, *, sounds: bool = True) -> AsyncIterator[tuple[Control, SoundClient]]:
    """Connect to a show's control socket, and to its sound unless its own player is to sound."""
    addresses = show.addresses
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(addresses["control_url"]) as orders,
        session.ws_connect(addresses["sound_url"], max_msg_size=0) as sound,
        anyio.create_task_group() as tasks,
    ):
        control, client = Control(orders), SoundClient(sound)
        tasks.start_soon(control.run)
        if sounds:
            tasks.start_soon(client.run)
        yield control, client
        tasks.cancel_scope.cancel()
