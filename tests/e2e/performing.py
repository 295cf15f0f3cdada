"""A real performer as a child process, and everything a test may ask of it: journal, stage, control, children."""

import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import anyio
from anyio.abc import Process, TaskStatus

from bench.speed.rig.show_process import make_environment, open_performer, read_printed
from tests.pipes import make_pipe

PATIENCE_S = 60.0
ENDS_WITHIN_S = 60.0
"""It takes half a second; the promise is 2 s, and a busy machine is granted some more."""
Line = dict[str, Any]
_CAPABLE = {"PERFORMER_MODEL__MODE": "native"}
"""The models of the fakes call tools from the first turn on; one that is not known only talks until it is probed."""
T = TypeVar("T")


class Performing:
    """A performer that runs in a home of its own."""

    def __init__(self, process: Process, home: Path) -> None:
        self.process = process
        self.home = home
        self.lines: list[Line] = []
        """The journal so far."""
        self.said = ""
        """What it printed so far."""
        self._journal = b""
        self._more = anyio.Event()

    @property
    def stage(self) -> dict[str, Any]:
        """The facts of run/stage.json."""
        return dict(json.loads((self.home / "run" / "stage.json").read_text(encoding="utf-8")))

    def events(self, *names: str) -> list[Line]:
        """Return the journal lines of these events."""
        return [line for line in self.lines if line["event"] in names]

    async def journalled(self, event: str, fits: Callable[[Line], bool] = lambda _: True, *, after: int = 0) -> Line:
        """Wait for a journal line of that event that fits, not counting the first `after` lines of the journal."""
        return await self._when(
            lambda: next((each for each in self.lines[after:] if each["event"] == event and fits(each)), None),
            f"{event} in the journal",
        )

    async def printed(self, text: str) -> None:
        """Wait until it has printed that."""
        await self._when(lambda: text in self.said or None, f"'{text}' on the terminal")

    async def type(self, text: str) -> None:
        """Type into its terminal."""
        assert self.process.stdin is not None
        await self.process.stdin.send(text.encode())

    async def ask(self, op: str, **args: Any) -> Any:
        """Order something over the control socket, once the stage is open, and give back the whole answer."""
        await self.printed("Ctrl+C ends the show")
        async with aiohttp.ClientSession() as session, session.ws_connect(self.stage["control_url"]) as socket:
            await socket.send_json({"id": 1, "op": op, "args": args})
            async for message in socket:
                answer = json.loads(message.data)
                if answer.get("id") == 1:
                    return answer
        raise AssertionError(f"no answer to {op}")

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end and give back its exit code."""
        self.process.send_signal(how)
        with anyio.fail_after(ENDS_WITHIN_S):
            return await self.process.wait()

    def children(self) -> list[int]:
        """Return the ids of the processes it has started and their children."""
        return descendants(self.process.pid)

    def leave(self) -> None:
        """Leave what was heard of it beside its home, where secrets are looked for when all tests are over."""
        Path(f"{self.home}.terminal").write_text(self.said, encoding="utf-8", errors="replace")
        Path(f"{self.home}.journal").write_bytes(self._journal)

    def _note(self, line: Line) -> None:
        self.lines.append(line)
        self._wake()

    def _print(self, text: str) -> None:
        self.said += text
        self._wake()

    def _wake(self) -> None:
        self._more.set()
        self._more = anyio.Event()

    async def _when(self, look: Callable[[], T | None], what: str) -> T:
        with anyio.move_on_after(PATIENCE_S):
            while (found := look()) is None:
                await self._more.wait()
            return found
        told = "\n".join(json.dumps(line)[:200] for line in self.lines[-15:])
        raise AssertionError(f"Waited in vain for {what}.\n{self.said}\n{told}")

    async def read_journal(self, pipe: Path, *, task_status: TaskStatus[None]) -> None:
        """Follow the journal through a pipe: each line is there the moment it is written."""
        end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        # A writer of our own keeps the pipe from ending before the performer has opened it.
        keep = os.open(pipe, os.O_WRONLY)
        task_status.started()
        rest = b""
        try:
            while True:
                await anyio.wait_readable(end)
                read = os.read(end, 65536)
                self._journal += read
                *whole, rest = (rest + read).split(b"\n")
                for line in whole:
                    self._note(json.loads(line))
        finally:
            os.close(end)
            os.close(keep)

    async def read_terminal(self) -> None:
        """Follow what it prints."""
        async for text in read_printed(self.process):
            self._print(text)


@asynccontextmanager
async def performing(
    home: Path, *options: str, environment: Mapping[str, str] | None = None
) -> AsyncIterator[Performing]:
    """Start `performer run` with these options and a journal; whatever it has started is gone after the block."""
    home.mkdir(exist_ok=True)
    pipe = home / "journal.pipe"
    make_pipe(pipe)
    variables = clean_environment(home, {**_CAPABLE, **(environment or {})})
    with ExitStack() as afterwards:
        async with anyio.create_task_group() as tasks:
            async with open_performer("--journal", str(pipe), *options, environment=variables) as process:
                it = Performing(process, home)
                afterwards.callback(it.leave)
                await tasks.start(it.read_journal, pipe)
                tasks.start_soon(it.read_terminal)
                yield it
            tasks.cancel_scope.cancel()


def clean_environment(home: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Make an environment in which nothing of the machine's own plays a part: no display, no sound, no Ollama."""
    nothing = {
        "DISPLAY": "",
        "WAYLAND_DISPLAY": "",
        "XDG_SESSION_TYPE": "",
        "PULSE_SERVER": "unix:/nonexistent",
        "XDG_RUNTIME_DIR": str(home),
    }
    return {**make_environment(home), **nothing, **(more or {})}


def descendants(pid: int) -> list[int]:
    """Return the ids of a process's living children, and theirs."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        direct = [int(each) for task in tasks for each in (task / "children").read_text(encoding="utf-8").split()]
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [found for child in direct for found in (child, *descendants(child))]


async def gone(pid: int) -> None:
    """Return when a process that is not our child has ended."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        await anyio.wait_readable(handle)
    finally:
        os.close(handle)


def is_alive(pid: int) -> bool:
    """Return whether a process is there and no zombie."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2][:3]
    except (FileNotFoundError, ProcessLookupError):
        return False
