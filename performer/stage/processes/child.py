"""A stage client as a child process: started by command, given its address, and kept alive until the show ends."""

import logging
import re
import subprocess
from collections.abc import Awaitable, Callable, Sequence

import anyio
from anyio.abc import Process, TaskStatus
from anyio.streams.text import TextReceiveStream

from performer.core import events
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import CHECKOUT
from performer.core.process.backoff import generate_delays_s
from performer.core.process.child import close_process, make_utf8_environment, open_piped
from performer.core.process.exit_code import describe_exit, may_be_from_outside, was_ended_from_outside
from performer.core.redact.redact import redact
from performer.core.text import make_printable

_log = logging.getLogger(__name__)

_HEALTHY_S = 30.0
_LONGEST_WORDS = 8192
_GONE_DISPLAY = re.compile(r"requests \(\d+ known processed\)")
"""The second line of Xlib's last words when its server has gone."""


class ClientProcess:
    """Runs one client; a client that ends by itself is started again after 1, 2, 4 … 30 s.

    With an empty command there is none, until one begins by another command.
    """

    def __init__(
        self,
        clock: Clock,
        name: str,
        command: Sequence[str],
        on_failure: Callable[[str], None],
        *,
        first: Process | None = None,
        keeps_children: bool = True,
    ) -> None:
        self._clock = clock
        self._name = name
        self._command = command
        self._on_failure = on_failure
        self._first = first
        """The process of its first life, if that was started before."""
        self._keeps_children = keeps_children
        self._last_words = ""
        self._life = anyio.CancelScope()
        self._wanted = anyio.Event()
        self.process: Process | None = None
        """The client's newest process."""

    async def run(
        self, address: Callable[[], Awaitable[str]], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        """Keep the client alive until cancelled, and leave none behind; each start gets the address anew.

        It loads while the address is not known yet.
        """
        task_status.started()
        delays = generate_delays_s(1.0, 30.0)
        while True:
            if not self._command:
                self._wanted = anyio.Event()
                await self._wanted.wait()
                delays = generate_delays_s(1.0, 30.0)
            began_s = self._clock.now()
            with anyio.CancelScope() as self._life:
                code = await self._live(address)
                self._on_failure(self._explain_end(code))
            if self._life.cancelled_caught:
                continue
            if self._clock.now() - began_s > _HEALTHY_S:
                delays = generate_delays_s(1.0, 30.0)
            await self._clock.sleep(next(delays))

    def begin_again(self, command: Sequence[str] | None = None) -> None:
        """End the client and start it again at once: its address has changed, or its command."""
        self._command = command or self._command
        self._life.cancel()
        if self._command:
            self._wanted.set()

    def end(self) -> None:
        """End the client; it is not started again before `begin_again` is called with a command."""
        self._command = ()
        self._life.cancel()

    def _explain_end(self, code: int) -> str:
        """Return why the client ended: by its last words, unless it was ended from outside, with no time for any."""
        if was_ended_from_outside(code):
            return f"{self._name} {describe_exit(code)}; it is started again"
        if _GONE_DISPLAY.search(self._last_words):
            return f"{self._name} lost its display; it is started again"
        if may_be_from_outside(code) or not self._last_words:
            return ": ".join(filter(None, (f"{self._name} {describe_exit(code)}", self._last_words)))
        return self._last_words

    async def _live(self, address: Callable[[], Awaitable[str]]) -> int:
        """Start the process, write it its address where no process list shows it, and wait for its end."""
        self._last_words = ""
        first, self._first = self._first, None
        process = self.process = first or await open_client(self._command, keeps_children=self._keeps_children)
        try:
            assert process.stdin is not None
            await process.stdin.send((await address()).encode() + b"\n")
            await self._log_words(process)
            return await process.wait()
        except anyio.BrokenResourceError:
            return await process.wait()
        finally:
            await close_process(process)

    async def _log_words(self, process: Process) -> None:
        assert process.stderr is not None
        rest = ""
        async for text in TextReceiveStream(process.stderr, errors="replace"):
            *lines, rest = (rest + text)[-_LONGEST_WORDS:].split("\n")
            for line in filter(None, (make_printable(redact(each)).strip() for each in lines)):
                self._last_words = line
                _log.info("%s: %s", self._name, line)


async def open_client(command: Sequence[str], *, keeps_children: bool = True) -> Process:
    """Start the process of a client, which loads, and then waits for its address on standard input."""
    environment = make_utf8_environment()
    return await open_piped(command, environment, CHECKOUT, stdout=subprocess.DEVNULL, keeps_children=keeps_children)


class ClientWatch:
    """Follows whether a client does its work, and publishes the changes, under the name of a service."""

    def __init__(self, stream: EventStream, service: str, unknown: str) -> None:
        self._stream = stream
        self._service = service
        self.known = anyio.Event()
        """Set when it is known whether the client works."""
        self._is_down = False
        self._is_over = False
        self.state = ""
        """What the client works with; empty while it does not work."""
        self.why = unknown
        """Why it does not work; empty while it does."""

    def stop_reporting(self) -> None:
        """Publish nothing more: at the end of the show the client leaves, as it should."""
        self._is_over = True

    def note_up(self, state: str) -> None:
        """Note that the client works, and with what."""
        self.known.set()
        if state != self.state and not self._is_over:
            self._stream.publish(events.ServiceUp(service=self._service, reason=state))
        self.state, self.why, self._is_down = state, "", False

    def note_down(self, why: str) -> None:
        """Note that the client does not work; published once until it does again."""
        self.known.set()
        self.state, self.why = "", why
        if not (self._is_down or self._is_over):
            self._stream.publish(events.ServiceDown(service=self._service, reason=why))
        self._is_down = True
